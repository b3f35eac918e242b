"""What ends the work of a worker."""

from redis import Redis
from redis.exceptions import NoPermissionError

from service.jobs.lanes import FairQueue
from service.run.embedded_redis import Server
from service.run.worker import LaneWorker, work


def test_a_store_that_refuses_the_maintenance_ends_the_work_as_any_other_trouble(own_server: Server, caplog):
    with Redis.from_url(own_server.url) as admin:
        admin.acl_setuser("cleaner", enabled=True, nopass=True, keys="*", channels="*", commands=["+@all", "-del"])
    with Redis.from_url(own_server.url, username="cleaner") as redis:
        worker = LaneWorker([FairQueue("none", connection=redis)], name="cleaner", connection=redis)
        assert isinstance(work(worker, 1), NoPermissionError)
    assert "unhandled" not in caplog.text
