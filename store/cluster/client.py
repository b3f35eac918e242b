"""A client of a cluster with the interface of a client of one server.

Each command, script and transaction goes to the primary that owns its keys. Only the errors of one server leave this
module: RedisError and StoreUnavailable.
"""

from collections.abc import Callable, Iterator
from random import sample, uniform
from time import monotonic, sleep
from typing import Any, TypeVar

from redis import Redis
from redis import exceptions as errors
from redis.client import Pipeline, PubSub
from redis.commands.core import Script
from redis.exceptions import (
    AskError,
    ClusterDownError,
    MovedError,
    NoScriptError,
    ReadOnlyError,
    RedisError,
    TryAgainError,
)
from redis.retry import Retry

from store.cluster.batch import Batch
from store.cluster.confirming import confirm, confirmed
from store.cluster.nodes import Node, Nodes
from store.cluster.slots import Command, Key, is_read, key_of, slot_of
from store.faults import StoreUnavailable
from store.patience import MIN_SECONDS, store_deadline

T = TypeVar("T")
FIRST_PAUSE_SECONDS, LAST_PAUSE_SECONDS = 0.02, 0.5
"""Before a command is repeated: doubling from the first to the last, and a random part of it less."""
PATIENCE_SECONDS = 0.3
"""How long a command is repeated while its primary is gone, or its slot is on the move."""
MAX_REDIRECTIONS = 8
"""Without a pause: a slot that moves more often than this moves in a circle."""
_AWAY = (MovedError, TryAgainError, ClusterDownError, errors.ConnectionError, ReadOnlyError, StoreUnavailable)
"""What may be otherwise at another primary, or a little later. A timeout is none of them: it has taken its time."""


class Cluster(Redis):
    """A client of a cluster.

    `confirms`: whether every write is confirmed by a replica before it is answered (REPLICAS_ACK). `patience`: for how
    many seconds a command is repeated.
    """

    def __init__(self, nodes: Nodes, confirms: bool = False) -> None:
        self.nodes = nodes
        self.confirms = confirms
        self.patience = PATIENCE_SECONDS
        self.scripts: dict[str, str] = {}
        self.auto_close_connection_pool = False
        self.connection = None

    def confirmed(self) -> "Cluster":
        """The same client, but each of its writes waits until a replica has it."""
        made = Cluster(self.nodes, confirms=True)
        made.scripts = self.scripts
        return made

    def execute_command(self, *words: Any, **options: Any) -> Any:
        """Send one command to its owner; one without keys to any primary that answers."""
        command = Command(words, options)
        key = key_of(words)
        if key is None:
            return self._anywhere(command)
        send = confirmed(key, self._run) if self.confirms and not is_read(words) else self._run
        return self.on_owner(key, lambda node: send(node, command))

    def on_owner(self, key: Key, act: Callable[[Redis], T]) -> T:
        """What `act` returns on the primary that owns a key. It is repeated, so it must do no harm twice."""
        slot, tries = slot_of(key), _Tries(self.patience)
        while True:
            node: Node | None = None
            try:
                node = self.nodes.owner(slot)
                return act(node.redis)
            except MovedError as moved:
                tries.redirect(moved)
                self.nodes.move(moved)
            except errors.TimeoutError:
                self.nodes.refresh(node and node.name)
                raise
            except _AWAY as error:
                self._look_again(slot, node, error, tries)

    def owner_name(self, slot: int) -> str | None:
        """The address of the primary of a slot; None if nobody owns it now."""
        try:
            return self.nodes.owner(slot).name
        except errors.ConnectionError:
            return None

    def pipeline(self, transaction: bool = True, shard_hint: str | None = None) -> Any:
        """A batch of commands. With `transaction` all of its keys must have one hash tag."""
        return Batch(self, transaction)

    def transaction(self, func: Callable[[Pipeline], None], *watches: Any, **options: Any) -> Any:
        """See redis-py. All keys must have one hash tag."""

        def act(node: Redis) -> Any:
            found = node.transaction(func, *watches, **options)
            if self.confirms:
                confirm(node, watches[0])
            return found

        return self.on_owner(watches[0], act)

    def register_script(self, script: Any) -> Script:
        """A script that runs where its keys are, also on a primary that does not know it yet."""
        made = _Script(self, script)
        self.scripts[made.sha] = script
        return made

    def delete(self, *names: Any) -> int:
        """Delete keys, whichever tags they have. Returns how many there were."""
        batch = self.pipeline(transaction=False)
        for name in names:
            batch.delete(name)
        return sum(batch.execute())

    def scan_iter(self, match: Any = None, count: int | None = None, _type: Any = None, **_: Any) -> Iterator[Any]:
        """All keys of all primaries that match."""
        for node in self.nodes.primaries():
            yield from node.redis.scan_iter(match=match, count=count, _type=_type)

    def pubsub(self, **options: Any) -> PubSub:
        """A subscription at any primary that answers: each hears what is published at any other."""

        def subscription(node: Redis) -> PubSub:
            node.ping()
            return node.pubsub(**options)  # type: ignore[no-untyped-call, no-any-return]

        return self._first_alive(subscription)

    def set_retry(self, retry: Retry) -> None:
        """Nothing: `patience` says how long commands are repeated."""

    def close(self) -> None:
        self.nodes.disconnect()

    def __repr__(self) -> str:
        return f"<Cluster of {self.nodes}>"

    def __del__(self) -> None:
        """Nothing: other clients may use the same connections."""

    def _run(self, node: Redis, command: Command) -> Any:
        try:
            return command.on(node)
        except NoScriptError:
            return self._with_text(command).on(node)
        except MovedError:
            raise
        except AskError as ask:
            return self._ask(ask, command)

    def _ask(self, ask: AskError, command: Command) -> Any:
        """Send a command to the node to which its slot is moving now."""
        pipe = self.nodes.at(ask.host, ask.port).pipeline(transaction=False)
        Command(("ASKING",), {}).on(pipe)
        self._with_text(command).on(pipe)
        return pipe.execute()[1]

    def _with_text(self, command: Command) -> Command:
        """The command with the text of its script in the place of the digest."""
        words = command.words
        return (
            Command(("EVAL", self.scripts[words[1]], *words[2:]), command.options) if words[0] == "EVALSHA" else command
        )

    def _anywhere(self, command: Command) -> Any:
        return self._first_alive(command.on)

    def _first_alive(self, act: Callable[[Redis], T]) -> T:
        error: RedisError = errors.ConnectionError("no node of the cluster answers")
        primaries = self.nodes.primaries()
        for node in sample(primaries, len(primaries)):
            try:
                return act(node.redis)
            except (*_AWAY, errors.TimeoutError) as failed:
                error = failed
                self.nodes.refresh(node.name)
        raise error

    def _look_again(self, slot: int, node: Node | None, error: RedisError, tries: "_Tries") -> None:
        """Ask for the newest map and pause. Raises the error if it is time to give up."""
        self.nodes.refresh(node and node.name)
        if isinstance(error, StoreUnavailable) and node and node.name == self.owner_name(slot):
            raise error  # the watch has said it: nobody needs to wait
        tries.pause(error)


class _Script(Script):
    """A script whose digest is computed without a connection."""

    def get_encoder(self) -> Any:
        return _UTF8


class _UTF8:
    @staticmethod
    def encode(text: str) -> bytes:
        return text.encode()


class _Tries:
    """How often and how long one command is repeated."""

    def __init__(self, patience: float) -> None:
        self._until = monotonic() + patience
        self._pause = FIRST_PAUSE_SECONDS
        self._redirections = 0

    def redirect(self, moved: MovedError) -> None:
        """One more redirection. Raises the error if there are too many."""
        self._redirections += 1
        if self._redirections > MAX_REDIRECTIONS:
            raise moved

    def pause(self, error: RedisError) -> None:
        """Wait before the next try. Raises the error if there is no time for one."""
        seconds = uniform(self._pause / 2, self._pause)
        self._pause = min(2 * self._pause, LAST_PAUSE_SECONDS)
        left = store_deadline().left
        if monotonic() + seconds > self._until or (left is not None and left < MIN_SECONDS + seconds):
            raise error
        sleep(seconds)
