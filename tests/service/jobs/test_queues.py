"""Effects as jobs: one at a time however often it is enqueued, and another one when its worker died."""

import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from secrets import token_hex
from types import ModuleType

import pytest
from rq import SimpleWorker
from rq.job import Job, JobStatus

from projections.effects import Effect, due_effects
from service import jobs
from service.backend import Backend
from service.jobs import queues as module
from service.jobs.queues import ENQUEUE_GRACE_SECONDS, FAILED_JOB_SECONDS, Queues, worker_name
from service.settings import Settings
from tests.service.client import Caller, Service, id_of

GAME = f"game{token_hex(4)}"
BOTS = Effect("bots", GAME, 17)
FIRST, SECOND = f"bots-{GAME}-v17-r1", f"bots-{GAME}-v17-r2"


@pytest.fixture
def queues(parts: Backend, settings: Settings) -> Iterator[Queues]:
    """Queues on keys of this test's own; their jobs are deleted afterwards, also those that a worker has."""
    made = Queues(settings)
    yield made
    left = [*made.redis.scan_iter(f"rq:*{GAME}*"), *made.redis.scan_iter(f"rq:*{settings.key_prefix}*")]
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
    return Job.fetch(queues.effects.pop_job_id() or "", connection=queues.redis)


def begin_first_job(queues: Queues, worker: str) -> None:
    """Take the first job and mark it as begun by a worker."""
    job = take_first_job(queues)
    with queues.redis.pipeline() as pipe:
        job.prepare_for_execution(worker, pipeline=pipe)
        pipe.execute()


def work_first_job(queues: Queues) -> None:
    """Do the first job of the queue as a worker does."""
    job = take_first_job(queues)
    worker = SimpleWorker([queues.effects], name=worker_name(), connection=queues.redis)
    worker.execute_job(job, queues.effects)
    queues.redis.delete(worker.key)


def test_a_job_is_named_by_effect_game_version_and_attempt(queues: Queues):
    queues.enqueue(BOTS)
    queues.enqueue(Effect("score", GAME, 560))
    assert queues.effects.job_ids == [FIRST, f"score-{GAME}-v560-r1"]


def test_a_job_holds_its_function_its_game_and_its_time_limit(queues: Queues):
    queues.enqueue(BOTS)
    [job] = queues.effects.jobs
    assert (job.func_name, job.args, job.timeout) == ("service.jobs.bots", (GAME,), module.JOB_TIMEOUT_SECONDS)


def test_an_effect_enqueued_again_while_its_job_waits_is_one_job(queues: Queues):
    for _ in range(5):
        queues.enqueue(BOTS)
    assert queues.effects.job_ids == [FIRST]


def test_two_projectors_that_enqueue_an_effect_at_the_same_moment_make_one_job(
    queues: Queues, settings: Settings, monkeypatch: pytest.MonkeyPatch
):
    other = Queues(settings)
    find = queues._job

    def find_slowly(id: str) -> Job | None:
        found = find(id)
        other.enqueue(BOTS)
        return found

    monkeypatch.setattr(queues, "_job", find_slowly)
    queues.enqueue(BOTS)
    assert queues.effects.job_ids == [FIRST]
    other.redis.close()


def test_a_queue_is_full_when_so_many_effects_wait_that_looking_for_a_job_takes_long(
    queues: Queues, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(module, "FULL_QUEUE_JOBS", 2)
    found = []
    for version in (1, 2):
        found.append(queues.is_full())
        queues.enqueue(BOTS._replace(version=version))
    assert [*found, queues.is_full()] == [False, False, True]


def test_an_effect_with_a_time_is_a_job_of_the_version_it_was_derived_from(queues: Queues):
    """The clocks of two seats may run out in the same phase, the second while the job of the first still runs."""
    queues.enqueue(Effect("clock", GAME, 17, 1_000))
    queues.enqueue(Effect("clock", GAME, 18, 1_001))
    assert queues.effects.job_ids == [f"clock-{GAME}-v17-r1", f"clock-{GAME}-v18-r1"]


def test_effects_of_other_versions_are_jobs_of_their_own(queues: Queues):
    queues.enqueue(BOTS)
    queues.enqueue(BOTS._replace(version=20))
    assert queues.effects.job_ids == [FIRST, f"bots-{GAME}-v20-r1"]


def test_a_job_of_a_living_worker_is_not_enqueued_again(queues: Queues):
    queues.enqueue(BOTS)
    begin_first_job(queues, "alive")
    queues.beat("alive")
    queues.enqueue(BOTS)
    assert queues.effects.job_ids == []


def test_a_job_whose_worker_died_gets_another_attempt(queues: Queues):
    queues.enqueue(BOTS)
    begin_first_job(queues, "dead")
    queues.enqueue(BOTS)
    assert queues.effects.job_ids == [SECOND]
    queues.enqueue(BOTS)
    assert queues.effects.job_ids == [SECOND]


def test_the_attempt_after_a_second_dead_worker_is_the_third(queues: Queues):
    queues.enqueue(BOTS)
    for _ in range(2):
        begin_first_job(queues, "dead")
        queues.enqueue(BOTS)
    assert queues.effects.job_ids == [f"bots-{GAME}-v17-r3"]


def test_a_job_that_was_taken_from_the_queue_and_never_begun_gets_another_attempt(queues: Queues):
    queues.enqueue(BOTS)
    job = take_first_job(queues)
    queues.enqueue(BOTS)
    assert queues.effects.job_ids == [], "a worker may begin it at any moment"
    job.enqueued_at = datetime.now(UTC) - timedelta(seconds=ENQUEUE_GRACE_SECONDS + 1)
    job.save()
    queues.enqueue(BOTS)
    assert queues.effects.job_ids == [SECOND]


def test_a_finished_job_leaves_nothing_and_its_effect_may_be_enqueued_again(queues: Queues, played_games: list[str]):
    queues.enqueue(BOTS)
    work_first_job(queues)
    assert played_games == [GAME]
    assert not Job.exists(FIRST, connection=queues.redis)
    queues.enqueue(BOTS)
    assert queues.effects.job_ids == [FIRST]


def test_a_failed_job_is_kept_for_a_while_and_tried_again_under_the_next_number(
    queues: Queues, played_games: list[str]
):
    score = Effect("score", GAME, 17)
    queues.enqueue(score)
    work_first_job(queues)
    failed = Job.fetch(f"score-{GAME}-v17-r1", connection=queues.redis)
    assert failed.get_status() == JobStatus.FAILED
    assert 0 < queues.redis.ttl(failed.key) <= FAILED_JOB_SECONDS
    queues.enqueue(score)
    assert queues.effects.job_ids == [f"score-{GAME}-v17-r2"]


def test_a_heartbeat_lasts_some_seconds_and_belongs_to_one_worker(queues: Queues, settings: Settings):
    queues.beat("one")
    [key] = queues.redis.scan_iter(f"{settings.key_prefix}worker:*")
    assert key.decode().endswith("worker:one")
    assert 1000 * module.HEARTBEAT_SECONDS < queues.redis.pttl(key) <= module.SILENCE_MS


def test_no_two_workers_have_the_same_name():
    assert len({worker_name() for _ in range(100)}) == 100


def test_a_moment_without_zone_is_utc():
    now = datetime.now(UTC)
    for moment in (now, now.replace(tzinfo=None), now.astimezone(timezone(timedelta(hours=9)))):
        assert 0 <= module._seconds_since(moment) < 5
    assert module._seconds_since(None) == float("inf")


def test_a_worker_does_the_job_in_the_queue_and_leaves_nothing_behind(
    service: Service, ada: Caller, monkeypatch: pytest.MonkeyPatch
):
    game = service.open_game(ada, seats=4, bots=["random", "greedy", "random"])
    ada.post(f"{game}/start")
    monkeypatch.setattr(jobs, "worker_backend", lambda: service.parts)
    queues = Queues(service.parts.settings)
    effect = due_effects(id_of(game), service.parts.games.load(id_of(game))).at_once
    assert effect
    queues.enqueue(effect)
    SimpleWorker([queues.effects], connection=queues.redis).work(burst=True, logging_level="WARNING")
    assert ada.get(game).json["waiting_on"] == [0]
    assert queues.effects.job_ids == []
    assert queues.effects.fetch_job(f"{effect.job_prefix}-r1") is None, "so that the name is free again"


def test_one_job_for_webhooks_waits_at_most_and_one_that_runs_does_not_count(queues: Queues):
    queues.enqueue_webhooks()
    queues.enqueue_webhooks()
    assert queues.webhooks.count == 1
    queues.webhooks.pop_job_id()
    queues.enqueue_webhooks()
    assert queues.webhooks.count == 1
    queues.webhooks.delete(delete_jobs=True)
