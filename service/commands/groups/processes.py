"""Commands that run the processes of the service."""

import sys

import click

from service.logs import begin_process
from service.run.quick_start import without_garbage_collection
from service.settings import StartError


@click.command()
def up() -> None:
    """Start the whole service.

    Without REDIS_URL it also starts an embedded Redis server.
    """
    with without_garbage_collection():
        from service.run.up import up as run

    sys.exit(run(begin_process("system", sys.__stdout__)))


@click.command()
def projector() -> None:
    """Run a projector, a process of the Procfile.

    It keeps snapshots and game lists up to date.
    """
    with without_garbage_collection():
        from service.run.projector import run_projector

    run_projector(begin_process("projector"))


@click.command()
@click.option(
    "--lane", "lanes", multiple=True, help="Work on this lane only. Repeat it for several, most urgent first."
)
@click.option("--decisions", is_flag=True, hidden=True)
@click.option("--webhooks", is_flag=True, hidden=True)
def worker(lanes: tuple[str, ...], decisions: bool, webhooks: bool) -> None:
    """Run a worker, a process of the Procfile.

    It plays the bots' turns and computes scores. Without --lane it works on the lanes quick, slow and verifications.
    """
    with without_garbage_collection():
        from service.jobs.lanes import LANES, USUAL_LANES
        from service.run.worker import run_worker

    if unknown := [lane for lane in lanes if lane not in LANES]:
        raise StartError(f"there is no lane {unknown[0]}; there are: {', '.join(LANES)}")
    older_words = (*(("decisions", "long_decisions") if decisions else ()), *(("webhooks",) if webhooks else ()))
    run_worker(begin_process("worker"), (*lanes, *older_words) or USUAL_LANES)


@click.command()
def metrics() -> None:
    """Show metrics to Prometheus, a process of the Procfile.

    It listens on METRICS_HOST and METRICS_PORT, and answers GET /metrics.
    """
    from service.commands.metrics import run_metrics

    run_metrics(begin_process("metrics"))
