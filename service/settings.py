"""The settings of the service, read from the environment once at start. `.env.example` describes them for operators."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path
from urllib.parse import urlsplit


class StartError(Exception):
    """The service or a command cannot start. The message is one line for the operator."""


class SettingsError(StartError):
    """A setting has an unusable value. The message names the variable, the value and what is accepted."""


@dataclass(frozen=True)
class Settings:
    """What an operator can set."""

    redis_url: str | None = field(repr=False)  # games and views; None: `wonderful up` starts the embedded server
    rq_redis_url: str | None = field(repr=False)  # the queues; None only where redis_url is
    key_prefix: str  # of every key, so that several services can share one server
    store_epoch: str  # the only store to use; empty: the one that is found. `wonderful up` sets it for its processes
    store_seconds: float  # the longest wait for an answer of the store, 0.1..60
    partitions: int | None  # 1..1024; None: as many as the store has, 64 for a new one
    host: str
    port: int  # 1..65535
    cors_origins: tuple[str, ...]  # whose pages may call the API from a browser; ("*",): all, (): none
    web_workers: int  # processes that answer HTTP, 1..64
    workers: int  # processes for quick bots, clocks and scores, 1..64
    slow_workers: int  # processes for bots that plan, search or play alone, 0..64
    decision_workers: int  # processes for decisions of a second or less, 0..64
    long_decision_workers: int  # processes for longer decisions, 0..64
    verification_workers: int  # processes that verify logs, 0..64
    data_dir: Path  # files of the embedded server
    appendfsync: str  # always, everysec or no, for the embedded server
    backup_dir: Path | None  # the folder into which `wonderful up` backs up; None: it does not
    backup_days: int  # for how many days every second can be restored, 1..366
    backup_gb: int  # what the backup has at most, in 10^9 bytes, 1..100000
    backup_bucket: str  # the bucket that gets a copy of the backup; empty: none does
    archive_url: str  # the folder or bucket into which old finished games go; empty: they stay in the store
    archive_after: int  # days after its end at which a game goes there, 0..3650
    witness_policy: Path | None  # which witnesses sign the list of finished games (tlog-policy); None: none does
    allow_volatile: bool  # start even if the Redis server may lose data
    replicas_ack: bool  # answer a write only when a replica has it; only on a cluster
    sweep_seconds: float  # between two sweeps for lost work, 0.05..3600
    max_body_bytes: int  # of a request, 1024..67108864
    max_log_bytes: int  # of a log sent for verification, 1024..67108864
    rewind_seconds: int  # how long a proposed rewind can be accepted, 1..604800
    public_url: str  # where people find the service, for links in messages; empty: no links. Its path is `root`
    webhook_allowed_networks: tuple[IPv4Network | IPv6Network, ...]  # private ones that webhooks may call
    trusted_proxies: tuple[IPv4Network | IPv6Network, ...]  # whose X-Forwarded-For is believed
    limits: Mapping[str, int] | None  # quotas instead of the defaults of `service.limits`, by name; None: no limits
    registration: str  # open, proof or closed
    operators: tuple[str, ...]  # ids of the accounts that may act on others
    metrics_host: str
    metrics_port: int | None  # 1..65535; None: no metrics
    metrics_token: str = field(repr=False)  # which a request for metrics must carry; empty: none
    push_contact: str  # URL by which push services and suspended players reach the operator
    log_format: str  # text or json
    log_level: str  # debug, info, warning or error
    otel_exporter_otlp_endpoint: str = field(repr=False)  # the collector of traces; empty: there are none

    @property
    def root(self) -> str:
        """The path under which a proxy shows the service, such as `/wonderful`; empty: the whole host is its own."""
        return urlsplit(self.public_url).path


def read_settings(environ: Mapping[str, str]) -> Settings:
    """The settings of an environment; an empty variable counts as unset. Raises SettingsError."""
    from service.environment import read_variables  # imports marshmallow, which `wonderful version` does not need

    try:
        values = read_variables(environ)
    except ValueError as error:
        raise SettingsError(str(error)) from None
    return Settings(**values)


def load_settings() -> Settings:
    """The settings of this process: of its environment, and of the file `.env` in its folder for what is not set there.

    ENV_FILE names another file; it must exist. The variables of the file are added to the environment, for child
    processes too. Raises SettingsError.
    """
    from service.environment import read_env_file

    named = os.environ.get("ENV_FILE")
    file = Path(named or ".env")
    if named or file.is_file():
        try:
            variables = read_env_file(file.read_bytes())
        except OSError as error:
            raise SettingsError(f"{file} cannot be read: {error.strerror}") from None
        except ValueError as error:
            raise SettingsError(f"{file} cannot be read: {error}") from None
        for name, value in variables.items():
            os.environ.setdefault(name, value)
    return read_settings(os.environ)


def base_url(host: str, port: int) -> str:
    """The URL at which a client on this machine reaches the service.

    >>> base_url("0.0.0.0", 80), base_url("::1", 8000)
    ('http://127.0.0.1:80', 'http://[::1]:8000')
    """
    name = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://{bind_address(name, port)}"


def bind_address(host: str, port: int) -> str:
    """`host:port`, with brackets around an IPv6 address."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
