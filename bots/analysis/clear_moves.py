"""Decisions in which one intention is clearly better than all others: judged again, with far more imagined cards.

First all intentions are compared as the analysis compares them, with ten times as many imagined deals. Then the best
ones are followed a round further, through imagined hands that all of them meet. Both must agree. Only games with
several seats are judged so.
"""

from collections.abc import Sequence
from random import Random
from statistics import fmean
from typing import NamedTuple

import numpy as np

import game
from bots import master
from bots.analysis import Decision, choice_key
from bots.analysis.timeline import ERRORS
from bots.master import seats
from bots.master.judging import IMAGINED_DEALS
from bots.master.library import nets_of
from bots.master.nets import Nets
from bots.master.next_round import Table, ends_of_drafts, play_next_rounds
from bots.master.orders import stack_orders
from bots.master.problems import Numbers, carried_out, make_problems, position_after, values_of_rows
from bots.numbers.designs import DESIGN_OF_CARD
from bots.numbers.position import Position
from bots.numbers.situation import read_situation
from bots.planner.planning import outlook_of
from bots.strategy import Budget, RoundPlan, View
from game import Intention, State
from game.cards import RESOURCES
from game.draft import Draft, deal_size
from game.model import ROUNDS
from game.production import Ready

MARGIN_POINTS = 2.0
"""By how many points, for sure, every other intention must be worse: half of the losses that two analyses give
differently differ by less."""
DEALS = 10 * IMAGINED_DEALS
"""Imagined deals that each intention meets."""
FOLLOWED = 3
"""The best intentions, which are followed a round further."""
MAX_CHOICES = 10
"""A decision with more different intentions is not judged."""
POLICIES = len(seats.OTHERS_PICK_BY_PLAN)
"""Imagined drafts of each deal."""


class Choice(NamedTuple):
    """An intention, the lead in points that it promises, and how many points less than the best one it promises.

    `surely`: how many points less it promises for sure, by all that was looked at; at most 0 for the best one. `plan`:
    of the round, as far as `with_plans` has found one that begins with it.
    """

    intention: Intention
    value: float
    lost: float
    surely: float
    plan: RoundPlan | None = None


def promising(states: Sequence[State], decisions: Sequence[Decision], picks: int, others: int) -> list[Decision]:
    """The decisions whose best intention looks clearly better than all others: some picks, then some others.

    Of each kind, decisions in which the seat chose another intention come first, then those with the largest margin.
    `states`: by version; `picks`, `others`: how many at most.
    """
    found = [each for each in decisions if not each.is_forced and each.margin >= MARGIN_POINTS]
    ranked = sorted(found, key=lambda each: (each.made_value == each.best_value, -each.margin))
    judged = [each for each in ranked if can_judge(states[each.version], each.seat)]
    return [
        *[each for each in judged if each.phase == "draft"][:picks],
        *[each for each in judged if each.phase != "draft"][:others],
    ]


def judge_choices(state: State, seat: int, rng: Random, deals: int = DEALS) -> list[Choice]:
    """All that the seat may do, the best first; of several copies of a card, one. Where `can_judge`.

    `deals`: imagined ones that each choice meets.
    """
    nets = nets_of(game.view(state, seat))
    assert nets is not None
    judge = _judge_picks if state.phase == "draft" else _judge_moves
    return judge(state, seat, nets, rng, deals)


def with_plans(state: State, seat: int, choices: Sequence[Choice], rng: Random) -> list[Choice]:
    """The choices with the plans of `master`: why it makes them."""
    weighed = master.weigh(game.view(state, seat), rng, Budget())
    plans = {choice_key(each.intention): each.plan for each in weighed}
    return [each._replace(plan=plans.get(choice_key(each.intention))) for each in choices]


def can_judge(state: State, seat: int) -> bool:
    """Whether the seat has a choice, at a table that `master` has learned, and what else it does now does not wait.

    Of two cards to plan, or two cubes to place, the one that comes first does not matter: no move is better than all.
    """
    own = state.seats[seat]
    if len(state.seats) == 1 or (state.phase != "draft" and len(own.drafted) + own.cubes > 1):
        return False
    return nets_of(game.view(state, seat)) is not None and 2 <= len(_different(state, seat)) <= MAX_CHOICES


def margin(choices: Sequence[Choice]) -> float:
    """By how many points the best choice is surely better than every other one; at most 0 if that is not sure."""
    return min((each.surely for each in choices[1:]), default=0.0)


def _different(state: State, seat: int) -> list[Intention]:
    return [*{choice_key(each): each for each in game.legal(state, seat)}.values()]


def _judge_picks(state: State, seat: int, nets: Nets, rng: Random, deals: int) -> list[Choice]:
    seen = game.view(state, seat)
    situation = read_situation(seen)
    knows_all = len(state.seats) == 2 and len(situation.seat.drafted) > 0
    for tried in (1,) if knows_all else (max(2, deals // 10), deals):
        followed = seats.follow_picks(seen, situation, nets, rng, (MAX_CHOICES, tried))
        intentions: list[Intention] = [Draft(seat, card) for card in followed.cards]
        first = _by_deal(followed.leads)
        ranked = _ranked(intentions, first)
        if ranked[1].lost < MARGIN_POINTS:
            return ranked
    if situation.round == ROUNDS:
        return ranked
    best, count = _best(first), len(followed.cards)
    ends = ends_of_drafts(
        followed.table.setting,
        [followed.drafts[row * count + at] for row in range(len(followed.leads)) for at in best],
    )
    states = followed.states if tried == deals else [game.imagine(seen, rng) for _ in range(deals)]
    decks = [_designs(each.deck) for each in states for _ in range(POLICIES) for _ in best]
    further = _play_further(nets, situation.round, seat, ends * (deals // tried), decks).reshape(-1, len(best))
    return _ranked(intentions, first, best, _by_deal(further))


def _judge_moves(state: State, seat: int, nets: Nets, rng: Random, deals: int) -> list[Choice]:
    intentions = _different(state, seat)
    ends = [_end(_after(state, each, seat), seat, nets, _ends_round(state, each)) for each in intentions]
    others = range(len(state.seats))
    now = [_end(state, other, nets) for other in others]
    positions, values = zip(*now, strict=True)
    first = np.array([[value for _, value in ends]]) - fmean([*values[:seat], *values[seat + 1 :]])
    ranked = _ranked(intentions, first)
    if state.round == ROUNDS or ranked[1].lost < MARGIN_POINTS:
        return ranked
    best = _best(first)
    tables = [[ends[at][0] if other == seat else positions[other] for other in others] for at in best]
    seen = game.view(state, seat)
    decks = [_designs(game.imagine(seen, rng).deck) for _ in range(deals)]
    repeated = [deck for deck in decks for _ in best]
    further = _play_further(nets, state.round, seat, tables * deals, repeated).reshape(deals, len(best))
    return _ranked(intentions, first, best, further)


def _after(state: State, made: Intention, seat: int) -> State:
    """The state after what the intention does to its own seat, before anything happens to others."""
    events = game.decide(state, made)
    own = next((at for at, each in enumerate(events) if getattr(each, "seat", None) != seat), len(events))
    return game.fold(events[:own], state)


def _ends_round(state: State, made: Intention) -> bool:
    return isinstance(made, Ready) and state.step == RESOURCES[-1]


def _end(state: State, seat: int, nets: Nets, is_over: bool = False) -> tuple[Position, float]:
    """The position of the seat at the end of the round, and its value, if it goes on as well as it can.

    `is_over`: it does nothing more.
    """
    if state.seats[seat].choosing:
        afters = [_after(state, each, seat) for each in game.legal(state, seat)]
        return max((_end(after, seat, nets) for after in afters), key=lambda each: each[1])
    seen: View = game.view(state, seat)
    situation = read_situation(seen)
    outlook = outlook_of(seen, situation)
    start, valued = seats.value_orders(state, situation, outlook, nets)
    order = () if is_over else max(valued, key=lambda each: (valued[each], each))
    setting = seats.setting_of_round(state, situation, outlook, nets)
    problems = make_problems([(start.position, tuple(start.hand))])
    rows = carried_out(setting, problems, np.zeros(1, np.int64), stack_orders([order]))
    value = valued[order] if order in valued else float(values_of_rows(setting, rows)[0])
    return position_after(setting, rows, 0), value


def _play_further(
    nets: Nets, number: int, seat: int, tables: Sequence[Sequence[Position]], decks: Sequence[Sequence[int]]
) -> Numbers:
    """By table, the lead of the seat after the round that follows round `number`."""
    count, size = len(tables[0]), deal_size(len(tables[0]))
    dealt = [
        Table(table, [deck[size * at : size * (at + 1)] for at in range(count)])
        for table, deck in zip(tables, decks, strict=True)
    ]
    values = play_next_rounds(nets, number + 1, dealt)
    others = np.delete(values, seat, axis=1).mean(axis=1)
    leads: Numbers = values[:, seat] - others
    return leads


def _by_deal(leads: Numbers) -> Numbers:
    """(deal, option): the mean over the drafts of each deal."""
    found: Numbers = leads.reshape(-1, POLICIES, leads.shape[1]).mean(axis=1)
    return found


def _best(leads: Numbers) -> list[int]:
    ranked: list[int] = np.argsort(-leads.mean(axis=0), kind="stable")[:FOLLOWED].tolist()
    return ranked


def _ranked(
    intentions: Sequence[Intention], first: Numbers, best: Sequence[int] = (), further: Numbers | None = None
) -> list[Choice]:
    """The choices by what was looked at last. `first`, `further`: (deal, option) leads, of all and of the `best`."""
    own = int(first.mean(axis=0).argmax())
    lead = float(first[:, own].mean())
    if further is None:
        lost, surely = _losses(first, own)
    else:
        at_best = int(further.mean(axis=0).argmax())
        lead, own = float(further[:, at_best].mean()), best[at_best]
        lost, surely = _losses(first, own)
        for option, later, surely_later in zip(best, *_losses(further, at_best), strict=True):
            lost[option], surely[option] = later, min(surely[option], surely_later)
    found = [Choice(each, lead - lost[at], lost[at], surely[at]) for at, each in enumerate(intentions)]
    return sorted(found, key=lambda each: (each.intention != intentions[own], each.lost))


def _losses(leads: Numbers, best: int) -> tuple[list[float], list[float]]:
    """By option, the points less than the best one, and those less the ERRORS standard errors."""
    differences = leads[:, [best]] - leads
    lost = differences.mean(axis=0)
    error = differences.std(axis=0, ddof=1) / len(leads) ** 0.5 if len(leads) > 1 else np.zeros(len(lost))
    return lost.tolist(), (lost - ERRORS * error).tolist()


def _designs(cards: Sequence[str]) -> list[int]:
    return [DESIGN_OF_CARD[card] for card in cards]
