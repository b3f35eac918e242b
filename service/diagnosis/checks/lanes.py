"""Checks of the lanes of jobs, and of the server that has them."""

from collections.abc import Iterator

from service.diagnosis.facts import Facts
from service.diagnosis.findings import Check, Problem, broken, warning
from service.diagnosis.texts import count, duration, some
from service.jobs.lanes import LANES

NUMBERS = {
    "quick": "WORKERS",
    "slow": "SLOW_WORKERS",
    "decisions": "DECISION_WORKERS",
    "long_decisions": "LONG_DECISION_WORKERS",
    "verifications": "VERIFICATION_WORKERS",
}
"""Lane → the setting with the number of its processes."""


def _start(facts: Facts, lane: str) -> str:
    setting = f"set {NUMBERS[lane]} higher for `wonderful up`" if lane in NUMBERS else "start `wonderful up` again"
    if facts.folder is None:  # each process can be started alone
        setting = f"start `wonderful worker --lane {lane}`, or {setting}"
    return f"{setting}. One that is there and stands still (`ps`: state T or D), `kill -9`: another one is started"


def _workers(facts: Facts) -> Iterator[Problem]:
    for name, lane in facts.lanes.items():
        if lane.backlog.workers:
            continue
        waiting = f"{count(lane.backlog.waiting, 'job')} waiting" if lane.backlog.waiting else "no job waits now"
        report = broken if lane.backlog.waiting or name == "quick" else warning
        yield report(f"no worker lives in the lane {name} ({LANES[name].what}): {waiting}", _start(facts, name))


def _waits(facts: Facts) -> Iterator[Problem]:
    for name, lane in facts.lanes.items():
        longest = LANES[name].longest_wait
        if lane.backlog.workers and lane.backlog.oldest > longest:
            yield warning(
                f"the oldest of {count(lane.backlog.waiting, 'job')} in the lane {name} waits for "
                f"{duration(lane.backlog.oldest)}, and should for {duration(longest)} at most",
                _start(facts, name),
            )


def _failed(facts: Facts) -> Iterator[Problem]:
    for name, lane in facts.lanes.items():
        if lane.failed:
            jobs = count(len(lane.failed), "job")
            yield warning(
                f"{jobs} of the lane {name} failed in the last ten minutes: {some(lane.failed)}",
                "read why in the log of the worker; a job of a game is tried again by itself",
            )


def _jobs_server(facts: Facts) -> Iterator[Problem]:
    server = facts.jobs_server
    if server and server.is_replica:
        yield broken("the server of RQ_REDIS_URL is a replica and takes no jobs", "promote it, or correct RQ_REDIS_URL")
    if server and server.is_cluster:
        yield broken("RQ_REDIS_URL names a node of a cluster, on which RQ does not run", "let it name a single server")
    if server and server.max_bytes and server.used_bytes >= 0.95 * server.max_bytes:
        yield broken("the server of RQ_REDIS_URL has no memory left for jobs", "give it more: CONFIG SET maxmemory")


CHECKS = (
    Check(
        "D19",
        "workers",
        "no living worker in a lane: broken for the lane quick and where jobs wait, otherwise a warning",
        ("lanes",),
        _workers,
    ),
    Check("D20", "waiting jobs", "a job waits for longer than its lane allows", ("lanes",), _waits),
    Check(
        "D21",
        "failed jobs",
        "jobs failed in the last ten minutes, but not those whose worker died: they are done again",
        ("lanes",),
        _failed,
    ),
    Check(
        "D22",
        "server of the queues",
        "the server of `RQ_REDIS_URL` is a replica, a node of a cluster, or full",
        ("jobs_server",),
        _jobs_server,
        applies=lambda facts: facts.settings.rq_redis_url != facts.settings.redis_url,
    ),
)
