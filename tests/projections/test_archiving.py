"""Archived games on a single server and on a cluster, and in a store that moves to other partitions."""

from dataclasses import replace
from pathlib import Path

import pytest

from game import fold
from projections.archiving import Archiver
from projections.repartition import contents, move, point_to_unprojected
from projections.transfer import import_log
from service.backend import Backend
from service.settings import Settings
from store.keys import Keys
from tests.game.play import Play
from tests.projections.archive import log_lines, record_game


@pytest.fixture
def settings(settings: Settings, tmp_path: Path) -> Settings:
    return replace(settings, archive_url=f"file:{tmp_path}")


@pytest.fixture
def archiver(parts: Backend) -> Archiver:
    assert parts.archive
    return Archiver(parts.redis, parts.keys, parts.log, parts.snapshots, parts.archive)


@pytest.mark.slow
def test_a_game_goes_stays_archived_in_other_partitions_and_comes_back(parts: Backend, archiver: Archiver):
    recorder = record_game(Play(seed=2), other_requests=0.1)
    game, entries = recorder.id, recorder.entries
    assert import_log(log_lines(recorder), parts.log, parts.lobby).ok
    assert [page for page in archiver.candidates(1e15) if page] == [[game]]
    loaded = parts.games.load(game)
    archiver.archive(game)
    assert [page for page in archiver.candidates(1e15) if page] == []
    assert parts.log.read(game) == entries
    assert parts.log.read_many({game: 5, "zzzzzzzz": 0}) == [entries[5:], []]
    before, keys = contents(parts.redis, parts.keys), Keys(parts.keys.prefix, 3)
    assert [*move(parts.redis, keys)]
    assert contents(parts.redis, keys) == before
    parts.keys.count = keys.count
    assert point_to_unprojected(parts.redis, keys) == 0
    parts.games.forget(game)
    assert parts.games.load(game) == loaded
    assert parts.games.state_at(game, 77) == fold([entry.event for entry in entries[:77]])
    assert archiver.archived() == [game]
    archiver.unarchive(game)
    assert archiver.archived() == []
    assert parts.redis.xlen(parts.keys.stream(game)) == len(entries)
    assert parts.log.read(game) == entries
    assert parts.snapshots.load(game) == loaded
