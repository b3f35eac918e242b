"""evolve: (state, event) -> state. It accepts every event and is deterministic. Each event class has one function.

A seat's own event stores the seat that it replaced (`Undo`). An event that begins a phase or step, or reveals hidden
cards, drops these: from then on only a rewind can take back what came before.
"""

from collections import ChainMap, deque
from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from typing import Any

from game import events as e
from game.model import State
from game.transitions import building, dealing, ending, lobby, pauses, taking_back, time_limits


def evolve(state: State, event: e.Event) -> State:
    """The state after an event; `state` itself does not change."""
    return _EVOLVE[type(event)](state, event)


class TooEarly(LookupError):
    """A rewind goes back to a version before the fold's first state: fold from the beginning."""


Past = dict[int, State]
"""Earlier states of a game, by version."""


def fold(events: Iterable[e.Event], state: State | None = None, past: Past | None = None) -> State:
    """The state after all events, in order, starting from `state` or from the beginning.

    `past`: earlier states that rewinds may go back to. Raises TooEarly.
    """
    start, events = State() if state is None else state, tuple(events)
    if e.Rewound in map(type, events):
        return deque(states(events, start, past), maxlen=1).pop()
    return reduce(evolve, events, start)


def states(events: Iterable[e.Event], state: State | None = None, past: Past | None = None) -> Iterator[State]:
    """The state after each of the events, in order; otherwise like `fold`.

    A rewind returns to the state at its version, so states that some rewind returns to are kept.
    """
    state, events = State() if state is None else state, tuple(events)
    targets = {event.to for event in events if type(event) is e.Rewound}
    kept = ChainMap({state.version: state}, past or {})
    for event in events:
        state = evolve(state, event)
        if type(event) is e.Rewound:
            if event.to not in kept:
                raise TooEarly(f"version {event.to} is before the state folded from")
            state = taking_back.return_to(state, kept[event.to])
        if state.version in targets:
            kept[state.version] = state
        yield state


_EVOLVE: dict[type[e.Event], Callable[[State, Any], State]] = {
    e.GameOpened: lobby.game_opened,
    e.SeatTaken: lobby.seat_taken,
    e.SeatLeft: lobby.seat_left,
    e.SeatRemoved: lobby.seat_removed,
    e.StartAgreed: lobby.start_agreed,
    e.HostChanged: lobby.host_changed,
    e.TableChanged: lobby.table_changed,
    e.PlayerInvited: lobby.player_invited,
    e.InvitationWithdrawn: lobby.invitation_withdrawn,
    e.GameStarted: lobby.game_started,
    e.SeatResigned: lobby.seat_resigned,
    e.GameAbandoned: lobby.game_abandoned,
    e.TimeExpired: time_limits.time_expired,
    e.SeatTakenOver: time_limits.seat_taken_over,
    e.SeatReturned: time_limits.seat_returned,
    e.TimeGivenBack: time_limits.time_given_back,
    e.PauseAgreed: pauses.pause_agreed,
    e.GamePaused: pauses.game_paused,
    e.GameResumed: pauses.game_resumed,
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
