"""The rewinds of a game, read from its log."""

from random import Random

import pytest

import game as rules
from projections.replay import OVERLAP
from projections.rewinds import Rewinds, after_entries, at_time
from tests.projections.archive import Recorder
from tests.service.client import Service, id_of

NOON, LATER, NIGHT = "2026-11-21T12:00:00.000Z", "2026-11-21T12:10:00.000Z", "2026-11-21T22:00:00.000Z"


def propose(game, seat, now=NOON, expires=LATER):
    past = rules.fold([entry.event for entry in game.entries[:6]])
    game.add(game.actor(seat), rules.propose(game.state, seat, past, now, expires))


def list_rewinds(entries, now):
    return at_time(after_entries([], entries), now)


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


@pytest.mark.slow
def test_only_what_was_appended_since_the_last_time_is_read(parts, monkeypatch):
    service = Service(parts)
    game, [ada, _] = service.start_game(2)
    rewinds, game_id = Rewinds(parts.log), id_of(game)
    ada.post(f"{game}/intentions", ada.get(f"{game}/legal").json[0])
    ada.post(f"{game}/rewinds", {"version": service.version(game) - 1})
    first = rewinds.list(game_id, NOON)
    ada.post(f"{game}/rewinds/1/decline")
    read, log_read = [], parts.log.read
    monkeypatch.setattr(parts.log, "read", lambda *args, **more: read.append(log_read(*args, **more)) or read[-1])
    [declined] = rewinds.list(game_id, NOON)
    assert ([each["status"] for each in first], declined["status"]) == (["pending"], "declined")
    assert sum(map(len, read)) <= 2 + OVERLAP  # those before are read again to check the chain
    read.clear()
    parts.redis.delete(parts.keys.stream(game_id))
    assert rewinds.list(game_id, NOON) == []
