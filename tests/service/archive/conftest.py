"""A service with an archive, and games that are over."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from secrets import token_hex

import pytest

from projections.archiving import Archiver
from projections.transfer import import_log
from service.backend import Backend, check_store, open_backend
from service.jobs.archiving import open_archiver
from service.settings import Settings, read_settings
from tests.conftest import delete_keys
from tests.high_limits import HIGH_LIMITS
from tests.projections.archive import Recorder, make_log, with_new_hashes
from tests.service.client import Caller, Service, id_of


@pytest.fixture(scope="module")
def settings(redis_url: str, tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """Settings with a folder for the archive."""
    archive = f"file:{tmp_path_factory.mktemp('archive')}"
    own = {"REDIS_URL": redis_url, "KEY_PREFIX": f"test-{token_hex(6)}:", "ALLOW_VOLATILE": "1", "ARCHIVE_URL": archive}
    return read_settings(own | HIGH_LIMITS)


@pytest.fixture(scope="module")
def service(settings: Settings) -> Iterator[Service]:
    """The web application of this service."""
    parts = open_backend(settings)
    check_store(parts)
    made = Service(parts)
    yield made
    delete_keys(parts)
    made.end()


@pytest.fixture
def parts(service: Service) -> Backend:
    return service.parts


@pytest.fixture
def archiver(parts: Backend) -> Archiver:
    return open_archiver(parts)


@pytest.fixture
def over(service: Service) -> tuple[str, list[Caller]]:
    """A game of two that is over and scored."""
    game, callers = service.start_game(2)
    service.play(game, callers)
    service.project(game)
    return game, callers


@pytest.fixture
def archived(over: tuple[str, list[Caller]], archiver: Archiver) -> str:
    """The id of a game that is archived."""
    game = id_of(over[0])
    archiver.archive(game)
    return game


@pytest.fixture
def elsewhere(settings: Settings) -> Service:
    """The same service in another process, which has nothing in memory."""
    return Service(open_backend(settings))


def file_of(parts: Backend, game: str) -> Path:
    assert parts.archive
    return Path(str(parts.archive.files)) / game[:2] / f"{game}.zst"


def store_old_game(parts: Backend, id: str, seats: int = 2) -> str:
    """Store a game that was over years ago."""
    recorder = Recorder(id)
    recorder.open({"seats": seats})
    recorder.finish(Random(seats))
    earlier = [entry._replace(ms=entry.ms - 10**11) for entry in recorder.entries]
    assert import_log(make_log(id, with_new_hashes(id, earlier)), parts.log, parts.lobby).ok
    return id
