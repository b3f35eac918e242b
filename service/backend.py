"""What every process of the service works with, put together from the settings."""

from dataclasses import dataclass

from redis import Redis
from redis.exceptions import RedisError

from events import Keys, RedisLog
from events.keys import PartitionsChanged, settle_partitions
from events.server import Volatile, check_durable, connect
from projections.loading import Games
from projections.lobby import Lobby
from projections.replay import Replays
from projections.snapshots import Snapshots
from service.accounts import Accounts
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
    accounts: Accounts
    replays: Replays


def backend(settings: Settings) -> Backend:
    """The parts, not yet talking to the server. Raises SettingsError without REDIS_URL."""
    if settings.redis_url is None:
        raise SettingsError("REDIS_URL is not set; `wonderful up` starts a server of its own")
    redis, keys = connect(settings.redis_url), Keys(settings.key_prefix, settings.partitions)
    log, snapshots = RedisLog(redis, keys), Snapshots(redis, keys)
    games, lobby, accounts = Games(log, snapshots), Lobby(redis, keys), Accounts(redis, keys)
    return Backend(settings, redis, keys, log, snapshots, games, lobby, accounts, Replays())


def checked_backend(settings: Settings) -> Backend:
    """The parts on a server that answers, keeps what it is given and has games for as many partitions.

    Raises StartError.
    """
    parts = backend(settings)
    try:
        if not settings.allow_volatile:
            check_durable(parts.redis)
        settle_partitions(parts.redis, parts.keys)
    except (RedisError, Volatile, PartitionsChanged) as error:
        raise StartError(str(error)) from error
    return parts
