"""What ends the work of a worker."""

import pytest
from redis import Redis
from redis.exceptions import NoPermissionError
from rq import get_current_job
from rq.registry import FailedJobRegistry

from service.jobs import of_a_game
from service.jobs.lanes import FairQueue
from service.run.embedded_redis import Server
from service.run.worker import LaneWorker, work
from store.faults import StoreUnavailable


def test_a_store_that_refuses_the_maintenance_ends_the_work_as_any_other_trouble(own_server: Server, caplog):
    with Redis.from_url(own_server.url) as admin:
        admin.acl_setuser("cleaner", enabled=True, nopass=True, keys="*", channels="*", commands=["+@all", "-del"])
    with Redis.from_url(own_server.url, username="cleaner") as redis:
        worker = LaneWorker([FairQueue("none", connection=redis)], name="cleaner", connection=redis)
        assert isinstance(work(worker, 1), NoPermissionError)
    assert "unhandled" not in caplog.text


def forget() -> None:
    """Let the job that runs be gone, as after a first try to finish it whose answer was lost."""
    job = get_current_job()
    assert job
    job.connection.delete(job.key)


def test_a_job_that_is_gone_when_it_is_done_is_no_fault(own_server: Server, caplog: pytest.LogCaptureFixture):
    with Redis.from_url(own_server.url) as redis:
        queue = FairQueue("forgetting", connection=redis)
        queue.enqueue_call(f"{__name__}.forget", job_id="bots-ada-1", result_ttl=0)
        assert work(LaneWorker([queue], name="forgetting", connection=redis), 1) is None
        assert FailedJobRegistry(queue=queue).get_job_ids() == []
    assert "Traceback" not in caplog.text
    assert "unhandled" not in caplog.text


def test_a_job_ends_with_one_line_when_the_store_is_away(caplog: pytest.LogCaptureFixture):
    def play(game: str) -> None:
        raise StoreUnavailable("gone")

    of_a_game(play)("k3jx9a2m")
    [record] = caplog.records
    assert record.levelname == "WARNING"
    assert "no store listens" in record.getMessage()
    assert record.exc_info is None
