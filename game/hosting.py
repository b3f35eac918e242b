"""Before the game: the host invites and removes players, and hands the role on."""

from dataclasses import dataclass

from game.declared import ALL, LOBBY, Event, event
from game.field_types import Player, SeatNumber
from game.lobby import released
from game.message import Message
from game.model import Seat, State, is_bot, next_version, replace_seat
from game.options import MAX_INVITED
from game.refused import Refused
from game.table import attended, ever_invited, invited_players, must_be_open, must_host


@event("player_invited", LOBBY, public=ALL)
@dataclass(frozen=True, slots=True)
class PlayerInvited(Event):
    """The host invited the player."""

    player: Player

    def apply(self, state: State) -> State:
        """An invitation also lets a player return whom the host removed."""
        removed = tuple([player for player in state.removed if player != self.player])
        return next_version(state, invited=(*ever_invited(state), self.player), removed=removed)


@event("invitation_withdrawn", LOBBY, public=ALL)
@dataclass(frozen=True, slots=True)
class InvitationWithdrawn(Event):
    """The host withdrew the invitation, or the player declined it."""

    player: Player

    def apply(self, state: State) -> State:
        """A seat that was reserved for the player becomes free."""
        return next_version(
            state,
            invited=tuple([player for player in ever_invited(state) if player != self.player]),
            reserved=tuple([None if player == self.player else player for player in state.reserved]),
        )


@event("seat_removed", LOBBY, public=ALL)
@dataclass(frozen=True, slots=True)
class SeatRemoved(Event):
    """The host removed the player from the open game."""

    seat: SeatNumber
    player: Player

    def apply(self, state: State) -> State:
        """The player is not invited any more either."""
        return replace_seat(
            state,
            self.seat,
            Seat(),
            removed=state.removed if is_bot(self.player) else (*state.removed, self.player),
            invited=tuple([player for player in ever_invited(state) if player != self.player]),
            reserved=released(state, self.seat),
        )


@event("host_changed", LOBBY, public=ALL)
@dataclass(frozen=True, slots=True)
class HostChanged(Event):
    """`host`: the seat that may now start the game, invite players and remove them."""

    host: SeatNumber

    def apply(self, state: State) -> State:
        return next_version(state, host=self.host)


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


def _must_exist(state: State, seat: int) -> None:
    if not 0 <= seat < len(state.seats):
        raise Refused("unknown_seat", Message("there is no seat {seat}", seat=seat))
