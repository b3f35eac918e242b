"""Facts of finished games: the archive as this host sees it, some games that should be in it, the public list."""

import os
import shutil
from itertools import islice
from typing import Any

from events.archive import Archive, ArchiveFault, Folder, open_archive
from projections.archiving import REFUSED
from projections.public_list.store import PublicList
from projections.snapshots import Snapshots
from service.diagnosis.facts import ArchiveFacts, ListFacts
from service.diagnosis.opening import Opened

SAMPLED_PARTITIONS, SAMPLED_GAMES = 8, 25
"""Of so many partitions, so many games each are looked for."""


def read_archive(opened: Opened) -> ArchiveFacts:
    """What the store says of the archive, and what this host sees of it. Raises RedisError."""
    redis, keys, archive = opened.redis, opened.keys, open_archive(opened.settings.archive_url)
    games = Snapshots(redis, keys).count_archived()
    stored: Any = redis.hgetall(keys.lobby(REFUSED))
    refused = {game.decode(): why.decode() for game, why in stored.items()}
    if archive is None:
        return ArchiveFacts(games=games, refused=refused)
    where, fault, sample = str(archive.files), archive.files.fault(), list[str]()
    if fault:
        return ArchiveFacts(where, fault, games=games, refused=refused)
    for partition in range(min(keys.count, SAMPLED_PARTITIONS)):
        found = redis.hscan_iter(keys.archived(partition), count=SAMPLED_GAMES)
        sample += [game.decode() for game, _ in islice(found, SAMPLED_GAMES)]
    in_folder = isinstance(archive.files, Folder)
    return ArchiveFacts(
        where,
        is_writable=not in_folder or os.access(where, os.R_OK | os.W_OK | os.X_OK),
        free_bytes=shutil.disk_usage(where).free if in_folder else None,
        games=games,
        sampled=len(sample),
        missing=tuple(game for game in sample if not _is_readable(archive, game)),
        refused=refused,
    )


def _is_readable(archive: Archive, game: str) -> bool:
    try:
        archive.snapshot(game)
    except ArchiveFault:
        return False
    return True


def read_public_list(opened: Opened) -> ListFacts:
    """How far the public list of finished games is signed, or why not. Raises RedisError."""
    found = PublicList(opened.redis, opened.keys)
    newest = found.newest()
    return ListFacts(found.size(), newest.size, newest.ms, found.refusal())
