"""What the webhook of a table is told: it follows from the game as it stands and from what it was told before."""

from typing import Any, NamedTuple

import game as rules
from game.model import Seat
from projections.games import Loaded
from service.webhooks.waits import has_others, is_asked

TABLE_ITEMS = ("turn", "last_turn", "started", "finished", "abandoned", "resigned", "taken_over", "returned")
SLOW_BOT_MS = 10_000
"""A bot account is named when the game has waited for it for this time: most of them answer at once."""
REMINDER_MS = 600_000
"""The last player for whom a stage waits is named again when nothing has happened for this time."""
OPEN, PLAYING, OVER = "open", "playing", "over"
_PLAYS, _RESIGNED, _AWAY, _FREE = "plays", "resigned", "away", "free"
_CHANGES = {(_PLAYS, _AWAY): "taken_over", (_AWAY, _PLAYS): "returned", (_PLAYS, _RESIGNED): "resigned"}
_CHANGES[(_AWAY, _RESIGNED)] = "resigned"
Memory = dict[str, Any]
"""What a webhook was told of a game, as JSON values. `status`: OPEN, PLAYING or OVER. `seats`: how each was played.

`wait`: the stage of the last look (`service.webhooks.waits`). `named`: whether it was told whose turn it is there.
`reminded`: whether the last player was named again.
"""


class TableItem(NamedTuple):
    """`kind`: of TABLE_ITEMS. `seats`: whom it is about, ascending."""

    kind: str
    seats: tuple[int, ...]


class TableNews(NamedTuple):
    """`items`: what is new. `memory`: what was told then. `next_ms`: when there is more although nothing happens."""

    items: list[TableItem]
    memory: Memory
    next_ms: int | None = None


def first_memory(state: rules.State) -> Memory:
    """What a new webhook counts as told: everything but whose turn it is."""
    return {"status": status_of(state), "seats": [_played_by(seat) for seat in state.seats]}


def status_of(state: rules.State) -> str:
    """OPEN, PLAYING or OVER."""
    return state.status if state.status in (OPEN, PLAYING) else OVER


def table_news(loaded: Loaded, wait: list[Any], before: Memory, now_ms: int) -> TableNews:
    """What is new at a table. `wait`: what differs in each stage. `now_ms`: ms since 1970."""
    state, memory = loaded.state, first_memory(loaded.state)
    everybody = tuple(range(len(state.seats)))
    if memory["status"] == OPEN or before["status"] == OVER:
        return TableNews([], memory)
    items = [] if before["status"] != OPEN or state.phase is None else [TableItem("started", everybody)]
    items += _changed_seats(before, memory)
    if memory["status"] == OVER:
        return TableNews([*items, TableItem("abandoned" if state.result is None else "finished", everybody)], memory)
    known = before if before.get("wait") == wait else {"named": False, "reminded": False}
    turn, told, next_ms = _turn(loaded, known, now_ms)
    return TableNews([*items, *turn], memory | told | {"wait": wait}, next_ms)


def _played_by(seat: Seat) -> str:
    if seat.player is None:
        return _FREE
    if seat.bot is None or seat.player.startswith("bot:"):
        return _PLAYS
    return _AWAY if seat.away else _RESIGNED


def _changed_seats(before: Memory, memory: Memory) -> list[TableItem]:
    """The seats that are played in another way now, by what has happened to them."""
    found: dict[str, list[int]] = {}
    # The start found a player, or a strategy, in each seat: the host may have changed their number since the last look.
    played = [_PLAYS] * len(memory["seats"]) if before["status"] == OPEN else before["seats"]
    for seat, change in enumerate(zip(played, memory["seats"], strict=True)):
        if change in _CHANGES:
            found.setdefault(_CHANGES[change], []).append(seat)
    return [TableItem(kind, tuple(found[kind])) for kind in TABLE_ITEMS if kind in found]


def _turn(loaded: Loaded, known: Memory, now_ms: int) -> tuple[list[TableItem], Memory, int | None]:
    """Whose turn it is: once in a stage, and who is left if nothing has happened for long."""
    state, named, reminded = loaded.state, known["named"], known["reminded"]
    asked = [seat for seat in range(len(state.seats)) if is_asked(state, seat)]
    items: list[TableItem] = []
    next_ms = None
    if asked and not named:
        from_ms = {seat: _named_from(loaded, seat) for seat in asked}
        slow = tuple(seat for seat in asked if from_ms[seat] <= now_ms)
        if slow:
            items, named = [TableItem("turn", slow)], True
        else:
            next_ms = min(from_ms.values())
    if named and not reminded and len(asked) == 1 and has_others(state):
        next_ms = loaded.touched_ms + REMINDER_MS
        if next_ms <= now_ms:
            items, reminded, next_ms = [*items, TableItem("last_turn", tuple(asked))], True, None
    return items, {"named": named, "reminded": reminded}, next_ms


def _named_from(loaded: Loaded, seat: int) -> int:
    """From when on the player of a seat is named, in ms since 1970: people at once, bot accounts if they are slow."""
    if not loaded.state.seats[seat].external:
        return 0
    clock = loaded.clocks.seats[seat] if loaded.clocks.seats else None
    return (clock.since_ms if clock and clock.since_ms is not None else loaded.touched_ms) + SLOW_BOT_MS
