"""Orders of work: carried out on numbers, they lead where the rules lead."""

import json
from random import Random

import pytest

import game
from bots import Budget, strategy
from bots.numbers.designs import INDEX, PIECES
from bots.numbers.fields import pack, unpack
from bots.numbers.position import position
from bots.planner.settle import worth
from bots.planner.survey import planned, survey
from bots.search.carry_out import PLANNED, Round, carried_out, completable, served
from bots.search.orders import here, next_intention, works
from game.cards import KINDS

PLANNER = strategy("planner")
NOBODY = (63,) * 5
"""Production of which nobody has the most."""


def an_empire(production=(0, 0, 0, 0, 0), krystallium=0, generals=0, financiers=0, sites=()):
    """A position with nothing constructed; sites are (design, open spaces by kind)."""
    empty = position(game.fold(game.new({"seats": 2, "side": "B"}, seed=1)).seats[0], "B")
    return empty._replace(
        production=pack(production),
        items=pack([0, 0, 0, 0, 0, krystallium, generals, financiers]),
        sites=tuple([(INDEX[design], pack(needs.get(kind, 0) for kind in KINDS)) for design, needs in sites]),
    )


def a_round(empire, hand=(), step=-1, cubes=0, least=NOBODY):
    return Round(empire, [INDEX[design] for design in hand], step, cubes, least)


def built(after):
    return sum(unpack(after.counts, 5))


def test_the_first_job_of_the_order_gets_the_cubes():
    sites = [("nuclear-plant", {"materials": 3}), ("transportation-network", {"materials": 3})]
    now = a_round(an_empire((3, 0, 0, 0, 0), sites=sites))
    first, second = carried_out(now, (0, 1)), carried_out(now, (1, 0))
    assert [design for design, _ in first.sites] == [INDEX["transportation-network"]]
    assert [design for design, _ in second.sites] == [INDEX["nuclear-plant"]]


def test_what_is_not_in_the_order_gets_nothing_and_five_cubes_make_krystallium():
    now = a_round(an_empire((3, 3, 0, 0, 0), sites=[("nuclear-plant", {"materials": 3})]))
    after = carried_out(now, ())
    assert after.sites == now.position.sites
    assert unpack(after.items, 8)[5:] == (1, 0, 0)
    assert after.empire_cubes == 1


def test_a_card_completed_by_recycling_produces_in_the_same_round():
    materials = [design for design, piece in zip(INDEX, PIECES, strict=True) if piece.cube == 0][:1]
    sites = [("nuclear-plant", {"materials": 1}), ("icebreaker", {"energy": 3})]
    now = a_round(an_empire(sites=sites), hand=materials)
    after = carried_out(now, (0, 1))
    assert built(after) == 2
    assert built(carried_out(now, (0, 1), PLANNED)) == 1


def test_krystallium_and_characters_complete_a_card_when_no_cube_is_going_to_come():
    sites = [("center-of-the-earth", {"exploration": 2, "general": 2})]
    with_all = an_empire((0, 0, 0, 0, 1), krystallium=2, generals=2, sites=sites)
    after = carried_out(a_round(with_all), (0,))
    assert built(after) == 1
    assert unpack(after.items, 8)[5:] == (1, 0, 0)
    assert built(carried_out(a_round(with_all._replace(items=pack([0] * 5 + [2, 1, 0]))), (0,))) == 0


def test_krystallium_that_a_card_brings_completes_another():
    sites = [("fountain-of-youth", {"exploration": 6}), ("secret-society", {"krystallium": 1})]
    now = a_round(an_empire((0, 0, 0, 0, 6), sites=sites))
    assert built(carried_out(now, (1, 0))) == 2


def test_who_produces_enough_gets_the_character_of_the_step():
    empire = an_empire((2, 2, 0, 0, 0))
    assert unpack(carried_out(a_round(empire, least=(2, 3, 1, 1, 1)), ()).items, 8)[5:] == (0, 0, 1)
    assert unpack(carried_out(a_round(empire, least=(3, 2, 1, 1, 1)), ()).items, 8)[5:] == (0, 1, 0)


def test_jobs_are_served_in_order():
    needs = [pack([0, 2]), pack([1, 2])]
    assert [served(r, (1, 0), needs) for r in (0, 1, 2)] == [1, 1, None]
    assert completable((0, 1), needs, pack([0] * 5 + [2]), step=1) == 0
    assert completable((0, 1), needs, pack([0] * 5 + [2]), step=0) is None


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_an_order_leads_where_the_rules_lead(seed):
    """Alone, where nobody else takes a character, from the second pool of a round to its end."""
    state, rng = game.fold(game.new({"seats": 1, "side": "B"}, seed=seed)), Random(seed)
    names, promised, rounds = [], None, 0
    while game.waiting_on(state):
        view = json.loads(json.dumps(game.view(state, 0)))
        table = survey(view)
        chosen = PLANNER.decide(view, rng, Budget())
        if table.sequence == 2 and not view["candidates"] and not isinstance(chosen, game.intentions.Redraw):
            now, cards = here(table), [*[site.card for site in table.seat.construction], *table.cards]
            if promised is None:
                best = works(table, rng, 1)[0]
                promised, names = best.after, [cards[job] for job in best.order]
            order = tuple([cards.index(name) for name in names if name in cards])
            if not table.seat.choosing:
                chosen = next_intention(table, now, order)
        elif table.step >= 0 and promised is not None and not table.seat.choosing:
            cards = [site.card for site in table.seat.construction]
            chosen = next_intention(table, here(table), tuple([cards.index(name) for name in names if name in cards]))
        before, state = state.round, game.fold(game.decide(state, chosen), state)
        if promised is not None and (state.round != before or state.phase == "finished"):
            reached = position(state.seats[0], "B")
            assert {*reached.sites} == {*promised.sites}
            assert reached._replace(sites=()) == promised._replace(sites=())
            promised, rounds = None, rounds + 1
    assert rounds == 4


def test_the_best_order_is_worth_what_every_plan_is_at_least():
    state = game.fold(game.new({"seats": 2, "side": "A"}, seed=5))
    seen = 0
    while (waiting := game.waiting_on(state)) and state.round < 3:
        view = json.loads(json.dumps(game.view(state, waiting[0])))
        table = survey(view)
        if view["phase"] == "planning" and not table.idle:
            found = works(table, Random(1), 5)
            plans = [
                worth(carried_out(here(table), plan.now + plan.later), table.outlook)
                for plan in planned(table, table.cards)
            ]
            assert found[0].value >= max(plans)
            assert [work.value for work in found] == sorted([work.value for work in found], reverse=True)
            assert len({work.intention for work in found}) == len(found)
            assert all(work.intention in game.legal(state, waiting[0]) for work in found)
            seen += 1
        state = game.fold(game.decide(state, PLANNER.decide(view, Random(1), Budget())), state)
    assert seen > 10
