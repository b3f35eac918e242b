"""The jobs of a game as RQ has stored them, and the names by which a queue of an older version is still worked."""

import inspect
import re
from collections.abc import Iterator

import pytest
from rq import intermediate_queue, registry
from rq.executions import Execution
from rq.job import Job
from rq.job_lifecycle import record_job_failure
from rq.utils import import_attribute

from projections import effects
from service.jobs.job_list import FAILED, LOST, OF_DEAD_WORKERS, RUNNING, WAITING, GameJob, failed_jobs, game_jobs
from service.jobs.lanes import game_of
from service.jobs.queues import Queues
from service.settings import Settings
from store.clock import read_time

NAME, WORKER = "bots-ada-k3jx-v17-r1", "elsewhere-0-1-2"
NAMES = {
    "service.jobs.abandon": ["game"],
    "service.jobs.bots": ["game"],
    "service.jobs.clock": ["game"],
    "service.jobs.score": ["game"],
    "service.jobs.slow_bots": ["game", "since"],
    "service.jobs.verification": ["player", "body"],
    "service.jobs.depart": ["player"],
    "service.jobs.webhooks": [],
    "service.jobs.decision": ["name", "view", "budget", "seed"],
}


@pytest.fixture
def queues(settings: Settings) -> Iterator[Queues]:
    made = Queues(settings)
    yield made
    left = [*made.redis.scan_iter(f"*{settings.key_prefix}*", count=1000), *made.redis.scan_iter("rq:*k3jx*")]
    made.redis.delete(*left)
    made.redis.close()


def listed(queues: Queues) -> list[GameJob]:
    keys = [*queues.redis.scan_iter("rq:*", count=1000)]
    before = [queues.redis.dump(key) for key in keys]
    found = [*game_jobs(queues, "k3jx".__eq__)]
    assert [queues.redis.dump(key) for key in keys] == before
    return found


def test_a_job_waits_then_a_living_worker_has_it_and_is_lost_with_it(queues: Queues):
    lane = queues.lanes["quick"]
    lane.enqueue_call("time.time", job_id=NAME)
    lane.enqueue_call("time.time", job_id="bots-ada-k4jx-v17-r1")
    assert listed(queues) == [GameJob(NAME, "quick", WAITING)]
    job = Job.fetch(NAME, connection=queues.redis)
    lane.delete(delete_jobs=False)
    with queues.redis.pipeline() as pipe:
        job.prepare_for_execution(WORKER, pipeline=pipe)
        Execution.create(job, ttl=99, pipeline=pipe)
        pipe.execute()
    queues.beat(WORKER)
    assert listed(queues) == [GameJob(NAME, "quick", RUNNING)]
    queues.redis.delete(*queues.redis.scan_iter(f"*worker:{WORKER}"))
    assert listed(queues) == [GameJob(NAME, "quick", LOST)]
    queues.redis.delete(Job.key_for("bots-ada-k4jx-v17-r1"))


def test_failed_jobs_are_listed_until_they_expire(queues: Queues):
    lane, now = queues.lanes["quick"], read_time(queues.redis)
    of_another = "bots-ada-k4jx-v17-r1"
    queues.redis.zadd(f"rq:failed:{lane.name}", {NAME: now + 98, of_another: now + 99, "bots-ada-k3jx-v9-r1": now - 1})
    assert failed_jobs(queues, "quick") == [NAME, of_another]
    assert listed(queues) == [GameJob(NAME, "quick", FAILED)]


def test_a_job_whose_worker_died_has_not_failed(queues: Queues):
    lane = queues.lanes["quick"]
    names = ("bots-ada-k3jx-v7-r1", "bots-ada-k3jx-v8-r1", "bots-ada-k3jx-v9-r1")
    for name, why in zip(names, (*OF_DEAD_WORKERS, "ValueError"), strict=True):
        job = lane.enqueue_call("time.time", job_id=name)
        with queues.redis.pipeline() as pipe:
            record_job_failure(job, f"due to {why}", pipe)
            pipe.execute()
    lane.delete(delete_jobs=False)
    assert failed_jobs(queues, "quick") == ["bots-ada-k3jx-v9-r1"]


def test_these_are_the_words_of_rq():
    said = inspect.getsource(intermediate_queue) + inspect.getsource(registry)
    assert [words for words in OF_DEAD_WORKERS if words not in said] == []


@pytest.mark.parametrize(
    ("job", "game"),
    [(NAME, "k3jx"), ("slow_bots-ada-k3jx-v9-r2", "k3jx"), ("decision-ada-0f3c", ""), ("0b51cc-6a", ""), ("x", "")],
)
def test_a_name_says_for_which_game_a_job_is(job: str, game: str):
    assert game_of(job) == game


@pytest.mark.parametrize("name", NAMES)
def test_a_job_is_found_by_the_text_in_the_queue(name: str):
    function = import_attribute(name)
    assert inspect.isfunction(function), "no submodule may have the name of a job"
    assert list(inspect.signature(function).parameters) == NAMES[name]


def test_every_effect_has_a_job_of_its_name():
    names = re.findall(r'Effect\("(\w+)"', inspect.getsource(effects))
    assert len(names) == 4
    for name in names:
        assert f"service.jobs.{name}" in NAMES, f"add a function {name} to service/jobs/__init__.py, and to NAMES here"
