"""States of a replay: each is what folding the log gives, however little of it is read."""

import pytest

import game as rules
from events import Entry, IdempotencyKey
from game.rewinds import Rewound
from projections.milestones import EVENTS_APART
from projections.replay import STRETCH, Replays
from service.backend import Backend
from tests.game.play import Play
from tests.projections.archive import record_game
from tests.projections.reads import counted_reads, refuse_reads
from tests.projections.table import join, leave, open_game


@pytest.fixture(scope="module")
def entries() -> list[Entry]:
    """A game of several stretches, with undos and rewinds."""
    found = record_game(Play(3, 2), other_requests=0.3).entries
    assert len(found) > 2 * STRETCH
    return found


@pytest.fixture
def game(parts: Backend, entries: list[Entry]) -> str:
    parts.log.restore("aaaaaaaa", entries, IdempotencyKey("x:restore", b""))
    return "aaaaaaaa"


def test_every_step_has_the_state_that_the_whole_log_gives(parts: Backend, game: str, entries: list[Entry]):
    states = [*rules.states([entry.event for entry in entries])]
    rewinds = [entry.event for entry in entries if entry.name == "rewound" and entry.version > STRETCH]
    assert any(isinstance(event, Rewound) and event.to < STRETCH for event in rewinds), "none leads to another stretch"
    for first, last in ((1, len(entries)), (STRETCH, STRETCH + 1), (STRETCH + 3, len(entries)), (7, 7)):
        walked = [*Replays(parts.log, parts.milestones.past_at).walk(game, first, last)]
        assert [step.entry for step in walked] == entries[first - 1 : last]
        assert [step.state for step in walked] == states[first - 1 : last]


def test_what_was_undone_follows_from_the_moves_that_stand(parts: Backend, game: str, entries: list[Entry]):
    undone = rules.undone_versions([entry.event for entry in entries])
    for first, last in ((1, len(entries)), (40, 90), (STRETCH, 2 * STRETCH)):
        some = entries[first - 1 : last]
        found = parts.replays.undone(game, len(entries), entries[-1].hash, some)
        assert found == {version for version in undone if first <= version <= last}


def test_a_late_version_is_reached_without_reading_the_game_from_its_beginning(
    parts: Backend, game: str, entries: list[Entry], monkeypatch: pytest.MonkeyPatch
):
    parts.milestones.keep_up(game, parts.games.load(game).state)
    read = counted_reads(parts.log, monkeypatch)
    last = len(entries)
    [*Replays(parts.log, parts.milestones.past_at).walk(game, last - 1, last)]
    assert sum(read) <= 1 + STRETCH + EVENTS_APART


def test_the_past_of_a_game_is_not_read_again_when_the_game_has_moved_on(log, parts, monkeypatch):
    open_game(log, "g", seats=3)
    join(log, "g")
    past = log.read("g")
    states = [parts.replays.state_after("g", entry) for entry in past]
    leave(log, "g", 1)
    for each in (log, parts.log):
        refuse_reads(each, monkeypatch)
    assert [parts.replays.state_after("g", entry) for entry in past] == states


def test_kept_states_grow_when_they_do_not_reach_so_far(log, parts):
    open_game(log, "g", seats=3)
    parts.replays.state_after("g", log.read("g")[0])
    join(log, "g")
    last = log.read("g")[-1]
    assert parts.replays.state_after("g", last) == parts.games.load("g").state


def test_kept_states_of_another_past_are_not_used(log, parts):
    open_game(log, "g", seats=3)
    join(log, "g", "bob")
    parts.replays.state_after("g", log.read("g")[-1])
    parts.redis.delete(parts.keys.stream("g"), parts.keys.idempotency("g"))
    open_game(log, "g", seats=3)
    join(log, "g", "dan")
    found = parts.replays.state_after("g", log.read("g")[-1])
    assert [seat.player for seat in found.seats] == ["ann", "dan", None]
