"""Reading the facts of a service. What cannot be read is noted with the reason, and all else is read."""

from collections.abc import Callable, Mapping
from typing import Any

from redis.exceptions import RedisError

from events.answering import Answering
from service.backup.folder import epoch_of_backup
from service.backup.status import free_bytes, read_saved
from service.diagnosis.archived import read_archive, read_public_list
from service.diagnosis.facts import Facts
from service.diagnosis.host import read_clock, read_folder, read_web
from service.diagnosis.opening import PART_SECONDS, Opened, asking_queues, open_to_read, why_unread
from service.diagnosis.servers import read_faults, read_server, read_servers
from service.diagnosis.stored import read_copies, read_damage, read_identity, read_layout, read_operators
from service.diagnosis.work import read_due, read_feeds, read_lanes, read_timers
from service.settings import Settings, StartError
from store.cluster.nodes import NotACluster
from store.faults import fault_of
from store.patience import store_deadline

Reader = Callable[[Opened], Any]
OF_QUEUES = ("jobs_server", "lanes", "running")
"""Parts that do not need the store of the games."""
HOPELESS = ("silent", "gone", "untrusted")
"""Faults of a single server after which nobody asks it again."""


def _read_jobs_server(opened: Opened) -> Any:
    with asking_queues():
        return read_server("the server of the queues", opened.queues.redis) if opened.has_own_queues else None


PARTS: dict[str, Reader] = {
    "clock": read_clock,
    "servers": read_servers,
    "faults": read_faults,
    "layout": read_layout,  # before all that reads partitions
    "identity": read_identity,
    "copies": read_copies,
    "operators": read_operators,
    "feeds": read_feeds,
    "answers": lambda opened: Answering(opened.redis, opened.redis, opened.keys).read(),
    "timers": read_timers,
    "damage": read_damage,
    "archive": read_archive,
    "public_list": read_public_list,
    "jobs_server": _read_jobs_server,
    "lanes": read_lanes,
    "due": read_due,
}
"""The fields of Facts that the stores tell, in the order in which they are read."""


def read_facts(settings: Settings) -> Facts:
    """All facts of a service. Nothing is started, written or prepared for it."""
    web, folder = read_web(settings), None if settings.redis_url else read_folder(settings.data_dir)
    backup = read_saved(settings.backup_dir) if settings.backup_dir else None
    found, unread = read_parts(settings, PARTS)
    saved_of = epoch_of_backup(settings.backup_dir) if settings.backup_dir else ""
    free = free_bytes(settings.backup_dir) if backup and settings.backup_dir else 0
    return Facts(
        settings, web, folder, **found, backup=backup, backup_epoch=saved_of, backup_free_bytes=free, unread=unread
    )


def read_parts(settings: Settings, parts: Mapping[str, Reader]) -> tuple[dict[str, Any], dict[str, str]]:
    """What the readers have read, by name, and why the others have not."""
    try:
        with open_to_read(settings) as opened:
            return _read_parts(opened, parts)
    except StartError as error:
        return {}, dict.fromkeys(parts, str(error))


def _read_parts(opened: Opened, parts: Mapping[str, Reader]) -> tuple[dict[str, Any], dict[str, str]]:
    found: dict[str, Any] = {}
    unread: dict[str, str] = {}
    hopeless = ""
    for name, read in parts.items():
        if hopeless and not (name in OF_QUEUES and opened.has_own_queues):
            unread[name] = hopeless
            continue
        try:
            with store_deadline().at_most(PART_SECONDS):
                found[name] = read(opened)
        except (RedisError, NotACluster) as error:
            unread[name] = why_unread(error)
            is_single = isinstance(error, RedisError) and not opened.is_cluster and name not in OF_QUEUES
            if is_single and fault_of(error) in HOPELESS:  # type: ignore[arg-type]
                hopeless = unread[name]
    return found, unread
