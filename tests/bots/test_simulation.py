"""Rounds simulated on numbers: they end where the rules end."""

from random import Random

import pytest

import game
from bots import Budget, strategy
from bots.numbers.designs import DESIGN_INDEX, DESIGN_NUMBERS
from bots.numbers.fields import pack, pack_items, unpack
from bots.numbers.position import position_of
from bots.numbers.situation import read_situation
from bots.planner.planning import best_plans, outlook_of
from bots.planner.position_value import position_value
from bots.search.orders import best_orders, next_intention, result_plan, round_state
from bots.search.simulation import RoundState, first_completable, first_needing, simulate
from game.cards import KINDS
from game.solo import Redraw
from tests.bots.games import decisions, view_of

PLANNER = strategy("planner")
UNREACHABLE = (63,) * 5
"""Production that no seat reaches, so that no step gives a character."""


def an_empire(production=(0, 0, 0, 0, 0), krystallium=0, generals=0, financiers=0, sites=()):
    """A position with nothing constructed; sites are (design, open spaces by kind)."""
    empty = position_of(game.fold(game.new({"seats": 2, "side": "B"}, seed=1)).seats[0], "B")
    return empty._replace(
        production=pack(production),
        items=pack_items(krystallium, generals, financiers),
        sites=tuple([(DESIGN_INDEX[design], pack(needs.get(kind, 0) for kind in KINDS)) for design, needs in sites]),
    )


def a_round(empire, hand=(), step=-1, cubes=0, least=UNREACHABLE):
    return RoundState(empire, [DESIGN_INDEX[design] for design in hand], step, cubes, least)


def constructed(after):
    return sum(unpack(after.counts, 5))


def items(after):
    """Krystallium, generals, financiers."""
    return unpack(after.items, 8)[5:]


def test_the_first_job_of_the_order_gets_the_cubes():
    sites = [("nuclear-plant", {"materials": 3}), ("transportation-network", {"materials": 3})]
    start = a_round(an_empire((3, 0, 0, 0, 0), sites=sites))
    first, second = simulate(start, (0, 1)), simulate(start, (1, 0))
    assert [design for design, _ in first.sites] == [DESIGN_INDEX["transportation-network"]]
    assert [design for design, _ in second.sites] == [DESIGN_INDEX["nuclear-plant"]]


def test_a_job_outside_the_order_gets_nothing_and_five_cubes_become_krystallium():
    start = a_round(an_empire((3, 3, 0, 0, 0), sites=[("nuclear-plant", {"materials": 3})]))
    after = simulate(start, ())
    assert after.sites == start.position.sites
    assert items(after) == (1, 0, 0)
    assert after.empire_cubes == 1


def test_a_card_completed_by_recycling_produces_in_the_same_round():
    materials = [
        name for name, numbers in zip(DESIGN_INDEX, DESIGN_NUMBERS, strict=True) if not numbers.recycled_resource
    ]
    sites = [("nuclear-plant", {"materials": 1}), ("icebreaker", {"energy": 3})]
    start = a_round(an_empire(sites=sites), hand=materials[:1])
    assert constructed(simulate(start, (0, 1))) == 2
    assert constructed(simulate(start, (0, 1), until=0)) == 1


def test_krystallium_and_characters_complete_a_card_when_no_later_step_brings_a_cube():
    sites = [("center-of-the-earth", {"exploration": 2, "general": 2})]
    enough = an_empire((0, 0, 0, 0, 1), krystallium=2, generals=2, sites=sites)
    after = simulate(a_round(enough), (0,))
    assert constructed(after) == 1
    assert items(after) == (1, 0, 0)
    too_little = enough._replace(items=pack_items(krystallium=2, generals=1, financiers=0))
    assert constructed(simulate(a_round(too_little), (0,))) == 0


def test_krystallium_that_a_card_brings_completes_another():
    sites = [("fountain-of-youth", {"exploration": 6}), ("secret-society", {"krystallium": 1})]
    start = a_round(an_empire((0, 0, 0, 0, 6), sites=sites))
    assert constructed(simulate(start, (1, 0))) == 2


def test_enough_production_brings_the_character_of_the_step():
    empire = an_empire((2, 2, 0, 0, 0))
    assert items(simulate(a_round(empire, least=(2, 3, 1, 1, 1)), ())) == (0, 0, 1)
    assert items(simulate(a_round(empire, least=(3, 2, 1, 1, 1)), ())) == (0, 1, 0)


def test_jobs_are_served_in_order():
    needs = [pack([0, 2]), pack([1, 2])]
    assert [first_needing(resource, (1, 0), needs) for resource in (0, 1, 2)] == [1, 1, None]
    assert first_completable((0, 1), needs, pack_items(2, 0, 0), step=1) == 0
    assert first_completable((0, 1), needs, pack_items(2, 0, 0), step=0) is None


def cards_of_jobs(situation):
    """The cards of the jobs, by number."""
    return [*[site.card for site in situation.seat.construction], *situation.cards]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_a_simulated_order_ends_where_the_rules_end(seed):
    """In a solo game, where nobody else takes a character, from the second pool of a round to its end."""
    state, rng = game.fold(game.new({"seats": 1, "side": "B"}, seed=seed)), Random(seed)
    ends: list[tuple] = []
    order_of_cards, simulated, plan = [], None, None
    while game.waiting_on(state):
        view = view_of(state, 0)
        situation = read_situation(view)
        outlook = outlook_of(view, situation)
        chosen = PLANNER.decide(view, rng, Budget())
        redrawing = bool(view["candidates"]) or isinstance(chosen, Redraw)
        if situation.sequence == 2 and situation.phase == "planning" and not redrawing and simulated is None:
            best = best_orders(situation, outlook, rng, 1)[0]
            simulated, order_of_cards = best.after, [cards_of_jobs(situation)[job] for job in best.order]
            plan, before = result_plan(situation, best), situation.seat
        if simulated is not None and not situation.seat.choosing:
            cards = cards_of_jobs(situation)
            order = tuple([cards.index(card) for card in order_of_cards if card in cards])
            chosen = next_intention(situation, round_state(situation, outlook), order)
        round_, state = state.round, game.fold(game.decide(state, chosen), state)
        if simulated is not None and (state.round != round_ or state.phase == "finished"):
            ends.append((simulated, position_of(state.seats[0], "B")))
            assert {*plan.construct} == {*state.seats[0].constructed} - {*before.constructed}
            assert {*plan.keep} <= {site.card for site in state.seats[0].construction}
            assert {*plan.recycle} <= {*state.discard}
            simulated = None
    assert len(ends) == 4
    for simulated, reached in ends:
        assert {*reached.sites} == {*simulated.sites}
        assert reached._replace(sites=()) == simulated._replace(sites=())


@pytest.mark.slow
def test_the_best_order_is_worth_at_least_as_much_as_every_plan():
    played = [each for each in decisions("planner", seed=5, seats=2, side="A") if each.state.round < 3]
    found = 0
    for state, seat, view, _ in played:
        situation = read_situation(view)
        if situation.phase != "planning" or situation.idle:
            continue
        outlook = outlook_of(view, situation)
        start = round_state(situation, outlook)
        results = best_orders(situation, outlook, Random(1), 5)
        plans = [
            position_value(simulate(start, plan.now + plan.later), outlook)
            for plan in best_plans(situation, outlook, situation.cards)
        ]
        assert results[0].value >= max(plans)
        assert [each.value for each in results] == sorted([each.value for each in results], reverse=True)
        assert len({each.intention for each in results}) == len(results)
        assert all(each.intention in game.legal(state, seat) for each in results)
        found += 1
    assert found > 10
