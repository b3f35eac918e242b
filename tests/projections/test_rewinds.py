"""The rewinds of a game, read from its log."""

from random import Random

import game as rules
from projections.rewinds import list_rewinds
from tests.projections.archive import Recorder

NOON, LATER, NIGHT = "2026-11-21T12:00:00.000Z", "2026-11-21T12:10:00.000Z", "2026-11-21T22:00:00.000Z"


def propose(game, seat, now=NOON, expires=LATER):
    past = rules.fold([entry.event for entry in game.entries[:6]])
    game.add(game.actor(seat), rules.propose(game.state, seat, past, now, expires))


def test_every_rewind_is_listed_with_its_outcome():
    game, rng = Recorder(), Random(3)
    game.open({"seats": 3})
    for _ in range(3):
        game.move(rng, "builder")
    propose(game, 0)
    game.add("player-1", rules.decline(game.state, 1, 1, NOON))
    propose(game, 1)
    propose(game, 2, LATER, NIGHT)
    game.add("player-0", rules.accept(game.state, 0, 3, LATER))
    assert [(r["number"], r["seat"], r["status"]) for r in list_rewinds(game.entries, LATER)] == [
        (1, 0, "declined"),
        (2, 1, "expired"),
        (3, 2, "pending"),
    ]
    assert list_rewinds(game.entries, NIGHT)[-1]["status"] == "expired"
    game.add("player-1", rules.accept(game.state, 1, 3, LATER))
    [*_, done] = list_rewinds(game.entries, NIGHT)
    assert (done["status"], done["accepted"], done["to"], done["assisted"]) == ("done", [0, 1], 6, False)


def test_a_resignation_lapses_a_pending_rewind():
    game, rng = Recorder(), Random(3)
    game.open({"seats": 3})
    for _ in range(2):
        game.move(rng, "builder")
    propose(game, 0)
    game.add("player-1", rules.leave(game.state, 1))
    assert [rewind["status"] for rewind in list_rewinds(game.entries, NOON)] == ["lapsed"]
    assert list_rewinds([], NOON) == []
