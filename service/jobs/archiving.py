"""Rounds of the archive: once an hour, the games that have been over for long go there, a slice of time at once."""

import logging
from collections.abc import Iterator
from time import monotonic

from projections.archiving import Archiver, NotArchived
from service.backend import Backend
from service.settings import StartError
from store.clock import DAY_MS

SLICE_SECONDS = 0.2
ROUND_SECONDS = 3600
"""From the end of a round to the begin of the next one."""
ROUND_DONE = "archive-round"
"""The key of the lists that exists for ROUND_SECONDS after a round."""
logger = logging.getLogger(__name__)
_under_way: list[Iterator[None]] = []
"""The round of this process, if it has one. One that another process began is begun again: it finds less to do."""


def open_archiver(backend: Backend) -> Archiver:
    """The archiver of a backend. Raises StartError if it cannot archive anything."""
    if backend.archive is None:
        raise StartError("ARCHIVE_URL is not set: it names the folder or the bucket of the archive")
    if fault := backend.archive.files.fault():
        raise StartError(f"the archive cannot be used (ARCHIVE_URL): {fault}")
    return Archiver(backend.redis, backend.keys, backend.log, backend.snapshots, backend.archive)


def old_games(backend: Backend, archiver: Archiver) -> Iterator[list[str]]:
    """The games that are to be archived by now, page by page of all games."""
    return archiver.candidates(backend.clock() * 1000 - backend.settings.archive_after * DAY_MS)


def is_round_due(backend: Backend) -> bool:
    """Whether the service has an archive, and its last round ended long ago."""
    return backend.archive is not None and not backend.redis.exists(backend.keys.lobby(ROUND_DONE))


def archive_some(backend: Backend) -> bool:
    """Archive games for a slice of time; whether the round has more to do."""
    if not _under_way:
        _under_way.append(_round(backend))
    until = monotonic() + SLICE_SECONDS
    for _ in _under_way[0]:
        if monotonic() >= until:
            return True
    _under_way.clear()
    return False


def _round(backend: Backend) -> Iterator[None]:
    """A round, in steps of less than a slice each."""
    try:
        archiver = open_archiver(backend)
    except StartError as error:
        logger.error("no game is archived: %s", error)
    else:
        refused: dict[str, str] = {}
        for page in old_games(backend, archiver):
            for game in page:
                try:
                    archiver.archive(game)
                except NotArchived as error:
                    logger.error("%s; it stays in the store", error)
                    refused[game] = error.reason
                yield
            yield
        archiver.note_refused(refused)
    backend.redis.set(backend.keys.lobby(ROUND_DONE), 1, ex=ROUND_SECONDS)
