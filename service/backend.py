"""The backend: what every process of the service works with, built from the settings."""

from dataclasses import dataclass

from redis import Redis
from redis.exceptions import RedisError

from events import Keys, RedisLog
from events.keys import PartitionsChanged, check_partitions
from events.server import Volatile, check_durable, connect
from projections.games import Games
from projections.lobby import Lobby
from projections.news import NewsStore
from projections.record.store import Record
from projections.replay import Replays
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
    games: Games
    lobby: Lobby
    news: NewsStore
    record: Record
    accounts: Accounts
    replays: Replays
    limits: Limits


def open_backend(settings: Settings) -> Backend:
    """The backend, without talking to the server yet. Raises SettingsError without REDIS_URL."""
    if settings.redis_url is None:
        raise SettingsError("REDIS_URL is not set; `wonderful up` starts a server of its own")
    redis, keys = connect(settings.redis_url), Keys(settings.key_prefix, settings.partitions)
    log, snapshots = RedisLog(redis, keys), Snapshots(redis, keys)
    games, lobby, accounts = Games(log, snapshots.load), Lobby(redis, keys), Accounts(redis, keys)
    news, record = NewsStore(redis, keys), Record(redis, keys)
    limits = Limits(redis, keys, settings.limits)
    return Backend(settings, redis, keys, log, snapshots, games, lobby, news, record, accounts, Replays(), limits)


def checked_backend(settings: Settings) -> Backend:
    """The backend on a server that answers, persists its data, and holds games for the same number of partitions.

    Raises StartError.
    """
    backend = open_backend(settings)
    try:
        if not settings.allow_volatile:
            check_durable(backend.redis)
        check_partitions(backend.redis, backend.keys)
    except (RedisError, Volatile, PartitionsChanged) as error:
        raise StartError(str(error)) from error
    return backend
