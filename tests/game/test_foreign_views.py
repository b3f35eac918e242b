"""Views from elsewhere: the check accepts views of games, and every strategy can play on from an accepted view."""

import json
from copy import deepcopy
from random import Random

import pytest

import game
from bots import Budget, strategy
from game.cards import CARDS
from game.views.foreign import SEAT_RULES, TABLE_RULES
from tests.amounts import amount
from tests.game.play import Play, walk

PLAYS = [
    Play(1, 1),
    Play(2, 1, "B", "curious"),
    Play(3, 1, "B", scenario="SC03"),
    *[Play(4 + seats, seats, "AB"[seats % 2]) for seats in (2, 3, 4, 5)],
]
OTHER_VALUES = (
    None,
    True,
    -1,
    0,
    3,
    9_999,
    1 << 53,
    1.5,
    "",
    "abc",
    "energy",
    "krystallium",
    "general",
    [],
    {},
    [[1]],
    {"a": 1},
)


def views(play, step):
    """Views of the seats that are waited for, as JSON values, over a game."""
    for turn in walk(play).turns[::step]:
        yield json.loads(json.dumps(game.view(turn.before, game.waiting_on(turn.before)[0])))


VIEWS = [view for play in PLAYS for view in views(play, 17)]


def first(phase, seats=2, **wanted):
    fitting = [view for view in VIEWS if view["phase"] == phase and len(view["seats"]) == seats]
    return deepcopy(next(view for view in fitting if all(view[name] == value for name, value in wanted.items())))


def paths(value, path=()):
    """The paths of all values in a view."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield (*path, key)
        yield from paths(each, (*path, key))


def at(view, path):
    for key in path:
        view = view[key]
    return view


def with_value(view, path, value):
    at(view, path[:-1])[path[-1]] = value
    return view


def refusal(view):
    with pytest.raises(game.Refused) as refused:
        game.check_view(view)
    return refused.value.code


@pytest.mark.slow
@pytest.mark.parametrize("play", PLAYS, ids=str)
def test_a_view_of_a_game_passes_as_it_is(play):
    found = list(views(play, 5))
    assert {view["phase"] for view in found} >= {"planning", "production"}
    assert [game.check_view(view) for view in found] == found


def test_unknown_fields_are_left_out():
    view = first("planning")
    more = deepcopy(view) | {"more": [[[1]]]}
    more["seats"][0]["more"] = {"deep": [1]}
    assert game.check_view(more) == view


def test_fields_that_only_the_service_needs_are_optional():
    view = first("draft")
    for name in ("name", "allow_bots", "bot_seconds", "assisted", "origin", "passes", "rewind"):
        del view[name]
    assert game.check_view(view) == view


IMPOSSIBLE_VALUES = {
    **{f"seats/1/{name}": (None, "3", {}, -1, True, 10_000, 1.5) for name in ("krystallium", "generals", "financiers")},
    "seats/1/cubes_to_place": ({"gold": 1}, {"gold": 0}, {"mithril": 0}, [], None),
    "seats/1/empire_cubes": ({"gold": 5}, {"gold": 2, "energy": 3}, {"gold": None}, {"gold": True}),
    "seats/1/produced": (3, True, "3"),
    "seats/1/choosing": (True, 0, None),
    "seats/1/player": (1, {}, {"id": [], "kind": "bot"}),
    "step": ("gold", "", 0, False, {}),
    "phase": ("lunch", 1, {}),
    "status": ("abc", None, 1, []),
    "ruleset": ("base-9", None, 1, {}),
    "version": (None, "1", -1, True, 1 << 53),
    "undoable": ("1", True, -1, []),
    "bot_seconds": (None, 0, True, "60", 86_401),
    "seat": (True, None, -1, 2, "0"),
    "round": (0, 5, True, "1"),
    "passes": (None, 0, 5, 7, True),
    "sequence": (1, 3),
    "scenario": ("SC01", "SC99"),
    "result": ({}, []),
    "origin": ({}, {"game": 1, "version": 1}, 1),
    "rewind": ({}, 1, {"number": 1}),
}
"""Values that are impossible in a planning of two seats."""


@pytest.mark.parametrize("where", IMPOSSIBLE_VALUES)
def test_an_impossible_value_is_refused(where):
    path = [int(key) if key.isdigit() else key for key in where.split("/")]
    for value in IMPOSSIBLE_VALUES[where]:
        assert refusal(with_value(first("planning"), path, value)) == "invalid_view", value


@pytest.mark.parametrize(
    "progress", [{"status": "open"}, {"status": "finished"}, {"phase": None}, {"phase": "finished"}], ids=str
)
def test_a_game_that_is_not_under_way_leaves_nothing_to_decide(progress):
    assert refusal(first("planning") | progress) == "not_playing"


@pytest.mark.parametrize("step", [None, "lunch", "krystallium", 1])
def test_a_view_of_production_needs_a_step(step):
    assert refusal(first("production") | {"step": step}) == "invalid_view"


@pytest.mark.parametrize("cubes", [9_999, 40, -1, True, "1", None])
def test_no_more_cubes_are_placed_than_are_produced(cubes):
    view = first("production")
    view["seats"][view["seat"]]["cubes_to_place"] = {view["step"]: cubes}
    assert refusal(view) == "invalid_view"


def test_cards_passed_on_are_cards_that_lie_nowhere_else():
    view = next(deepcopy(view) for view in VIEWS if view["passed"] and view["hand"])
    for other in ("death-star.1", 7, view["hand"][0], view["seats"][0]["drafted"][0], view["passed"][-1]):
        passed = sorted([other, *view["passed"][1:]], key=str)
        assert refusal(view | {"passed": passed}) == "invalid_view"


def test_an_item_must_fit_its_space_and_a_card_needs_an_open_space():
    view = next(view for view in VIEWS for site in view["seats"][0]["construction"] if len(site["spaces"]) > 1)
    full = deepcopy(view)
    for space in full["seats"][0]["construction"][0]["spaces"]:
        space["filled"] = space["needs"]
    assert refusal(full) == "invalid_view"
    for at_site, site in enumerate(view["seats"][0]["construction"]):
        needs = site["spaces"][0]["needs"]
        for item in {"gold", "energy", "general", "financier", "abc", 3} - {needs}:
            path = ("seats", 0, "construction", at_site, "spaces", 0, "filled")
            assert refusal(with_value(deepcopy(view), path, item)) == "invalid_view"


def with_seat(view, **changes):
    """The view with other values of its first seat."""
    view["seats"][0] |= changes
    return view


def with_first_space(view, **changes):
    """The view with other values of the first space of a site with several, on the first seat that has one."""
    sites = [site for seat in view["seats"] for site in seat["construction"] if len(site["spaces"]) > 1]
    sites[0]["spaces"][0] |= changes
    return view


def with_full_site(view):
    """The view with a site whose spaces are all filled."""
    sites = [site for seat in view["seats"] for site in seat["construction"]]
    for space in sites[0]["spaces"]:
        space["filled"] = space["needs"]
    return view


def with_sites(seats):
    """A view of planning in which some seat has a site with several spaces."""
    found = [view for view in VIEWS if view["phase"] == "planning" and len(view["seats"]) == seats]
    return deepcopy(next(v for v in found if any(len(s["spaces"]) > 1 for o in v["seats"] for s in o["construction"])))


BROKEN_RULES = {
    "the view is of a seat that plays": lambda: first("planning") | {"seat": None},
    "a game under way has rounds": lambda: first("planning") | {"round": 0},
    "every seat has an empire": lambda: with_seat(first("planning"), empire=None),
    "a scenario is played alone": lambda: first("planning") | {"scenario": "SC01"},
    "only solo games have sequences": lambda: first("planning") | {"sequence": 1},
    "only production has steps": lambda: first("planning") | {"step": "gold"},
    "a draft has at least two seats": lambda: first("planning", seats=1) | {"phase": "draft"},
    "hands are passed on after every pick": lambda: first("draft") | {"passes": 5},
    "hands are as large as the deal and the picks make them": lambda: with_seat(first("draft"), hand_size=3),
    "a seat has no more cards than it was dealt": lambda: with_seat(first("planning"), constructed=[*CARDS][:60]),
    "each sequence takes a pool": lambda: first("planning", seats=1) | {"pools_left": 1},
    "only games with others draft, and no drafted card is left in production": lambda: with_seat(
        first("production"), drafted=["museum.1"]
    ),
    "only solo planning has redraws": lambda: first("planning") | {"candidates": ["museum.1"]},
    "only a draft has picks and cards passed on": lambda: first("planning") | {"picked": "museum.1"},
    "an empire card holds four cubes at most": lambda: with_seat(first("planning"), empire_cubes={"gold": 5}),
    "cubes to place are among those produced": lambda: with_seat(first("planning"), cubes_to_place={"gold": 1}),
    "only the science step leaves a choice": lambda: with_seat(first("planning"), choosing=True),
    "an item on a space fits it": lambda: with_first_space(with_sites(2), needs="gold", filled="energy"),
    "a card whose spaces are all filled is constructed": lambda: with_full_site(with_sites(2)),
}
"""For each rule a view that breaks it."""


@pytest.mark.parametrize("rule", [*TABLE_RULES, *SEAT_RULES])
def test_a_view_that_breaks_a_rule_is_refused_with_the_rule(rule):
    assert rule in BROKEN_RULES, "add a view that breaks the rule to BROKEN_RULES"
    with pytest.raises(game.Refused) as refused:
        game.check_view(BROKEN_RULES[rule]())
    assert (refused.value.code, refused.value.detail) == ("invalid_view", rule)


def decides(name, view):
    """Whether the strategy decides something legal."""
    chosen = strategy(name).decide(view, Random(1), Budget())
    return chosen in game.legal(game.imagine(view, Random(1)), view["seat"])


@pytest.mark.slow
def test_a_changed_view_is_refused_or_can_be_played_on():
    rng, passed, changes = Random(1), 0, amount(2_000)
    places = [list(paths(view)) for view in VIEWS]
    for _ in range(changes):
        which = rng.randrange(len(VIEWS))
        view, place = deepcopy(VIEWS[which]), rng.choice(places[which])
        other = rng.choice(OTHER_VALUES) if rng.random() < 0.7 else at(view, rng.choice(places[which]))
        changed = with_value(view, place, deepcopy(other))
        try:
            checked = game.check_view(changed)
        except game.Refused:
            continue
        passed += 1
        assert all(decides(name, checked) for name in ("random", "greedy", "planner")), (place, other)
    assert 0 < passed < changes / 4
