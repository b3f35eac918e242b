"""Writes that a replica has confirmed (REPLICAS_ACK): the answer to a write is given only when a second server has it.

WAIT counts the replicas that have what its own connection has written. So each write is followed by one more, to a key
beside its own: then what was written before by others, such as what a repeated request reads as its known answer, is
confirmed, too.
"""

from collections.abc import Callable
from typing import Any, Protocol

from redis import Redis
from redis.client import Pipeline
from redis.exceptions import AskError, NoScriptError, TryAgainError

from store.cluster.slots import Key, beside
from store.faults import NotConfirmed
from store.patience import store_deadline

MAX_WAIT_MS = 500
"""How long a write waits for its confirmation: half of the time for which the client waits for the answer, if less."""


class _Command(Protocol):
    def on(self, client: Any) -> Any: ...


def confirmed(key: Key, run: Callable[[Redis, Any], Any]) -> Callable[[Redis, _Command], Any]:
    """A function that sends a command and waits for its confirmation, in one round trip as a rule.

    `run`: sends a command that needs more: its script is not known, or its slot is on the move.
    """

    def send(node: Redis, command: _Command) -> Any:
        pipe = node.pipeline(transaction=False)
        command.on(pipe)
        [answer] = confirmation(pipe, key)
        if isinstance(answer, (AskError, TryAgainError, NoScriptError)):
            answer = run(node, command)
            confirm(node, key)
        if isinstance(answer, Exception):
            raise answer
        return answer

    return send


def confirmation(pipe: Pipeline, key: Key) -> list[Any]:
    """The answers of a pipeline, errors among them, once a replica has what it wrote. Raises NotConfirmed."""
    pipe.set(beside(key, "confirmed"), 1)
    pipe.wait(1, _wait_ms(pipe))
    *answers, touched, replicas = pipe.execute(raise_on_error=False)
    if answers and all(isinstance(answer, Exception) for answer in answers):
        return answers
    if isinstance(touched, Exception):
        raise touched
    if isinstance(replicas, Exception) or replicas < 1:
        raise NotConfirmed("no replica has confirmed the write")
    return answers


def _wait_ms(pipe: Pipeline) -> int:
    """For how many ms the server waits for a replica; never 0, which is for ever."""
    limits = (pipe.connection_pool.connection_kwargs.get("socket_timeout"), store_deadline().left)
    return max(1, min(MAX_WAIT_MS, *(int(seconds * 500) for seconds in limits if seconds is not None)))


def confirm(node: Redis, key: Key) -> None:
    """Wait until a replica has all that was written to this node so far. Raises NotConfirmed."""
    confirmation(node.pipeline(transaction=False), key)
