"""(state, event) -> state: total, silent, without luck. Each event has one function, found by its class.

A seat's own event remembers what it replaced (`Undo`); an event that opens a phase or step, or reveals
what was hidden, forgets it, for from then on nothing before it can be taken back but by a rewind.
"""

from collections import ChainMap, deque
from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from typing import Any

from game import events as e
from game.model import State
from game.transitions import building, dealing, ending, lobby, taking_back


def evolve(state: State, event: e.Event) -> State:
    """The state after an event that happened in it; `state` itself stays as it is."""
    return _EVOLVE[type(event)](state, event)


class TooEarly(LookupError):
    """A rewind leads to before the state that the fold began with: fold from the very beginning."""


Past = dict[int, State]
"""Earlier states of a game, by version."""


def fold(events: Iterable[e.Event], state: State | None = None, past: Past | None = None) -> State:
    """The state after all events, in order, from `state` or from the very beginning.

    `past`: states from before `state` that rewinds may lead to. Raises TooEarly.
    """
    start, events = State() if state is None else state, tuple(events)
    if e.Rewound in map(type, events):
        return deque(states(events, start, past), maxlen=1).pop()
    return reduce(evolve, events, start)


def states(events: Iterable[e.Event], state: State | None = None, past: Past | None = None) -> Iterator[State]:
    """The state after each of the events, in order; otherwise like `fold`.

    A rewind goes back to the state at its version; of the states only those are kept that some rewind asks for.
    """
    state, events = State() if state is None else state, tuple(events)
    targets = {event.to for event in events if type(event) is e.Rewound}
    kept = ChainMap({state.version: state}, past or {})
    for event in events:
        state = evolve(state, event)
        if type(event) is e.Rewound:
            if event.to not in kept:
                raise TooEarly(f"version {event.to} is before the state folded from")
            state = taking_back.back(state, kept[event.to])
        if state.version in targets:
            kept[state.version] = state
        yield state


_EVOLVE: dict[type[e.Event], Callable[[State, Any], State]] = {
    e.GameOpened: lobby.game_opened,
    e.SeatTaken: lobby.seat_taken,
    e.SeatLeft: lobby.seat_left,
    e.GameStarted: lobby.game_started,
    e.SeatResigned: lobby.seat_resigned,
    e.GameAbandoned: lobby.game_abandoned,
    e.PoolsFormed: dealing.pools_formed,
    e.PoolTaken: dealing.pool_taken,
    e.CardsRedrawn: dealing.cards_redrawn,
    e.CardKept: dealing.card_kept,
    e.HandsDealt: dealing.hands_dealt,
    e.CardDrafted: dealing.card_drafted,
    e.PicksRevealed: dealing.picks_revealed,
    e.HandsDiscarded: dealing.hands_discarded,
    e.PlanningBegun: building.planning_begun,
    e.CardSlated: building.card_slated,
    e.CardRecycled: building.card_recycled,
    e.ItemPlaced: building.item_placed,
    e.CardDiscarded: building.card_discarded,
    e.CharacterChosen: building.character_chosen,
    e.ReadyDeclared: building.ready_declared,
    e.AutoReadySet: building.auto_ready_set,
    e.CardConstructed: building.card_constructed,
    e.KrystalliumMade: building.krystallium_made,
    e.ResourcesProduced: building.resources_produced,
    e.SupremacyWon: building.supremacy_won,
    e.GameEnded: ending.game_ended,
    e.GameScored: ending.game_scored,
    e.IntentionUndone: taking_back.intention_undone,
    e.RewindProposed: taking_back.rewind_proposed,
    e.RewindAccepted: taking_back.rewind_accepted,
    e.RewindDeclined: taking_back.rewind_declined,
    e.Rewound: taking_back.rewound,
}
