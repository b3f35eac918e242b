"""Before the game: the host invites and removes players and hands the role on; the seats agree to start."""

from game.events import (
    Event,
    GameAbandoned,
    HostChanged,
    InvitationWithdrawn,
    PlayerInvited,
    SeatRemoved,
    StartAgreed,
)
from game.lobby import must_be_open, must_host
from game.message import Message
from game.model import State, is_solo
from game.option_fields import MAX_INVITED
from game.refused import Refused
from game.table import attended, ever_invited, invited_players


def invite(state: State, index: int, player: str) -> list[Event]:
    """The host, at seat `index`, invites a player.

    Raises Refused: `not_open`, `not_host`, `already_at_table`, `too_many_invited`.
    """
    must_be_open(state)
    must_host(state, index)
    if player in invited_players(state) or player in [seat.player for seat in state.seats]:
        raise Refused("already_at_table", "this player has a seat, or is invited")
    if len(ever_invited(state)) >= MAX_INVITED:
        raise Refused("too_many_invited", Message("a game has at most {most} invitations", most=MAX_INVITED))
    return [PlayerInvited(player)]


def withdraw(state: State, index: int | None, player: str) -> list[Event]:
    """The host withdraws an invitation, or the player declines it (`index`: None).

    Raises Refused: `not_open`, `not_host`, `no_such_invitation`.
    """
    must_be_open(state)
    if index is not None:
        must_host(state, index)
    if player not in invited_players(state):
        raise Refused("no_such_invitation", "this player is not invited")
    return [InvitationWithdrawn(player)]


def remove(state: State, index: int, seat: int) -> list[Event]:
    """The host, at seat `index`, removes the player of another seat, a bot too.

    Raises Refused: `not_open`, `not_host`, `unknown_seat`, `own_seat`, `empty_seat`.
    """
    must_be_open(state)
    must_host(state, index)
    _must_exist(state, seat)
    if seat == index:
        raise Refused("own_seat", "leave the table instead")
    player = state.seats[seat].player
    if player is None:
        raise Refused("empty_seat", Message("nobody has seat {seat}", seat=seat))
    return [SeatRemoved(seat, player)]


def hand_on(state: State, index: int, seat: int) -> list[Event]:
    """The host, at seat `index`, makes another seat the host; nothing happens if it is the host already.

    Raises Refused: `not_open`, `not_host`, `unknown_seat`, `empty_seat`.
    """
    must_be_open(state)
    must_host(state, index)
    _must_exist(state, seat)
    if seat not in attended(state):
        raise Refused("empty_seat", Message("no player has seat {seat}", seat=seat))
    return [] if seat == index else [HostChanged(seat)]


def agree(state: State, index: int, on: bool, client_seed: str | None = None) -> list[Event]:
    """The seat agrees that the game starts, or no longer does; nothing happens if it said so before.

    Raises Refused(`not_open`).
    """
    must_be_open(state)
    seat = state.seats[index]
    if seat.ready == on and client_seed in (None, seat.client_seed):
        return []
    return [StartAgreed(index, on, client_seed)]


def is_agreed(state: State) -> bool:
    """Whether an open game starts without its host: all seats are taken, and each account has agreed."""
    full = state.status == "open" and None not in [seat.player for seat in state.seats]
    return full and all(state.seats[index].ready for index in attended(state))


def abort(state: State) -> list[Event]:
    """End a game that has hardly begun: before the first picks are revealed, alone before the first intention.

    Raises Refused: `not_playing`, `under_way`.
    """
    if state.status != "playing" or state.phase == "finished":
        raise Refused("not_playing", "the game is not being played")
    if is_solo(state):
        begun = (state.round, state.sequence) != (1, 1) or state.version != state.since
    else:
        begun = (state.round, state.phase, state.passes) != (1, "draft", 0) or state.rewinds > 0
    if begun:
        raise Refused("under_way", "the game has begun in earnest: you can resign")
    return [GameAbandoned("aborted")]


def _must_exist(state: State, seat: int) -> None:
    if not 0 <= seat < len(state.seats):
        raise Refused("unknown_seat", Message("there is no seat {seat}", seat=seat))
