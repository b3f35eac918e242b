"""The catalogue, the strategies, the documentation and the health of the service."""

import pytest

from bots import STRATEGIES
from game.events import EVENTS, SECRET
from game.model import CUBES_PER_KRYSTALLIUM
from game.rulesets import RULESETS
from tests.service.client import assert_problem


def test_the_catalogue_holds_every_card_and_empire(http):
    catalogue = http.get("/v1/catalogue").json
    assert sum(design["copies"] for design in catalogue["developments"]) == 150
    assert len(catalogue["empires"]) == 5
    assert catalogue["rulesets"] == [*RULESETS]
    assert catalogue["constants"]["cubes_per_krystallium"] == CUBES_PER_KRYSTALLIUM
    rulings = {each["ruleset"]: each["solo_supremacy"] for each in catalogue["rulings"]}
    assert rulings == {name: ruleset.solo_supremacy for name, ruleset in RULESETS.items()}


def test_the_catalogue_declares_every_event_as_the_rules_do(http):
    declared = {each.pop("event"): each for each in http.get("/v1/catalogue").json["events"]}
    assert list(declared) == sorted(EVENTS)
    secret = {name for name, each in declared.items() if {*each["public"]} != {*EVENTS[name].keys.values()}}
    assert secret == SECRET
    assert declared["card_kept"] == {
        "kind": "move",
        "public": ["discarded"],
        "own_seat": ["card"],
        "ends_undo": False,
        "caused_by": "keep",
        "news": "plain",
    }
    assert declared["picks_revealed"]["ends_undo"]


@pytest.mark.parametrize(
    ("accepted", "expected"),
    [
        (None, "en"),
        ("de", "de"),
        ("fr-CA, en;q=0.5", "fr"),
        ("xx, it;q=0.1", "it"),
        ("xx", "en"),
        ("*", "en"),
        ("ru;q=0, es;q=0.1", "es"),
        ("en;q=nonsense, ;;,", "en"),
    ],
)
def test_names_come_in_the_preferred_language(accepted: str | None, expected: str, http):
    answer = http.get("/v1/catalogue", headers={} if accepted is None else {"Accept-Language": accepted})
    assert answer.headers["Content-Language"] == expected
    assert answer.headers["Vary"] == "Accept-Language, Accept-Encoding, Origin"


def test_each_language_names_the_cards_differently(http):
    answers = [http.get("/v1/catalogue", headers={"Accept-Language": name}) for name in ("en", "fr", "es", "de", "it")]
    assert len({answer.json["developments"][0]["name"] for answer in answers}) > 1
    assert len({answer.headers["ETag"] for answer in answers}) == 5


def test_the_bots_are_listed_with_descriptions_the_strongest_first(http):
    bots = http.get("/v1/bots").json
    assert [bot["name"] for bot in bots] == sorted(STRATEGIES, key=lambda name: -STRATEGIES[name].rating)
    assert {"greedy", "random"} <= {bot["name"] for bot in bots}
    assert all(bot["description"] for bot in bots)


def test_the_service_is_alive_and_ready(http):
    assert http.get("/healthz").json["status"] == "alive"
    assert http.get("/readyz").json == {"status": "ready", "store": "ready", "jobs": "ready", "detail": None}


@pytest.mark.parametrize("name", ["nothing.js", "../__init__.py", "%2e%2e/__init__.py", "..%2f__init__.py"])
def test_the_documentation_gives_no_other_files(name: str, http):
    assert_problem(http.get(f"/docs/{name}"), 404, "not_found")


def test_every_answer_forbids_content_sniffing(http):
    for path in ("/v1/bots", "/v1/nothing", "/docs"):
        assert http.get(path).headers["X-Content-Type-Options"] == "nosniff"
