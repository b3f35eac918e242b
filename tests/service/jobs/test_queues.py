"""Effects as jobs: one at a time however often it is enqueued, and another one when its worker died."""

import socket
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from functools import partial
from secrets import token_hex
from types import ModuleType

import pytest
from rq import Queue, SimpleWorker
from rq.job import Job, JobStatus

import game as rules
from projections.effects import Effect, account_behind, due_effects
from projections.games import Loaded, without_events
from service import jobs
from service.backend import Backend
from service.jobs import postponing
from service.jobs import queues as module
from service.jobs.lanes import FairQueue, Room
from service.jobs.queues import (
    ENQUEUE_GRACE_SECONDS,
    FAILED_JOB_SECONDS,
    Backlog,
    Queues,
    due_jobs,
)
from service.jobs.worker_names import process_table, worker_name
from service.run.worker import LaneWorker, enqueue_due
from service.settings import Settings
from tests.service.client import Caller, Service, id_of

GAME = f"game{token_hex(4)}"
BOTS = Effect("bots", GAME, 17)
FIRST, SECOND = f"bots-ada-{GAME}-v17-r1", f"bots-ada-{GAME}-v17-r2"
AT_ONCE = ("clock", "abandon", "score")


def table(*bots: str) -> Loaded:
    """A game of Ada and bots that has just begun: all are due."""
    state = rules.fold(rules.new({"seats": 1 + len(bots), "bots": list(bots)}, seed=1))
    return Loaded(state._replace(seats=(state.seats[0]._replace(player="ada"), *state.seats[1:])), b"")


@pytest.fixture
def queues(parts: Backend, settings: Settings) -> Iterator[Queues]:
    """Queues on keys of this test's own; their jobs are deleted afterwards, also those that a worker has.

    Every game is one of Ada and a greedy bot.
    """
    made = Queues(settings, lambda game: table("greedy"))
    yield made
    left = [
        *made.redis.scan_iter(f"rq:*{GAME}*", count=1000),
        *made.redis.scan_iter(f"rq:*{settings.key_prefix}*", count=1000),
    ]
    if left:
        made.redis.delete(*left)
    made.redis.close()


@pytest.fixture
def played_games(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Replaces the jobs of the service: `bots` only adds its game to this list, `score` fails."""
    games: list[str] = []
    replaced = ModuleType("service.jobs")
    replaced.bots = games.append  # type: ignore[attr-defined]
    replaced.score = lambda game: 1 // 0  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "service.jobs", replaced)
    return games


def take_first_job(queues: Queues) -> Job:
    """Take the first job from the queue, as a worker does just before it begins."""
    return Job.fetch(queues.lanes["quick"].pop_job_id() or "", connection=queues.redis)


def begin_first_job(queues: Queues, worker: str) -> None:
    """Take the first job and mark it as begun by a worker."""
    job = take_first_job(queues)
    with queues.redis.pipeline() as pipe:
        job.prepare_for_execution(worker, pipeline=pipe)
        pipe.execute()


def work_first_job(queues: Queues) -> None:
    """Do the first job of the queue as a worker does."""
    job = take_first_job(queues)
    worker = SimpleWorker([queues.lanes["quick"]], name=worker_name(), connection=queues.redis)
    worker.execute_job(job, queues.lanes["quick"])
    queues.redis.delete(worker.key)


def test_a_job_is_named_by_function_account_game_version_and_attempt(queues: Queues):
    queues.enqueue(BOTS)
    queues.enqueue(Effect("score", GAME, 560))
    assert queues.lanes["quick"].job_ids == [FIRST, f"score-ada-{GAME}-v560-r1"]


def test_a_job_holds_its_function_its_game_and_its_time_limit(queues: Queues):
    queues.enqueue(BOTS)
    [job] = queues.lanes["quick"].jobs
    assert (job.func_name, job.args, job.timeout) == ("service.jobs.bots", (GAME,), module.JOB_TIMEOUT_SECONDS)


def test_an_effect_enqueued_again_while_its_job_waits_is_one_job(queues: Queues):
    for _ in range(5):
        queues.enqueue(BOTS)
    assert queues.lanes["quick"].job_ids == [FIRST]


def test_two_projectors_that_enqueue_an_effect_at_the_same_moment_make_one_job(
    queues: Queues, settings: Settings, monkeypatch: pytest.MonkeyPatch
):
    other = Queues(settings, lambda game: table("greedy"))
    find = queues._job

    def find_slowly(id: str) -> Job | None:
        found = find(id)
        other.enqueue(BOTS)
        return found

    monkeypatch.setattr(queues, "_job", find_slowly)
    queues.enqueue(BOTS)
    assert queues.lanes["quick"].job_ids == [FIRST]
    other.redis.close()


def test_effects_with_a_time_are_postponed_while_many_jobs_of_their_account_wait(
    queues: Queues, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(postponing, "TIMED_ROOM", Room(own=2, crowd=4, most=6))
    for version in (1, 2):
        assert queues.enqueue(Effect("clock", GAME, version, 1_000)) == 0
    assert queues.enqueue(Effect("clock", GAME, 3, 1_000)) > 0
    assert queues.enqueue(BOTS) == 0, "what is due at once is never postponed"
    assert len(queues.lanes["quick"].job_ids) == 3


def test_an_effect_with_a_time_is_a_job_of_the_version_it_was_derived_from(queues: Queues):
    """The clocks of two seats may run out in the same phase, the second while the job of the first still runs."""
    queues.enqueue(Effect("clock", GAME, 17, 1_000))
    queues.enqueue(Effect("clock", GAME, 18, 1_001))
    assert queues.lanes["quick"].job_ids == [f"clock-ada-{GAME}-v17-r1", f"clock-ada-{GAME}-v18-r1"]


def test_effects_of_other_versions_are_jobs_of_their_own(queues: Queues):
    queues.enqueue(BOTS)
    queues.enqueue(BOTS._replace(version=20))
    assert queues.lanes["quick"].job_ids == [FIRST, f"bots-ada-{GAME}-v20-r1"]


def test_a_job_of_a_living_worker_is_not_enqueued_again(queues: Queues):
    queues.enqueue(BOTS)
    begin_first_job(queues, "alive")
    queues.beat("alive")
    queues.enqueue(BOTS)
    assert queues.lanes["quick"].job_ids == []


def test_a_job_whose_worker_died_gets_another_attempt(queues: Queues):
    queues.enqueue(BOTS)
    begin_first_job(queues, "dead")
    queues.enqueue(BOTS)
    assert queues.lanes["quick"].job_ids == [SECOND]
    queues.enqueue(BOTS)
    assert queues.lanes["quick"].job_ids == [SECOND]


def test_the_attempt_after_a_second_dead_worker_is_the_third(queues: Queues):
    queues.enqueue(BOTS)
    for _ in range(2):
        begin_first_job(queues, "dead")
        queues.enqueue(BOTS)
    assert queues.lanes["quick"].job_ids == [f"bots-ada-{GAME}-v17-r3"]


def test_a_job_that_was_taken_from_the_queue_and_never_begun_gets_another_attempt(queues: Queues):
    queues.enqueue(BOTS)
    job = take_first_job(queues)
    queues.enqueue(BOTS)
    assert queues.lanes["quick"].job_ids == [], "a worker may begin it at any moment"
    job.enqueued_at = datetime.now(UTC) - timedelta(seconds=ENQUEUE_GRACE_SECONDS + 1)
    job.save()
    queues.enqueue(BOTS)
    assert queues.lanes["quick"].job_ids == [SECOND]
    assert 0 < queues.redis.ttl(job.key) <= FAILED_JOB_SECONDS, "nothing of it stays for ever"


@pytest.mark.parametrize("wrong_seconds", [-5.0, 5.0])
def test_a_job_is_queued_at_the_time_of_the_store_whatever_the_host_says(
    wrong_seconds: float, queues: Queues, monkeypatch: pytest.MonkeyPatch
):
    """RQ has its own look at the clock."""
    wrong = datetime.now(UTC) + timedelta(seconds=wrong_seconds)
    monkeypatch.setattr("rq.queue.now", lambda: wrong)
    queues.enqueue(BOTS)
    assert 0 <= queues.backlog("quick").oldest < 2
    take_first_job(queues)
    queues.enqueue(BOTS)
    assert queues.lanes["quick"].job_ids == [], "a worker may begin it at any moment"


def test_a_job_that_an_older_version_queued_on_a_host_that_is_ahead_is_not_waited_for(queues: Queues):
    queues.enqueue(BOTS)
    job = take_first_job(queues)
    job.enqueued_at = datetime.now(UTC) + timedelta(seconds=60)
    job.save()
    queues.enqueue(BOTS)
    assert queues.lanes["quick"].job_ids == [SECOND]


def test_a_worker_in_a_container_with_our_host_name_keeps_its_job_while_its_heart_beats(queues: Queues):
    name = f"{socket.gethostname()}-0badcafe-999999999-1"
    queues.enqueue(BOTS)
    begin_first_job(queues, name)
    queues.beat(name)
    queues.enqueue(BOTS)
    assert queues.lanes["quick"].job_ids == []
    queues.redis.delete(queues._heartbeat_key(name))
    queues.enqueue(BOTS)
    assert queues.lanes["quick"].job_ids == [SECOND]


def test_a_worker_of_this_machine_that_was_killed_loses_its_job_at_once(queues: Queues):
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    name = f"{socket.gethostname()}-{process_table()}-{process.pid}-1"
    queues.enqueue(BOTS)
    begin_first_job(queues, name)
    queues.beat(name)
    queues.enqueue(BOTS)
    assert queues.lanes["quick"].job_ids == [SECOND], "although its heartbeat is recent"


def test_a_finished_job_leaves_nothing_and_its_effect_may_be_enqueued_again(queues: Queues, played_games: list[str]):
    queues.enqueue(BOTS)
    work_first_job(queues)
    assert played_games == [GAME]
    assert not Job.exists(FIRST, connection=queues.redis)
    queues.enqueue(BOTS)
    assert queues.lanes["quick"].job_ids == [FIRST]


def test_a_failed_job_is_kept_for_a_while_and_tried_again_under_the_next_number(
    queues: Queues, played_games: list[str]
):
    score = Effect("score", GAME, 17)
    queues.enqueue(score)
    work_first_job(queues)
    failed = Job.fetch(f"score-ada-{GAME}-v17-r1", connection=queues.redis)
    assert failed.get_status() == JobStatus.FAILED
    assert 0 < queues.redis.ttl(failed.key) <= FAILED_JOB_SECONDS
    queues.enqueue(score)
    assert queues.lanes["quick"].job_ids == [f"score-ada-{GAME}-v17-r2"]


def test_a_heartbeat_lasts_some_seconds_and_belongs_to_one_worker(queues: Queues, settings: Settings):
    queues.beat("one")
    [key] = queues.redis.scan_iter(f"{settings.key_prefix}worker:*", count=1000)
    assert key.decode().endswith("worker:one")
    assert 1000 * module.HEARTBEAT_SECONDS < queues.redis.pttl(key) <= module.SILENCE_MS


def test_a_moment_without_zone_is_utc():
    now = datetime.now(UTC)
    for moment in (now, now.replace(tzinfo=None), now.astimezone(timezone(timedelta(hours=9)))):
        assert module._seconds_between(moment, now.timestamp() + 3) == pytest.approx(3)
    assert module._seconds_between(None, now.timestamp()) == float("inf")


@pytest.mark.slow
def test_a_worker_does_the_job_in_the_queue_and_leaves_nothing_behind(
    service: Service, ada: Caller, monkeypatch: pytest.MonkeyPatch
):
    game = service.open_game(ada, seats=4, bots=["random", "greedy", "random"])
    ada.post(f"{game}/start")
    monkeypatch.setattr(jobs, "worker_backend", lambda: service.parts)
    queues = Queues(service.parts.settings, service.parts.games.load)
    effect = due_effects(id_of(game), service.parts.games.load(id_of(game))).at_once
    assert effect
    queues.enqueue(effect)
    SimpleWorker([queues.lanes["quick"]], connection=queues.redis).work(burst=True, logging_level="WARNING")
    assert ada.get(game).json["waiting_on"] == [0]
    assert queues.lanes["quick"].job_ids == []
    assert not [*queues.redis.scan_iter(f"rq:job:*{id_of(game)}*")], "so that the name is free again"


def test_quick_and_slow_bots_of_a_table_are_jobs_in_two_lanes(queues: Queues, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(queues, "_load_game", lambda game: table("search", "greedy", "planner"))
    queues.enqueue(BOTS)
    assert queues.lanes["quick"].job_ids == [FIRST]
    [job] = queues.lanes["slow"].jobs
    assert (job.id, job.func_name, job.args) == (f"slow_{FIRST}", "service.jobs.slow_bots", (GAME, 17))


@pytest.mark.parametrize(
    ("bots", "lanes"),
    [
        ((), []),
        (("random", "greedy"), ["quick"]),
        (("planner",), ["slow"]),
        (("search",), ["slow"]),
        (("master",), ["slow"]),
    ],
)
def test_only_the_lanes_of_bots_that_are_due_get_a_job(bots: tuple[str, ...], lanes: list[str]):
    assert [job.lane for job in due_jobs(BOTS, table(*bots))] == lanes


def test_what_is_due_at_once_is_quick_and_a_departure_from_many_games_is_not():
    lanes = {name: [job.lane for job in due_jobs(Effect(name, GAME, 17), table("search"))] for name in AT_ONCE}
    assert [*lanes.values()] == [["quick"]] * 3
    assert [(job.lane, job.prefix) for job in due_jobs(Effect("depart", "ada", 0), without_events("ada"))] == [
        ("slow", "depart-ada-ada-v0")
    ]


def test_the_account_behind_a_game_is_its_opener_or_its_first_player():
    alone = rules.fold(rules.new({"seats": 1, "bots": ["search"]}, seed=1))
    assert account_behind(alone) == "player-0"
    assert account_behind(table("search").state) == "ada"
    assert account_behind(rules.State()) == "nobody"


def test_a_job_that_is_not_done_waits_again_under_its_name(
    queues: Queues, played_games: list[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(sys.modules["service.jobs"], "bots", lambda game: played_games.append(game) or jobs.AGAIN)
    queues.enqueue(BOTS)
    for _ in range(3):
        work_first_job(queues)
        queues.enqueue(BOTS)
        assert queues.lanes["quick"].job_ids == [FIRST]
    assert played_games == [GAME] * 3
    monkeypatch.setattr(sys.modules["service.jobs"], "bots", played_games.append)
    work_first_job(queues)
    assert not [*queues.redis.scan_iter(f"rq:*{GAME}*", count=1000)], "nothing is left of it"


def test_what_becomes_due_while_a_job_ends_is_not_lost(service: Service, ada: Caller, monkeypatch: pytest.MonkeyPatch):
    """Its effect may have the name of this very job, which the projector then takes for being under way."""
    game = service.open_game(ada, seats=2, bots=["greedy"])
    ada.post(f"{game}/start")
    parts = service.parts
    queues = Queues(parts.settings, parts.games.load)
    enqueue_due(parts, queues, id_of(game))
    monkeypatch.setattr(jobs, "worker_backend", lambda: parts)
    monkeypatch.setattr(jobs, "bots", lambda id: queues.enqueue(effect_of(parts, id)))  # it ends too early
    found = FairQueue.dequeue_any([queues.lanes["quick"]], None, queues.redis)
    assert found
    worker = LaneWorker([queues.lanes["quick"]], name=worker_name(), connection=queues.redis)
    queues.beat(worker.name)
    worker.execute_job(*found)
    assert queues.lanes["quick"].job_ids == [], "it counted as under way"
    enqueue_due(parts, queues, id_of(game))
    worker.after_move = partial(enqueue_due, parts, queues)
    found = FairQueue.dequeue_any([queues.lanes["quick"]], None, queues.redis)
    assert found
    worker.execute_job(*found)
    assert [job.split("-")[2] for job in queues.lanes["quick"].job_ids] == [id_of(game)]
    monkeypatch.undo()
    service.work("quick")
    assert ada.get(game).json["waiting_on"] == [0]


def effect_of(parts: Backend, game: str) -> Effect:
    effect = due_effects(game, parts.games.load(game)).at_once
    assert effect
    return effect


def test_a_job_of_an_older_version_is_done(service: Service, ada: Caller):
    """It has the effect's name and its game, and waits in the queue `effects`."""
    game = service.open_game(ada, seats=2, bots=["greedy"])
    ada.post(f"{game}/start")
    old = Queue(f"{service.parts.settings.key_prefix}effects", connection=Queues(service.parts.settings).redis)
    old.enqueue_call("service.jobs.bots", args=(id_of(game),), job_id=f"bots-{id_of(game)}-v7-r1", result_ttl=0)
    service.work("quick")
    assert ada.get(game).json["waiting_on"] == [0]


def test_the_backlog_counts_jobs_accounts_and_workers(queues: Queues):
    for game in (GAME, f"{GAME}b"):
        queues.enqueue(BOTS._replace(game=game))
    backlog = queues.backlog("quick")
    assert (backlog.workers, backlog.waiting, backlog.accounts) == (0, 2, 1)
    assert 0 < backlog.oldest < 60
    assert queues.backlog("slow") == Backlog(0, 0, 0, 0.0)


def test_one_job_for_webhooks_waits_at_most_and_one_that_runs_does_not_count(queues: Queues):
    queues.enqueue_webhooks()
    queues.enqueue_webhooks()
    assert queues.lanes["webhooks"].count == 1
    queues.lanes["webhooks"].pop_job_id()
    queues.enqueue_webhooks()
    assert queues.lanes["webhooks"].count == 1
    queues.lanes["webhooks"].delete(delete_jobs=True)
