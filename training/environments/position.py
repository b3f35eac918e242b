"""A position of an episode, and the only way on: an action of the seat whose turn it is. Values, never changed.

The game is simultaneous, an episode is not: in a *cycle*, each seat for which the game waits acts once, in the order
of the seats. No action of a cycle makes a later one illegal: a phase ends only when no seat has to act any more.
"""

from typing import NamedTuple

import game
from game.model import State
from training.environments.actions import Layout, to_intention
from training.environments.errors import IllegalAction


class Position(NamedTuple):
    """`turns`: the seats that still act in this cycle, the next one first; empty once the game is scored.

    `cycle`: complete cycles so far.
    """

    state: State
    turns: tuple[int, ...]
    cycle: int = 0


def first_position(options: dict[str, object], server_seed: str) -> Position:
    """The position after the deal. `server_seed`: 64 hexadecimal digits; the same seed gives the same deal."""
    state = game.fold(game.new(options, seed=server_seed))
    return Position(state, game.waiting_on(state))


def act(lay: Layout, position: Position, action: int) -> Position:
    """The position after the action of seat `turns[0]`. Raises IllegalAction."""
    state, turns, cycle = position
    if not turns:
        raise IllegalAction(action, "the game is over")
    seat = turns[0]
    try:
        events = game.decide(state, to_intention(lay, state, seat, action))
    except IllegalAction as illegal:
        raise IllegalAction(action, illegal.reason, seat) from None
    except game.Refused as refused:
        raise IllegalAction(action, str(refused), seat) from None
    for event in events:
        state = game.evolve(state, event)
    if len(turns) > 1:
        return Position(state, turns[1:], cycle)
    if state.phase == "finished":
        state = game.evolve(state, game.score_event(state))
    return Position(state, game.waiting_on(state), cycle + 1)
