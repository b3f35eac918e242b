"""The backend: what every process of the service works with, built from the settings."""

from dataclasses import dataclass

from redis import Redis

from events import Keys, RedisLog
from events.breaker import Breaker
from events.faults import FAULTS, JOBS
from events.identity import create_epoch
from events.keys import PartitionsChanged, check_partitions
from events.server import Volatile, check_durable, connect
from events.watch import Watch
from projections.games import Games
from projections.lobby import Lobby
from projections.milestones import Milestones
from projections.news import NewsStore
from projections.record.store import Record
from projections.replay import Replays
from projections.rewinds import Rewinds
from projections.snapshots import Snapshots
from service.accounts import Accounts
from service.limits.limits import Limits
from service.settings import Settings, SettingsError, StartError


@dataclass(frozen=True)
class Backend:
    """The log, its projections and the accounts, on one Redis server."""

    settings: Settings
    redis: Redis
    keys: Keys
    log: RedisLog
    snapshots: Snapshots
    milestones: Milestones
    games: Games
    lobby: Lobby
    news: NewsStore
    record: Record
    accounts: Accounts
    replays: Replays
    rewinds: Rewinds
    limits: Limits
    watch: Watch
    jobs_breaker: Breaker
    """That of the server of the job queues: `watch`, unless they have a server of their own."""


class StoreDown(StartError):
    """The store cannot be used now. It may come back, so a process of the service can wait for it."""


def open_backend(settings: Settings) -> Backend:
    """The backend, without talking to the server yet. Raises SettingsError without REDIS_URL."""
    if settings.redis_url is None:
        raise SettingsError("REDIS_URL is not set; `wonderful up` starts a server of its own")
    redis = connect(settings.redis_url, seconds=settings.store_seconds)
    keys = Keys(settings.key_prefix, settings.partitions)
    watch = _watch(settings, keys)
    watch.guard(redis)
    log, snapshots = RedisLog(redis, keys, saw=watch.saw), Snapshots(redis, keys)
    milestones = Milestones(redis, keys, log)
    games, lobby = Games(log, snapshots.load, past_at=milestones.past_at), Lobby(redis, keys)
    accounts, news, record = Accounts(redis, keys), NewsStore(redis, keys), Record(redis, keys)
    watch.on_acceptance = lambda: accounts.forget(None)
    limits = Limits(redis, keys, settings.limits)
    return Backend(
        settings,
        redis,
        keys,
        log,
        snapshots,
        milestones,
        games,
        lobby,
        news,
        record,
        accounts,
        Replays(log, milestones.past_at),
        Rewinds(log),
        limits,
        watch,
        _jobs_breaker(settings, keys, watch),
    )


def _jobs_breaker(settings: Settings, keys: Keys, watch: Watch) -> Breaker:
    if settings.rq_redis_url in (None, settings.redis_url):
        return watch
    return Breaker(settings.rq_redis_url or "", settings.store_seconds, keys.no_key, JOBS)


def _watch(settings: Settings, keys: Keys) -> Watch:
    def prepare(redis: Redis) -> None:
        if not settings.allow_volatile:
            check_durable(redis)
        check_partitions(redis, keys)
        create_epoch(redis, keys)

    return Watch(settings.redis_url or "", keys, settings.store_seconds, settings.store_epoch, prepare)


def checked_backend(settings: Settings) -> Backend:
    """The backend on a server that answers, persists its data, and holds games for the same number of partitions.

    Raises StartError; StoreDown if the store cannot be used now.
    """
    backend = open_backend(settings)
    check_store(backend)
    return backend


def check_store(backend: Backend) -> None:
    """Raises StartError if the store does not suit the service; StoreDown if it cannot be used now."""
    try:
        fault = backend.watch.look()
    except (Volatile, PartitionsChanged) as error:
        raise StartError(str(error)) from error
    if fault:
        reason = f" ({backend.watch.error})" if backend.watch.error else ""
        raise StoreDown(f"{FAULTS[fault]}{reason}")
