"""The store that a command works on: the server of REDIS_URL, or the embedded one."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from redis.exceptions import RedisError

from service.backend import Backend, checked_backend
from service.run.embedded_redis import ensure_server, stop_server
from service.settings import Settings, StartError


@contextmanager
def open_store(settings: Settings) -> Iterator[Backend]:
    """The backend on REDIS_URL, or on the embedded server, which runs for as long as the block. Raises StartError."""
    server = None if settings.redis_url else ensure_server(settings.data_dir, settings.appendfsync)
    try:
        yield checked_backend(replace(settings, redis_url=server.url) if server else settings)
    except RedisError as error:
        raise StartError(f"the Redis server does not answer: {error}") from error
    finally:
        if server and server.started:
            stop_server(server)
