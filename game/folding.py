"""fold: (events, state) -> state, over `Event.apply`; and the one event that needs earlier states, a rewind.

A seat's own event stores the seat that it replaced (`Undo`). An event that begins a phase or step, or reveals hidden
cards, drops these: from then on only a rewind can take back what came before.
"""

from collections import ChainMap, deque
from collections.abc import Iterable, Iterator
from functools import reduce

from game.declared import Event
from game.model import State
from game.rewinds import Rewound, return_to


def evolve(state: State, event: Event) -> State:
    """The state after an event; `state` itself does not change."""
    return event.apply(state)


class TooEarly(LookupError):
    """A rewind goes back to a version before the fold's first state: fold from the beginning."""


Past = dict[int, State]
"""Earlier states of a game, by version."""


def fold(events: Iterable[Event], state: State | None = None, past: Past | None = None) -> State:
    """The state after all events, in order, starting from `state` or from the beginning.

    `past`: earlier states that rewinds may go back to. Raises TooEarly.
    """
    start, events = State() if state is None else state, tuple(events)
    if Rewound in map(type, events):
        return deque(states(events, start, past), maxlen=1).pop()
    return reduce(evolve, events, start)


def states(events: Iterable[Event], state: State | None = None, past: Past | None = None) -> Iterator[State]:
    """The state after each of the events, in order; otherwise like `fold`.

    A rewind returns to the state at its version, so states that some rewind returns to are kept.
    """
    state, events = State() if state is None else state, tuple(events)
    targets = {event.to for event in events if type(event) is Rewound}
    kept = ChainMap({state.version: state}, past or {})
    for event in events:
        state = evolve(state, event)
        if type(event) is Rewound:
            if event.to not in kept:
                raise TooEarly(f"version {event.to} is before the state folded from")
            state = return_to(state, kept[event.to])
        if state.version in targets:
            kept[state.version] = state
        yield state
