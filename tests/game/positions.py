"""Hand-made positions: a test names the facts that it needs, all others have defaults.

A position with one seat gets an idle neighbour; `alone` makes solo ones. Seats play the empires in the catalogue's
order, all on side A, alone on side B.
"""

from collections.abc import Callable
from typing import Any

import pytest

import game
from game.cards import CARDS, EMPIRE_IDS
from game.declared import Event, Intention
from game.model import Seat

Facts = dict[str, Any]


def seat(**facts: Any) -> Facts:
    """The facts of a seat; the names are the fields of `game.model.Seat`."""
    return facts


def site(card: str, **filled: int) -> Facts:
    """A card under construction: `site("giant-tower.1", gold=2)` has 2 of its gold spaces filled with gold."""
    kinds, spaces = CARDS[card].spaces, []
    for kind in dict.fromkeys(kinds):
        full = filled.pop(kind, 0)
        spaces += [kind] * full + [None] * (kinds.count(kind) - full)
    assert len(spaces) == len(kinds), f"{card} has not that many spaces"
    assert not filled, f"{card} has no spaces for {filled}"
    return {"card": card, "filled": spaces}


def one_left(card: str, kind: str) -> Facts:
    """A card under construction on which a single space, one of `kind`, is open."""
    spaces = CARDS[card].spaces
    return site(card, **{k: spaces.count(k) - (k == kind) for k in spaces})


def draft(*seats: Facts, **facts: Any) -> game.State:
    return _position("draft", None, seats, facts)


def planning(*seats: Facts, **facts: Any) -> game.State:
    return _position("planning", None, seats, facts)


def production(step: str, *seats: Facts, **facts: Any) -> game.State:
    return _position("production", step, seats, facts)


def finished(*seats: Facts, **facts: Any) -> game.State:
    return _position("finished", None, seats, {"round": 4} | facts)


def alone(
    sequence: int | None = 1, step: str | None = None, *, scenario: str | None = None, **facts: Any
) -> game.State:
    """A solo position: the facts of its seat, and `deck`, `discard`, `pools` and other facts of the state.

    In planning; in production where a step is named.
    """
    table = {name: facts.pop(name) for name in [*facts] if name not in Seat._fields}
    options = {"seats": 1, "side": table.pop("side", "B")} | ({"scenario": scenario} if scenario else {})
    phase = "production" if step else "planning"
    return _position(phase, step, (facts,), {"options": options, "sequence": sequence} | table)


def _position(phase: str, step: str | None, seats: tuple[Facts, ...], facts: Facts) -> game.State:
    side = facts.pop("side", "A")
    if len(seats) == 1 and facts.get("options", {}).get("seats") != 1:
        seats = (*seats, {})
    table = [
        {"player": f"player-{i}", "empire": empire} | facts_of_seat
        for i, (empire, facts_of_seat) in enumerate(zip(EMPIRE_IDS, seats, strict=False))
    ]
    given = {"status": "playing", "round": 1, "phase": phase, "step": step, "seats": table}
    return game.state(given | {"options": {"seats": len(seats), "side": side}} | facts)


def after(state: game.State, *intentions: Intention) -> game.State:
    """The state after these intentions, each accepted."""
    for intention in intentions:
        state = game.fold(game.decide(state, intention), state)
    return state


def after_undo(state: game.State, index: int) -> game.State:
    """The state after the seat took back its newest intention."""
    return game.fold(game.undo(state, index), state)


def refused(act: Callable[..., object], *args: Any, **more: Any) -> str:
    """The code with which the rules refuse."""
    with pytest.raises(game.Refused) as refusal:
        act(*args, **more)
    return refusal.value.code


def refusal(state: game.State, intention: Intention) -> str:
    """The code with which an intention is refused; checks that the state does not change."""
    before = game.facts(state)
    code = refused(game.decide, state, intention)
    assert game.facts(state) == before
    return code


def events_of(kind: type, events: list[Event]) -> list[Any]:
    """The events of one class."""
    return [event for event in events if isinstance(event, kind)]
