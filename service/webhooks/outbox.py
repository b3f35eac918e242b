"""The outbox: messages that wait, the health of their webhooks, and when each is sent next. `outbox.lua` keeps it."""

import json
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any, NamedTuple

from redis import Redis

from events.entry import canonical
from service.webhooks.retries import Health, Verdict
from store.keys import Keys

STATES = ("healthy", "new", "failing")
"""Webhooks by their last attempt."""
LANES = (*STATES, "slow")
"""Each lane has its own capacity, so those that fail, or that work but take long, delay no others."""
SLOW_SECONDS = 1.0
"""An attempt that takes longer is slow."""
QUICK_ANSWERS = 20
"""Quick attempts that must follow a slow one until a webhook that works counts as quick again."""
MAX_MESSAGES = 1000
"""Of a webhook, that wait; the oldest are dropped."""
KEPT_DELIVERIES = 20
"""The last attempts of a webhook, which its owner can read."""
Json = dict[str, Any]


class OutboxMessage(NamedTuple):
    """What is to be sent. `id`: the same in each attempt. `item`: its fields. `title`: the name of the game.

    `item["game"]` is None in a test.
    """

    id: str
    created_ms: int
    item: Json
    title: str


class Told(NamedTuple):
    """What a webhook was told of `news`, up to a position, and of a game: as `Change` stored it, or empty."""

    news: str
    game: str

    @property
    def position(self) -> int:
        """Of the newest news that it was told."""
        return int(self.news or 0)


class Change(NamedTuple):
    """A field of what a webhook was told changes from `old` to `new`, and it gets messages.

    `field`: `news`, a game, or empty for messages that belong to no item.
    """

    webhook: str
    field: str
    old: str
    new: str
    messages: Sequence[OutboxMessage]


class Taken(NamedTuple):
    """A webhook with the message to send next. `config`: the stored webhook. `tries`: attempts so far.

    `lease`: in ms since 1970; until then nobody else has it.
    """

    lane: str
    member: str
    config: bytes
    message: OutboxMessage
    tries: int
    health: Health
    lease: str


class State(NamedTuple):
    """How a webhook does. `disabled`: why, None while it is in use. `waiting`: messages. `deliveries`: newest first."""

    health: Health
    disabled: str | None
    waiting: int
    deliveries: Sequence[Json] = ()

    @property
    def name(self) -> str:
        """`disabled`, or one of STATES."""
        if self.disabled:
            return "disabled"
        return "failing" if self.health.failures else "healthy" if self.health.ok_ms else "new"


class Outbox:
    """The outbox on Redis. A webhook is named `<player>-<id>` here, times are in ms since 1970."""

    def __init__(self, redis: Redis, keys: Keys) -> None:
        self._redis = redis
        self._base = keys.lobby("webhook")
        self._script = redis.register_script(files(__package__).joinpath("outbox.lua").read_text("utf-8"))

    def remember(self, changes: Sequence[Change], now_ms: float) -> list[bool]:
        """Make changes, in two round trips; each is one step. Returns which of them were made.

        Nothing changes if the field is not `old`, or the webhook is gone.
        """
        if not changes:
            return []
        pipe = self._redis.pipeline(transaction=False)
        for webhook, field, old, new, messages in changes:
            made = [text for each in messages for text in (each.id, canonical(each))]
            args: list[Any] = ["add", webhook, field, old, new, int(now_ms), MAX_MESSAGES, *made]
            self._script(keys=[self._base], args=args, client=pipe)
        return [bool(each) for each in pipe.execute()]

    def add(self, webhook: str, message: OutboxMessage) -> bool:
        """Add one message that belongs to no item. Returns whether the webhook exists."""
        return all(self.remember([Change(webhook, "", "", "", [message])], message.created_ms))

    def told(self, webhooks: Sequence[str], game: str) -> list[Told | None]:
        """What each of these webhooks was told, in one round trip; None for one that is disabled."""
        pipe = self._redis.pipeline(transaction=False)
        for each in webhooks:
            pipe.hexists(f"{self._base}:state:{each}", "disabled")
            pipe.hmget(self.memory_key(each), "news", game)
        rows = pipe.execute()
        pairs = zip(rows[::2], rows[1::2], strict=True)
        return [None if disabled else Told(*[(text or b"").decode() for text in texts]) for disabled, texts in pairs]

    def memory_key(self, webhook: str) -> str:
        """Where it is stored what the webhook was told."""
        return f"{self._base}:memory:{webhook}"

    def take(self, now_ms: float, until_ms: float, limits: Mapping[str, int]) -> list[Taken]:
        """Webhooks with a message to send now, at most `limits` of each lane; nobody else gets them until then."""
        lease = str(int(until_ms))
        asked = [each for lane, limit in limits.items() if limit > 0 for each in (lane, limit)]
        rows: Any = self._do("take", int(now_ms), lease, *asked) if asked else []
        return [_taken(row, lease) for row in rows]

    def settle(self, taken: Taken, verdict: Verdict, attempt: Json | None) -> bool:
        """Note the result of an attempt. Returns False if the webhook is gone, or somebody else has it by now."""
        health = verdict.health
        again = "" if verdict.again_ms is None else int(verdict.again_ms)
        text = json.dumps(attempt) if attempt else ""
        state = (health.failures, health.since_ms, health.ok_ms, verdict.gate_ms, verdict.disabled or "")
        revived = verdict.revived_ms or ""
        slow = QUICK_ANSWERS if attempt and attempt["seconds"] > SLOW_SECONDS else ""
        message = (taken.message.id, again, taken.tries + 1)
        return bool(
            self._do("settle", taken.member, taken.lease, *message, *state, revived, text, KEPT_DELIVERIES, slow),
        )

    def put_back(self, taken: Taken, until_ms: float) -> None:
        """Send nothing to the webhook before `until_ms`, and let anybody take it then."""
        self._do("put_back", taken.member, int(until_ms))

    def enable(self, webhook: str, now_ms: float) -> None:
        """Use a disabled webhook again, as one that never failed, and send all that waits."""
        self._do("enable", webhook, int(now_ms))

    def forget(self, webhook: str) -> None:
        """Delete all that is stored about a webhook here."""
        self._do("forget", webhook)

    def state(self, webhook: str) -> State:
        """How a webhook does."""
        [state] = self.states([webhook])
        return state

    def states(self, webhooks: Sequence[str]) -> list[State]:
        """How each of these webhooks does, in one round trip."""
        pipe = self._redis.pipeline(transaction=False)
        for each in webhooks:
            pipe.hmget(f"{self._base}:state:{each}", "failures", "since", "ok", "disabled")
            pipe.zcard(f"{self._base}:outbox:{each}")
            pipe.lrange(f"{self._base}:deliveries:{each}", 0, -1)
        rows = pipe.execute()
        return [_state(*rows[at : at + 3]) for at in range(0, len(rows), 3)]

    def oldest_game(self, webhook: str) -> str | None:
        """The game of the oldest message that waits and is about a game."""
        rows: Any = self._redis.hgetall(f"{self._base}:messages:{webhook}")
        waiting = [_message(text) for field, text in rows.items() if not field.endswith(b":tries")]
        waiting.sort(key=lambda each: each.created_ms)
        return next((each.item["game"] for each in waiting if each.item["game"]), None)

    def first_due_ms(self) -> float:
        """When the next message is sent; infinite if none waits."""
        pipe = self._redis.pipeline(transaction=False)
        for lane in LANES:
            pipe.zrange(f"{self._base}:due:{lane}", 0, 0, withscores=True)
        return min((score for rows in pipe.execute() for _, score in rows), default=float("inf"))

    def _do(self, *args: Any) -> Any:
        return self._script(keys=[self._base], args=args)


def _state(fields: Sequence[bytes | None], waiting: int, deliveries: Sequence[bytes]) -> State:
    failures, since, ok, disabled = fields
    health = Health(int(failures or 0), int(since or 0), int(ok or 0))
    reason = disabled.decode() if disabled else None
    return State(health, reason, waiting, [json.loads(each) for each in deliveries])


def _message(text: bytes) -> OutboxMessage:
    return OutboxMessage(*json.loads(text))


def _taken(row: Any, lease: str) -> Taken:
    lane, member, config, _, text, tries, failures, since, ok = row
    health = Health(int(failures), int(since), int(ok))
    return Taken(lane.decode(), member.decode(), config, _message(text), int(tries), health, lease)
