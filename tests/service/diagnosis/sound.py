"""Facts of a service in which all is sound."""

from typing import Any

from events.answering import Answers
from service.diagnosis.facts import NO_IDENTITY, Clock, Facts, Feed, Folder, Lane, Layout, Server, Web
from service.jobs.lanes import LANES
from service.jobs.queues import Backlog
from service.settings import Settings, read_settings
from store.identity import Epoch

NOW = 1_795_000_000.0
NOW_MS = int(NOW * 1000)
OWN, FORMER = "0123456789abcdef", "fedcba9876543210"
EPOCH = Epoch(OWN)


def settings(**variables: str) -> Settings:
    return read_settings(variables)


FACTS = Facts(
    settings(),
    Web("http://127.0.0.1:8000"),
    Folder("/var/lib/wonderful", pid=17, epoch=OWN, log_bytes=10**6, free_bytes=10**11),
    Clock(NOW, NOW, 0.001),
    (Server("unix:///r.sock", used_bytes=10**6, machine_bytes=10**10),),
    layout=Layout(64),
    identity=NO_IDENTITY._replace(epoch=EPOCH),
    feeds=tuple(Feed(partition, 300) for partition in range(4)),
    answers=Answers(NOW_MS - 300),
    lanes={name: Lane(Backlog(1, 0, 0, 0.0)) for name in LANES},
    backup_free_bytes=10**11,
)


def facts(**changes: Any) -> Facts:
    """Sound facts, but for these."""
    return FACTS._replace(**changes)


def server(**changes: Any) -> tuple[Server, ...]:
    return (FACTS.servers[0]._replace(**changes),)


def folder(**changes: Any) -> Folder:
    assert FACTS.folder
    return FACTS.folder._replace(**changes)


def lane(name: str, **changes: Any) -> dict[str, Lane]:
    """All lanes, of which one has another backlog, or failed jobs."""
    failed = changes.pop("failed", ())
    return {**FACTS.lanes, name: Lane(FACTS.lanes[name].backlog._replace(**changes), failed)}
