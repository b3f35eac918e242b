"""From the inbox to messages: what is new to a webhook in a game, compared with what it was told."""

import json
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import game as rules
from events.codec import canonical
from events.entry import timestamp
from projections.due_inboxes import DueInbox
from projections.games import Loaded
from service.accounts import Player
from service.backend import Backend
from service.games.inbox.items import thin_item
from service.games.inbox.standing import Standing, standing
from service.games.viewers import may_see, seat_of
from service.webhooks.endpoints import Webhook, Webhooks
from service.webhooks.outbox import OutboxMessage

MAX_NEWS_AT_ONCE = 100
LEASE_MS = 20_000
"""For how long a worker has a due inbox."""


def make_messages(backend: Backend, webhooks: Webhooks, due: DueInbox, now_ms: int) -> None:
    """Make the messages of a due inbox: each once, even if several workers do it at the same time."""
    player, active = backend.accounts.by_id(due.player), _active(webhooks, due.player)
    next_ms = None
    if player and not player.deleted and active:
        loaded = backend.games.load(due.game)
        found = standing(loaded, player) if loaded.version else []
        complete = [_tell(backend, webhooks, each, player, loaded, found, now_ms) for each in active]
        later = [each.from_ms for each in found if each.from_ms > now_ms]
        next_ms = min(later, default=None) if all(complete) else now_ms
    webhooks.inboxes.settle(due, next_ms)


def _active(webhooks: Webhooks, player: str) -> list[Webhook]:
    return [each for each in webhooks.list(player) if not webhooks.outbox.is_disabled(each.member)]


def _tell(
    backend: Backend,
    webhooks: Webhooks,
    webhook: Webhook,
    player: Player,
    loaded: Loaded,
    found: Sequence[Standing],
    now_ms: int,
) -> bool:
    """Make the messages of one webhook: news first. Returns False if there is more to do."""
    is_complete = _tell_news(backend, webhooks, webhook, player, now_ms)
    if not loaded.version:
        return is_complete
    state, outbox = loaded.state, webhooks.outbox
    before = outbox.memory(webhook.member, state.id)
    told = json.loads(before) if before else {}
    stands = [each for each in found if each.kind in webhook.items and each.from_ms <= now_ms < each.until_ms]
    looks = {each.kind: _digest(each.look) for each in stands}
    position, seat = int(outbox.memory(webhook.member, "news") or 0), seat_of(state, player)
    messages = [
        _message(webhook, state, thin_item(each.kind, position, state, seat, each.deadline_ms), now_ms)
        for each in stands
        if told.get(each.kind) != looks[each.kind]
    ]
    if looks == told:
        return is_complete
    after = canonical(looks) if looks else ""
    return outbox.remember(webhook.member, state.id, before, after, now_ms, messages) and is_complete


def _tell_news(backend: Backend, webhooks: Webhooks, webhook: Webhook, player: Player, now_ms: int) -> bool:
    """Make the messages of news. Returns False if there are more, or another worker makes them."""
    before = webhooks.outbox.memory(webhook.member, "news")
    news = backend.news.read(webhook.player, int(before or 0), MAX_NEWS_AT_ONCE)
    if not news:
        return True
    messages = []
    for each in news:
        state = backend.games.load(each.game).state
        if each.kind in webhook.items and state.version and may_see(state, player):
            item = thin_item(each.kind, each.position, state, seat_of(state, player), None)
            messages.append(_message(webhook, state, item, now_ms))
    is_done = webhooks.outbox.remember(webhook.member, "news", before, str(news[-1].position), now_ms, messages)
    return is_done and len(news) < MAX_NEWS_AT_ONCE


def _message(webhook: Webhook, state: rules.State, item: dict[str, Any], now_ms: int) -> OutboxMessage:
    """The message of an item. Its id has no `.`, which separates the parts of what is signed."""
    message_id = f"{webhook.id}-{state.id}-{state.version}-{item['type']}"
    return OutboxMessage(message_id, now_ms, item | {"timestamp": timestamp(now_ms)}, state.options.name or "")


def _digest(look: Any) -> str:
    """What an item looks like, in 16 characters: the same in every process."""
    return sha256(canonical(look).encode()).hexdigest()[:16]
