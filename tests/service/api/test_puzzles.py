"""Puzzles over HTTP: found by theme and rating, tried once, and the solution told afterwards."""

import pytest

from service.puzzles.store import Puzzle, Puzzles
from tests.service.client import Caller, Json, Service, assert_problem
from tests.service.puzzles.made import puzzle_of

NEWCOMER = {"points": 1000, "tries": 0, "sigma": pytest.approx(25 / 3, abs=0.001)}


@pytest.fixture(scope="module")
def kept(service: Service) -> dict[str, Puzzle]:
    """All puzzles by id: two picks, and a plan."""
    for name in [*service.parts.redis.scan_iter(match=f"{service.parts.keys.lobby('puzzles')}*")]:
        service.parts.redis.delete(name)  # those of other tests
    puzzles = Puzzles(service.parts.redis, service.parts.keys)
    made = [puzzle_of("one"), puzzle_of("two"), puzzle_of("one", "planning", ("build", "last_round"))]
    assert all(map(puzzles.keep, made))
    return {puzzles.id_of(each.game, each.facts.phase): each for each in made}


def solution(puzzle: Puzzle) -> Json:
    return {"intention": puzzle.choices[0]["intention"]}


def mistake(puzzle: Puzzle) -> Json:
    return {"intention": puzzle.choices[-1]["intention"]}


def test_puzzles_are_listed_by_theme_page_by_page(service: Service, ada: Caller, kept: dict[str, Puzzle]):
    listed = ada.get("/v1/puzzles").json
    assert {each["id"] for each in listed} == {*kept}
    assert all(each["solved"] is None for each in listed)
    assert [each["themes"] for each in ada.get("/v1/puzzles?theme=last_round").json] == [["build", "last_round"]]
    first = ada.get("/v1/puzzles?limit=2")
    second = ada.get(first.headers["Link"].partition("<")[2].partition(">")[0])
    assert [each["id"] for each in (*first.json, *second.json)] == [each["id"] for each in listed]
    assert "Link" not in second.headers
    assert ada.get("/v1/puzzles?at_least=5000").json == []
    assert_problem(ada.get("/v1/puzzles?theme=fun"), 422, "invalid_query")


def test_a_puzzle_shows_the_position_and_not_the_solution(ada: Caller, kept: dict[str, Puzzle]):
    for id, puzzle in kept.items():
        found = ada.get(f"/v1/puzzles/{id}").json
        assert (found["view"], found["legal"]) == (puzzle.view, puzzle.legal)
        assert found["solved"] is None
        assert found.keys().isdisjoint({"game", "version", "choices", "solution"})
    assert_problem(ada.get("/v1/puzzles/0123456789abp"), 404, "no_such_puzzle")


def test_the_best_move_is_right_and_both_ratings_move(service: Service, kept: dict[str, Puzzle]):
    ada, (id, puzzle) = service.new_player("Ada"), next(iter(kept.items()))
    before = ada.get(f"/v1/puzzles/{id}").json["rating"]
    answer = ada.post(f"/v1/puzzles/{id}/tries", solution(puzzle)).json
    assert (answer["right"], answer["lost"], answer["counted"]) == (True, 0, True)
    assert answer["rating"]["points"] > 1000
    assert answer["puzzle_rating"]["points"] < before["points"]
    assert answer["puzzle_rating"]["tries"] == before["tries"] + 1
    assert (answer["game"], answer["version"], answer["seat"]) == (puzzle.game, puzzle.version, puzzle.seat)
    assert answer["solution"]["alternatives"] == puzzle.choices
    assert answer["solution"]["explanation"][0].startswith("master would pick ")
    assert answer["solution"]["explanation"][-1].endswith(" points less.")
    assert ada.get(f"/v1/puzzles/{id}").json["solved"] is True


def test_another_copy_of_the_best_card_is_as_right(service: Service, kept: dict[str, Puzzle]):
    for id, puzzle in kept.items():
        best = puzzle.choices[0]["intention"]
        design = best.get("card", "").partition(".")[0]
        others = [
            {**best, "card": each["card"]} for each in puzzle.legal if each.get("card", "").startswith(f"{design}.")
        ]
        for copy in [each for each in others if each in puzzle.legal]:
            answer = service.new_player("Ben").post(f"/v1/puzzles/{id}/tries", {"intention": copy})
            assert answer.json["right"]


def test_only_the_first_try_counts_whatever_process_gets_it(service: Service, kept: dict[str, Puzzle]):
    ada, (id, puzzle) = service.new_player("Ada"), next(iter(kept.items()))
    other = service.another_process()
    there = ada.through(other)
    first = ada.post(f"/v1/puzzles/{id}/tries", mistake(puzzle)).json
    assert (first["right"], first["counted"]) == (False, True)
    assert first["lost"] == pytest.approx(3 * (len(puzzle.choices) - 1))
    assert first["rating"]["points"] < 1000
    again = there.post(f"/v1/puzzles/{id}/tries", solution(puzzle)).json
    assert (again["right"], again["counted"], again["rating"]) == (True, False, first["rating"])
    assert there.get(f"/v1/puzzles/{id}").json["solved"] is False


def test_next_gives_each_puzzle_once(service: Service, kept: dict[str, Puzzle]):
    ada, seen = service.new_player("Ada"), []
    while (answer := ada.get("/v1/puzzles/next")).status_code == 200:
        seen.append(answer.json["id"])
        ada.post(f"/v1/puzzles/{seen[-1]}/tries", solution(kept[seen[-1]]))
    assert sorted(seen) == sorted(kept)
    assert_problem(answer, 404, "no_puzzle_left")
    assert_problem(ada.get("/v1/puzzles/next?theme=wait"), 404, "no_puzzle_left")


def test_what_the_position_does_not_allow_is_refused_and_does_not_count(service: Service, kept: dict[str, Puzzle]):
    ada, id = service.new_player("Ada"), next(iter(kept))
    for wrong in ({"type": "ready"}, {"type": "draft", "card": "zeppelin.99"}, {"type": "fly"}, 5, {}):
        problem = assert_problem(ada.post(f"/v1/puzzles/{id}/tries", {"intention": wrong}), 422, "invalid_intention")
        assert all(each["pointer"].startswith("/intention") for each in problem["errors"])
    for body, detail in (({}, "is missing"), ({"intention": None}, "must be an object")):
        problem = assert_problem(ada.post(f"/v1/puzzles/{id}/tries", body), 422, "invalid_body")
        assert problem["errors"] == [{"pointer": "/intention", "detail": detail}]
    assert_problem(ada.post("/v1/puzzles/0123456789abp/tries", {"intention": {"type": "ready"}}), 404, "no_such_puzzle")
    assert ada.get(f"/v1/puzzles/{id}").json["solved"] is None


def test_a_token_that_may_only_read_tries_nothing(service: Service, kept: dict[str, Puzzle]):
    ada, (id, puzzle) = service.new_player("Ada"), next(iter(kept.items()))
    token = ada.post("/v1/tokens", {"name": "reader", "scopes": ["read"]}).json["token"]
    reader = Caller(service.app, ada.id, token)
    assert reader.get("/v1/puzzles/next").status_code == 200
    assert_problem(reader.post(f"/v1/puzzles/{id}/tries", solution(puzzle)), 403, "scope_missing")


def test_a_deleted_account_leaves_no_tries_and_no_rating(service: Service, kept: dict[str, Puzzle]):
    ada, (id, puzzle) = service.new_player("Ada"), next(iter(kept.items()))
    ada.post(f"/v1/puzzles/{id}/tries", solution(puzzle))
    puzzles = Puzzles(service.parts.redis, service.parts.keys)
    exported = [each for each in ada.get("/v1/players/me/export").text.splitlines() if "puzzle_try" in each]
    assert len(exported) == 1
    assert id in exported[0]
    assert puzzles.rating_of(ada.id).games == 1
    assert ada.ask("DELETE", "/v1/players/me").status_code == 204
    assert [*puzzles.all_tries(ada.id)] == []
    assert puzzles.rating_of(ada.id).games == 0


def test_the_explanation_is_in_the_language_that_is_asked_for(service: Service, kept: dict[str, Puzzle]):
    ada, (id, puzzle) = service.new_player("Ada"), next(iter(kept.items()))
    french = ada.post(f"/v1/puzzles/{id}/tries", solution(puzzle), {"Accept-Language": "fr"})
    assert french.headers["Content-Language"] == "fr"
    assert not french.json["solution"]["explanation"][0].startswith("master would")
