"""Effects as jobs: one at a time however often it is called for, and another when its worker died."""

import sys
from datetime import UTC, datetime, timedelta, timezone
from secrets import token_hex
from types import ModuleType

import pytest
from rq import SimpleWorker
from rq.job import Job, JobStatus

from projections.effects import Effect
from service.jobs import queues as module
from service.jobs.queues import FAILED_JOB_SECONDS, Queues, worker_name


@pytest.fixture
def queues(parts, settings):
    """The queue of effects; its jobs are gone after the test, also those a worker has."""
    made = Queues(settings)
    yield made
    left = [*made.redis.scan_iter(f"rq:*{GAME}*"), *made.redis.scan_iter(f"rq:*{settings.key_prefix}*")]
    if left:
        made.redis.delete(*left)
    made.redis.close()


GAME = f"game{token_hex(4)}"
BOTS = Effect("bots", GAME, 17)
FIRST, SECOND = f"bots-{GAME}-v17-r1", f"bots-{GAME}-v17-r2"


@pytest.fixture
def jobs(monkeypatch):
    """Stands for the jobs of the service: notes which game each was done for, or fails."""
    jobs = ModuleType("service.jobs")
    jobs.done = []
    jobs.bots = jobs.done.append
    jobs.score = lambda game: 1 // 0
    monkeypatch.setitem(sys.modules, "service.jobs", jobs)
    return jobs


def started(queues, worker):
    """The first job as it is while a worker does it."""
    job = Job.fetch(queues.queue.pop_job_id(), connection=queues.redis)
    with queues.redis.pipeline() as pipe:
        job.prepare_for_execution(worker, pipeline=pipe)
        pipe.execute()
    return job


def work(queues):
    """What a worker does with the first job of the queue."""
    job = Job.fetch(queues.queue.pop_job_id(), connection=queues.redis)
    worker = SimpleWorker([queues.queue], name=worker_name(), connection=queues.redis)
    worker.execute_job(job, queues.queue)
    queues.redis.delete(worker.key)


def test_a_job_is_named_by_effect_game_version_and_attempt(queues):
    queues.enqueue(BOTS)
    queues.enqueue(Effect("score", GAME, 560))
    assert queues.queue.job_ids == [FIRST, f"score-{GAME}-v560-r1"]


def test_a_job_knows_its_function_its_game_and_how_long_it_may_take(queues):
    queues.enqueue(BOTS)
    [job] = queues.queue.jobs
    assert (job.func_name, job.args, job.timeout) == ("service.jobs.bots", (GAME,), module.JOB_TIMEOUT_SECONDS)


def test_an_effect_called_for_again_while_its_job_waits_is_one_job(queues):
    for _ in range(5):
        queues.enqueue(BOTS)
    assert queues.queue.job_ids == [FIRST]


def test_two_projectors_that_call_for_it_at_the_same_moment_make_one_job(queues, settings, monkeypatch):
    other = Queues(settings)
    find = queues._job

    def slow(id):
        found = find(id)
        other.enqueue(BOTS)
        return found

    monkeypatch.setattr(queues, "_job", slow)
    queues.enqueue(BOTS)
    assert queues.queue.job_ids == [FIRST]
    other.redis.close()


def test_effects_of_other_versions_are_jobs_of_their_own(queues):
    queues.enqueue(BOTS)
    queues.enqueue(BOTS._replace(version=20))
    assert queues.queue.job_ids == [FIRST, f"bots-{GAME}-v20-r1"]


def test_a_job_that_a_living_worker_does_is_not_doubled(queues):
    queues.enqueue(BOTS)
    started(queues, "alive")
    queues.beat("alive")
    queues.enqueue(BOTS)
    assert queues.queue.job_ids == []


def test_a_job_whose_worker_died_gets_another_attempt(queues):
    queues.enqueue(BOTS)
    started(queues, "dead")
    queues.enqueue(BOTS)
    assert queues.queue.job_ids == [SECOND]
    queues.enqueue(BOTS)
    assert queues.queue.job_ids == [SECOND]


def test_the_attempt_after_a_second_dead_worker_is_the_third(queues):
    queues.enqueue(BOTS)
    for _ in range(2):
        started(queues, "dead")
        queues.enqueue(BOTS)
    assert queues.queue.job_ids == [f"bots-{GAME}-v17-r3"]


def test_a_job_that_was_taken_from_the_queue_and_never_begun_gets_another_attempt(queues, monkeypatch):
    queues.enqueue(BOTS)
    queues.queue.pop_job_id()
    queues.enqueue(BOTS)
    assert queues.queue.job_ids == []  # it may begin any moment
    monkeypatch.setattr(module, "_seconds_since", lambda moment: 3.0)
    queues.enqueue(BOTS)
    assert queues.queue.job_ids == [SECOND]


def test_a_finished_job_leaves_nothing_and_may_come_again(queues, jobs):
    queues.enqueue(BOTS)
    work(queues)
    assert jobs.done == [GAME]
    assert not Job.exists(FIRST, connection=queues.redis)
    queues.enqueue(BOTS)
    assert queues.queue.job_ids == [FIRST]


def test_a_failed_job_is_kept_for_a_while_and_tried_again_under_the_next_number(queues, jobs):
    score = Effect("score", GAME, 17)
    queues.enqueue(score)
    work(queues)
    failed = Job.fetch(f"score-{GAME}-v17-r1", connection=queues.redis)
    assert failed.get_status() == JobStatus.FAILED
    assert 0 < queues.redis.ttl(failed.key) <= FAILED_JOB_SECONDS
    queues.enqueue(score)
    assert queues.queue.job_ids == [f"score-{GAME}-v17-r2"]


def test_a_sign_of_life_lasts_some_seconds_and_is_of_one_worker(queues, settings):
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
