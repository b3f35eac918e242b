"""From the news of a table to messages for its webhooks. They hold what a spectator sees, and no cards."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

import game as rules
from events.entry import canonical, timestamp
from game.views.values import player_of
from projections.games import Loaded
from projections.record.outcomes import place
from service.accounts import Player
from service.backend import Backend
from service.games.viewers import seat_of, seated_players
from service.language.sentences import Narrator
from service.webhooks.endpoints import Webhook, Webhooks
from service.webhooks.outbox import Change, OutboxMessage, Told
from service.webhooks.table_news import OVER, TableItem, first_memory, status_of, table_news
from service.webhooks.waits import wait_of
from store.clock import DAY_MS

FOLLOWING_MS = 7 * DAY_MS
"""How long after the end of a game its webhooks wait for a rematch that they follow to."""


class ToldTable(NamedTuple):
    """What a webhook is told of its table. `next_ms`: when to look again. `is_over`: nothing will follow."""

    changes: Sequence[Change]
    next_ms: int | None
    is_over: bool


def tell_table(
    backend: Backend, webhook: Webhook, told: Told, player: Player, loaded: Loaded, now_ms: int
) -> ToldTable:
    """What a webhook is told of its table, which belongs to `player`."""
    state = loaded.state
    before = json.loads(told.game) if told.game else first_memory(state)
    if before.get("done"):
        return ToldTable([], None, True)
    items, memory, next_ms = table_news(loaded, wait_of(backend, loaded), before, now_ms)
    is_over = memory["status"] == OVER
    if seat_of(state, player) is None:
        is_over = True
    elif is_over and webhook.follows_rematch and state.phase is not None:
        next_ms = loaded.touched_ms + FOLLOWING_MS
        is_over = next_ms <= now_ms
    new = canonical(memory | {"done": True} if is_over else memory)
    messages = [_message(backend, webhook, state, each, now_ms) for each in items if each.kind in webhook.items]
    changes = [Change(webhook.member, state.id, told.game, new, messages)] if new != told.game else []
    return ToldTable(changes, None if is_over else next_ms, is_over)


def follow_rematches(
    webhooks: Webhooks, found: Sequence[Webhook], player: Player, state: rules.State
) -> Sequence[Webhook]:
    """The webhooks of a player; those that follow the game before this rematch are its own once it has started."""
    if state.rematch_of is None or status_of(state) == "open" or seat_of(state, player) is None:
        return found
    memory = canonical({"status": "open", "seats": first_memory(state)["seats"]})
    return [
        webhooks.move(each, state.id, memory) if each.follows_rematch and each.game == state.rematch_of else each
        for each in found
    ]


def with_names(backend: Backend, message: OutboxMessage) -> OutboxMessage:
    """The message with the names that its players have now. It may have waited for days, and since a game has begun
    each seat is the same player's."""
    if not message.item.get("players"):
        return message
    names = _names(backend, backend.games.load(message.item["game"]).state)
    players = [each | {"name": names[each["seat"]]} for each in message.item["players"]]
    return message._replace(item=message.item | {"players": players})


def _message(backend: Backend, webhook: Webhook, state: rules.State, item: TableItem, now_ms: int) -> OutboxMessage:
    data: dict[str, Any] = {
        "id": f"{state.id}-{state.version}-{item.kind}",
        "type": item.kind,
        "game": state.id,
        "version": state.version,
        "seat": None,
        "deadline": None,
        "timestamp": timestamp(now_ms),
        "round": state.round,
        "phase": state.phase,
        "step": state.step,
        "players": _players(backend, state, item.seats),
    }
    return OutboxMessage(f"{webhook.id}-{data['id']}", now_ms, data, state.options.name or "")


def _players(backend: Backend, state: rules.State, seats: Sequence[int]) -> list[dict[str, Any]]:
    """The players of these seats by name, with the result if there is one. Equal names have the seat's number."""
    names, found = _names(backend, state), []
    for seat in seats:
        points = state.result.scores[seat]["total"] if state.result else None
        kind = (player_of(state.seats[seat]) or {}).get("kind")
        found.append({"seat": seat, "name": names[seat], "kind": kind, "place": place(state, seat), "points": points})
    return found


def _names(backend: Backend, state: rules.State) -> Sequence[str]:
    """The players by seat, as they are called now."""
    known = {account: player.name for account, player in seated_players(state, backend.accounts).items()}
    return Narrator("en", "en", [seat.player or "" for seat in state.seats], known).seat_names
