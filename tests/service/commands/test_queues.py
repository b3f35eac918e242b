"""`wonderful queues`: a line for each lane, and a mark where something is wrong."""

from dataclasses import replace

import pytest

from service.backend import Backend
from service.commands.queues import line, show_queues
from service.jobs.lanes import LANES, Lane
from service.jobs.queues import Backlog, Queues
from service.settings import Settings, StartError
from tests.ports import free_port
from tests.service.commands.command_line import assert_refused, wonderful

LANE = Lane("slow", "moves of bots", 10, 30.0)


def test_each_lane_has_a_line(parts: Backend, settings: Settings, capsys: pytest.CaptureFixture[str]):
    queues = Queues(settings)
    for number in range(3):
        queues.lanes["slow"].enqueue_call("time.time", job_id=f"slow_bots-ada-{number}")
    show_queues(settings)
    head, *lines = capsys.readouterr().out.splitlines()
    assert head.split()[:5] == ["lane", "workers", "waiting", "accounts", "oldest"]
    assert [each[2:].split()[0] for each in lines] == [*LANES]
    assert lines[1].split()[:5] == ["!", "slow", "0", "3", "1"]
    queues.lanes["slow"].delete(delete_jobs=True)
    queues.redis.close()


def test_queues_whose_own_server_is_gone_are_no_fault_of_the_store(
    parts: Backend, settings: Settings, capsys: pytest.CaptureFixture[str]
):
    with pytest.raises(StartError, match=r"^the job store: no store listens at its address$"):
        show_queues(replace(settings, rq_redis_url=f"redis://127.0.0.1:{free_port()}"))
    assert capsys.readouterr().out == "", "no head of a table without lines"


@pytest.mark.parametrize(
    ("backlog", "mark"),
    [
        (Backlog(1, 0, 0, 0.0), " "),
        (Backlog(1, 9, 2, 29.0), " "),
        (Backlog(1, 9, 2, 31.0), "!"),
        (Backlog(0, 0, 0, 0.0), "!"),
    ],
)
def test_a_lane_without_workers_or_with_an_old_job_is_marked(backlog: Backlog, mark: str):
    assert line("slow", LANE, backlog)[0] == mark


def test_a_lane_that_does_not_exist_is_refused_with_those_that_do():
    assert_refused(wonderful("worker", "--lane", "fast"), "there is no lane fast", *LANES)
