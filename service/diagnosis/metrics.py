"""What the store knows, as metrics of Prometheus: read anew at each scrape, and by nothing that writes."""

from collections.abc import Iterator, Mapping
from importlib.metadata import version as installed_version
from typing import Any

from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.registry import Collector

from projections.snapshots import Snapshots
from projections.summaries import list_index
from service.backup.status import Outcome, Verified, free_bytes, read_saved
from service.diagnosis.facts import Feed, Lane, Server
from service.diagnosis.opening import Opened
from service.diagnosis.reading import PARTS, Reader, read_parts
from service.jobs.job_list import running_jobs
from service.jobs.lanes import LANES
from service.settings import Settings

STATUSES = ("open", "playing", "finished", "abandoned")
READ = ("clock", "servers", "layout", "feeds", "answers", "timers", "lanes")
"""The facts of the doctor that become metrics: those that cost little, however many games there are."""


def read_games(opened: Opened) -> dict[str, int]:
    """How many public games have each status. Raises RedisError."""
    pipe = opened.redis.pipeline(transaction=False)
    for status in STATUSES:
        pipe.zcard(opened.keys.lobby(list_index(status, None, None)))
    return dict(zip(STATUSES, pipe.execute(), strict=True))


def read_archived(opened: Opened) -> int:
    """How many games are archived. Raises RedisError."""
    return Snapshots(opened.redis, opened.keys).count_archived()


def read_due_inboxes(opened: Opened) -> int:
    """How many players have messages to webhooks that are to be made, now or later. Raises RedisError."""
    return int(opened.redis.zcard(opened.keys.lobby("due-inboxes")))


def read_running(opened: Opened) -> dict[str, int]:
    """How many jobs of each lane have begun. Raises RedisError."""
    return {name: running_jobs(opened.queues, name) for name in LANES}


READERS: dict[str, Reader] = {
    **{name: PARTS[name] for name in READ},
    "games": read_games,
    "archived": read_archived,
    "due_inboxes": read_due_inboxes,
    "running": read_running,
}


SAVED_HELP = "The newest second that is saved; 0: nothing is."
COPIED_HELP = "The newest second in the bucket; 0: none yet."


class StoreCollector(Collector):
    """The metrics of a store. What cannot be read is missing, and counts in `wonderful_unread_parts`."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def collect(self) -> Iterator[Metric]:
        """All families; of a store that does not answer those that say so."""
        found, unread = read_parts(self._settings, READERS)
        yield InfoMetricFamily("wonderful_build", "The release.", {"version": installed_version("wonderful-world")})
        yield _gauge("wonderful_store_up", "Whether the store answers.", "clock" in found)
        yield _gauge("wonderful_unread_parts", "Parts of these metrics that the store did not tell.", len(unread))
        folder = self._settings.backup_dir
        saved = read_saved(folder) if folder else None
        if folder:
            newest = saved.saved_ms / 1000 if saved else 0
            yield _gauge("wonderful_backup_saved_timestamp_seconds", SAVED_HELP, newest)
        if folder and saved:
            yield _gauge("wonderful_backup_bytes", "Of all that is saved.", saved.bytes)
            oldest_help = "The oldest second that can be restored."
            yield _gauge("wonderful_backup_oldest_timestamp_seconds", oldest_help, saved.oldest_ms / 1000)
            yield _gauge("wonderful_backup_free_bytes", "Of the disk of the backup.", free_bytes(folder))
            if saved.copied_ms is not None:
                yield _gauge("wonderful_backup_copied_timestamp_seconds", COPIED_HELP, saved.copied_ms / 1000)
            yield from _of_verification(saved.verified)
        yield from families(found, self._settings.key_prefix)


def families(found: Mapping[str, Any], key_prefix: str) -> Iterator[Metric]:
    """The metrics of the parts that could be read. `found`: by the names of READERS."""
    if clock := found.get("clock"):
        yield _gauge("wonderful_store_answer_seconds", "How long an answer of the store takes.", clock.answer_seconds)
        yield _gauge("wonderful_store_clock_ahead_seconds", "Of the clock of this host.", clock.store - clock.host)
        yield from _of_feeds(found.get("feeds", ()), clock.ms)
    yield from _of_servers(found.get("servers", ()))
    if games := found.get("games"):
        yield _labelled("wonderful_games", "Public games.", "status", games)
    if "archived" in found:
        yield _gauge("wonderful_games_archived", "Games whose log is in the archive.", found["archived"])
    if timers := found.get("timers"):
        yield _gauge("wonderful_timers", "Games with a clock or a deadline that runs.", timers.total)
    answers = found.get("answers")
    if answers and answers.beat_ms is not None:
        beat_help = "When a web process has answered last."
        yield _gauge("wonderful_last_beat_timestamp_seconds", beat_help, answers.beat_ms / 1000)
    if "due_inboxes" in found:
        yield _gauge(
            "wonderful_due_inboxes", "Players for whose webhooks messages are to be made.", found["due_inboxes"]
        )
    yield from _of_lanes(found.get("lanes", {}), found.get("running", {}), key_prefix)


def _of_verification(verified: Verified | None) -> Iterator[Metric]:
    name = "wonderful_backup_last_verified_timestamp_seconds"
    yield _gauge(name, "When the backup was found sound last; 0: never.", verified.sound_ms / 1000 if verified else 0)
    outcomes = {outcome.value: verified is not None and outcome == verified.outcome for outcome in Outcome}
    yield _labelled("wonderful_backup_verification", "Whether the last one came out so.", "outcome", outcomes)


def _of_feeds(feeds: tuple[Feed, ...], now_ms: float) -> Iterator[Metric]:
    if not feeds:
        return
    oldest_ms = min((feed.oldest_ms for feed in feeds if feed.oldest_ms is not None), default=now_ms)
    yield _gauge(
        "wonderful_projector_lag_seconds",
        "Age of the oldest append that is not projected.",
        (now_ms - oldest_ms) / 1000,
    )
    waiting = sum(feed.waiting or 0 for feed in feeds)
    yield _gauge("wonderful_projector_waiting_appends", "Appends that are not projected yet.", waiting)
    if idle := [feed.idle_ms for feed in feeds if feed.idle_ms is not None]:
        yield _gauge("wonderful_projector_idle_seconds", "Since a projector asked for news.", min(idle) / 1000)


def _of_servers(servers: tuple[Server, ...]) -> Iterator[Metric]:
    if servers:
        name = "wonderful_store_{}".format
        used = {str(number): server.used_bytes for number, server in enumerate(servers)}
        limits = {str(number): server.max_bytes for number, server in enumerate(servers)}
        clients = {str(number): server.clients for number, server in enumerate(servers)}
        written = {str(number): server.last_write == "ok" for number, server in enumerate(servers)}
        yield _labelled(name("memory_bytes"), "Memory in use.", "node", used)
        yield _labelled(name("memory_limit_bytes"), "The most memory that it may use; 0: no limit.", "node", limits)
        yield _labelled(name("clients"), "Connections.", "node", clients)
        yield _labelled(name("last_write_ok"), "Whether the last write to its disk succeeded.", "node", written)


def _of_lanes(lanes: Mapping[str, Lane], running: Mapping[str, int], key_prefix: str) -> Iterator[Metric]:
    if not lanes:
        return
    jobs = GaugeMetricFamily("rq_jobs", "Jobs. Failed: in the last ten minutes.", labels=("queue", "status"))
    workers = GaugeMetricFamily("rq_workers", "Living workers.", labels=("queues",))
    queues = {name: f"{key_prefix}{LANES[name].queue}" for name in lanes}
    for name, lane in lanes.items():
        queue = queues[name]
        for status, count in (
            ("queued", lane.backlog.waiting),
            ("failed", len(lane.failed)),
            ("started", running.get(name, 0)),
        ):
            jobs.add_metric((queue, status), count)
        workers.add_metric((queue,), lane.backlog.workers)
    yield jobs
    yield workers
    oldest = {queues[name]: lane.backlog.oldest for name, lane in lanes.items()}
    yield _labelled("wonderful_oldest_job_seconds", "How long the oldest job waits.", "queue", oldest)
    longest = {queues[name]: LANES[name].longest_wait for name in lanes}
    yield _labelled(
        "wonderful_longest_wait_seconds", "How long a job of the lane should wait at most.", "queue", longest
    )


def _gauge(name: str, meaning: str, value: float) -> Metric:
    return GaugeMetricFamily(name, meaning, value=float(value))


def _labelled(name: str, meaning: str, label: str, values: Mapping[str, float]) -> Metric:
    family = GaugeMetricFamily(name, meaning, labels=(label,))
    for value, number in values.items():
        family.add_metric((value,), float(number))
    return family
