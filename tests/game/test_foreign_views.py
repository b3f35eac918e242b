"""Views from elsewhere: the check accepts views of games, and every strategy can play on from an accepted view."""

import json
from copy import deepcopy
from random import Random

import pytest

import game
from bots import Budget, strategy
from tests.game.play import Play, walk

PLAYS = [
    Play(1, 1),
    Play(2, 1, "B", "curious"),
    Play(3, 1, "B", scenario="SC03"),
    *[Play(4 + seats, seats, "AB"[seats % 2]) for seats in (2, 3, 4, 5)],
]
SOME = (
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


SEEN = [view for play in PLAYS for view in views(play, 17)]


def first(phase, seats=2, **wanted):
    fitting = [view for view in SEEN if view["phase"] == phase and len(view["seats"]) == seats]
    return deepcopy(next(view for view in fitting if all(view[name] == value for name, value in wanted.items())))


def paths(value, path=()):
    """Where there is something in it: everything but the view itself."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield (*path, key)
        yield from paths(each, (*path, key))


def at(view, path):
    for key in path:
        view = view[key]
    return view


def put(view, path, value):
    at(view, path[:-1])[path[-1]] = value
    return view


def refusal(view):
    with pytest.raises(game.Refused) as refused:
        game.check_view(view)
    return refused.value.code


@pytest.mark.parametrize("play", PLAYS, ids=str)
def test_a_view_of_a_game_passes_as_it_is(play):
    seen = list(views(play, 5))
    assert {view["phase"] for view in seen} >= {"planning", "production"}
    assert all(game.check_view(view) == view for view in seen)


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


WRONG = {
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
"""Values that nothing of the name can have in a planning of two."""


@pytest.mark.parametrize("where", WRONG)
def test_an_impossible_value_is_refused(where):
    path = [int(key) if key.isdigit() else key for key in where.split("/")]
    for value in WRONG[where]:
        assert refusal(put(first("planning"), path, value)) == "invalid_view", value


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
    view = next(deepcopy(view) for view in SEEN if view["passed"] and view["hand"])
    for other in ("death-star.1", 7, view["hand"][0], view["seats"][0]["drafted"][0], view["passed"][-1]):
        passed = sorted([other, *view["passed"][1:]], key=str)
        assert refusal(view | {"passed": passed}) == "invalid_view"


def test_an_item_must_fit_its_space_and_a_card_needs_an_open_space():
    view = next(view for view in SEEN for site in view["seats"][0]["construction"] if len(site["spaces"]) > 1)
    full = deepcopy(view)
    for space in full["seats"][0]["construction"][0]["spaces"]:
        space["filled"] = space["needs"]
    assert refusal(full) == "invalid_view"
    for at_site, site in enumerate(view["seats"][0]["construction"]):
        needs = site["spaces"][0]["needs"]
        for item in {"gold", "energy", "general", "financier", "abc", 3} - {needs}:
            path = ("seats", 0, "construction", at_site, "spaces", 0, "filled")
            assert refusal(put(deepcopy(view), path, item)) == "invalid_view"


def decides(name, view):
    """Whether the strategy decides something legal."""
    chosen = strategy(name).decide(view, Random(1), Budget())
    return chosen in game.legal(game.imagine(view, Random(1)), view["seat"])


@pytest.mark.parametrize("changes", [1_200, pytest.param(12_000, marks=pytest.mark.slow)])
def test_a_changed_view_is_refused_or_can_be_played_on(changes):
    rng, passed = Random(changes), 0
    places = [list(paths(view)) for view in SEEN]
    for _ in range(changes):
        which = rng.randrange(len(SEEN))
        view, place = deepcopy(SEEN[which]), rng.choice(places[which])
        other = rng.choice(SOME) if rng.random() < 0.7 else at(view, rng.choice(places[which]))
        changed = put(view, place, deepcopy(other))
        try:
            checked = game.check_view(changed)
        except game.Refused:
            continue
        passed += 1
        assert all(decides(name, checked) for name in ("random", "greedy", "planner")), (place, other)
    assert 0 < passed < changes / 4
