"""Milestones: any version of a game is what folding its whole log gives, whatever milestones are stored."""

from functools import lru_cache
from random import Random

import pytest

import game as rules
from events import Entry, IdempotencyKey
from game.rewinds import Rewound
from game.undos import IntentionUndone
from projections import milestones as module
from projections.games import Games
from projections.milestones import Milestones
from projections.rebuild import rebuild
from projections.replay import OVERLAP
from service.backend import Backend, open_backend
from tests.game.play import Play
from tests.projections.archive import record_game
from tests.projections.killable_projector import KillableProjector
from tests.projections.reads import counted_reads, end_log_at
from tests.service.client import Service, id_of

APART = 40


@lru_cache(maxsize=1)
def busy_game() -> list[Entry]:
    """A game with many undos and rewinds."""
    entries = record_game(Play(3, 2), other_requests=0.3).entries
    kinds = [type(entry.event) for entry in entries]
    assert kinds.count(Rewound) > 3
    assert kinds.count(IntentionUndone) > 10
    return entries


@pytest.fixture(autouse=True)
def apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Milestones that are near each other."""
    monkeypatch.setattr(module, "EVENTS_APART", APART)


@pytest.fixture
def game(parts: Backend) -> str:
    """The id of the game, which an earlier version of the program stored: there are no milestones."""
    entries = busy_game()
    parts.log.restore("aaaaaaaa", entries, IdempotencyKey("x:restore", b""))
    return "aaaaaaaa"


def stored(parts: Backend, game: str) -> list[int]:
    return sorted(int(version) for version in parts.redis.hkeys(parts.keys.milestones(game)))


def expected(version: int) -> tuple[rules.State, list[int]]:
    """The state, and the moves that stand, by folding the whole log."""
    events = [entry.event for entry in busy_game()[:version]]
    return rules.fold(events), [at for group in rules.standing_groups(events) for at, _ in group]


@pytest.mark.slow
def test_every_version_is_as_the_whole_log_says_also_in_another_process(parts: Backend, game: str):
    other = open_backend(parts.settings).milestones
    versions = [*range(1, len(busy_game()) + 1, 7), len(busy_game())]
    Random(5).shuffle(versions)
    for at, version in enumerate(versions):
        past = (parts.milestones, other)[at % 2].past_at(game, version)
        assert (past.state, [move for move, _ in past.moves]) == expected(version), version
    assert len(stored(parts, game)) >= len(busy_game()) // APART - 1


@pytest.mark.slow
def test_a_version_is_reached_from_the_nearest_milestone(parts: Backend, game: str, monkeypatch: pytest.MonkeyPatch):
    last = len(busy_game())
    parts.milestones.past_at(game, last)
    read = counted_reads(parts.log, monkeypatch)
    for version in stored(parts, game):
        read.clear()
        assert parts.milestones.past_at(game, version).state == expected(version)[0]
        assert sum(read) == 0


@pytest.mark.usual("server")
@pytest.mark.slow
def test_however_many_rewinds_there_were_a_version_is_reached_by_one_short_read(
    parts: Backend, game: str, monkeypatch: pytest.MonkeyPatch
):
    last = len(busy_game())
    parts.milestones.keep_up(game, parts.games.load(game).state)
    read = counted_reads(parts.log, monkeypatch)
    for version in range(APART, last + 1, 3):
        read.clear()
        assert parts.milestones.past_at(game, version).state == expected(version)[0]
        assert len(read) <= 1, version
        assert sum(read) <= APART + 2 * OVERLAP


@pytest.mark.slow
def test_each_rewind_gets_its_milestone_as_it_happens(parts: Backend):
    service = Service(parts)
    game, [ada] = service.start_game(1)
    kept = Milestones(parts.redis, parts.keys, parts.log)
    made = []
    for _ in range(3):
        start = service.version(game)
        ada.post(f"{game}/intentions", ada.get(f"{game}/legal").json[0])
        ada.post(f"{game}/rewinds", {"version": start})
        kept.keep_up(id_of(game), parts.games.load(id_of(game)).state)
        made.append(service.version(game))
    assert stored(parts, id_of(game)) == made


def test_a_snapshot_of_another_schema_is_not_read(parts: Backend, game: str, monkeypatch: pytest.MonkeyPatch):
    last = len(busy_game())
    monkeypatch.setattr("projections.snapshots.SCHEMA", 1)
    parts.milestones.past_at(game, last)
    monkeypatch.undo()
    monkeypatch.setattr(module, "EVENTS_APART", APART)
    assert stored(parts, game)
    assert parts.milestones._nearest(game, last).version == 0
    assert parts.milestones.past_at(game, last).state == expected(last)[0]
    assert parts.milestones._nearest(game, last).version > 0


def test_a_milestone_of_entries_that_the_server_has_lost_is_not_stored(parts: Backend, game: str):
    """Another process read them before the server lost its last second, and stores after it."""
    parts.redis.delete(parts.keys.stream(game))
    other = [entry._replace(hash=bytes(32)) if entry.hash else entry for entry in busy_game()]
    parts.milestones.past_at(game, 100, lambda after, upto: other[after:upto])
    assert stored(parts, game) == []
    parts.redis.delete(parts.keys.idempotency(game))
    parts.log.restore(game, busy_game(), IdempotencyKey("x:again", b""))
    parts.milestones.past_at(game, 100, lambda after, upto: other[after:upto])
    assert stored(parts, game) == []


def test_the_projector_and_rebuild_store_milestones(parts: Backend, game: str):
    process = KillableProjector(parts)
    process.projector._milestones = Milestones(parts.redis, parts.keys, parts.log)
    process.projector.project(game)
    made = stored(parts, game)
    assert len(made) >= len(busy_game()) // APART - 1
    texts = parts.redis.hgetall(parts.keys.milestones(game))
    parts.redis.hset(parts.keys.milestones(game), "7", b"dropped")
    assert [*rebuild([game], parts.log, process.snapshots, process.lobby, None, parts.milestones)]
    assert parts.redis.hgetall(parts.keys.milestones(game)) == texts


def test_a_rewind_is_followed_from_a_milestone_and_not_from_the_beginning(
    parts: Backend, game: str, monkeypatch: pytest.MonkeyPatch
):
    ends = [entry.version for entry in busy_game() if entry.hash]
    games = Games(parts.log, lambda game: None, past_at=parts.milestones.past_at)
    rewinds = [
        entry.version
        for entry in busy_game()
        if isinstance(entry.event, Rewound) and entry.version > 100 and entry.version in ends
    ]
    assert rewinds
    for version in rewinds[:4]:
        before = max(end for end in ends if end < version)
        end_log_at(parts.log, before, monkeypatch)
        games._cached.clear()
        old = games.load(game)
        assert old.version == before
        end_log_at(parts.log, version, monkeypatch)
        newer = games.load(game)
        games._cached.clear()
        assert newer == games.load(game)
        assert newer.state == expected(version)[0]
