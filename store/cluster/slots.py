"""Which slot of a cluster a command goes to. It is computed here: to ask a node would need a node that answers."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from redis.crc import key_slot

Key = str | bytes
_SCRIPTS = frozenset({"EVAL", "EVALSHA", "EVAL_RO", "EVALSHA_RO", "FCALL"})
_WITHOUT_KEY = frozenset({"PING", "INFO", "TIME", "PUBLISH", "CONFIG", "CLUSTER", "SCRIPT", "ACL", "CLIENT", "SCAN"})
_SUBCOMMAND_FIRST = frozenset({"XGROUP", "XINFO", "OBJECT", "MEMORY"})
_READS = frozenset(
    (
        *("EVAL_RO", "EVALSHA_RO", "EXISTS", "GET", "MGET", "STRLEN", "TTL", "PTTL", "TYPE"),
        *("HEXISTS", "HGET", "HGETALL", "HKEYS", "HLEN", "HMGET", "HSCAN", "HVALS", "LLEN", "LRANGE"),
        *("SCARD", "SISMEMBER", "SMEMBERS", "SSCAN", "XINFO", "XLEN", "XPENDING", "XRANGE", "XREAD", "XREVRANGE"),
        *("ZCARD", "ZCOUNT", "ZLEXCOUNT", "ZRANGE", "ZRANGEBYLEX", "ZRANGEBYSCORE", "ZRANK", "ZREVRANGE"),
        *("ZREVRANGEBYLEX", "ZREVRANK", "ZSCORE", "ZMSCORE"),
    )
)


class Command(NamedTuple):
    """A command as redis-py passes it on. `options`: how its answer is read."""

    words: tuple[Any, ...]
    options: Mapping[str, Any]

    def on(self, client: Any) -> Any:
        """Send it by a client of one server, or add it to a pipeline."""
        return client.execute_command(*self.words, **self.options)


def key_of(command: Sequence[Any]) -> Any:
    """The first key of a command; None if it has none, so that any node will do.

    >>> key_of(["EVALSHA", "5e1f", 1, "{p3}:feed", 7]), key_of(["XGROUP CREATE", "{p3}:feed", "projector", "0"])
    ('{p3}:feed', '{p3}:feed')
    >>> key_of(["XREADGROUP", "GROUP", "projector", "one", "COUNT", 9, "STREAMS", "{p3}:feed", ">"])
    '{p3}:feed'
    """
    name, _, rest = str(command[0]).partition(" ")
    if name in _WITHOUT_KEY:
        return None
    if name in _SCRIPTS:
        return command[3] if int(command[2]) else None
    if name in ("XREADGROUP", "XREAD"):
        return command[1 + next(at for at, word in enumerate(command) if word in ("STREAMS", b"STREAMS"))]
    at = 2 if name in _SUBCOMMAND_FIRST and not rest else 1
    return command[at] if len(command) > at else None


def slot_of(key: Key) -> int:
    """The slot of a key, 0..16383: that of its hash tag, if it has one."""
    return int(key_slot(key.encode() if isinstance(key, str) else key))


def beside(key: Key, name: str) -> str:
    """A key with this name in the slot of another key, which has a hash tag or no braces at all.

    >>> beside("test:{p3}:g:7", "ack"), beside("news", "ack")
    ('test:{p3}:ack', '{news}:ack')
    """
    text = key if isinstance(key, str) else key.decode()
    start, brace, tagged = text.partition("{")
    tag, end, _ = tagged.partition("}")
    return f"{start}{{{tag}}}:{name}" if brace and end and tag else f"{{{text}}}:{name}"


def is_read(command: Sequence[Any]) -> bool:
    """Whether a command changes nothing. One that is not known here may change something."""
    return str(command[0]).partition(" ")[0] in _READS
