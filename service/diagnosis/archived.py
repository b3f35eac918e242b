"""Facts of the archive: its folder as this host has it, and some of the games that should be in it."""

import os
import shutil
from itertools import islice
from typing import Any

from events.archive import Archive, ArchiveFault
from projections.archiving import REFUSED
from projections.snapshots import Snapshots
from service.diagnosis.facts import ArchiveFacts
from service.diagnosis.opening import Opened

SAMPLED_PARTITIONS, SAMPLED_GAMES = 8, 25
"""Of so many partitions, so many games each are looked for."""


def read_archive(opened: Opened) -> ArchiveFacts:
    """What the store says of the archive, and what this host sees of it. Raises RedisError."""
    redis, keys, folder = opened.redis, opened.keys, opened.settings.archive_folder
    games = Snapshots(redis, keys).count_archived()
    stored: Any = redis.hgetall(keys.lobby(REFUSED))
    refused = {game.decode(): why.decode() for game, why in stored.items()}
    if folder is None or not folder.is_dir():
        return ArchiveFacts(games=games, refused=refused)
    archive, sample = Archive(folder), list[str]()
    for partition in range(min(keys.count, SAMPLED_PARTITIONS)):
        found = redis.hscan_iter(keys.archived(partition), count=SAMPLED_GAMES)
        sample += [game.decode() for game, _ in islice(found, SAMPLED_GAMES)]
    return ArchiveFacts(
        is_there=True,
        is_writable=os.access(folder, os.R_OK | os.W_OK | os.X_OK),
        free_bytes=shutil.disk_usage(folder).free,
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
