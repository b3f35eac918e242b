"""Whole games of random legal play, repeatable from a few numbers. Properties and golden games use them."""

from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

import game
from game.construction import Discard, Place
from game.declared import Event, Intention
from game.draft import Draft
from game.planning import Slate
from game.production import Ready
from game.solo import Redraw

STYLES: dict[str, dict[type, float]] = {
    "even": {},
    "builder": {Discard: 0.003, Ready: 0.2, Redraw: 0.2},
    "curious": {Discard: 0.003, Ready: 0.2, Redraw: 40},
    "recycler": {Discard: 0.1, Slate: 0.2, Redraw: 0.2},
    "restless": {Discard: 3, Place: 0.5},
}
"""How likely a player of each style takes an intention, by its class; 1 for classes that are not listed."""


@dataclass(frozen=True)
class Play:
    """What determines a random game. `style`: one of STYLES. `steps`: the most intentions that are played."""

    seed: int
    seats: int = 2
    side: str = "A"
    style: str = "builder"
    steps: int = 10_000
    scenario: str | None = None

    @property
    def options(self) -> dict[str, Any]:
        """The body of the request that opens the game."""
        scenario = {"scenario": self.scenario} if self.scenario else {}
        return {"seats": self.seats, "side": self.side} | scenario

    @property
    def opening(self) -> list[Event]:
        """The events of the opening."""
        return game.new(self.options, seed=self.seed)


@dataclass(frozen=True)
class Turn:
    """One accepted intention: the state before it, its events and the state after it."""

    before: game.State
    intention: Intention
    events: list[Event]
    after: game.State


@dataclass(frozen=True)
class Walk:
    """A game played so far: the events that opened it and the turns since."""

    opening: list[Event]
    turns: list[Turn]

    @property
    def first(self) -> game.State:
        return game.fold(self.opening)

    @property
    def state(self) -> game.State:
        return self.turns[-1].after if self.turns else self.first

    @property
    def states(self) -> list[game.State]:
        """After the opening and after each turn."""
        return [self.first, *[turn.after for turn in self.turns]]

    @property
    def events(self) -> list[Event]:
        return [*self.opening, *[event for turn in self.turns for event in turn.events]]


@lru_cache(maxsize=64)
def walk(play: Play) -> Walk:
    """Play a random game: seats act in random order, and each takes a legal intention by the weights of the style."""
    rng = Random(repr((play.seed, play.seats, play.side, play.style)))
    opening = play.opening
    state = game.fold(opening)
    turns: list[Turn] = []
    while len(turns) < play.steps and (waiting := game.waiting_on(state)):
        intention = choose_intention(state, rng.choice(waiting), play.style, rng)
        events = game.decide(state, intention)
        turns.append(Turn(state, intention, events, game.fold(events, state)))
        state = turns[-1].after
    return Walk(opening, turns)


def choose_intention(state: game.State, index: int, style: str, rng: Random) -> Intention:
    """A legal intention of the seat, drawn by the weights of the style."""
    options = game.legal(state, index)
    if isinstance(options[0], Draft):
        return rng.choice(options)
    weights = STYLES[style]
    sites = {site.card: site.filled.count(None) for site in state.seats[index].construction}
    builds = style in ("builder", "curious", "recycler")
    return rng.choices(
        options, [weights.get(type(option), 1) * (_preference(option, sites) if builds else 1) for option in options]
    )[0]


def _preference(intention: Intention, sites: dict[str, int]) -> float:
    """The weight of a style that builds: it fills the card with the fewest open spaces, and seldom begins another."""
    if isinstance(intention, Slate):
        return 6 / (1 + len(sites)) ** 2
    onto = getattr(intention, "onto", None)
    return 1 if onto is None else 0.1 if onto == "empire" else 12 / sites[onto] ** 2
