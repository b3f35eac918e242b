"""The store that a command works on: the server of REDIS_URL, or the embedded one."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace

from redis.exceptions import RedisError

from events import DamagedLog
from service.backend import Backend, NoStore, check_store, open_backend
from service.redacting import redacted_value
from service.run.embedded_redis import Server, ensure_server, has_data, stop_server
from service.settings import Settings, StartError
from store.cluster.nodes import NotACluster
from store.faults import tell
from store.keys import PartitionsChanged

PATIENCE_SECONDS = 30.0
"""The longest wait of a command for an answer: nobody waits for it over HTTP."""
ATTACH_SECONDS = 10.0
"""The longest wait for an embedded server that neither answers nor loads its data: an operator asks what is wrong."""


@contextmanager
def open_store(settings: Settings, create: bool = False, check: bool = True, reads: bool = False) -> Iterator[Backend]:
    """The backend on REDIS_URL, or on the embedded server, which runs for as long as the block.

    `create`: begin a new store if there is none. Otherwise that is refused: the settings of the command are probably
    others than those of the service. `check`: refuse a store that does not suit the service. `reads`: the command only
    reads, so a store that is full will do. Raises StartError.
    """
    if not settings.redis_url and not create and not has_data(settings.data_dir):
        raise _no_store(settings)
    server = None if settings.redis_url else _own_server(settings)
    try:
        url = server.url if server else settings.redis_url
        patient = replace(settings, redis_url=url, store_seconds=PATIENCE_SECONDS)
        with closing(open_backend(patient, begins=create)) as backend:
            if check:
                check_store(backend, reads)
            yield backend
    except NoStore:
        raise _no_store(settings) from None
    except (NotACluster, PartitionsChanged) as error:
        raise StartError(str(error)) from error
    except DamagedLog as error:
        raise StartError(f"{error} (in {store_name(settings)})") from error
    except RedisError as error:
        raise StartError(tell(error)) from error
    finally:
        if server and server.started:
            stop_server(server)


def _own_server(settings: Settings) -> Server:
    """The embedded server. One that the command starts ends with it, also if somebody kills the command."""
    return ensure_server(settings.data_dir, settings.appendfsync, ATTACH_SECONDS, ends_with_caller=True)


def _no_store(settings: Settings) -> StartError:
    """What to say when no service has begun a store where the settings lead."""
    choices = "start the command where the service runs, or set DATA_DIR or REDIS_URL"
    if settings.redis_url:
        choices = "see that REDIS_URL and KEY_PREFIX are those of the service, or start the service first"
    return StartError(f"there is no store in {store_name(settings)}: {choices}")


def store_name(settings: Settings) -> str:
    """Which store `open_store` opens, for messages: its folder, or the URL of its server and the prefix of its keys."""
    if settings.redis_url is None:
        return str(settings.data_dir.resolve())
    prefix = f" (KEY_PREFIX {settings.key_prefix})" if settings.key_prefix else ""
    return redacted_value(settings.redis_url) + prefix
