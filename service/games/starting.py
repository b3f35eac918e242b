"""Starting a game: the deal of its seeds, or the moves that a fork copies."""

from collections.abc import Sequence
from typing import NamedTuple

import game as rules
from events import Group
from service.backend import Backend
from service.games.codes import drop_code
from service.games.forks import read_moves
from service.games.opening import stored_server_seed
from service.games.write import Decided, Declined


class SeedUnavailable(Declined):
    """The store does not hold the server seed of an open game."""


class Deal(NamedTuple):
    """What a start needs beside the state. `copied`: the moves of a fork; `server_seed`: None if the game has begun."""

    copied: Sequence[Group] | None
    server_seed: str | None


def read_deal(backend: Backend, game: str) -> Deal:
    """The deal of a game, read before somebody decides about it."""
    origin = backend.games.load(game).state.origin
    return Deal(read_moves(backend, origin) if origin else None, stored_server_seed(backend, game))


def start(deal: Deal, state: rules.State, seat: int | None, actor: str, client_seed: str | None = None) -> Decided:
    """The host starts the game. `seat`: None for the opener of a game of bots. Raises Refused, SeedUnavailable."""
    if deal.copied is not None:
        rules.check_start(state, seat)
        return _copied(deal.copied, state)
    if deal.server_seed is None and state.status == "open":
        raise SeedUnavailable
    events = rules.start(state, seat, deal.server_seed or "", client_seed)
    return Decided([Group(actor, events)], rules.fold(events, state))


def started_if_agreed(deal: Deal, decided: Decided, actor: str) -> Decided:
    """What was decided; and the start, in the same append, if all have agreed with it. Raises SeedUnavailable."""
    state = decided.state
    if state is None or not rules.is_agreed(state):
        return decided
    if deal.copied is not None:
        started = _copied(deal.copied, state)
    elif deal.server_seed is None:
        raise SeedUnavailable
    else:
        events = rules.opening_deal(state, deal.server_seed, [seat.client_seed or "" for seat in state.seats])
        started = Decided([Group(actor, events)], rules.fold(events, state))
    return Decided([*decided.groups, *started.groups], started.state)


def forget_secrets(backend: Backend, game: str, state: rules.State) -> None:
    """Delete the server seed and the invite code, which stand beside the log of an open game, once it is not open."""
    if state.status != "open":
        backend.redis.delete(backend.keys.seed(game))
        drop_code(backend, game)


def _copied(moves: Sequence[Group], state: rules.State) -> Decided:
    return Decided(moves, rules.fold([event for group in moves for event in group.events], state))
