"""The backend: what every process of the service works with, built from the settings."""

from dataclasses import dataclass

from redis import Redis
from redis.exceptions import RedisError

from events import RedisLog
from events.answering import Answering
from events.archive import Archive, open_archive
from projections.explorer.store import Explorer
from projections.games import Games
from projections.lobby import Lobby
from projections.milestones import Milestones
from projections.news import NewsStore
from projections.public_list.store import PublicList
from projections.record.store import Record
from projections.replay import Replays
from projections.rewinds import Rewinds
from projections.snapshots import Snapshots
from service.accounts import Accounts
from service.accounts.acts import Acts
from service.limits.limits import Limits
from service.logs import CAUSE
from service.redacting import redacted, redacted_value
from service.settings import Settings, SettingsError, StartError
from service.signing import Signing
from store.breaker import Breaker
from store.clock import StoreClock, store_clock
from store.cluster import Cluster, is_cluster_url
from store.cluster.checks import UnsuitableCluster, check_cluster
from store.cluster.epochs import epoch_copies, lay_epoch
from store.cluster.nodes import NotACluster
from store.cluster_watch import ClusterWatch
from store.durability import Volatile, check_durable
from store.faults import FAULTS, JOBS, TAKES_NO_WRITES, tell
from store.identity import create_epoch, read_epoch
from store.keys import CUT_SHORT, NEW_STORE_PARTITIONS, Keys, PartitionsChanged, is_moving, settle_partitions
from store.server import BelongsToCluster, check_options, check_tls_files, connect
from store.watch import Watch


@dataclass(frozen=True)
class Backend:
    """The log, its projections and the accounts, on one store.

    `redis`: a client whose writes no replica confirms. `confirmed`: one whose writes a replica does, if REPLICAS_ACK
    says so; otherwise the same.
    """

    settings: Settings
    redis: Redis
    confirmed: Redis
    keys: Keys
    clock: StoreClock
    archive: Archive | None
    log: RedisLog
    snapshots: Snapshots
    milestones: Milestones
    games: Games
    lobby: Lobby
    news: NewsStore
    record: Record
    explorer: Explorer
    public_list: PublicList
    accounts: Accounts
    acts: Acts
    replays: Replays
    rewinds: Rewinds
    limits: Limits
    signing: Signing
    answering: Answering
    watch: Watch | ClusterWatch
    jobs_breaker: Breaker
    """That of the server of the job queues: `watch`, unless they have a server of their own."""

    def close(self) -> None:
        """Close the connections to the store, and look at it no more."""
        self.watch.stop()
        self.jobs_breaker.stop()
        self.redis.close()


class StoreDown(StartError):
    """The store cannot be used now. It may come back, so a process of the service can wait for it."""


class NoStore(RuntimeError):
    """No service has begun a store on this server, under this prefix of its keys."""


def open_backend(settings: Settings, begins: bool = True) -> Backend:
    """The backend, without talking to the server yet. Raises SettingsError without REDIS_URL.

    `begins`: a first look begins a store where there is none; otherwise it is refused.
    """
    if settings.redis_url is None:
        raise SettingsError("REDIS_URL is not set; `wonderful up` starts a server of its own")
    check_urls(settings)
    redis = connect(settings.redis_url, seconds=settings.store_seconds)
    keys = Keys(settings.key_prefix, settings.partitions or NEW_STORE_PARTITIONS)
    watch = _watch(settings, keys, begins)
    watch.guard(redis)
    confirmed = redis.confirmed() if isinstance(redis, Cluster) and settings.replicas_ack else redis
    clock = store_clock(redis)
    archive = open_archive(settings.archive_url)
    log = RedisLog(redis, keys, clock, watch.saw, confirmed, archive, CAUSE.get)
    snapshots = Snapshots(redis, keys, archive)
    milestones = Milestones(redis, keys, log)
    games, lobby = Games(log, snapshots.load, past_at=milestones.past_at), Lobby(confirmed, keys)
    accounts, news, record = Accounts(confirmed, keys, clock), NewsStore(confirmed, keys), Record(confirmed, keys)
    watch.on_acceptance = lambda: accounts.forget(None)

    def forget_damaged(game: str) -> None:
        games.forget(game)
        snapshots.drop(game)  # so everybody notices it, and nothing is due in the game

    log.on_damage = forget_damaged
    limits = Limits(redis, keys, settings.limits)
    return Backend(
        settings,
        redis,
        confirmed,
        keys,
        clock,
        archive,
        log,
        snapshots,
        milestones,
        games,
        lobby,
        news,
        record,
        Explorer(confirmed, keys),
        PublicList(confirmed, keys),
        accounts,
        Acts(confirmed, keys),
        Replays(log, milestones.past_at),
        Rewinds(log),
        limits,
        Signing(confirmed, keys, clock, settings.public_url),
        Answering(redis, confirmed, keys),
        watch,
        _jobs_breaker(settings, keys, watch),
    )


def check_urls(settings: Settings) -> None:
    """Raises SettingsError if redis-py cannot use the options of REDIS_URL or RQ_REDIS_URL, or the files they name."""
    for name, url in (("REDIS_URL", settings.redis_url), ("RQ_REDIS_URL", settings.rq_redis_url)):
        if not url:
            continue
        try:
            check_options(url)
            connect(url).close()
            check_tls_files(url)
        except (TypeError, ValueError, RedisError) as error:
            words = redacted(str(error).rpartition("() ")[2])
            raise SettingsError(f"{name}={redacted_value(url)!r} cannot be used: {words}") from None


def _jobs_breaker(settings: Settings, keys: Keys, watch: Watch | ClusterWatch) -> Breaker:
    if settings.rq_redis_url in (None, settings.redis_url):
        return watch
    return Breaker(settings.rq_redis_url or "", settings.store_seconds, keys.no_key, JOBS)


def _watch(settings: Settings, keys: Keys, begins: bool) -> Watch | ClusterWatch:
    def prepare(redis: Redis) -> None:
        if not begins and not has_begun(redis, keys):
            raise NoStore
        if isinstance(redis, Cluster):
            check_cluster(redis, settings.allow_volatile, settings.replicas_ack)
            settle_partitions(redis, keys, settings.partitions)
            lay_epoch(redis, keys)
            return
        if not settings.allow_volatile:
            check_durable(redis)
        settle_partitions(redis, keys, settings.partitions)
        create_epoch(redis, keys)

    url = settings.redis_url or ""
    watch = ClusterWatch if is_cluster_url(url) else Watch
    return watch(url, keys, settings.store_seconds, settings.store_epoch, prepare)


def has_begun(redis: Redis, keys: Keys) -> bool:
    """Whether there is a store, also one that lost a part of its data."""
    return bool(read_epoch(redis, keys)) or (isinstance(redis, Cluster) and epoch_copies(redis, keys) != {""})


def checked_backend(settings: Settings) -> Backend:
    """The backend on a server that answers, persists its data, and holds games for the same number of partitions.

    Raises StartError; StoreDown if the store cannot be used now.
    """
    backend = open_backend(settings)
    check_store(backend)
    return backend


def _adopt_layout(backend: Backend) -> str | None:
    """Read the layout of a store that refuses writes now. Returns `foreign` if it is another store.

    Raises NoStore, PartitionsChanged.
    """
    redis, keys = backend.redis, backend.keys
    if not has_begun(redis, keys) or not redis.exists(keys.partitions):
        raise NoStore
    settle_partitions(redis, keys, backend.settings.partitions)
    return "foreign" if backend.watch.is_unexpected(read_epoch(redis, keys)) else None


def check_store(backend: Backend, reads: bool = False) -> None:
    """Raises StartError if the store does not suit the service; StoreDown if it cannot be used now; NoStore.

    `reads`: nothing is to be written, so a store that refuses writes now will do.
    """
    try:
        fault = backend.watch.look()
        if reads and fault in TAKES_NO_WRITES:
            fault = _adopt_layout(backend)
        if fault == "foreign" and is_moving(backend.redis, backend.keys):  # a move gives the store another epoch
            raise PartitionsChanged(CUT_SHORT)
    except (Volatile, PartitionsChanged, BelongsToCluster, NotACluster, UnsuitableCluster) as error:
        raise StartError(str(error)) from error
    except RedisError as error:
        raise StoreDown(tell(error)) from error
    if fault:
        reason = f" ({backend.watch.error})" if backend.watch.error else ""
        raise StoreDown(f"{FAULTS[fault]}{reason}")
