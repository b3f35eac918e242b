"""From the inbox to messages: what is new to a webhook in a game, compared with what it was told."""

import json
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any

import game as rules
from events.entry import canonical, timestamp
from projections.due_inboxes import DueInbox
from projections.games import Loaded
from projections.news import News
from service.accounts import Player
from service.accounts.blocks import read_apart
from service.backend import Backend
from service.games.inbox.items import thin_item
from service.games.inbox.news import state_of_news
from service.games.inbox.pending_items import PendingItem, company_of_guest, pending_items
from service.games.viewers import seat_of
from service.webhooks.endpoints import Webhook, Webhooks
from service.webhooks.outbox import Change, OutboxMessage, Told
from service.webhooks.table_messages import follow_rematches, tell_table
from service.webhooks.waits import wait_of

MAX_NEWS_AT_ONCE = 100
TOLD_ONCE = ("your_turn", "clock_low")
"""What people are told once in each wait for them. Programs are told again after each of their moves."""
LEASE_MS = 20_000
"""For how long a worker has a due inbox."""


def make_messages(backend: Backend, webhooks: Webhooks, due: DueInbox, now_ms: int) -> None:
    """Make the messages of a due inbox: each once, even if several workers do it at the same time."""
    player, next_ms = backend.accounts.by_id(due.player), None
    if player and not player.deleted and not player.is_suspended(now_ms):
        loaded = backend.games.load_sound(due.game)
        active = _active(webhooks, due, follow_rematches(webhooks, webhooks.list(player.id), player, loaded.state))
        next_ms = _make_messages(backend, webhooks, player, loaded, active, now_ms) if active else None
    webhooks.inboxes.settle(due, next_ms)


def _make_messages(
    backend: Backend,
    webhooks: Webhooks,
    player: Player,
    loaded: Loaded,
    active: Sequence[tuple[Webhook, Told]],
    now_ms: int,
) -> int | None:
    """Tell the webhooks of a player what is new. Returns when to look again, in ms since 1970, if nothing happens."""
    inboxes = [(webhook, told) for webhook, told in active if webhook.game is None]
    tables = [(webhook, told) for webhook, told in active if webhook.game and loaded.version]
    news = _read_news(backend, player.id, [told for _, told in inboxes])
    found = _pending(backend, loaded, player) if inboxes else []
    changes: list[Change] = []
    for webhook, told in inboxes:
        fresh = news[told.position]
        changes += _tell_news(backend, webhook, told, player, fresh, now_ms)
        changes += _tell(backend, webhook, told, player, loaded, found, fresh, now_ms)
    told_tables = [tell_table(backend, webhook, told, player, loaded, now_ms) for webhook, told in tables]
    for each in told_tables:
        changes += each.changes
    if not all(webhooks.outbox.remember(changes, now_ms)) or any(map(_are_more, news.values())):
        return now_ms
    for (webhook, _), each in zip(tables, told_tables, strict=True):
        if each.is_over and not webhooks.outbox.state(webhook.member).waiting:
            webhooks.delete(webhook)
    later = [each.from_ms for each in found if each.from_ms > now_ms]
    later += [each.next_ms for each in told_tables if each.next_ms is not None]
    return min(later, default=None)


def _pending(backend: Backend, loaded: Loaded, player: Player) -> list[PendingItem]:
    """What waits for the player in a game, if it exists; no invitation to those whom the player does not meet."""
    found = pending_items(loaded, player) if loaded.version else []
    company = company_of_guest(loaded.state, player) if found else frozenset[str]()
    return [] if read_apart(backend.accounts, player.id, company).apart else found


def _active(webhooks: Webhooks, due: DueInbox, found: Sequence[Webhook]) -> list[tuple[Webhook, Told]]:
    """Those of the webhooks of a player that are in use and may be told of the game, and what each was told."""
    concerned = [each for each in found if each.game in (None, due.game)]
    told = webhooks.outbox.told([each.member for each in concerned], due.game)
    return [(webhook, each) for webhook, each in zip(concerned, told, strict=True) if each]


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
        state = state_of_news(backend, each, player) if each.kind in webhook.items else None
        if state:
            item = thin_item(each.kind, each.position, state, seat_of(state, player), None)
            messages.append(_message(webhook, state, item, now_ms))
    return [Change(webhook.member, "news", told.news, str(each.position), messages) for each in news[-1:]]


def _tell(
    backend: Backend,
    webhook: Webhook,
    told: Told,
    player: Player,
    loaded: Loaded,
    found: Sequence[PendingItem],
    news: Sequence[News],
    now_ms: int,
) -> list[Change]:
    """What a webhook is told of what waits in a game, after these news."""
    if not loaded.version:
        return []
    state, before = loaded.state, json.loads(told.game) if told.game else {}
    position, seat = news[-1].position if news else told.position, seat_of(state, player)
    stands = [each for each in found if each.kind in webhook.items and each.from_ms <= now_ms < each.until_ms]
    looks = {each.kind: _digest(each.content) for each in stands}
    if webhook.is_for_people:
        if "your_turn" in looks:
            looks["your_turn"] = _digest(wait_of(backend, loaded, seat))
        looks = _still_known(state, before) | looks
    if looks == before:
        return []
    told_now = [each for each in stands if before.get(each.kind) != looks[each.kind]]
    receipt = _receipt(backend, webhook, loaded) if told_now else {}
    messages = [
        _message(webhook, state, thin_item(each.kind, position, state, seat, each.deadline_ms) | receipt, now_ms)
        for each in told_now
    ]
    return [Change(webhook.member, state.id, told.game, canonical(looks) if looks else "", messages)]


def _receipt(backend: Backend, webhook: Webhook, loaded: Loaded) -> dict[str, str]:
    """The receipt of the game as it stands, for a program: people get sentences."""
    if webhook.kind != "standard":
        return {}
    sign = backend.signing.at_hand()
    if sign is None:
        return {}
    return {"receipt": sign.note(loaded.state.id, loaded.version, loaded.head, loaded.touched_ms // 1000)}


def _still_known(state: rules.State, before: Mapping[str, str]) -> dict[str, str]:
    """What people were told of their turn. It counts until the game is over, also while it waits for others.

    So somebody who takes back that they are ready is not told again.
    """
    return {kind: before[kind] for kind in TOLD_ONCE if kind in before and state.status == "playing"}


def _message(webhook: Webhook, state: rules.State, item: dict[str, Any], now_ms: int) -> OutboxMessage:
    """The message of an item. Its id has no `.`, which separates the parts of what is signed."""
    message_id = f"{webhook.id}-{state.id}-{state.version}-{item['type']}"
    return OutboxMessage(message_id, now_ms, item | {"timestamp": timestamp(now_ms)}, state.options.name or "")


def _digest(look: Any) -> str:
    """What an item looks like, in 16 characters: the same in every process."""
    return sha256(canonical(look).encode()).hexdigest()[:16]
