"""What waits for a player in a game: it follows from the game as it stands, and comes and goes with it."""

from typing import Any, NamedTuple

import game as rules
from events.entry import from_timestamp
from game.clocks import low_at_ms
from game.time_limits import ends_at_ms
from projections.games import Loaded
from service.accounts import Player
from service.games.company import seated_accounts
from service.games.viewers import seat_of
from store.clock import DAY_MS

HOUR_MS = 3_600_000
NEVER_MS = 1 << 53


class PendingItem(NamedTuple):
    """`kind`: of the item. `content`: what it tells; when that has changed, it is news again.

    It waits from `from_ms` until `until_ms` (ms since 1970), as long as the game stays as it is. `deadline_ms`: until
    when the player can do something about it; None: there is no limit.
    """

    kind: str
    content: Any = None
    deadline_ms: int | None = None
    from_ms: int = 0
    until_ms: int = NEVER_MS


def pending_items(loaded: Loaded, player: Player) -> list[PendingItem]:
    """All that waits for a player in a game, also what begins to wait later if nothing happens."""
    state, seat = loaded.state, seat_of(loaded.state, player)
    if state.status not in ("open", "playing"):
        return []
    if seat is None:
        return _invitation(loaded, player)
    found = _open(loaded, seat) if state.status == "open" else _playing(loaded, seat)
    return [*found, *_expiring(loaded)]


def company_of_guest(state: rules.State, player: Player) -> frozenset[str]:
    """The accounts to whom a player without a seat would come; nobody for a player who has one."""
    return frozenset() if seat_of(state, player) is not None else seated_accounts(state)


def _invitation(loaded: Loaded, player: Player) -> list[PendingItem]:
    state, end_ms = loaded.state, _end_ms(loaded)
    if not rules.is_expected(state, player.id):
        return []
    kind = "rematch_offered" if player.id in state.reserved else "invitation"
    return [PendingItem(kind, None, end_ms, until_ms=end_ms or NEVER_MS)]


def _open(loaded: Loaded, seat: int) -> list[PendingItem]:
    """The table is full: the host may start the game, the others may agree that it starts."""
    state, end_ms = loaded.state, _end_ms(loaded)
    players = tuple([other.player for other in state.seats])
    if None in players or (state.seats[seat].ready and seat != rules.host_of(state)):
        return []
    return [PendingItem("table_full", players, end_ms, until_ms=end_ms or NEVER_MS)]


def _playing(loaded: Loaded, seat: int) -> list[PendingItem]:
    state, own = loaded.state, loaded.state.seats[seat]
    if own.away:
        return [PendingItem("away")] if rules.can_return(state, loaded.clocks, seat) else []
    found = []
    if seat in rules.waiting_on(state) and not own.expired:
        clock = loaded.clocks.seats[seat] if loaded.clocks.seats else None
        deadline_ms = clock.deadline_ms if clock else None
        # a version, and not what the seat looks like: after an undo or a rewind it looks as it was told before
        found.append(PendingItem("your_turn", loaded.changed_version[seat], deadline_ms))
        low_ms = low_at_ms(loaded.clocks, seat)
        if low_ms is not None and deadline_ms is not None:
            found.append(PendingItem("clock_low", state.since, deadline_ms, low_ms, deadline_ms))
        silent_ms = rules.takeovers_ms(state, loaded.changed_ms).get(seat)
        if silent_ms is not None:
            from_ms = silent_ms - _warning_ms(DAY_MS, state.options.idle_seconds)
            found.append(PendingItem("clock_low", (state.since, silent_ms), silent_ms, from_ms, silent_ms))
    if state.proposal and seat in rules.awaited_consents(state):
        expires_ms = from_timestamp(state.proposal.expires)
        found.append(PendingItem("rewind_proposed", state.proposal.number, expires_ms, until_ms=expires_ms))
    if state.pause and seat in rules.awaited_for_pause(state):
        expires_ms = from_timestamp(state.pause.expires)
        found.append(
            PendingItem("pause_asked", (state.pause.expires, state.pause.agreed[0]), expires_ms, until_ms=expires_ms)
        )
    return found


def _expiring(loaded: Loaded) -> list[PendingItem]:
    """The game ends soon if nothing happens."""
    end_ms, options = _end_ms(loaded), loaded.state.options
    if end_ms is None:
        return []
    is_open = loaded.state.status == "open"
    longest_ms, seconds = (HOUR_MS, options.open_seconds) if is_open else (DAY_MS, options.idle_seconds)
    return [PendingItem("expiring", end_ms, end_ms, end_ms - _warning_ms(longest_ms, seconds), end_ms)]


def _warning_ms(longest_ms: int, seconds: int) -> int:
    """How long before its end a time is about to be up: a tenth of its `seconds`, at most `longest_ms`."""
    return min(longest_ms, 100 * seconds)


def _end_ms(loaded: Loaded) -> int | None:
    """When the game ends if nothing happens."""
    end = ends_at_ms(loaded.state, loaded.clocks, loaded.opened_ms, loaded.changed_ms)
    return end[0] if end else None
