"""Jobs: the bots' turns and the score; and the queue, in which an effect has one live job."""

import json
import signal
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from rq import SimpleWorker
from rq.job import Job, JobStatus

import bots
import game as rules
from projections.effects import Effect, due_effect
from service import jobs
from service.ids import new_id
from service.jobs import bot_turns
from service.jobs.bot_turns import play_bots
from service.jobs.queues import Queues
from service.jobs.scores import score_game
from service.jobs.time_limit import TimeLimitExceeded, time_limit
from service.settings import Settings
from tests.service.client import Caller, Service, id_of

GAME = new_id()
Decide = Callable[[dict[str, Any], Any, bots.Budget], rules.Intention]


@pytest.fixture
def table(service: Service, ada: Caller) -> tuple[str, str]:
    """A game of Ada and three bots that have not yet played: its address and its id."""
    game = service.opened(ada, seats=4, bots=["random", "greedy", "random"])
    assert ada.post(f"{game}/start").status_code == 200
    return game, id_of(game)


@pytest.fixture
def strategy(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, Decide], None]:
    """Have a strategy of a name decide otherwise."""
    others: dict[str, Decide] = {}

    def find(name: str) -> bots.Strategy:
        found = bots.strategy(name)
        return replace(found, decide=others[name]) if name in others else found

    monkeypatch.setattr(bot_turns, "strategy", find)
    return others.__setitem__


# What the jobs do


def test_one_job_plays_all_that_bots_have_to_do_before_the_human(service: Service, ada: Caller, table):
    game, id = table
    play_bots(service.parts, id)
    assert ada.get(game).json["waiting_on"] == [0]
    played = service.parts.log.read(id)[-3:]
    assert [(entry.name, entry.seat, entry.actor) for entry in played] == [
        ("card_drafted", 1, "bot:random"),
        ("card_drafted", 2, "bot:greedy"),
        ("card_drafted", 3, "bot:random"),
    ]
    assert [bool(entry.hash) for entry in played] == [False, False, True], "at once"


def test_a_job_with_nothing_to_do_does_nothing(service: Service, table):
    game, id = table
    play_bots(service.parts, id)
    before = service.version(game)
    play_bots(service.parts, id)
    score_game(service.parts, id)
    assert service.version(game) == before


def test_a_bot_gets_a_copy_of_its_own_view_and_no_more(service: Service, ada: Caller, table, strategy):
    game, id = table
    seen: list[Any] = []

    def look(view: dict[str, Any], rng: Any, budget: bots.Budget) -> rules.Intention:
        seen.append(json.loads(json.dumps(view)))
        view.clear()
        return bots.strategy("random").decide(seen[-1], rng, budget)

    strategy("greedy", look)
    state = service.parts.games.load(id).state
    play_bots(service.parts, id)
    [view] = seen
    assert view["seat"] == 2
    assert view["hand"] == list(state.seats[2].hand)
    assert not any(card in json.dumps(view) for seat in (0, 1, 3) for card in state.seats[seat].hand)
    assert not any(card in json.dumps(view) for card in state.deck)
    assert ada.get(game).json["waiting_on"] == [0]


@pytest.mark.parametrize("fault", ["an error", "nothing", "another seat", "no card of its own"])
def test_the_game_goes_on_whatever_a_strategy_does(
    fault: str, service: Service, table, strategy, caplog: pytest.LogCaptureFixture
):
    _, id = table

    def fail(view: dict[str, Any], rng: Any, budget: bots.Budget) -> Any:
        if fault == "an error":
            raise RecursionError
        if fault == "nothing":
            return None
        seat = 1 if fault == "another seat" else view["seat"]
        card = service.parts.games.load(id).state.seats[1].hand[0]
        return rules.intention(seat, {"type": "draft", "card": card})

    strategy("greedy", fail)
    play_bots(service.parts, id)
    state = service.parts.games.load(id).state
    assert rules.waiting_on(state) == (0,)
    actors = [entry.actor for entry in service.parts.log.read(id)[-3:]]
    assert actors == ["bot:random"] * 3, "the fallback failed, too; who played is told as it was"
    assert [entry.seat for entry in service.parts.log.read(id)[-3:]] == [1, 2, 3]
    assert "strategy greedy failed" in caplog.text


def test_a_strategy_that_is_refused_is_asked_again_with_the_refusal_and_not_for_ever(service: Service, table, strategy):
    _, id = table
    seen: list[Any] = []

    def learn(view: dict[str, Any], rng: Any, budget: bots.Budget) -> rules.Intention:
        seen.append(view.get("refused"))
        card = "nonsense" if len(seen) < 3 else view["hand"][0]
        return rules.intention(view["seat"], {"type": "draft", "card": card})

    strategy("greedy", learn)
    play_bots(service.parts, id)
    assert seen == [None] + [{"code": "card_not_in_hand", "detail": "nonsense is not in your hand"}] * 2
    assert [entry.actor for entry in service.parts.log.read(id)[-3:]] == ["bot:random", "bot:greedy", "bot:random"]


def test_a_strategy_that_never_ends_is_broken_off(service: Service, table, strategy, monkeypatch: pytest.MonkeyPatch):
    _, id = table
    monkeypatch.setattr(bot_turns, "DECISION_LIMIT_SECONDS", 0.05)

    def brood(view: dict[str, Any], rng: Any, budget: bots.Budget) -> rules.Intention:
        while True:
            view["round"] += 1

    strategy("greedy", brood)
    play_bots(service.parts, id)
    assert [entry.actor for entry in service.parts.log.read(id)[-3:]] == ["bot:random"] * 3


def brooding(seconds: float) -> None:
    """Longer than anybody waits, unless broken off."""
    with time_limit(seconds):
        while True:
            pass


def test_a_limit_within_a_limit_leaves_the_outer_one_alone():
    before, _ = signal.getitimer(signal.ITIMER_REAL)  # pytest's own, for the whole test
    with pytest.raises(TimeLimitExceeded):
        brooding(0.05)
    with time_limit(0.2), pytest.raises(TimeLimitExceeded):
        brooding(0.05)
    with pytest.raises(TimeLimitExceeded), time_limit(0.05):
        brooding(5)
    after, _ = signal.getitimer(signal.ITIMER_REAL)
    assert before - 5 < after <= before


def test_the_score_is_an_event_of_the_service(service: Service):
    game, callers = service.table(2)
    service.played(game, callers, until="finished")
    state = service.parts.games.load(id_of(game)).state
    assert (state.status, callers[0].get(game).json["result"]) == ("playing", None)
    score_game(service.parts, id_of(game))
    scored = service.parts.log.read(id_of(game))[-1]
    assert (scored.name, scored.actor, scored.seat) == ("game_scored", "service", None)
    assert json.loads(scored.data)["scores"] == [dict(points) for points in rules.score(state)]
    assert callers[0].get(game).json["status"] == "finished"


# The queue


@pytest.fixture
def queues(settings: Settings, parts: object) -> Iterator[Queues]:
    """Queues on keys of this test's own."""
    made = Queues(settings)
    yield made
    for attempt in range(1, 4):  # RQ's keys of jobs have no prefix
        made.redis.delete(Job.key_for(f"bots-{GAME}-v7-r{attempt}"), Job.key_for(f"bots-{GAME}-v8-r{attempt}"))


EFFECT = Effect("bots", GAME, 7)


def names(queues: Queues) -> list[str]:
    return queues.queue.get_job_ids()


def test_an_effect_has_one_job_however_often_it_is_asked_for(queues: Queues):
    for _ in range(3):
        queues.enqueue(EFFECT)
    queues.enqueue(EFFECT._replace(version=8))
    assert names(queues) == [f"bots-{GAME}-v7-r1", f"bots-{GAME}-v8-r1"]


def started_by(queues: Queues, worker: str) -> None:
    """A worker takes the first job and begins."""
    queues.enqueue(EFFECT)
    job = queues.queue.fetch_job(names(queues)[0])
    queues.redis.lpop(queues.queue.key)
    job.worker_name = worker
    job.save()
    job.set_status(JobStatus.STARTED)


def test_a_job_of_a_living_worker_is_left_alone(queues: Queues):
    queues.beat("alive")
    started_by(queues, "alive")
    queues.enqueue(EFFECT)
    assert names(queues) == []


def test_a_job_that_died_with_its_worker_is_done_anew(queues: Queues):
    started_by(queues, "dead")
    queues.enqueue(EFFECT)
    queues.enqueue(EFFECT)
    assert names(queues) == [f"bots-{GAME}-v7-r2"]


def test_a_job_that_was_lost_on_its_way_is_done_anew_after_a_while(queues: Queues):
    queues.enqueue(EFFECT)
    job = queues.queue.fetch_job(names(queues)[0])
    queues.redis.lpop(queues.queue.key)
    queues.enqueue(EFFECT)
    assert names(queues) == [], "a worker may just have taken it"
    job.enqueued_at = datetime.now(UTC) - timedelta(seconds=3)
    job.save()
    queues.enqueue(EFFECT)
    assert names(queues) == [f"bots-{GAME}-v7-r2"]


def test_a_worker_does_what_is_in_the_queue_and_leaves_nothing_behind(
    service: Service, ada: Caller, table, monkeypatch: pytest.MonkeyPatch
):
    game, id = table
    settings = service.parts.settings
    monkeypatch.setattr(jobs, "worker_backend", lambda: service.parts)
    queues = Queues(settings)
    effect = due_effect(id, service.parts.games.load(id).state)
    queues.enqueue(effect)
    SimpleWorker([queues.queue], connection=queues.redis).work(burst=True, logging_level="WARNING")
    assert ada.get(game).json["waiting_on"] == [0]
    assert names(queues) == []
    assert queues.queue.fetch_job(f"{effect.job_prefix}-r1") is None, "so that the name is free again"
