"""The running service that all tests of a run share, also those of several workers of pytest-xdist.

It is for tests that do it no harm: each registers players and opens games of its own. A test that ends processes, joins
any open game that there is, or needs other settings has a service of its own: `up` of tests/end_to_end/running.py.
"""

import fcntl
import os
import signal
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

from redis import Redis

from tests.end_to_end.running import ALL_LANES, METRICS_TOKEN, OwnService, Running, await_true, runs, start
from tests.log_secrets import secrets_in

SETTINGS = ALL_LANES | {
    "SWEEP_SECONDS": "0.3",
    "APPENDFSYNC": "everysec",
    "GUNICORN_CMD_ARGS": "--access-logfile -",
    "WEBHOOK_ALLOWED_NETWORKS": "127.0.0.0/8",
    "PUBLIC_URL": "https://play.example.org",
    "METRICS_TOKEN": METRICS_TOKEN,
}
"""It looks often for what is overdue, logs each request, calls receivers on this machine, and has metrics."""
MAX_LINES = 60
"""Of each kind, shown with a failed test."""


def shared_service(run: Path) -> Running:
    """The service of the run with this folder, once it is ready. Who needs it first starts it."""
    folder = run / "service"
    folder.mkdir(exist_ok=True)
    note = folder / "started"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not note.exists():
            own = start(folder, **SETTINGS)
            note.write_text(f"{own.supervisor.pid} {own.url}")
            _give_equal_shares(own)
            own.supervisor.returncode = 0  # another process ends it, and Python warns of one that is forgotten
    return Running(note.read_text().split()[1], folder / "data", folder / "output")


def _give_equal_shares(service: OwnService) -> None:
    """Let all its workers have the priority of the tests: where these need all cores, the others' wait would not end.

    Nobody but root may do that; then they wait for a quiet minute.
    """
    service.await_ready()
    parent = service.supervisor.pid
    for pid in Path(f"/proc/{parent}/task/{parent}/children").read_text().split():
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, int(pid), 0)
            Path(f"/proc/{pid}/autogroup").write_text("0")


def account_of_itself(service: Running) -> str:
    """What a failed test tells of the service: its jobs, who does them, its last requests and other lines.

    Raises OSError, RedisError if its store has ended.
    """
    lines = service.output.read_text(errors="replace").splitlines()
    requests = [line for line in lines if " HTTP/1.1" in line]
    others = [line for line in lines if " HTTP/1.1" not in line]
    socket = (service.data / "lock").read_text().split()[1]
    with closing(Redis(unix_socket_path=socket, socket_timeout=10, decode_responses=True)) as store:
        jobs = [f"{key} {store.hmget(key, 'status', 'worker_name', 'created_at')}" for key in store.keys("*rq:job:*")]
        workers = [f"{key} {store.hmget(key, 'state', 'queues', 'current_job')}" for key in store.keys("*rq:worker:*")]
    return "\n".join([f"{datetime.now(UTC)}", *jobs, *workers, *requests[-MAX_LINES:], *others[-MAX_LINES:]])


def end_shared_service(run: Path) -> list[str]:
    """End it, if anybody has started it; what its log shows that it must not show."""
    note = run / "service" / "started"
    if note.exists():
        pid = int(note.read_text().split()[0])
        os.kill(pid, signal.SIGTERM)
        await_true(lambda: not runs(pid), run / "service" / "output")
        return secrets_in((run / "service" / "output").read_text(errors="replace"))
    return []
