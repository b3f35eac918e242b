"""The log: every event of every game, append-only, chained by hashes; in memory or on Redis streams."""

from events.chain import BrokenChain, DamagedLog, Group, first_link, head
from events.entry import Entry
from events.log import Appended, Conflict, IdempotencyKey, Log, Newest
from events.memory import MemoryLog
from events.redis_log import RedisLog

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
    "Newest",
    "RedisLog",
    "first_link",
    "head",
]
