"""Requests that are as large as a body may be: refused with a few faults, whatever they hold."""

from typing import Any

import pytest

from game.options import check_options
from game.refused import Refused
from game.shapes import MAX_FAULTS
from service.api.bodies import MAX_VALUES
from service.api.schemas.requests import MAX_VIEW_VALUES
from service.games.intentions import MAX_BATCH_INTENTIONS
from tests.service.client import Caller, Service, assert_problem

MANY = MAX_VALUES - 50
UNKNOWN = dict.fromkeys((f"k{number}" for number in range(MANY)), 0)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "body", "code"),
    [
        ("/v1/games", UNKNOWN, "invalid_body"),
        ("/v1/games", {"seats": 2, "bots": [1] * MANY}, "invalid_body"),
        ("/v1/players", UNKNOWN, "invalid_body"),
        ("/v1/bots/greedy/decisions", UNKNOWN, "invalid_body"),
        ("/v1/bots/greedy/decisions", {"view": UNKNOWN}, "invalid_view"),
        ("{game}/seats", UNKNOWN, "invalid_body"),
        ("{finished}/forks", {"version": 1, "bots": [1] * MANY}, "invalid_body"),
        ("{finished}/forks", {"version": 1, "bots": ["x"] * MANY}, "invalid_body"),
    ],
    ids=["game", "bots", "player", "decision", "view", "seat", "numbers", "words"],
)
def test_a_body_with_very_many_faults_is_refused_with_a_few(
    service: Service, ada: Caller, finished: tuple[str, Any], path: str, body: Any, code: str
):
    path = path.format(game=service.open_game(ada), finished=finished[0])
    problem = assert_problem(ada.post(path, body), 422, code)
    assert len(problem["errors"]) <= MAX_FAULTS


def test_a_body_with_more_values_than_can_be_read_at_once_is_refused(ada: Caller):
    most = "[" + ",".join(["1e3"] * MAX_VALUES) + "]"
    assert_problem(ada.send("/v1/games", f'{{"bots": {most}}}'), 422, "invalid_body")
    problem = assert_problem(ada.send("/v1/games", f'{{"bots": {most[:-1]},1]}}'), 400, "invalid_json")
    assert problem["detail"] == "the body has more than 1000 values"
    assert_problem(ada.send("/v1/bots/greedy/decisions", f'{{"view": {most}}}'), 422, "invalid_view")
    larger = "[" + ",".join(["1e3"] * MAX_VIEW_VALUES) + ",1]"
    assert_problem(ada.send("/v1/bots/greedy/decisions", f'{{"view": {larger}}}'), 400, "invalid_json")


def test_an_intention_with_very_many_fields_is_refused_with_a_few_faults(service: Service):
    game, (ada, _) = service.start_game(2)
    many = dict([*UNKNOWN.items()][: MAX_VALUES - 10])
    problem = assert_problem(ada.post(f"{game}/intentions", {"type": "ready"} | many), 422, "invalid_intention")
    assert len(problem["errors"]) == MAX_FAULTS


def test_a_batch_with_more_values_than_intentions_have_is_refused_before_it_is_read(service: Service):
    game, (ada, _) = service.start_game(2)
    largest = [{"type": "place", "item": "general", "onto": "empire", "as": "gold"}] * MAX_BATCH_INTENTIONS
    assert_problem(ada.post(f"{game}/intentions", largest), 409, "wrong_phase")
    problem = assert_problem(ada.post(f"{game}/intentions", largest * 4), 400, "invalid_json")
    assert problem["detail"] == "the body has more than 1000 values"


def test_faults_come_in_the_order_of_the_body():
    with pytest.raises(Refused) as refused:
        check_options({"zebra": 1, "seats": 2, "apple": 2, "mango": 3})
    assert [pointer for pointer, _ in refused.value.faults] == ["/zebra", "/apple", "/mango"]


def test_a_view_that_does_not_fit_names_the_place(ada: Caller):
    problem = ada.post("/v1/bots/greedy/decisions", {"view": {"status": "playing", "phase": 7}}).json
    assert [error["pointer"] for error in problem["errors"]] == ["/view/phase"]


# Preconditions on GET


@pytest.mark.parametrize("path", ["/v1/catalogue", "{game}", "{game}/legal", "{game}/replay", "/docs/swagger-ui.css"])
def test_if_match_with_a_star_matches_what_exists(service: Service, path: str):
    game, (ada, _) = service.start_game(2)
    with ada.get(path.format(game=game), {"If-Match": "*"}) as answer:
        assert (answer.status_code, bool(answer.data)) == (200, True)


@pytest.mark.parametrize("path", ["/v1/catalogue", "{game}", "{game}/replay", "/docs/swagger-ui.css"])
def test_a_failing_if_match_on_get_is_a_problem_without_the_body(service: Service, path: str):
    game, (ada, _) = service.start_game(2)
    assert_problem(ada.get(path.format(game=game), {"If-Match": '"another"'}), 412, "stale_version")
