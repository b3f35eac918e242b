"""The webhooks of players as they are stored."""

import json
from collections.abc import Callable, Sequence
from importlib.resources import files
from typing import Any, NamedTuple

from redis import Redis

from events.entry import canonical
from projections.due_inboxes import DueInboxes
from service.ids import new_id
from service.webhooks.outbox import Outbox
from service.webhooks.signing import new_secret
from store.clock import DAY_MS, store_clock
from store.keys import Keys

WEBHOOK_KINDS = ("standard", "discord", "slack", "ntfy", "push")
MAX_WEBHOOKS = 10
"""Of an account, those of tables among them."""
MAX_TABLE_WEBHOOKS = 3
"""Of a table, all its players together."""
ROTATION_MS = DAY_MS
"""How long the secret before a rotation still signs."""
TABLE_IS_FULL = -2
MAX_SECRETS = 3
"""That sign at the same time: rotations in a row drop the oldest."""


class TooManyWebhooks(Exception):
    """The player has MAX_WEBHOOKS."""


class TooManyTableWebhooks(Exception):
    """The table has MAX_TABLE_WEBHOOKS."""


class Webhook(NamedTuple):
    """An address, and what is sent there.

    `kind`: of WEBHOOK_KINDS. `items`: kinds of items. `view`: whether messages have `view` and `legal`. `secrets`: the
    newest first, each with the time in ms since 1970 until which it signs, None for ever; only of the kind `standard`.
    `keys`: of the subscription (`p256dh` and `auth`), only of the kind `push`.
    `plays`: whether answers of the receiver may play for the player: the token that made the webhook may, too.
    `game`: of the webhook of a table, which gets the news of this game instead of the player's inbox. With
    `follows_rematch` it belongs to a rematch once that has started.
    """

    id: str
    player: str
    url: str
    kind: str
    items: tuple[str, ...]
    name: str | None
    language: str
    view: bool
    created_ms: int
    secrets: tuple[tuple[str, int | None], ...] = ()
    keys: tuple[str, str] | None = None
    plays: bool = True
    game: str | None = None
    follows_rematch: bool = False

    @property
    def is_for_people(self) -> bool:
        """Whether people read what it is sent, not a program."""
        return self.kind != "standard"

    def __repr__(self) -> str:
        return f"Webhook({self.member})"  # a reader of the rest could send in its name

    @property
    def member(self) -> str:
        """Its name in the outbox."""
        return f"{self.player}-{self.id}"

    def signing_secrets(self, now_ms: float) -> list[str]:
        """The secrets that sign now."""
        return [secret for secret, until_ms in self.secrets if until_ms is None or until_ms > now_ms]


def rotated(webhook: Webhook, secret: str, now_ms: int) -> Webhook:
    """The webhook with a new secret; those before sign for another ROTATION_MS at most."""
    until = now_ms + ROTATION_MS
    old = [(each, min(until, ends or until)) for each, ends in webhook.secrets if ends is None or ends > now_ms]
    return webhook._replace(secrets=((secret, None), *old[: MAX_SECRETS - 1]))


class Webhooks:
    """The webhooks on Redis, by player. `outbox`: of their messages. `now`: the clock of the store, in seconds."""

    def __init__(self, redis: Redis, keys: Keys, now: Callable[[], float] | None = None) -> None:
        self._redis = redis
        self._now = now or store_clock(redis)
        self._keys = keys
        self.inboxes = DueInboxes(redis, keys)
        self.outbox = Outbox(redis, keys)
        self._store = redis.register_script(files(__package__).joinpath("endpoint.lua").read_text("utf-8"))
        self._delete = redis.register_script(files(__package__).joinpath("delete_endpoint.lua").read_text("utf-8"))

    def create(self, made: Webhook, position: int, memory: str = "") -> Webhook:
        """Store a new webhook under a new id. Raises TooManyWebhooks, TooManyTableWebhooks.

        `position`: of the newest news that it is not told. `memory`: of the webhook of a table, what it counts as told.
        """
        made = made._replace(id=new_id())
        stored = self._store_if(made, "", position, memory)
        if stored == TABLE_IS_FULL:
            raise TooManyTableWebhooks
        if stored < 0:
            raise TooManyWebhooks
        if not stored:  # the id is in use
            return self.create(made, position, memory)
        return made

    def move(self, webhook: Webhook, game: str, memory: str) -> Webhook:
        """The webhook of a table as that of another game; as it was if it has changed meanwhile, or there are too many.

        `memory`: what it counts as told there.
        """
        moved = webhook._replace(game=game)
        return moved if self._store_if(moved, canonical(webhook), memory=memory) == 1 else webhook

    def list(self, player: str) -> "Sequence[Webhook]":
        """The webhooks of a player, oldest first."""
        rows: Any = self._redis.hvals(self._key(player))
        return sorted(map(parse_webhook, rows), key=lambda each: (each.created_ms, each.id))

    def get(self, player: str, webhook: str) -> Webhook | None:
        """A webhook of a player; None if there is none."""
        text = self._stored(player, webhook)
        return parse_webhook(text) if text else None

    def rotate(self, webhook: Webhook, now_ms: int) -> Webhook | None:
        """The webhook with a new secret; None if it is gone."""
        while text := self._stored(webhook.player, webhook.id):
            changed = rotated(parse_webhook(text), new_secret(), now_ms)
            if self._store_if(changed, text) == 1:
                return changed
        return None

    def delete(self, webhook: Webhook) -> None:
        """Delete a webhook with all its messages."""
        keys = [
            self._key(webhook.player),
            self.inboxes.players_key,
            self.inboxes.key,
            self._keys.lobby("table-webhooks"),
        ]
        self._delete(keys=keys, args=[webhook.player, webhook.id])
        self.outbox.forget(webhook.member)

    def are_due(self) -> bool:
        """Whether messages are to be made or sent now."""
        return min(self.inboxes.first_due_ms(), self.outbox.first_due_ms()) <= self._now() * 1000

    def forget_account(self, player: str) -> None:
        """Delete all webhooks of an account, with their messages: for an account that is deleted."""
        for webhook in self.list(player):
            self.delete(webhook)

    def is_done(self, webhook: Webhook) -> bool:
        """Whether the webhook of a table has nothing to send any more after the message that is being sent."""
        if webhook.game is None:
            return False
        [told] = self.outbox.told([webhook.member], webhook.game)
        is_over = told is not None and bool(told.game) and json.loads(told.game).get("done", False)
        return is_over and self.outbox.state(webhook.member).waiting <= 1

    def _store_if(self, webhook: Webhook, expected: str, position: int = 0, memory: str = "") -> int:
        keys = [
            self._key(webhook.player),
            self.inboxes.players_key,
            self.outbox.memory_key(webhook.member),
            self._keys.lobby("table-webhooks"),
        ]
        limits = [MAX_WEBHOOKS, position, MAX_TABLE_WEBHOOKS, webhook.game or "", memory]
        args: list[Any] = [webhook.player, webhook.id, expected, canonical(webhook), *limits]
        return int(self._store(keys=keys, args=args))

    def _stored(self, player: str, webhook: str) -> str | None:
        text: Any = self._redis.hget(self._key(player), webhook)
        return text.decode() if text else None

    def _key(self, player: str) -> str:
        return self._keys.lobby(f"webhooks:{player}")


def parse_webhook(text: bytes | str) -> Webhook:
    """The webhook that `canonical` made a text."""
    values = json.loads(text)
    items, secrets, keys = values[4], values[9], values[10]
    return Webhook(*values)._replace(
        items=tuple(items), secrets=tuple((each, until) for each, until in secrets), keys=tuple(keys) if keys else None
    )
