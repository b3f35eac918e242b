"""`wonderful queues`: what waits in each lane, for the operator."""

from dataclasses import replace

import click

from service.commands.store import open_store
from service.diagnosis.opening import asking_queues
from service.jobs.lanes import LANES, Lane
from service.jobs.queues import Backlog, Queues
from service.settings import Settings

HEAD = f"  {'lane':15}{'workers':>8}{'waiting':>9}{'accounts':>10}{'oldest':>9}{'at most':>9}  what"


def show_queues(settings: Settings) -> None:
    """Print a line for each lane. Raises StartError."""
    with open_store(settings, reads=True) as backend:
        url = settings.rq_redis_url or backend.settings.redis_url
        queues = Queues(replace(settings, rq_redis_url=url))
        with asking_queues():
            lines = [line(name, lane, queues.backlog(name)) for name, lane in LANES.items()]
    click.echo("\n".join((HEAD, *lines)))


def line(name: str, lane: Lane, backlog: Backlog) -> str:
    """One lane. It begins with `!` if nobody works on it, or if its oldest job waits for too long."""
    mark = "!" if not backlog.workers or backlog.oldest > lane.longest_wait else " "
    numbers = f"{backlog.workers:8}{backlog.waiting:9}{backlog.accounts:10}"
    return f"{mark} {name:15}{numbers}{backlog.oldest:7.1f} s{lane.longest_wait:7.0f} s  {lane.what}"
