"""Games of the compiled policy, replayed by the rules: they end with the same points."""

import numpy as np
import pytest

import game
from bots.master.problems import MISSING_CARD_POINTS
from bots.numbers.designs import DESIGN_INDEX, DESIGN_OF_CARD
from bots.numbers.fields import pack
from bots.numbers.position import open_spaces, position_of
from bots.search.simulation import first_completable, first_needing
from game.cards import CARDS, EMPIRE, KINDS, KRYSTALLIUM
from game.construction import Place
from game.planning import Recycle, Slate
from game.production import Choose, Ready
from game.scenarios import SCENARIOS
from game.solo import Keep, Redraw
from training.arrays.deck import CARDS as CARD_COUNT
from training.arrays.nets import first_weights, nets_of
from training.arrays.orders import LAST_MOMENT, evaluate, final_value, make_search
from training.arrays.position import MAX_JOBS, REQUIRED, SITES, from_array, to_array
from training.solo.effort import TRAINING
from training.solo.games import first_position, plan_sequence, table_of
from training.solo.known_deck import Plan, carry_plan_out, deal_of, found_with_deck_known, make_room
from training.solo.lookahead import look_ahead
from training.solo.openings import LEAST

REDRAWN_CARDS = 6
"""Cards that a redraw discards: two of the hand, then four of those drawn."""


class Replay:
    """A game under the rules, whose player follows an order of cards."""

    def __init__(self, seed, scenario):
        self.state = game.fold(game.new({"seats": 1, "side": "B", "scenario": scenario}, seed=seed))

    @property
    def seat(self):
        return self.state.seats[0]

    def do(self, intention):
        self.state = game.fold(game.decide(self.state, intention), self.state)

    def card_of(self, design, cards):
        return next(card for card in cards if DESIGN_OF_CARD[card] == design)

    def redraw(self, discarded):
        pair = []
        for design in discarded[:2]:
            pair.append(self.card_of(design, [card for card in self.seat.hand if card not in pair]))
        self.do(Redraw(0, tuple(sorted(pair))))
        left = [*self.seat.candidates]
        for design in discarded[2:]:
            left.remove(self.card_of(design, left))
        self.do(Keep(0, left[0]))
        return pair, left[0]

    def needs(self, cards):
        sites = {site.card: pack(open_spaces(site)) for site in self.seat.construction}
        return [sites.get(card, 1 << 60) for card in cards]

    def plan(self, order, hand):
        """Slate the cards of the order, recycle the others onto the first of the order that needs the cube."""
        for card in order:
            if card in hand:
                self.do(Slate(0, card))
        for card in [card for card in hand if card not in order]:
            alive = [each for each in order if each in [site.card for site in self.seat.construction]]
            kind = KINDS.index(CARDS[card].recycling)
            served = first_needing(kind, range(len(alive)), self.needs(alive))
            self.do(Recycle(0, card, EMPIRE if served is None else alive[served]))

    def complete(self, order, step):
        """Place the krystallium and characters that complete cards."""
        while True:
            alive = [card for card in order if card in [site.card for site in self.seat.construction]]
            items = position_of(self.seat, "B").items
            job = first_completable(range(len(alive)), self.needs(alive), items, step)
            if job is None:
                return
            for site in [site for site in self.seat.construction if site.card == alive[job]]:
                for kind in [
                    kind for kind, item in zip(CARDS[site.card].spaces, site.filled, strict=True) if item is None
                ]:
                    wild = kind not in ("general", "financier")
                    self.do(Place(0, KRYSTALLIUM if wild else kind, site.card, kind if wild else None))

    def produce(self, order):
        """Carry the five steps out."""
        round_, self_ready = self.state.round, True
        self.do(Ready(0))
        while self.state.phase == "production" and self.state.round == round_ and self_ready:
            step = KINDS.index(self.state.step)
            if self.seat.choosing:
                points = position_of(self.seat, "B").points
                self.do(Choose(0, "general" if points >> 35 & 63 >= points >> 42 & 63 else "financier"))
            while self.seat.cubes:
                alive = [card for card in order if card in [site.card for site in self.seat.construction]]
                served = first_needing(step, range(len(alive)), self.needs(alive))
                self.do(Place(0, KINDS[step], EMPIRE if served is None else alive[served]))
            self.complete(order, step)
            self.do(Ready(0))


def in_order_of(designs, cards):
    """The cards in the order of their designs."""
    left, ordered = [*cards], []
    for design in designs:
        ordered.append(next(card for card in left if DESIGN_OF_CARD[card] == design))
        left.remove(ordered[-1])
    assert not left
    return ordered


def replay(seed, scenario=None, effort=TRAINING):
    """(points by the core, points by the rules, redraws), None if the discard pile would be shuffled."""
    replayed = Replay(seed, scenario)
    weights = first_weights(8, seed)
    weights += np.random.default_rng(seed).normal(0, 0.03, len(weights)).astype(np.float32)
    search = make_search(nets_of(weights, 8), LEAST)
    if scenario:
        names = SCENARIOS[scenario].required
        search.required[: len(names)] = [DESIGN_INDEX[name] for name in names]
        search.scenario[0] = [*SCENARIOS].index(scenario)
    empire = to_array(position_of(replayed.seat._replace(construction=()), "B"), search.required)
    position, table = first_position(empire, search.required), table_of(replayed.state)
    luck, redraws = np.array([seed], np.uint64), 0
    names = [site.card for site in replayed.seat.construction]
    order, hand = np.zeros(MAX_JOBS, np.int64), np.zeros(5, np.int64)
    for moment in range(8):
        hand[:] = table.pools[moment]
        for design in hand:
            table.unseen[design] -= 1
        size = position[SITES]
        order[:size] = np.arange(size)
        before = table.sizes[1]
        hand_size, size, _ = plan_sequence(search, effort, moment, position, table, luck, hand, order, size)
        if effort.options and moment < LAST_MOMENT:
            size = look_ahead(search, effort, moment, position, hand, hand_size, order, size, table.unseen, luck)
        if table.sizes[1] < before or table.sizes[0] < 5:
            return None
        in_hand = [*replayed.seat.hand]
        for at in range(before, table.sizes[1], REDRAWN_CARDS):
            pair, kept = replayed.redraw(table.discard[at : at + REDRAWN_CARDS].tolist())
            in_hand = [*[card for card in in_hand if card not in pair], kept]
            redraws += 1
        in_hand = in_order_of(hand[:hand_size].tolist(), in_hand)
        jobs = [*names, *in_hand]
        ordered = [jobs[job] for job in order[:size]]
        for card in [card for card in in_hand if card not in ordered]:
            table.discard[table.sizes[1]] = DESIGN_OF_CARD[card]
            table.sizes[1] += 1
        value = evaluate(search, moment, position, hand, hand_size, order, size)
        position[:] = search.after
        replayed.plan(ordered, in_hand)
        replayed.complete(ordered, -1)
        if moment % 2:
            replayed.produce(ordered)
        alive = [site.card for site in replayed.seat.construction]
        names = [card for card in ordered if card in alive] + [
            card for card in names if card in alive and card not in ordered
        ]
        assert [DESIGN_OF_CARD[card] for card in names] == [
            design for design, _ in from_array(position, search.required).sites
        ]
    assert value == final_value(position)
    missing = int(position[REQUIRED]).bit_count()
    return int(np.floor(value + MISSING_CARD_POINTS * missing)), game.score(replayed.state)[0]["total"], redraws


@pytest.mark.parametrize("scenario", [None, "SC01", "SC06"])
def test_games_of_the_core_end_with_the_same_points_under_the_rules(scenario):
    found = [each for each in (replay(seed, scenario) for seed in range(30)) if each]
    assert len(found) > 15
    assert sum(redraws for *_, redraws in found) > 15
    assert [points for points, *_ in found] == [by_rules for _, by_rules, _ in found]


def test_games_with_a_look_ahead_end_with_the_points_of_the_rules():
    effort = TRAINING._replace(options=4, nodes=8, pool_orders=20)
    played = [replay(seed, effort=effort) for seed in range(6)]
    compared = [each for each in played if each]
    assert compared
    assert all(core == rules for core, rules, _ in compared)
    assert played != [replay(seed) for seed in range(6)], "the look ahead changes orders"


def replay_plan(seed, plan):
    """The points by the rules of a plan of `known_deck.py`."""
    replayed = Replay(seed, None)
    state = replayed.state
    cards = [*state.seats[0].hand, *[card for pool in state.pools for card in pool], *state.deck]
    names = []
    for sequence in range(8):
        urgency = dict(zip(cards, plan.urgency[sequence // 2].tolist(), strict=True))
        hand = [*replayed.seat.hand]
        for _ in range(plan.redraws[sequence]):
            hand.sort(key=lambda card: -urgency[card])
            replayed.do(Redraw(0, tuple(sorted(hand[-2:]))))
            kept = max(replayed.seat.candidates, key=urgency.__getitem__)
            replayed.do(Keep(0, kept))
            hand[-2:] = [kept]
        ordered = sorted([card for card in names + hand if urgency[card] > 0], key=lambda card: -urgency[card])
        replayed.plan(ordered, hand)
        replayed.complete(ordered, -1)
        if sequence % 2:
            replayed.produce(ordered)
        alive = [site.card for site in replayed.seat.construction]
        names = [card for card in [*ordered, *[name for name in names if name not in ordered]] if card in alive]
    return game.score(replayed.state)[0]["total"]


@pytest.mark.parametrize("seed", range(12))
def test_a_plan_with_the_whole_deck_known_scores_what_the_rules_give(seed):
    rng = np.random.default_rng(seed)
    plan = Plan(rng.uniform(-1, 0.5, (4, CARD_COUNT)).astype(np.float32), rng.integers(0, 3, 8))
    assert carry_plan_out(deal_of(seed, "B"), plan, make_room()) == replay_plan(seed, plan)


@pytest.mark.verify
def test_annealing_improves_a_plan_and_repeats_itself():
    found = [found_with_deck_known(3, "B", steps) for steps in (1, 20_000, 20_000)]
    assert found[0] < found[1] == found[2]
