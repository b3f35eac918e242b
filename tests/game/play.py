"""Whole games by random legal play, repeatable from a few numbers: what the properties and golden games are made of."""

from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

import game
from game.events import Event
from game.intentions import Discard, Draft, Intention, Place, Ready, Redraw, Slate

TEMPERS: dict[str, dict[type, float]] = {
    "even": {},
    "builder": {Discard: 0.003, Ready: 0.2, Redraw: 0.2},
    "curious": {Discard: 0.003, Ready: 0.2, Redraw: 40},
    "recycler": {Discard: 0.1, Slate: 0.2, Redraw: 0.2},
    "restless": {Discard: 3, Place: 0.5},
}
"""How often an intention is taken, by its class; 1 where nothing is said."""


@dataclass(frozen=True)
class Play:
    """What a random game is made from; `steps`: how many intentions are played at most."""

    seed: int
    seats: int = 2
    side: str = "A"
    temper: str = "builder"
    steps: int = 10_000
    scenario: str | None = None

    @property
    def options(self) -> dict[str, Any]:
        """The body of the request that opens the game."""
        scenario = {"scenario": self.scenario} if self.scenario else {}
        return {"seats": self.seats, "side": self.side} | scenario

    @property
    def opened(self) -> list[Event]:
        """The events of the opening."""
        return game.new(self.options, seed=self.seed)


@dataclass(frozen=True)
class Turn:
    """One accepted intention: who asked in which state, what happened, and the state it led to."""

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
    """Seats act in random order; each takes a legal intention, building rather than hoarding as its temper says."""
    rng = Random(repr((play.seed, play.seats, play.side, play.temper)))
    opening = play.opened
    state = game.fold(opening)
    turns: list[Turn] = []
    while len(turns) < play.steps and (waiting := game.waiting_on(state)):
        intention = chosen(state, rng.choice(waiting), play.temper, rng)
        events = game.decide(state, intention)
        turns.append(Turn(state, intention, events, game.fold(events, state)))
        state = turns[-1].after
    return Walk(opening, turns)


def chosen(state: game.State, index: int, temper: str, rng: Random) -> Intention:
    """A legal intention of the seat, drawn by the weights of the temper."""
    options = game.legal(state, index)
    if isinstance(options[0], Draft):
        return rng.choice(options)
    weights = TEMPERS[temper]
    sites = {site.card: site.filled.count(None) for site in state.seats[index].construction}
    builds = temper in ("builder", "curious", "recycler")
    return rng.choices(
        options, [weights.get(type(option), 1) * (_favour(option, sites) if builds else 1) for option in options]
    )[0]


def _favour(intention: Intention, sites: dict[str, int]) -> float:
    """Who builds fills the card that lacks least, and begins no new one while many are open."""
    if isinstance(intention, Slate):
        return 6 / (1 + len(sites)) ** 2
    onto = getattr(intention, "onto", None)
    return 1 if onto is None else 0.1 if onto == "empire" else 12 / sites[onto] ** 2
