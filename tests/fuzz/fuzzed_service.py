"""The service under test: the application over an embedded store, and what projector and workers do beside it."""

import logging
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zlib import crc32

from redis import Redis
from rq.job import Job

from projections.effects import Effect
from projections.feed import Feed
from projections.notices import Notices
from projections.projector import Deliveries, Projector
from service import jobs
from service.accounts.deletion import leaving
from service.accounts.registration import register
from service.accounts.secrets import Granted
from service.backend import Backend, open_backend
from service.jobs.lanes import LANES, FairQueue
from service.jobs.queues import Queues
from service.jobs.verifications import Verifications
from service.limits import refusals
from service.run.embedded_redis import ensure_server, stop_server
from service.run.worker import LaneWorker, enqueue_due
from service.settings import read_settings
from service.webhooks.delivering import Surroundings, deliver
from store.server import connect_blocking
from tests.fuzz.pinned import Stretch
from tests.high_limits import HIGH_LIMITS
from tests.service.client import Service
from tests.service.webhooks.receivers import Received, receiving

SETTINGS = {
    "ALLOW_VOLATILE": "1",
    "STORE_SECONDS": "30",
    "WEBHOOK_ALLOWED_NETWORKS": "127.0.0.0/8",
    "TRUSTED_PROXIES": "127.0.0.0/8",
}
MAX_JOBS_AT_ONCE = 6
SWEEP_STEPS = 40
Fault = Callable[[str, str], None]
"""Called with the kind of a fault and its description."""


class _Log(logging.Handler):
    """What the service logs as an error is a fault, and so is a strategy that fails."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(logging.WARNING)
        self._fault, self._formatter = fault, logging.Formatter()

    def emit(self, record: logging.LogRecord) -> None:
        if record.levelno >= logging.ERROR or record.name.startswith("service.jobs"):
            trace = f"\n{self._formatter.formatException(record.exc_info)}" if record.exc_info else ""
            self._fault(f"logged {record.name}: {record.msg[:60]}", record.getMessage() + trace)


BODIES = (
    b"",
    b"{}",
    b"ok",
    b"\xff\xfe",
    b'{"type":"ready"',
    b"[" * 3000,
    b'{"type":"draft","card":"\x00"}',
    b"9" * 5000,
)
STATUSES = (200, 204, 200, 410, 500, 302, 429, 200, 404)
AFTER = ("1", "-5", "soon", "99999999999999", "Fri, 31 Dec 1999 23:59:59 GMT")


def _answer_webhook(received: Received) -> tuple[int, dict[str, str], bytes]:
    """Anything but an intention that counts, the same for the same message."""
    choice = crc32(received.body)
    headers = {
        "Content-Type": ("application/json", "text/html", "x")[choice % 3],
        "Retry-After": AFTER[choice % len(AFTER)],
    }
    return STATUSES[choice % len(STATUSES)], headers, BODIES[choice % len(BODIES)]


class _WithoutBlocking:
    """Reads the feed without waiting: the server would look at its clock only ten times a second."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self.connection_pool = redis.connection_pool

    def xreadgroup(self, *args: Any, block: int, **kwargs: Any) -> Any:
        return self._redis.xreadgroup(*args, **kwargs)


class FuzzedService:
    """The application, `app`, and the work beside it, which `step` does. `service`: plays games without requests."""

    def __init__(self, parts: Backend, other: Backend, fault: Fault, receiver: str, operator: Granted) -> None:
        """`other`: the backend of projector and worker, with a cache of its own. `receiver`: a URL for webhooks."""
        self.parts, self.other, self.fault, self.receiver, self.operator = parts, other, fault, receiver, operator
        self.service = Service(parts)
        self.app = self.service.app
        self.queues = Queues(other.settings, other.games.load)
        self.jobs = 0
        self._steps = 0
        jobs.worker_backend = lambda: other  # type: ignore[assignment]
        surroundings = Surroundings(_resolve, parts.clock, 0.0)
        jobs.deliver = partial(deliver, surroundings=surroundings)  # type: ignore[attr-defined]
        refusals.MAX_SECONDS = 0.0
        webhooks = self.app.webhooks
        self.projector = Projector(
            other.games,
            other.snapshots,
            other.lobby,
            self.queues.enqueue,
            Notices(other.redis, other.keys),
            lambda: [Effect("depart", player, 0) for player in leaving(other.accounts)],
            other.record,
            Deliveries(webhooks.are_due, self.queues.enqueue_webhooks),
            other.milestones,
            now=other.clock,
        )
        self.feed = Feed(
            other.redis, _WithoutBlocking(connect_blocking(other.settings.redis_url or "")), other.keys, "fuzz"
        )
        self.app.verifications = Verifications(self.queues, lambda seconds: self.work(["verifications"]))
        self.worker = LaneWorker([*self.queues.lanes.values()], name="fuzz", connection=self.queues.redis)
        self.worker.after_move = partial(enqueue_due, other, self.queues)
        self.worker.push_exc_handler(self._failed)

    def step(self) -> None:
        """What the projector and the workers do in a moment."""
        self._steps += 1
        self.project()
        if self._steps % SWEEP_STEPS == 0:
            self.feed.trim()
            list(self.projector.sweep())
            self.projector.run_deliveries()
        self.projector.run_timers(5.0)
        self.work([*LANES], MAX_JOBS_AT_ONCE)

    def project(self) -> None:
        """Project what the feed points to."""
        while games := self.feed.wait(1):
            for game in games:
                try:
                    self.projector.project(game)
                except Exception:
                    logging.getLogger("fuzz").exception("the projector fails at game %s", game)
            self.feed.acknowledge([pointer for found in games.values() for pointer in found])

    def work(self, lanes: Sequence[str], most: int = 1000) -> None:
        """Do jobs that wait in these lanes, at most so many."""
        Stretch.end()  # a verification waits for this
        queues = [self.queues.lanes[lane] for lane in lanes]
        while most > 0 and (found := FairQueue.dequeue_any(queues, None, self.queues.redis)):
            self.worker.execute_job(*found)
            most, self.jobs = most - 1, self.jobs + 1
        Stretch.began = time.thread_time()

    def _failed(self, job: Job, kind: type[BaseException], error: BaseException, trace: Any) -> bool:
        logging.getLogger("fuzz").error("the job %s fails", job.id, exc_info=(kind, error, trace))
        return True


@contextmanager
def fuzzed_service(fault: Fault, **environ: str) -> Iterator[FuzzedService]:
    """A service on a store of its own, in a temporary folder."""
    with TemporaryDirectory() as folder, receiving() as receiver:
        receiver.answer = _answer_webhook
        server = ensure_server(Path(folder, "data"), "no")
        settings = read_settings(HIGH_LIMITS | SETTINGS | {"REDIS_URL": server.url} | environ)
        operator = register(open_backend(settings).accounts, "Root", "human")
        settings = replace(settings, operators=(operator.player.id,))
        log = _Log(fault)
        logging.getLogger().addHandler(log)
        try:
            yield FuzzedService(open_backend(settings), open_backend(settings), fault, receiver.url, operator)
        finally:
            logging.getLogger().removeHandler(log)
            stop_server(server)


def _resolve(host: str, port: int, **_: Any) -> list[Any]:
    """Names for webhooks: no name server is asked."""
    if host.endswith(".invalid") or len(host) % 2:
        raise socket.gaierror(-2, "Name or service not known")
    return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]
