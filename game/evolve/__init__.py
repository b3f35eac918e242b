"""(state, event) -> state: total, silent, without luck. Each event has one function, found by its class.

A seat's own event remembers what it replaced (`Undo`); an event that opens a phase or step, or reveals
what was hidden, forgets it, for from then on nothing before it can be taken back.
"""

from collections.abc import Callable, Iterable
from functools import reduce
from typing import Any

from game import events as e
from game.evolve import building, dealing, ending, lobby
from game.state import State


def evolve(state: State, event: e.Event) -> State:
    """The state after an event that happened in it; `state` itself stays as it is."""
    return _EVOLVE[type(event)](state, event)


def fold(events: Iterable[e.Event], state: State | None = None) -> State:
    """The state after all events, in order, from `state` or from the very beginning."""
    return reduce(evolve, events, State() if state is None else state)


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
    e.IntentionUndone: ending.intention_undone,
}
