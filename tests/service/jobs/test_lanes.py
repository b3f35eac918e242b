"""Lanes: within one, the accounts take turns, and a long backlog of one account delays no other."""

from collections.abc import Iterator
from pathlib import Path
from threading import Timer

import pytest
from rq.job import Job

from service.backend import Backend
from service.jobs import lanes as module
from service.jobs.lanes import LANES, FairQueue, Room, account_of, by_account, count_use, has_room, next_job, take
from service.jobs.queues import Queues
from service.run.worker import LaneWorker, lower_priority
from service.settings import Settings


@pytest.fixture
def queue(parts: Backend, settings: Settings) -> Iterator[FairQueue]:
    """The lane of slow bots, on keys of this test's own."""
    queues = Queues(settings)
    yield queues.lanes["slow"]
    queues.lanes["slow"].delete(delete_jobs=True)
    queues.redis.close()


def put(queue: FairQueue, *names: str) -> None:
    for name in names:
        queue.enqueue_call("time.time", job_id=name, result_ttl=0)


def take_all(queue: FairQueue) -> list[str]:
    """The names of all jobs, as workers take them one after the other."""
    taken = []
    while name := take(queue.connection, queue.key):
        taken.append(name)
    return taken


def test_the_next_job_is_the_oldest_of_the_account_whose_turn_is_earliest():
    waiting = ["bots-ada-1", "bots-ben-1", "bots-cy-1", "bots-ben-2"]
    assert next_job(waiting, {"ada": 0.3, "ben": 0.1}, last=0.2) == "bots-ben-1"
    assert next_job(waiting, {"ada": 0.1, "ben": 0.1}, last=0.2) == "bots-ada-1"
    assert next_job(waiting, {}) == "bots-ada-1"
    assert next_job(waiting, {"ada": 0.1}) == "bots-ben-1"
    assert next_job(waiting, {"ada": 0.1, "ben": 0.3, "cy": 0.2}) == "bots-ada-1"
    assert next_job([], {"ada": 0.1}) is None


def test_accounts_take_turns_however_many_jobs_one_has(queue: FairQueue):
    put(queue, *[f"bots-ada-{number}" for number in range(5)], "bots-ben-1", "bots-cy-1")
    taken = take_all(queue)
    assert [account_of(name) for name in taken[:3]] == ["ada", "ben", "cy"]
    assert [name for name in taken if account_of(name) == "ada"] == [f"bots-ada-{number}" for number in range(5)]


def test_who_used_much_of_the_lane_goes_after_those_who_did_not(queue: FairQueue):
    count_use(queue.connection, queue.key, "ada", 30.0)
    count_use(queue.connection, queue.key, "ben", 0.5)
    put(queue, "bots-ada-1", "bots-ben-1", "bots-new-1", "bots-ben-2")
    assert take_all(queue) == ["bots-ben-1", "bots-new-1", "bots-ben-2", "bots-ada-1"]


def test_who_has_used_much_waits_for_one_job_of_each_newcomer(queue: FairQueue):
    """A player goes on playing, however many new accounts come with a backlog."""
    put(queue, "bots-ben-1")
    take_all(queue)
    for number in range(10):
        Timer(0.02, put, (queue, f"bots-ada-{number}")).start()  # the worker waits for it
        assert FairQueue.dequeue_any([queue], 5, queue.connection)
        count_use(queue.connection, queue.key, "ada", 0.02)
    put(queue, *[f"bots-new{name}-{number}" for name in range(3) for number in range(10)], "bots-ada-last")
    order = []
    while name := take(queue.connection, queue.key):
        count_use(queue.connection, queue.key, account_of(name), 0.02)
        order.append(name)
    assert order.index("bots-ada-last") <= 6


@pytest.mark.parametrize(("later", "first"), [(6060.0, "bots-ben-2"), (6120.0, "bots-ada-2")])
def test_turns_are_kept_for_two_periods(later: float, first: str, queue: FairQueue, monkeypatch: pytest.MonkeyPatch):
    now = [6000.0]
    monkeypatch.setattr(module.time, "time", lambda: now[0])
    put(queue, "bots-ben-1", "bots-ada-1")
    take_all(queue)
    count_use(queue.connection, queue.key, "ada", 5.0)
    [key] = queue.connection.scan_iter(f"{queue.key}:turns:100", count=1000)
    assert 0 < queue.connection.ttl(key) <= 2 * module.KEPT_SECONDS
    now[0] = later
    put(queue, "bots-ada-2", "bots-ben-2")
    assert take_all(queue)[0] == first


@pytest.mark.parametrize("seconds", [-10.0, 10.0])
def test_a_host_whose_clock_is_wrong_knows_the_turns_of_the_others(
    seconds: float, queue: FairQueue, monkeypatch: pytest.MonkeyPatch
):
    """At 6000 and at 6060 a period begins, so each of the hosts has been in another one."""
    now = [6000.0 if seconds < 0 else 6055.0]
    monkeypatch.setattr(module.time, "time", lambda: now[0])
    put(queue, "bots-ben-1", "bots-ada-1")
    take_all(queue)
    count_use(queue.connection, queue.key, "ada", 5.0)
    now[0] += seconds
    put(queue, "bots-ada-2", "bots-ben-2")
    assert take_all(queue) == ["bots-ben-2", "bots-ada-2"]


def test_a_job_that_another_worker_took_first_is_not_taken_twice(queue: FairQueue, monkeypatch: pytest.MonkeyPatch):
    put(queue, "bots-ada-1", "bots-ben-1")
    choose = module.next_job

    def choose_late(*arguments):
        chosen = choose(*arguments)
        queue.connection.lrem(queue.key, 1, "bots-ada-1")
        return chosen

    monkeypatch.setattr(module, "next_job", choose_late)
    assert take_all(queue) == ["bots-ben-1"]


def test_the_name_of_a_job_that_has_expired_is_skipped(queue: FairQueue):
    put(queue, "bots-ada-1", "bots-ben-1")
    Job.fetch("bots-ada-1", connection=queue.connection).delete(remove_from_queue=False)
    job, _ = FairQueue.dequeue_any([queue], None, queue.connection)
    assert job.id == "bots-ben-1"
    assert FairQueue.dequeue_any([queue], None, queue.connection) is None


def test_of_several_lanes_the_first_one_with_a_job_goes_first(queue: FairQueue, settings: Settings):
    urgent = Queues(settings).lanes["quick"]
    put(queue, "bots-ada-1")
    put(urgent, "bots-ada-2")
    taken = [FairQueue.dequeue_any([urgent, queue], None, queue.connection) for _ in range(2)]
    assert [(job.id, found.name) for job, found in taken] == [("bots-ada-2", urgent.name), ("bots-ada-1", queue.name)]


def test_a_worker_counts_the_time_of_a_job_for_its_account(queue: FairQueue, monkeypatch: pytest.MonkeyPatch):
    seconds = iter([10.0, 17.5])
    put(queue, "bots-ada-1", "bots-ada-2", "bots-ben-1")
    worker = LaneWorker([queue], connection=queue.connection)
    job, _ = FairQueue.dequeue_any([queue], None, queue.connection)
    monkeypatch.setattr("service.run.worker.time.process_time", lambda: next(seconds, 17.5))
    worker.execute_job(job, queue)
    [key] = queue.connection.scan_iter(f"{queue.key}:turns:*", count=1000)
    assert float(queue.connection.hget(key, "ada")) == pytest.approx(7.5 + module.BEGIN_SECONDS)
    assert take_all(queue) == ["bots-ben-1", "bots-ada-2"]
    queue.connection.delete(worker.key)


@pytest.mark.parametrize(
    ("waiting", "own", "more"),
    [(0, 0, True), (1, 1, True), (2, 2, False), (3, 1, True), (4, 0, True), (4, 1, False), (6, 0, False)],
)
def test_the_fuller_a_lane_the_less_of_it_an_account_gets(waiting: int, own: int, more: bool):
    names = [f"decision-ada-{number}" for number in range(own)]
    names += [f"decision-other{number}-0" for number in range(waiting - own)]
    assert has_room(by_account(names), "ada", Room(own=2, crowd=4, most=6)) is more


def test_lanes_that_compute_for_long_leave_the_processor_to_the_quick_one():
    assert LANES["quick"].nice == LANES["webhooks"].nice == 0
    assert all(LANES[name].nice > 0 for name in ("slow", "decisions", "long_decisions", "verifications"))
    assert LANES["long_decisions"].nice > LANES["decisions"].nice


def test_a_worker_lowers_its_priority_in_its_group_and_that_of_the_group(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    added: list[int] = []
    monkeypatch.setattr("service.run.worker.os.nice", added.append)
    lower_priority(7, tmp_path / "autogroup")
    lower_priority(0, tmp_path / "nowhere" / "autogroup")
    assert added == [7, 0]
    assert (tmp_path / "autogroup").read_text() == "7"
