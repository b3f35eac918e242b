"""R70-R75: the six scenarios: their cards under construction from the start, and what they earn."""

import pytest

import game
from game.cards import CARDS, DESIGNS
from game.construction import Discard, Place
from game.planning import Slate
from game.production import Ready
from game.scenarios import SCENARIOS
from tests.game.positions import after, alone, finished, one_left, refusal, refused, seat

BOOK = {
    "SC01": (("polar-base", "mega-drill", "super-sonar", "center-of-the-earth"), (70, 95, 115)),
    "SC02": (("recycling-plant", "wind-turbines", "universal-vaccine", "aquaculture"), (70, 95, 115)),
    "SC03": (("unknown-technology", "saucer-squadron", "lunar-base", "secret-laboratory"), (70, 90, 105)),
    "SC04": (("research-center", "neuroscience", "time-travel"), (65, 85, 105)),
    "SC05": (("industrial-complex", "underground-city", "underwater-city", "secret-society"), (75, 95, 120)),
    "SC06": (("financial-center", "propaganda-center", "national-monument"), (60, 85, 105)),
}
"""The scenarios once more, as the rulebook has them: required designs; bronze, silver and gold."""
DECK = tuple(CARDS)


def opened(scenario: str, **more) -> game.State:
    return game.fold(game.new({"seats": 1, "scenario": scenario}, **more))


def ended(scenario: str, total: int, constructed: list[str], **facts: object) -> game.State:
    """The end of a scenario with a total of `total` points; characters make up the difference."""
    options = {"seats": 1, "side": "B", "scenario": scenario}
    built = {"empire": "aztec-empire", "constructed": constructed} | facts
    gained = {c: game.score(finished(seat(**built, **{c: 1}), options=options))[0] for c in ("generals", "financiers")}
    plain = game.score(finished(seat(**built), options=options))[0]["total"]
    character = next(c for c in gained if gained[c]["total"] == plain + 1)
    state = finished(seat(**built, **{character: total - plain}), options=options)
    assert game.score(state)[0]["total"] == total
    return state


def built(scenario: str, copy: int = 1) -> list[str]:
    """A copy of each required design: this one, or the last there is."""
    return [f"{design}.{min(copy, DESIGNS[design].copies)}" for design in BOOK[scenario][0]]


def check_set_up(scenario):
    required = [f"{design}.1" for design in BOOK[scenario][0]]
    state = opened(scenario, deck=DECK)
    rest = tuple(card for card in DECK if card not in required)
    assert [site.card for site in state.seats[0].construction] == required
    assert all(set(site.filled) == {None} for site in state.seats[0].construction)
    assert [state.seats[0].hand, *state.pools] == [rest[5 * k : 5 * k + 5] for k in range(8)]
    assert state.deck == rest[40:]
    view = game.view(state, None)
    assert (view["mode"], view["scenario"], view["side"]) == ("scenario", scenario, "B")
    assert view["required"] == [{"design": design, "state": "under_construction"} for design in BOOK[scenario][0]]


def check_medals(scenario):
    bronze, silver, gold = BOOK[scenario][1]
    cases = {bronze - 1: "none", bronze: "bronze", silver - 1: "bronze", silver: "silver", gold - 1: "silver"}
    for total, medal in (cases | {gold: "gold", gold + 60: "gold"}).items():
        scored = game.score_event(ended(scenario, total, built(scenario)))
        assert (scored.medal, scored.rank) == (medal, None), total
        assert game.score_event(ended(scenario, total, built(scenario, copy=7))).medal == medal
    for missing in built(scenario):
        rest = [card for card in built(scenario) if card != missing]
        for total in (bronze, gold + 60):
            assert game.score_event(ended(scenario, total, rest)).medal == "lost"


def test_r70_sc01_to_the_center_of_the_earth():
    check_set_up("SC01")
    check_medals("SC01")


def test_r71_sc02_a_better_world():
    check_set_up("SC02")
    check_medals("SC02")


def test_r72_sc03_they_are_among_us():
    check_set_up("SC03")
    check_medals("SC03")


def test_r73_sc04_back_to_the_future():
    check_set_up("SC04")
    check_medals("SC04")


def test_r74_sc05_the_end_of_times():
    check_set_up("SC05")
    check_medals("SC05")


def test_r75_sc06_money_has_no_smell():
    check_set_up("SC06")
    check_medals("SC06")


def test_there_are_six_scenarios():
    assert [*SCENARIOS] == [*BOOK]
    assert {name: (s.required, (s.bronze, s.silver, s.gold)) for name, s in SCENARIOS.items()} == BOOK


@pytest.mark.parametrize("at", [0, 39, 40, 149])
def test_r60_r73_required_cards_are_taken_out_wherever_they_stand(at):
    required = ("research-center.1", "neuroscience.1", "time-travel.1")
    rest = [card for card in DECK if card not in required]
    deck = (*rest[:at], *required, *rest[at:])
    state = opened("SC04", deck=deck)
    assert (state.seats[0].hand, state.deck) == (tuple(rest[:5]), tuple(rest[40:]))


def test_r73_a_required_card_is_completed_like_any_other():
    state = alone(2, "science", scenario="SC04", cubes=1, construction=[one_left("neuroscience.1", "science")])
    assert progress(state) == ["missing", "under_construction", "missing"]
    state = after(state, Place(0, "science", "neuroscience.1"))
    assert progress(state) == ["missing", "constructed", "missing"]


def progress(state):
    return [required["state"] for required in game.view(state, 0)["required"]]


def test_r73_a_required_card_may_be_discarded_and_then_another_copy_counts():
    state = after(opened("SC04", deck=["research-center.2"]), Discard(0, "research-center.1"))
    assert progress(state) == ["missing", "under_construction", "under_construction"]
    assert state.discard == ("research-center.1",)
    state = after(state, Slate(0, "research-center.2"))
    assert progress(state) == ["under_construction"] * 3
    other = ["research-center.2", "neuroscience.1", "time-travel.1"]
    assert game.score_event(ended("SC04", 65, other)).medal == "bronze"


def test_r73_a_required_card_under_construction_is_not_enough():
    sites = [one_left("time-travel.1", CARDS["time-travel.1"].spaces[0])]
    state = ended("SC04", 200, ["research-center.1", "neuroscience.1"], construction=sites)
    assert game.score_event(state).medal == "lost"
    assert game.view(state, None)["required"][2]["state"] == "under_construction"


def test_the_view_of_a_finished_scenario_shows_the_medal():
    state = ended("SC06", 85, built("SC06"))
    result = game.view(game.fold([game.score_event(state)], state), None)["result"]
    assert (result["medal"], result["rank"], result["ranking"]) == ("silver", None, [[0]])


@pytest.mark.parametrize(
    "options",
    [
        {"seats": 2, "scenario": "SC01"},
        {"seats": 5, "scenario": "SC06", "side": "B"},
        {"seats": 1, "scenario": "SC01", "side": "A"},
        {"seats": 1, "scenario": "SC07"},
        {"seats": 1, "scenario": "sc01"},
        {"seats": 1, "scenario": ""},
    ],
    ids=str,
)
def test_r70_scenarios_are_the_six_with_one_seat_on_side_b(options):
    assert refused(game.new, options) == "invalid_options"


def test_r61_r70_a_scenario_follows_the_solo_rules():
    """R63: two sequences a planning, and being ready only with an empty hand."""
    state = opened("SC01")
    assert (state.phase, state.sequence, len(state.pools), len(state.deck)) == ("planning", 1, 7, 150 - 4 - 40)
    assert refusal(state, Ready(0)) == "cards_left"
