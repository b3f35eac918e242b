"""Pipelines of a cluster: one round trip for each primary, or a transaction on one of them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from redis import Redis
from redis.client import Pipeline
from redis.exceptions import AskError, NoScriptError, RedisError, TryAgainError

from store.cluster.confirming import confirm, confirmation
from store.cluster.slots import Command, is_read, key_of, slot_of

if TYPE_CHECKING:
    from store.cluster.client import Cluster

_ALONE = (AskError, TryAgainError, NoScriptError)
"""Answers to a command of a batch that may be otherwise when it is sent alone. MovedError is an AskError."""


class Batch(Redis):
    """A pipeline over any keys: one round trip for each primary, or a transaction on one of them."""

    def __init__(self, cluster: "Cluster", transaction: bool) -> None:
        self._cluster = cluster
        self._transaction = transaction
        self._commands: list[Command] = []
        self.auto_close_connection_pool = False
        self.connection = None

    def execute_command(self, *words: Any, **options: Any) -> Any:
        self._commands.append(Command(words, options))
        return self

    def __len__(self) -> int:
        return len(self._commands)

    def __bool__(self) -> bool:
        return True

    def __enter__(self) -> "Batch":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        """Nothing to close."""

    def close(self) -> None:
        """Forget the commands."""
        self._commands = []

    def execute(self, raise_on_error: bool = True) -> list[Any]:
        """The answers, in the order of the commands.

        Without `raise_on_error` errors are among the answers: also that of a primary that cannot be reached.
        """
        commands, self._commands = self._commands, []
        if not commands:
            return []
        answers = self._as_transaction(commands, raise_on_error) if self._transaction else self._spread(commands)
        if raise_on_error:
            for answer in answers:
                if isinstance(answer, Exception):
                    raise answer
        return answers

    def _as_transaction(self, commands: list[Command], raise_on_error: bool) -> list[Any]:
        key = next(key for command in commands if (key := key_of(command.words)) is not None)

        def act(node: Redis) -> list[Any]:
            pipe = _filled(node.pipeline(transaction=True), commands)
            found = pipe.execute(raise_on_error)
            if self._cluster.confirms and not all(is_read(command.words) for command in commands):
                confirm(node, key)
            return found

        return self._cluster.on_owner(key, act)

    def _spread(self, commands: list[Command]) -> list[Any]:
        """The answers, or errors. What one primary refuses is sent again alone, to where it belongs then."""
        answers: list[Any] = [None] * len(commands)
        for places in self._by_owner(commands):
            members = [commands[place] for place in places]
            for place, answer in zip(places, self._send(members), strict=True):
                answers[place] = self._again(commands[place]) if isinstance(answer, _ALONE) else answer
        return answers

    def _by_owner(self, commands: list[Command]) -> list[list[int]]:
        """The places of the commands in the batch, those of each primary together."""
        groups: dict[str | None, list[int]] = {}
        for place, command in enumerate(commands):
            groups.setdefault(self._owner(command), []).append(place)
        return [*groups.values()]

    def _owner(self, command: Command) -> str | None:
        key = key_of(command.words)
        return None if key is None else self._cluster.owner_name(slot_of(key))

    def _send(self, commands: list[Command]) -> list[Any]:
        """The answers of one primary; of one that cannot be reached, the error for each command."""
        key = key_of(commands[0].words)
        if key is None:
            return [self._again(command) for command in commands]
        writes = self._cluster.confirms and not all(is_read(command.words) for command in commands)

        def act(node: Redis) -> list[Any]:
            pipe = _filled(node.pipeline(transaction=False), commands)
            if not writes:
                return pipe.execute(raise_on_error=False)
            return confirmation(pipe, key)

        try:
            return self._cluster.on_owner(key, act)
        except RedisError as error:
            return [error] * len(commands)

    def _again(self, command: Command) -> Any:
        try:
            return self._cluster.execute_command(*command.words, **command.options)
        except RedisError as error:
            return error


def _filled(pipe: Pipeline, commands: Sequence[Command]) -> Pipeline:
    for command in commands:
        command.on(pipe)
    return pipe
