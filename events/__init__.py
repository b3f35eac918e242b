"""The log: every event of every game, append-only, chained by hashes; in memory or on Redis streams."""

from events.chain import BrokenChain, DamagedLog, first_link, head
from events.entry import Entry
from events.log import Appended, Conflict, Group, IdempotencyKey, Log, Queued
from events.memory import MemoryLog
from events.redis_log import RedisLog
from events.writer_queue import TookTooLong

__all__ = [
    "Appended",
    "BrokenChain",
    "Conflict",
    "DamagedLog",
    "Entry",
    "Group",
    "IdempotencyKey",
    "Log",
    "MemoryLog",
    "Queued",
    "RedisLog",
    "TookTooLong",
    "first_link",
    "head",
]
