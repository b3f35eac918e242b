"""The projector process: keeps snapshots and lists up to date until it gets SIGINT or SIGTERM."""

import signal

from projections.cluster_feed import ClusterFeed
from projections.effects import NOBODY, Effect
from projections.feed import Feed
from projections.notices import Notices
from projections.projector import MAX_WAIT_MS, Deliveries, Projector, follow
from service.accounts.deletion import leaving
from service.backend import Backend
from service.jobs.archiving import is_round_due
from service.jobs.publishing import is_publishing_due
from service.jobs.queues import Queues
from service.jobs.worker_names import worker_name
from service.run.process_setup import await_backend, watch_patiently
from service.settings import Settings
from service.tracing import start_tracing, working_on
from service.webhooks.endpoints import Webhooks
from store.cluster import is_cluster_url
from store.server import connect_blocking


def run_projector(settings: Settings) -> None:
    """Follow the feed of new events until stopped. Raises StartError if the Redis server cannot be used."""
    start_tracing(settings, "projector")
    backend = await_backend(settings)
    queues = Queues(settings, backend.games.load)
    notices = Notices(backend.confirmed, backend.keys, backend.clock)
    webhooks = Webhooks(backend.confirmed, backend.keys, backend.clock)
    projector = Projector(
        backend.games,
        backend.snapshots,
        backend.lobby,
        queues.enqueue,
        notices,
        lambda: [
            *[Effect("depart", player, 0) for player in leaving(backend.accounts)],
            *[Effect("archive", NOBODY, 0)] * is_round_due(backend),
            *[Effect("count", NOBODY, 0)] * backend.explorer.is_due(backend.clock() * 1000),
            *[Effect("publish", NOBODY, 0)] * is_publishing_due(backend),
        ],
        backend.record,
        Deliveries(webhooks.are_due, queues.enqueue_webhooks),
        backend.milestones,
        backend.public_list,
        now=backend.clock,
        answers=backend.answering.read,
    )
    feed = _feed(settings, backend, queues)
    signals: list[int] = []
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda received, _: signals.append(received))
    follow(
        projector,
        feed,
        settings.sweep_seconds,
        lambda: bool(signals),
        lambda game, cause: working_on("project", cause, game=game),
    )


def _feed(settings: Settings, backend: Backend, queues: Queues) -> Feed:
    """The feed of the store, which is watched from now on."""
    url = settings.redis_url or ""
    if is_cluster_url(url):
        watch_patiently(backend, queues.redis)
        return ClusterFeed(backend.redis, url, backend.keys, worker_name())
    blocking = connect_blocking(url, MAX_WAIT_MS / 1000 + settings.store_seconds)
    watch_patiently(backend, queues.redis, blocking)
    return Feed(backend.redis, blocking, backend.keys, worker_name())
