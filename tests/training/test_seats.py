"""Games with several seats in compiled code: the rules give the same points, and the player sees the same."""

from random import Random

import numpy as np
import pytest

import game
from bots.master.orders import stack_orders
from bots.master.problems import Setting, carried_out, make_problems, values_of_orders
from bots.master.reading import read_seat_inputs
from bots.master.seat_inputs import COUNT, RIVAL_COUNT
from bots.master.seats import rivals_of
from bots.numbers.designs import DESIGN_OF_CARD
from bots.numbers.fields import pack
from bots.numbers.position import open_spaces, position_of
from bots.search.simulation import RoundState, first_completable, first_needing, simulate
from game.cards import CARDS, EMPIRE, KINDS, KRYSTALLIUM
from game.construction import Place
from game.draft import Draft
from game.model import PICKS
from game.planning import Recycle, Slate
from game.production import Choose, Ready
from tests.training.positions import random_round
from training.arrays.inputs import read_seat_inputs as read_position
from training.arrays.nets import first_weights, make_accumulator, nets_of, value_of
from training.arrays.orders import make_search
from training.arrays.position import POSITION_SIZE, to_array
from training.seats.batches import make_batch
from training.seats.games import TRAINING, look_at_rivals, play

NOTHING_REQUIRED = np.full(4, -1)


class Replay:
    """A game under the rules, whose seats draft the cards of a log and follow its orders."""

    def __init__(self, seats, side, seed):
        self.side = side
        self.state = game.fold(game.new({"seats": seats, "side": side}, seed=seed))
        self.begun = [[] for _ in range(seats)]
        """By seat, the cards under construction as the core orders them: those of the last order first."""

    def do(self, intention):
        self.state = game.fold(game.decide(self.state, intention), self.state)

    def sites(self, seat):
        return [site.card for site in self.state.seats[seat].construction]

    def needs(self, seat, cards):
        sites = {site.card: pack(open_spaces(site)) for site in self.state.seats[seat].construction}
        return [sites[card] for card in cards]

    def play_round(self, drafted, orders):
        """Draft the designs, then follow the orders of jobs."""
        cards = self.draft(drafted)
        orders = [[(*self.begun[seat], *cards[seat])[job] for job in order] for seat, order in enumerate(orders)]
        for seat, order in enumerate(orders):
            self.plan(seat, order, cards[seat])
            self.complete(seat, order, -1)
        self.all_ready(len(orders))
        round_ = self.state.round
        while self.state.phase == "production" and self.state.round == round_:
            step = KINDS.index(self.state.step)
            for seat, order in enumerate(orders):
                self.produce(seat, order, step)
            self.all_ready(len(orders))
        for seat, order in enumerate(orders):
            served_first = [*order, *[card for card in self.begun[seat] if card not in order]]
            self.begun[seat] = [card for card in served_first if card in self.sites(seat)]

    def draft(self, drafted):
        """The cards of each seat in the order of its picks."""
        for number in range(PICKS):
            for seat, designs in enumerate(drafted):
                hand = self.state.seats[seat].hand
                if self.state.phase == "draft" and hand:
                    card = next(card for card in hand if DESIGN_OF_CARD[card] == designs[number])
                    self.do(Draft(seat, card))
        return [seat.drafted for seat in self.state.seats]

    def plan(self, seat, order, cards):
        for card in order:
            if card in cards:
                self.do(Slate(seat, card))
        for card in [card for card in cards if card not in order]:
            alive = [each for each in order if each in self.sites(seat)]
            served = first_needing(KINDS.index(CARDS[card].recycling), range(len(alive)), self.needs(seat, alive))
            self.do(Recycle(seat, card, EMPIRE if served is None else alive[served]))

    def produce(self, seat, order, step):
        shown = self.state.seats[seat]
        if shown.choosing:
            points = position_of(shown, self.side).points
            self.do(Choose(seat, "general" if points >> 35 & 63 >= points >> 42 & 63 else "financier"))
        while self.state.seats[seat].cubes:
            alive = [card for card in order if card in self.sites(seat)]
            served = first_needing(step, range(len(alive)), self.needs(seat, alive))
            self.do(Place(seat, KINDS[step], EMPIRE if served is None else alive[served]))
        self.complete(seat, order, step)

    def complete(self, seat, order, step):
        """Place the krystallium and the characters that complete cards."""
        while True:
            alive = [card for card in order if card in self.sites(seat)]
            items = position_of(self.state.seats[seat], self.side).items
            job = first_completable(range(len(alive)), self.needs(seat, alive), items, step)
            if job is None:
                return
            site = next(site for site in self.state.seats[seat].construction if site.card == alive[job])
            for kind, item in zip(CARDS[site.card].spaces, site.filled, strict=True):
                if item is None:
                    wild = kind not in ("general", "financier")
                    self.do(Place(seat, KRYSTALLIUM if wild else kind, site.card, kind if wild else None))

    def all_ready(self, seats):
        phase, step, round_ = self.state.phase, self.state.step, self.state.round
        for seat in range(seats):
            if (self.state.phase, self.state.step, self.state.round) == (phase, step, round_):
                self.do(Ready(seat))


def random_nets(seed, hidden=8):
    weights = first_weights(hidden, seed, COUNT)
    weights += np.random.default_rng(seed).normal(0, 0.03, len(weights)).astype(np.float32)
    return nets_of(weights, hidden, COUNT)


@pytest.mark.parametrize(("seats", "side", "games"), [(2, "A", 6), (2, "B", 6), (3, "A", 3), (5, "B", 2)])
def test_games_of_the_core_end_with_the_same_points_under_the_rules(seats, side, games):
    for seed in range(games):
        replay = Replay(seats, side, seed)
        state = replay.state
        cards = [card for seat in state.seats for card in seat.hand] + [*state.deck]
        empires = np.array([to_array(position_of(seat, side), NOTHING_REQUIRED) for seat in state.seats])
        batch = make_batch(1, seats)
        play(
            make_search(random_nets(seed), np.ones(5, np.int64), RIVAL_COUNT), TRAINING, empires,
            np.array([DESIGN_OF_CARD[card] for card in cards]), np.array([seed], np.uint64),
            np.full(seats, -1), batch.inputs[0], batch.values[0], batch.firsts[0],
            batch.ends[0], batch.log[0],
        )  # fmt: skip
        for played in batch.log[0]:
            orders = [row[PICKS + 1 : PICKS + 1 + row[PICKS]].tolist() for row in played]
            replay.play_round(played[:, :PICKS].tolist(), orders)
        points = [score["total"] for score in game.score(replay.state)]
        assert replay.state.phase == "ended" or not game.waiting_on(replay.state)
        assert np.floor(batch.ends[0]).tolist() == points
        assert len({*points}) > 1


def test_the_inputs_and_the_values_are_those_that_the_player_computes_with_what_each_problem_sees_of_others():
    nets = random_nets(3, 16)
    rng = np.random.default_rng(1)
    played = [random_round(Random(seed)) for seed in range(100)]
    rivals, least = rng.integers(0, 9, (100, RIVAL_COUNT)).astype(np.float32), rng.integers(1, 8, (100, 5))
    setting = Setting(nets, 2, least, rivals=rivals)
    starts = [(each.position._replace(required=()), each.hand) for each in played]
    problems, owners = make_problems(starts, ()), np.arange(len(played))
    rows = carried_out(setting, problems, owners, stack_orders([each.order for each in played]))
    inputs = read_seat_inputs(rows, least, rivals)
    turned = values_of_orders(setting, problems, owners[::-1], stack_orders([each.order for each in played[::-1]]))
    values = turned[::-1]
    found, later, accumulator = (
        np.zeros(COUNT, np.float32),
        np.zeros(POSITION_SIZE, np.int64),
        make_accumulator(COUNT, 16),
    )
    for row, (each, (position, hand)) in enumerate(zip(played, starts, strict=True)):
        beaten = tuple(least[row].tolist())
        after = to_array(simulate(RoundState(position, [*hand], -1, 0, beaten), each.order), NOTHING_REQUIRED)
        read_position(after, least[row], NOTHING_REQUIRED, rivals[row], later, found)
        assert found == pytest.approx(inputs[row], abs=1e-4)
        assert value_of(nets, 2, found, accumulator) == pytest.approx(values[row], abs=1e-2)


def test_a_seat_sees_the_same_of_the_others_as_the_player():
    positions = [random_round(Random(seed)).position._replace(required=()) for seed in range(3)]
    search = make_search(random_nets(1), np.ones(5, np.int64), RIVAL_COUNT)
    look_at_rivals(search, np.array([to_array(each, NOTHING_REQUIRED) for each in positions]), 1, 0)
    assert search.rivals.tolist() == rivals_of(positions, 1).tolist()
