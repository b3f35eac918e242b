"""Who comes to one table: nobody together with an account that one of the two has blocked."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

import game as rules
from events import Group
from game.declared import Event
from service.accounts.blocks import Apart, read_apart
from service.backend import Backend
from service.games.write import Decided, Declined, TooBusy

MAX_ATTEMPTS = 12
Result = TypeVar("Result")


class BlockListStale(Declined):
    """Somebody sat down after it was asked who is kept apart: ask again."""


def seated_accounts(state: rules.State) -> frozenset[str]:
    """The accounts at the table."""
    return _accounts(seat.player for seat in state.seats)


def _accounts(players: Iterable[str | None]) -> frozenset[str]:
    return frozenset(player for player in players if player and ":" not in player)


def _met(state: rules.State) -> frozenset[str]:
    """The accounts at the table, and those for whom a rematch keeps a seat."""
    return seated_accounts(state) | _accounts(state.reserved)


def check_company(state: rules.State, player: str, apart: Apart) -> None:
    """Check that a player may come to the table. Raises BlockListStale; Refused `blocked`, for both alike."""
    others = seated_accounts(state)
    if player in others:
        return
    if not _met(state) - {player} <= apart.known:
        raise BlockListStale
    if others & apart.apart:
        raise blocked()


def sit_down(state: rules.State, player: str, events: Sequence[Event], apart: Apart) -> Decided:
    """What happens when a player takes a seat: these events.

    A rematch keeps no seat any more for those whom the player does not meet: they could not take it, and nobody else.
    """
    seated = Decided([Group(player, events)], rules.fold(events, state))
    return decline_for(seated, [each for each in state.reserved if each in apart.apart])


def decline_for(decided: Decided, guests: Iterable[str | None]) -> Decided:
    """What was decided; then each of these guests who is invited declines."""
    groups, state = [*decided.groups], decided.state
    assert state is not None, "a game with guests"
    for guest in guests:
        if guest in rules.invited_players(state):
            declined = rules.withdraw(state, None, guest)
            groups.append(Group(guest, declined))
            state = rules.fold(declined, state)
    return Decided(groups, state)


def blocked() -> rules.Refused:
    """Two players do not come to one table."""
    return rules.Refused("blocked", "two players at this table would not play with each other")


def retry_with_blocks(backend: Backend, game: str, player: str, act: Callable[[Apart], Result]) -> Result:
    """Do what brings a player to a table. `act` gets whom they do not meet, and checks that on the newest state.

    Raises TooBusy if others sit down again and again meanwhile.
    """
    for _ in range(MAX_ATTEMPTS):
        state = backend.games.load(game).state
        try:
            return act(read_apart(backend.accounts, player, _met(state)))
        except BlockListStale:
            continue
    raise TooBusy
