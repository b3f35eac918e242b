"""From the inbox to messages: what is new to a webhook in a game, compared with what it was told."""

import json
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any

import game as rules
from events.codec import canonical
from events.entry import timestamp
from projections.due_inboxes import DueInbox
from projections.games import Loaded
from projections.news import News
from service.accounts import Player
from service.backend import Backend
from service.games.inbox.items import thin_item
from service.games.inbox.standing import Standing, standing
from service.games.viewers import may_see, seat_of
from service.webhooks.endpoints import Webhook, Webhooks
from service.webhooks.outbox import Change, OutboxMessage, Told

MAX_NEWS_AT_ONCE = 100
LEASE_MS = 20_000
"""For how long a worker has a due inbox."""


def make_messages(backend: Backend, webhooks: Webhooks, due: DueInbox, now_ms: int) -> None:
    """Make the messages of a due inbox: each once, even if several workers do it at the same time."""
    player, active = backend.accounts.by_id(due.player), _active(webhooks, due)
    next_ms = None
    if player and not player.deleted and active:
        news = _read_news(backend, due.player, [told for _, told in active])
        loaded = backend.games.load_sound(due.game)
        found = standing(loaded, player) if loaded.version else []
        changes: list[Change] = []
        for webhook, told in active:
            fresh = news[told.position]
            changes += _tell_news(backend, webhook, told, player, fresh, now_ms)
            changes += _tell(webhook, told, player, loaded, found, fresh, now_ms)
        is_complete = all(webhooks.outbox.remember(changes, now_ms)) and not any(map(_are_more, news.values()))
        later = [each.from_ms for each in found if each.from_ms > now_ms]
        next_ms = min(later, default=None) if is_complete else now_ms
    webhooks.inboxes.settle(due, next_ms)


def _active(webhooks: Webhooks, due: DueInbox) -> list[tuple[Webhook, Told]]:
    """The webhooks of the player that are in use, and what each was told."""
    found = webhooks.list(due.player)
    told = webhooks.outbox.told([each.member for each in found], due.game)
    return [(webhook, each) for webhook, each in zip(found, told, strict=True) if each]


def _read_news(backend: Backend, player: str, told: Iterable[Told]) -> dict[int, list[News]]:
    """The news after each position that a webhook was told, as a rule the same for all; not all if `_are_more`."""
    return {each: backend.news.read(player, each, MAX_NEWS_AT_ONCE) for each in {each.position for each in told}}


def _are_more(news: Sequence[News]) -> bool:
    return len(news) == MAX_NEWS_AT_ONCE


def _tell_news(
    backend: Backend, webhook: Webhook, told: Told, player: Player, news: Sequence[News], now_ms: int
) -> list[Change]:
    """The news that a webhook is told."""
    messages = []
    for each in news:
        state = backend.games.load_sound(each.game).state
        if each.kind in webhook.items and state.version and may_see(state, player):
            item = thin_item(each.kind, each.position, state, seat_of(state, player), None)
            messages.append(_message(webhook, state, item, now_ms))
    return [Change(webhook.member, "news", told.news, str(each.position), messages) for each in news[-1:]]


def _tell(
    webhook: Webhook,
    told: Told,
    player: Player,
    loaded: Loaded,
    found: Sequence[Standing],
    news: Sequence[News],
    now_ms: int,
) -> list[Change]:
    """What a webhook is told of what waits in a game, after these news."""
    if not loaded.version:
        return []
    state, before = loaded.state, json.loads(told.game) if told.game else {}
    stands = [each for each in found if each.kind in webhook.items and each.from_ms <= now_ms < each.until_ms]
    looks = {each.kind: _digest(each.look) for each in stands}
    if looks == before:
        return []
    position, seat = news[-1].position if news else told.position, seat_of(state, player)
    messages = [
        _message(webhook, state, thin_item(each.kind, position, state, seat, each.deadline_ms), now_ms)
        for each in stands
        if before.get(each.kind) != looks[each.kind]
    ]
    return [Change(webhook.member, state.id, told.game, canonical(looks) if looks else "", messages)]


def _message(webhook: Webhook, state: rules.State, item: dict[str, Any], now_ms: int) -> OutboxMessage:
    """The message of an item. Its id has no `.`, which separates the parts of what is signed."""
    message_id = f"{webhook.id}-{state.id}-{state.version}-{item['type']}"
    return OutboxMessage(message_id, now_ms, item | {"timestamp": timestamp(now_ms)}, state.options.name or "")


def _digest(look: Any) -> str:
    """What an item looks like, in 16 characters: the same in every process."""
    return sha256(canonical(look).encode()).hexdigest()[:16]
