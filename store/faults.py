"""What can be wrong with the store: a word for each fault, and one sentence for people."""

import ssl

from redis import exceptions as errors
from redis.exceptions import RedisError

FAULTS = {
    "silent": "the store does not answer in time",
    "gone": "no store listens at its address",
    "unserved": "no node of the store serves this part of it now",
    "slow": "the store answers too slowly",
    "loading": "the store is still loading its data",
    "read_only": "the store is a replica and takes no writes",
    "no_memory": "the store has no memory left for writes",
    "no_disk": "the store cannot write to its disk",
    "untrusted": "the store and this service do not agree on TLS",
    "no_access": "the store refuses the password or the rights of this service",
    "unconfirmed": "no replica of the store has confirmed the write",
    "refusing": "the store refuses commands",
    "unfit": "the store is not set up for this service, as the log of the service says",
    "foreign": "the store has lost its data, or is another one: the operator must restore it, or run "
    "`wonderful accept-store`",
    "older": "the store has lost its newest data: the operator must restore it, or run `wonderful accept-store`",
}
"""Fault → what clients, `/readyz` and the log are told."""
STORE, JOBS = "the store", "the job store"
"""The parts of a service that have a store: games and accounts; and the queues of jobs, if these have their own."""
TAKES_NO_WRITES = frozenset({"read_only", "no_memory", "no_disk"})
"""Faults of a store that refuses writes, and can still be read."""
LOST = frozenset({"foreign", "older"})
"""Faults that last until an operator acts."""


class NotConfirmed(RedisError):
    """No replica has confirmed a write in time. It may be lost; to repeat it is safe."""


_OF_ANSWERS = {
    "MISCONF": "no_disk",
    "READONLY": "read_only",
    "CLUSTERDOWN": "gone",
    "TRYAGAIN": "moving",
    "MASTERDOWN": "read_only",
    "OOM": "no_memory",
}
"""First word of an error answer → fault, as far as redis-py has no class for it, or names the command before it."""
_OF_CLASSES: tuple[tuple[type[RedisError], str], ...] = (
    (errors.BusyLoadingError, "loading"),  # before ConnectionError, from which it inherits
    (errors.ReadOnlyError, "read_only"),
    (errors.OutOfMemoryError, "no_memory"),
    (errors.AuthenticationError, "no_access"),
    (errors.AuthorizationError, "no_access"),
    (errors.NoPermissionError, "no_access"),
    (NotConfirmed, "unconfirmed"),
    (errors.ClusterDownError, "unserved"),
    (errors.TryAgainError, "unserved"),
    (errors.TimeoutError, "silent"),
    (errors.ConnectionError, "gone"),
)


class StoreUnavailable(RedisError):
    """A store cannot be used now; no command was sent. `fault`: of FAULTS. `part`: STORE or JOBS."""

    def __init__(self, fault: str, part: str = STORE) -> None:
        super().__init__(describe(fault, part))
        self.fault = fault
        self.part = part


def describe(fault: str, part: str = STORE) -> str:
    """What is wrong with a part, in one sentence.

    >>> describe("gone", JOBS)
    'the job store: no store listens at its address'
    """
    return FAULTS[fault] if part == STORE else f"{part}: {FAULTS[fault]}"


def tell(error: RedisError) -> str:
    """What an error of the store shows, in one sentence, with the words of the server.

    >>> tell(errors.AuthenticationError("WRONGPASS"))
    'the store refuses the password or the rights of this service (WRONGPASS)'
    """
    if isinstance(error, StoreUnavailable):
        return str(error)
    return f"{describe(fault_of(error))} ({error})"


def fault_of(error: RedisError) -> str:
    """The fault that an error of the store shows.

    >>> fault_of(errors.ResponseError("MISCONF Errors writing to the AOF file: No space left on device"))
    'no_disk'
    """
    if isinstance(error, StoreUnavailable):
        return error.fault
    if _is_of_tls(error):
        return "untrusted"
    if isinstance(error.__context__, BlockingIOError):  # a server on a unix socket that takes no more connections
        return "silent"
    for kind, fault in _OF_CLASSES:
        if isinstance(error, kind):
            return fault
    words = str(error).replace(":", " ").split()
    return next((fault for word, fault in _OF_ANSWERS.items() if word in words), "refusing")


def _is_of_tls(error: RedisError) -> bool:
    """Whether the two sides of a connection did not agree. One that only ended is none of that.

    redis-py quotes what led to its error. What it does not quote was only being handled when the error came.
    """
    cause = error.__context__
    if not isinstance(cause, ssl.SSLError) or isinstance(cause, ssl.SSLEOFError | ssl.SSLZeroReturnError):
        return False
    return isinstance(error, errors.ConnectionError) and all(str(word) in str(error) for word in cause.args[-1:])
