"""What moves were worth: what a seat expects from the best one and from the one that was made, in the same points.

The points are those of the seat at the end of the game; of a pick, the lead over the mean of the others then.
"""

from collections.abc import Iterable
from random import Random
from typing import NamedTuple

from bots.master import seats, solo
from bots.master.library import nets_of, setting_of
from bots.master.nets import Nets
from bots.numbers.designs import DESIGN_OF_CARD
from bots.numbers.situation import read_situation
from bots.planner.planning import outlook_of
from bots.search.orders import next_intention
from bots.strategy import Budget, View
from game import Intention, State, decide, fold, legal, view
from game.draft import Draft
from game.solo import Redraw

FOLLOWED_PICKS = 3
"""Cards of a hand that are followed beside the one that was picked."""
IMAGINED_DEALS = 6
"""Deals that each of them meets, while the seat has not seen all hands."""


class NotAnalysable(ValueError):
    """No nets have learned this kind of game."""


class Judged(NamedTuple):
    """The best intention, and the points that it and the one that was made promise.

    `error`: the standard error of their difference, from the imagined deals that both met; 0 without any. `margin`: by
    how much the best one is ahead of the second best that was compared; 0 without another one.
    """

    best: Intention
    best_value: float
    made_value: float
    error: float = 0.0
    margin: float = 0.0


def judge_pick(seen: View, made: Draft, rng: Random) -> Judged:
    """What a pick of a game with several seats was worth, in points of lead, by what the seat saw."""
    situation = read_situation(seen)
    is_certain = len(situation.seat.drafted) >= len(seen["seats"]) - 1  # the seat has seen all hands
    effort = FOLLOWED_PICKS, 1 if is_certain else IMAGINED_DEALS
    followed = seats.follow_picks(seen, situation, _nets(seen), rng, effort, made.card)
    means = followed.leads.mean(axis=0)
    best = int(means.argmax())
    own = next(at for at, card in enumerate(followed.cards) if seats.is_copy(card, made.card))
    lost = followed.leads[:, best] - followed.leads[:, own]
    error = float(lost.std(ddof=1)) / len(lost) ** 0.5 if best != own else 0.0
    intention = made if best == own else Draft(made.seat, followed.cards[best])
    return Judged(intention, float(means[best]), float(means[own]), error, margin_of(means.tolist()))


def margin_of(values: Iterable[float]) -> float:
    """By how much the best of the values is ahead of the second best; 0 without one."""
    first, *others = sorted(values, reverse=True)
    return first - others[0] if others else 0.0


class Expected(NamedTuple):
    """The points that a seat expects at the end of the game, by the intentions that come first, the best one first."""

    options: dict[Intention, float]

    @property
    def best(self) -> Intention:
        return next(iter(self.options))

    @property
    def points(self) -> float:
        return self.options[self.best]


def expect(state: State, seat: int, budget: Budget) -> Expected:
    """What a seat expects that has its cards of the round: from planning on, or alone.

    The seat may be ready: it waits for the next step then.
    """
    own = state.seats[seat]
    if own.choosing:
        chosen = {each: fold(decide(state, each)[:1], state) for each in legal(state, seat)}
        return _ranked({each: expect(after, seat, budget).points for each, after in chosen.items()})
    seen = view(state, seat)
    situation, nets = read_situation(seen), _nets(seen)
    if len(state.seats) == 1:
        weighed = solo.weigh(seen, situation, setting_of(seen, nets), budget)
        return Expected({each.intention: each.value for each in weighed})
    start, valued = seats.value_orders(state, situation, outlook_of(seen, situation), nets)
    options: dict[Intention, float] = {}
    for order, value in sorted(valued.items(), key=lambda each: (-each[1], each[0])):
        options.setdefault(next_intention(situation, start, order), value)
    return Expected(options)


def _ranked(values: dict[Intention, float]) -> Expected:
    return Expected(dict(sorted(values.items(), key=lambda each: -each[1])))


def value_redraw(state: State, made: Redraw, budget: Budget) -> float:
    """The points that a redraw promises to a seat that plays alone."""
    seen = view(state, made.seat)
    weighed = solo.weigh(seen, read_situation(seen), setting_of(seen, _nets(seen)), budget, made)
    return next(each.value for each in weighed if _gives_up_the_same(each.intention, made))


def _gives_up_the_same(one: Intention, other: Redraw) -> bool:
    """Whether both redraw for cards of the same designs."""
    return isinstance(one, Redraw) and _designs(one) == _designs(other)


def _designs(redraw: Redraw) -> list[int]:
    return sorted(DESIGN_OF_CARD[card] for card in redraw.cards)


def _nets(seen: View) -> Nets:
    """The nets that value what a seat sees. Raises NotAnalysable."""
    nets = nets_of(seen)
    if nets is None:
        raise NotAnalysable
    return nets
