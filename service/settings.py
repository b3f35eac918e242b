"""Settings from the environment, checked once at start. `.env.example` describes each for operators."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


class StartError(Exception):
    """The service cannot start. The message is one line, for the person who started it."""


class SettingsError(StartError):
    """A setting is not usable; the message names variable, value and what is accepted."""


@dataclass(frozen=True)
class Settings:
    """What an operator may choose."""

    redis_url: str | None  # games and views; None: `wonderful up` starts the embedded server
    rq_redis_url: str | None  # the queues; None only where redis_url is
    key_prefix: str  # before every key, so that several services can share one server
    partitions: int  # 1..1024; stored in Redis with the first game and fixed from then on
    host: str
    port: int  # 1..65535
    web_workers: int  # processes answering HTTP, 1..64
    workers: int  # processes working the queues, 1..64
    data_dir: Path  # the embedded server's files
    appendfsync: str  # always, everysec or no, for the embedded server
    allow_volatile: bool  # start although the Redis server does not keep data
    sweep_seconds: float  # between two searches for work that got lost, 0.05..3600
    max_body_bytes: int  # of a request, 1024..67108864
    max_log_bytes: int  # of a log to verify, 1024..67108864
    rewind_seconds: int  # for which a proposed rewind can be accepted, 1..604800


def read_settings(environ: Mapping[str, str]) -> Settings:
    """The settings of an environment; an empty variable counts as unset. Raises SettingsError."""
    from service.environment import read_variables  # imports marshmallow: commands without settings start faster

    try:
        values = read_variables(environ)
    except ValueError as error:
        raise SettingsError(str(error)) from None
    return Settings(**values)


def base_url(host: str, port: int) -> str:
    """Where a client on this machine reaches the service.

    >>> base_url("0.0.0.0", 80), base_url("::1", 8000)
    ('http://127.0.0.1:80', 'http://[::1]:8000')
    """
    name = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://{bind_address(name, port)}"


def bind_address(host: str, port: int) -> str:
    """Host and port in one string, an IPv6 address in brackets."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
