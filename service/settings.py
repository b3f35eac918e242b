"""Settings from the environment, checked once at start. `.env.example` describes each for operators."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

SYNCS = ("always", "everysec", "no")


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
    appendfsync: str  # of SYNCS, for the embedded server
    allow_volatile: bool  # start although the Redis server does not keep data
    sweep_seconds: float  # between two searches for work that got lost, 0.05..3600
    max_body_bytes: int  # of a request, 1024..67108864
    max_log_bytes: int  # of a log to verify, 1024..67108864
    rewind_seconds: int  # for which a proposed rewind can be accepted, 1..604800


def read_settings(environ: Mapping[str, str]) -> Settings:
    """The settings of an environment; an empty variable counts as unset. Raises SettingsError."""
    redis_url = _url(environ, "REDIS_URL", None)
    return Settings(
        redis_url=redis_url,
        rq_redis_url=_url(environ, "RQ_REDIS_URL", redis_url),
        key_prefix=_prefix(environ, "KEY_PREFIX"),
        partitions=_integer(environ, "PARTITIONS", 8, 1, 1024),
        host=_host(environ, "HOST", "127.0.0.1"),
        port=_integer(environ, "PORT", 8000, 1, 65535),
        web_workers=_integer(environ, "WEB_WORKERS", 2, 1, 64),
        workers=_integer(environ, "WORKERS", 1, 1, 64),
        data_dir=Path(environ.get("DATA_DIR") or "var"),
        appendfsync=_one_of(environ, "APPENDFSYNC", "always", SYNCS),
        allow_volatile=_one_of(environ, "ALLOW_VOLATILE", "0", ("0", "1")) == "1",
        sweep_seconds=_seconds(environ, "SWEEP_SECONDS", 5.0, 0.05, 3600.0),
        max_body_bytes=_integer(environ, "MAX_BODY_BYTES", 262_144, 1024, 67_108_864),
        max_log_bytes=_integer(environ, "MAX_LOG_BYTES", 2_097_152, 1024, 67_108_864),
        rewind_seconds=_integer(environ, "REWIND_SECONDS", 600, 1, 604_800),
    )


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


def _integer(environ: Mapping[str, str], name: str, default: int, least: int, most: int) -> int:
    value = environ.get(name) or str(default)
    if not re.fullmatch(r"[0-9]{1,12}", value) or not least <= int(value) <= most:
        raise _unusable(name, value, f"a whole number from {least} to {most}")
    return int(value)


def _seconds(environ: Mapping[str, str], name: str, default: float, least: float, most: float) -> float:
    value = environ.get(name) or str(default)
    if not re.fullmatch(r"[0-9]+(\.[0-9]+)?", value) or not least <= float(value) <= most:
        raise _unusable(name, value, f"seconds from {least:g} to {most:g}, such as 2.5")
    return float(value)


def _one_of(environ: Mapping[str, str], name: str, default: str, choices: tuple[str, ...]) -> str:
    value = environ.get(name) or default
    if value not in choices:
        raise _unusable(name, value, "one of " + ", ".join(choices))
    return value


def _prefix(environ: Mapping[str, str], name: str) -> str:
    value = environ.get(name, "")
    if not re.fullmatch(r"[A-Za-z0-9_:-]*", value):
        raise _unusable(name, value, "letters, digits, '_', ':' and '-'")
    return value


def _host(environ: Mapping[str, str], name: str, default: str) -> str:
    value = environ.get(name) or default
    if not re.fullmatch(r"[A-Za-z0-9_.:%-]+", value):
        raise _unusable(name, value, "a host name or an address, without brackets or port")
    return value


def _url(environ: Mapping[str, str], name: str, default: str | None) -> str | None:
    value = environ.get(name)
    if not value:
        return default
    if not _is_redis_url(value):
        shown = re.sub(r"^(\w+://)?.*@", r"\1***@", value)
        raise _unusable(name, shown, "redis://host:port/0, rediss://host:port/0 or unix:///path")
    return value


def _is_redis_url(value: str) -> bool:
    try:
        parts = urlsplit(value)
        _ = parts.port  # raises ValueError when it is no number
    except ValueError:
        return False
    return bool(parts.path if parts.scheme == "unix" else parts.scheme in ("redis", "rediss") and parts.hostname)


def _unusable(name: str, value: str, accepted: str) -> SettingsError:
    return SettingsError(f"{name}={value!r} cannot be used: it takes {accepted}")
