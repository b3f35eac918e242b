"""Who is at the table: people and programs, the host, and the seats that the game waits for."""

from game.message import Message
from game.model import State
from game.refused import Refused


def must_be_open(state: State) -> None:
    """Raises Refused(`not_open`) unless the game has neither started nor ended."""
    if state.status != "open":
        raise Refused("not_open", Message("the game is {status}", status=Message(state.status)))


def must_host(state: State, index: int) -> None:
    """Raises Refused(`not_host`) unless the seat is the host."""
    if index != state.host:
        raise Refused("not_host", "only the host may do this")


def must_be_playing(state: State) -> None:
    """Raises Refused(`not_playing`) unless the game is under way."""
    if state.status != "playing" or state.phase == "finished":
        raise Refused("not_playing", "the game is not being played")


def must_go_on(state: State) -> None:
    """Raises Refused(`paused`) in a pause."""
    if is_paused(state):
        raise Refused("paused", "the game is paused until one of its players goes on")


def is_paused(state: State) -> bool:
    """Whether all people have agreed to a pause that is not over."""
    return state.pause is not None and state.pause.until is not None


def waiting_on(state: State) -> tuple[int, ...]:
    """The seats that the game waits for, ascending: all that must act, nobody in a pause."""
    return () if is_paused(state) else must_act(state)


def must_act(state: State) -> tuple[int, ...]:
    """The seats that must act before the game goes on, ascending, also in a pause."""
    if state.status != "playing" or state.phase == "finished":
        return ()
    if state.phase == "draft":
        return tuple([i for i, seat in enumerate(state.seats) if seat.picked is None])
    return tuple([i for i, seat in enumerate(state.seats) if not seat.ready])


def humans(state: State) -> tuple[int, ...]:
    """The seats that people play, ascending: without bots, bot accounts and players who resigned or are away."""
    return tuple([i for i in attended(state) if not state.seats[i].external])


def attended(state: State) -> tuple[int, ...]:
    """The seats that accounts play, people's or programs', ascending: no strategy plays for them."""
    return tuple([i for i, seat in enumerate(state.seats) if seat.player is not None and seat.bot is None])


def host_of(state: State) -> int | None:
    """The seat that may start the open game, invite players and remove them: the first account's, unless handed on.

    None without an account at the table, and after the start.
    """
    return state.host


def is_host(state: State, player: str) -> bool:
    """Whether a player may start the open game: the host, or who opened a game of bots."""
    return player == state.opener or (state.host is not None and state.seats[state.host].player == player)


def heir(state: State) -> int | None:
    """The seat that becomes the host when the host leaves: the first person's, otherwise the first program's."""
    return next((seat for seat in (*humans(state), *attended(state)) if seat != state.host), None)


def ever_invited(state: State) -> tuple[str, ...]:
    """The accounts whose invitation holds, also those that have followed it."""
    return state.options.invited if state.invited is None else state.invited


def invited_players(state: State) -> tuple[str, ...]:
    """The accounts that are invited and have no seat yet."""
    seated = [seat.player for seat in state.seats]
    return tuple([player for player in ever_invited(state) if player not in seated])


def is_expected(state: State, player: str) -> bool:
    """Whether an open game waits for a player: they are invited, or have a place in the rematch, and a seat is free."""
    if state.status != "open" or player in [seat.player for seat in state.seats]:
        return False
    kept = state.reserved or (None,) * len(state.seats)
    free = [kept[index] for index, seat in enumerate(state.seats) if seat.player is None]
    return player in free or (None in free and player in invited_players(state))


def is_at_table(state: State, player: str) -> bool:
    """Whether a player has a seat, opened a game of bots, or is invited to a game that has not begun.

    Nothing keeps the game from them.
    """
    if player == state.opener or player in [seat.player for seat in state.seats]:
        return True
    return state.phase is None and player in ever_invited(state)
