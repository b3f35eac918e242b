"""Decisions for tables elsewhere: you send a view and get an intention with alternatives; no game changes."""

import gc
import json
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from rq import SimpleWorker
from werkzeug.test import TestResponse

import game as rules
from bots import STRATEGIES, Budget, Weighed
from bots.master import library
from service.jobs.decisions import ROOM
from service.jobs.lanes import Room
from service.jobs.queues import Queues
from tests.game.play import Play, walk
from tests.service.api.test_languages import NAMES_ALONE
from tests.service.client import Caller, Json, Service, assert_problem

PLAYS = [Play(1, 2), Play(2, 4, "B"), Play(3, 1, "B"), Play(4, 1, "B", scenario="SC02")]


@pytest.fixture(autouse=True)
def without_garbage_collection() -> Iterator[None]:
    """A collection in this large process can take longer than a decision may take."""
    gc.disable()
    yield
    gc.enable()


def views(play: Play, step: int) -> list[Json]:
    """Views of seats that are waited for, over a whole game."""
    found = []
    for turn in walk(play).turns[::step]:
        seat = rules.waiting_on(turn.before)[0]
        found.append(json.loads(json.dumps(rules.view(turn.before, seat))))
    return found


def ask_for_decision(caller: Caller, name: str, view: Any, **more: Any) -> TestResponse:
    return caller.post(f"/v1/bots/{name}/decisions", {"view": view} | more)


@pytest.fixture
def run_worker(service: Service) -> Iterator[Callable[[], object]]:
    """A function that makes all decisions that wait, as the worker for decisions does."""
    queues = Queues(service.parts.settings)
    worker = SimpleWorker([queues.lanes[lane] for lane in ("decisions", "long_decisions")], connection=queues.redis)
    yield lambda: worker.work(burst=True, logging_level="WARNING")
    for lane in ("decisions", "long_decisions"):
        queues.lanes[lane].delete(delete_jobs=True)
    queues.redis.close()


def get_decision(caller: Caller, run_worker: Callable[[], object], name: str, view: Any, **more: Any) -> Json:
    """The decision, answered at once or made by the worker and fetched."""
    answer = ask_for_decision(caller, name, view, **more)
    if answer.status_code == 200:
        return answer.json
    assert answer.status_code == 202, answer.text
    run_worker()
    fetched = caller.get(answer.headers["Location"]).json
    assert fetched["status"] == "done"
    return fetched["decision"]


@pytest.mark.usual("seats=2", "SC02")
@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.slow) if STRATEGIES[n].nodes else n for n in STRATEGIES]
)
@pytest.mark.parametrize("play", PLAYS, ids=str)
@pytest.mark.slow
def test_a_decision_is_a_legal_intention_with_its_alternatives_best_first(
    ada: Caller, run_worker: Callable[[], object], name: str, play: Play
):
    for view in views(play, 97 if STRATEGIES[name].nodes else 23):
        decision = get_decision(ada, run_worker, name, view, seed="luck")
        state = rules.imagine(view, Random(1))
        legal = [rules.body(intention) for intention in rules.legal(state, view["seat"])]
        assert decision["intention"] in legal
        assert decision["alternatives"][0]["intention"] == decision["intention"]
        assert all(each["intention"] in legal for each in decision["alternatives"])
        values = [each["value"] for each in decision["alternatives"]]
        assert values == sorted(values, reverse=True)
        assert (decision["strategy"], decision["seed"]) == (name, "luck")
        assert decision["seconds"] >= 0
        assert decision["score"] == view["seats"][view["seat"]]["score"]["total"]
        assert all(sentence.endswith(".") for sentence in decision["explanation"])
        again = get_decision(ada, run_worker, name, view, seed="luck")
        assert again["alternatives"] == decision["alternatives"]


@pytest.mark.parametrize(
    ("name", "budget", "status"),
    [
        ("random", {}, 200),
        ("greedy", {}, 200),
        ("planner", {}, 200),
        ("planner", {"nodes": 10_000}, 200),
        ("search", {"nodes": 20}, 200),
        ("search", {}, 202),
        ("search", {"nodes": 400}, 202),
        ("search", {"seconds": 0.1}, 202),
    ],
)
def test_only_a_decision_that_is_likely_to_fit_into_a_request_is_answered_at_once(
    ada: Caller,
    run_worker: Callable[[], object],
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    budget: Json,
    status: int,
):
    # What is likely counts here, and a busy machine takes longer.
    monkeypatch.setattr("service.jobs.decisions.cpu_limit", lambda seconds: nullcontext())
    assert ask_for_decision(ada, name, VIEW, budget=budget).status_code == status


@pytest.mark.slow
def test_a_decision_that_takes_longer_than_expected_goes_to_a_worker(
    ada: Caller, run_worker: Callable[[], object], monkeypatch: pytest.MonkeyPatch
):
    greedy, ended = STRATEGIES["greedy"], list[Budget]()

    def weigh_slowly(view: Json, rng: Random, budget: Budget) -> list[Weighed]:
        busy_until = time.process_time() + 0.5
        while time.process_time() < busy_until:
            pass
        ended.append(budget)
        return greedy.weigh(view, rng, budget)

    monkeypatch.setitem(STRATEGIES, "greedy", replace(greedy, weigh=weigh_slowly))
    answer = ask_for_decision(ada, "greedy", VIEW)
    assert answer.status_code == 202
    assert not ended, "the web process has given it up"
    run_worker()
    assert len(ended) == 1
    assert ada.get(answer.headers["Location"]).json["status"] == "done"


def test_a_view_of_the_service_is_accepted_and_its_game_does_not_change(service: Service):
    game, (ada, _) = service.start_game(2)
    before = service.version(game)
    decision = ask_for_decision(service.new_player("Eve"), "greedy", ada.get(game).json).json
    assert decision["intention"] in ada.get(f"{game}/legal").json
    assert service.version(game) == before


def test_the_same_seed_gives_the_same_and_another_may_give_another(ada: Caller):
    view = views(PLAYS[0], 23)[0]
    intentions = {json.dumps(ask_for_decision(ada, "random", view, seed=seed).json["intention"]) for seed in range(12)}
    assert len(intentions) > 1
    assert (
        ask_for_decision(ada, "random", view, seed=5).json["intention"]
        == ask_for_decision(ada, "random", view, seed="5").json["intention"]
    )


# Why


def test_a_decision_says_what_each_plan_would_build_and_what_the_score_is_now(ada: Caller):
    decision = ask_for_decision(ada, "planner", BUILT).json
    seat = BUILT["seats"][BUILT["seat"]]
    assert decision["score"] == seat["score"]["total"]
    assert decision["estimate"] in ("compared", "final_score")
    own = {*BUILT["hand"], *seat["drafted"], *[site["card"] for site in seat["construction"]]}
    plans = [each["plan"] for each in decision["alternatives"]]
    assert plans
    assert all({*plan["construct"], *plan["keep"], *plan["recycle"]} <= own for plan in plans)
    assert decision["fallback"] is None


@pytest.mark.slow
def test_master_says_by_how_much_a_pick_leads_and_alone_what_it_expects(ada: Caller, run_worker):
    draft = next(view for view in views(PLAYS[0], 3) if view["phase"] == "draft")
    alone = next(view for view in views(PLAYS[2], 5) if view["hand"])
    for view, estimate in ((draft, "lead"), (alone, "final_score")):
        decision = get_decision(ada, run_worker, "master", view, budget={"nodes": 8})
        assert (decision["fallback"], decision["estimate"]) == (None, estimate)


@pytest.mark.slow
def test_master_says_in_a_word_that_search_plays_instead_and_why(ada: Caller, run_worker, monkeypatch, tmp_path):
    monkeypatch.setattr(library, "files", lambda package: tmp_path)
    library._nets.cache_clear()
    try:
        decision = get_decision(ada, run_worker, "master", VIEW, budget={"nodes": 8})
    finally:
        library._nets.cache_clear()
    assert decision["fallback"] == {"strategy": "search", "reason": "untrained"}
    assert decision["explanation"][0] == "master plays as search here: it has not learned this kind of game."


@pytest.mark.parametrize(
    ("name", "budget"), [("greedy", {}), pytest.param("search", {"nodes": 400}, marks=pytest.mark.slow)]
)
def test_the_explanation_is_in_the_language_of_the_request(ada: Caller, run_worker, name: str, budget: Json):
    answer = ask_for_decision(ada, name, VIEW, budget=budget)
    if answer.status_code == 202:
        run_worker()
    told = {}
    for language in ("fr-CA", NAMES_ALONE, "es"):
        headers = {"Accept-Language": language}
        if answer.status_code == 202:
            again = ada.get(answer.headers["Location"], headers)
            decision = again.json["decision"]
        else:
            again = ada.post(f"/v1/bots/{name}/decisions", {"view": VIEW, "budget": budget}, headers)
            decision = again.json
        told[language] = again.headers["Content-Language"], decision["explanation"][0].split()[:2]
        assert "Accept-Language" in again.headers["Vary"]
    assert told == {
        "fr-CA": ("fr", [name, "choisit"]),
        NAMES_ALONE: ("en", [name, "would"]),
        "es": ("es", [name, "elige:"]),
    }


def with_values(view: Json, **changes: Any) -> Json:
    return json.loads(json.dumps(view)) | changes


def with_seat_values(view: Json, seat: int = 0, **changes: Any) -> Json:
    other = json.loads(json.dumps(view))
    other["seats"][seat] |= changes
    return other


VIEW = views(PLAYS[0], 5)[2]
BUILT = next(v for v in reversed(views(PLAYS[0], 23)) if v["seats"][0]["constructed"])
WRONG = {
    "a card twice": with_values(VIEW, discard=[*VIEW["discard"], VIEW["hand"][0]]),
    "a card twice in hand": with_values(VIEW, hand=[*VIEW["hand"][:-1], VIEW["hand"][0]]),
    "an unknown design": with_values(VIEW, hand=["death-star.1", *VIEW["hand"][1:]]),
    "an unknown copy": with_values(VIEW, hand=["zeppelin.99", *VIEW["hand"][1:]]),
    "production out of range": with_seat_values(BUILT, production=BUILT["seats"][0]["production"] | {"gold": 99}),
    "a score that is not earned": with_seat_values(BUILT, score=BUILT["seats"][0]["score"] | {"total": 999}),
    "too many cards in the deck": with_values(VIEW, deck_size=150),
    "too few cards in the deck": with_values(VIEW, deck_size=3),
    "a huge number": with_values(VIEW, deck_size=10**30),
    "a negative number": with_values(VIEW, deck_size=-1),
    "a fraction": with_values(VIEW, round=1.5),
    "a huge heap of cubes": with_seat_values(VIEW, empire_cubes={"gold": 9_000}),
    "an unknown resource": with_seat_values(VIEW, empire_cubes={"mithril": 1}),
    "an unknown empire": with_seat_values(VIEW, empire="atlantis"),
    "a round that is not": with_values(VIEW, round=7),
    "a phase that is not": with_values(VIEW, phase="lunch"),
    "a seat that is not": with_values(VIEW, seat=4),
    "no seat": with_values(VIEW, seat=None),
    "no hand": {key: value for key, value in VIEW.items() if key != "hand"},
    "seats that are none": with_values(VIEW, seats=[1, 2]),
    "no seats": with_values(VIEW, seats=[]),
    "many seats": with_values(VIEW, seats=VIEW["seats"] * 20),
    "text for a list": with_values(VIEW, hand="zeppelin.1"),
    "nothing": {},
}


@pytest.mark.parametrize("what", WRONG)
def test_an_impossible_view_is_refused(ada: Caller, what: str):
    answer = ask_for_decision(ada, "greedy", WRONG[what])
    assert answer.status_code in (409, 422), answer.text
    problem = assert_problem(answer, answer.status_code, answer.json["code"])
    assert problem["code"] in ("invalid_view", "not_playing", "nothing_to_decide")
    assert len(problem["detail"]) < 200


def nested_body(view: Json, field: str, depth: int) -> str:
    """The body with lists in lists as the value of a field, as text: `json` itself does not write them so deep."""
    return json.dumps({"view": view | {field: "HERE"}}).replace('"HERE"', "[" * depth + "1" + "]" * depth)


@pytest.mark.parametrize("field", ["more", "name", "result"])
@pytest.mark.parametrize("depth", [300, 500, 900, 2000, 100_000])
@pytest.mark.parametrize("name", ["greedy", "search"])
def test_deep_nesting_in_a_view_is_no_internal_error(ada: Caller, run_worker, name: str, depth: int, field: str):
    expected = (200, 202, 400) if field == "more" else (400, 422)
    assert ada.send(f"/v1/bots/{name}/decisions", nested_body(VIEW, field, depth)).status_code in expected


def test_unknown_fields_of_a_view_do_not_reach_the_worker(ada: Caller, monkeypatch: pytest.MonkeyPatch):
    asked = []
    monkeypatch.setattr("service.jobs.decisions.Decisions.enqueue", lambda *args: asked.append(args[3]) or "0" * 24)
    more = with_seat_values(with_values(VIEW, more={"deep": [1]}), more=1)
    assert ask_for_decision(ada, "search", more, budget={"seconds": 1}).status_code == 202
    assert asked == [VIEW]


def test_a_strategy_that_fails_is_a_problem_and_logged(
    ada: Caller, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    def fail(*args: Any) -> None:
        raise KeyError("secret")

    monkeypatch.setattr("service.api.resources.decisions.decide_at_once", fail)
    problem = assert_problem(ask_for_decision(ada, "greedy", VIEW), 422, "invalid_view")
    assert "secret" not in json.dumps(problem)
    assert "secret" in caplog.text


def test_a_view_of_a_finished_game_or_out_of_turn_is_refused(service: Service, finished: Any, ada: Caller):
    game, (winner, _) = finished
    assert_problem(ask_for_decision(ada, "greedy", winner.get(game).json), 409, "not_playing")
    running, (first, _) = service.start_game(2)
    first.post(f"{running}/intentions", first.get(f"{running}/legal").json[0])
    assert_problem(ask_for_decision(ada, "greedy", first.get(running).json), 409, "nothing_to_decide")
    assert_problem(ask_for_decision(ada, "greedy", ada.get(running).json), 422, "invalid_view")
    assert_problem(ask_for_decision(ada, "greedy", ada.get(service.open_game(ada)).json), 409, "not_playing")


@pytest.mark.parametrize(
    ("more", "status", "code"),
    [
        ({"budget": {"seconds": 3600}}, 422, "budget_too_large"),
        ({"budget": {"seconds": 0}}, 422, "invalid_body"),
        ({"budget": {"seconds": "1"}, "seed": None}, 422, "invalid_body"),
        ({"budget": {"nodes": 0}}, 422, "invalid_body"),
        ({"budget": {"nodes": 10**9}}, 422, "invalid_body"),
        ({"budget": {"hours": 1}}, 422, "invalid_body"),
        ({"budget": 5}, 422, "invalid_body"),
        ({"seed": "x" * 1_000_000}, 413, "body_too_large"),
        ({"seed": "x" * 65}, 422, "invalid_body"),
        ({"seed": 10**70}, 422, "invalid_body"),
        ({"seed": [1]}, 422, "invalid_body"),
        ({"seed": True}, 422, "invalid_body"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_budgets_and_seeds_are_bounded(ada: Caller, more: Json, status: int, code: str):
    assert_problem(ask_for_decision(ada, "greedy", VIEW, **more), status, code)


def test_an_unknown_strategy_is_not_found(ada: Caller):
    assert_problem(ask_for_decision(ada, "clever", VIEW), 404, "unknown_strategy")


def test_the_list_of_bots_holds_every_strategy_with_its_time(ada: Caller):
    listed = ada.get("/v1/bots").json
    assert {bot["name"] for bot in listed} == set(STRATEGIES)
    assert [bot["rating"] for bot in listed] == sorted([bot["rating"] for bot in listed], reverse=True)
    assert all(bot["description"] and bot["seconds"] > 0 for bot in listed)


# Those that take longer


@pytest.mark.slow
def test_a_long_decision_is_fetched_when_it_is_made(ada: Caller, run_worker):
    answer = ask_for_decision(ada, "search", VIEW, budget={"seconds": 0.4}, seed=3)
    assert answer.status_code == 202, answer.text
    address = answer.headers["Location"]
    assert answer.json == {"id": address.rsplit("/", 1)[1], "status": "pending"}
    pending = ada.get(address)
    assert (pending.json["status"], pending.json["decision"]) == ("pending", None)
    assert pending.headers["Retry-After"] == "1"
    begun = time.monotonic()
    run_worker()
    done = ada.get(address).json
    assert done["status"] == "done"
    assert done["decision"]["intention"]["card"] in VIEW["hand"]
    assert done["decision"]["strategy"] == "search"
    assert done["decision"]["seconds"] <= time.monotonic() - begun


def test_only_the_player_that_asked_can_fetch_a_decision(service: Service, ada: Caller, run_worker):
    address = ask_for_decision(ada, "search", VIEW, budget={"seconds": 0.3}).headers["Location"]
    assert_problem(service.new_player("Eve").get(address), 404, "no_such_decision")
    assert_problem(ada.get("/v1/decisions/nonsense"), 404, "no_such_decision")


@pytest.mark.parametrize(("seconds", "lane"), [(0.5, "decisions"), (1.5, "long_decisions")])
def test_long_decisions_wait_in_a_lane_of_their_own(
    service: Service, ada: Caller, run_worker, seconds: float, lane: str
):
    assert ask_for_decision(ada, "search", VIEW, budget={"seconds": seconds}).status_code == 202
    queues = Queues(service.parts.settings).lanes
    assert {name: queue.count for name, queue in queues.items() if queue.count} == {lane: 1}


def test_when_many_decisions_wait_more_are_refused(
    service: Service, ada: Caller, run_worker, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(ROOM, "decisions", Room(own=2, crowd=2, most=3))
    for caller in (ada, ada, service.new_player("Eve")):
        assert ask_for_decision(caller, "search", VIEW, budget={"seconds": 1}).status_code == 202
    problem = ask_for_decision(service.new_player("Zoe"), "search", VIEW, budget={"seconds": 1})
    assert_problem(problem, 503, "too_busy")
    assert problem.headers["Retry-After"] == "5"


def test_few_accounts_cannot_fill_the_lane_for_the_others(
    service: Service, ada: Caller, run_worker, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(ROOM, "long_decisions", Room(own=2, crowd=4, most=6))
    ben, cy = service.new_player("Ben"), service.new_player("Cy")
    for caller in (ada, ada, ben, ben):
        assert ask_for_decision(caller, "search", VIEW, budget={"seconds": 2}).status_code == 202
    for caller, status in ((ada, 503), (ben, 503), (cy, 202), (cy, 503)):
        assert ask_for_decision(caller, "search", VIEW, budget={"seconds": 2}).status_code == status
