"""The environment variables of the settings: how each is read, its default and what it accepts."""

import re
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from marshmallow import EXCLUDE, Schema, ValidationError, fields, post_load
from marshmallow.validate import OneOf, Range, Regexp

from service.limits.addresses import UNIX_SOCKETS
from service.limits.policies import parse_quotas
from service.redacting import HIDDEN, redacted_value

JOBS_URL_FORMS = "redis://host:port/0, rediss://host:port/0 or unix:///path"
REDIS_URL_FORMS = (
    f"{JOBS_URL_FORMS}, or for a cluster cluster://host:port,host:port or cluster+tls://host:port,host:port"
)
JOBS_OF_A_CLUSTER = "RQ_REDIS_URL is not set: job queues cannot be on a cluster, so it names a single server for them"
ONLY_ON_A_CLUSTER = "REPLICAS_ACK=1 cannot be used: it takes a cluster, so set REDIS_URL to cluster://host:port"
FSYNC_POLICIES = ("always", "everysec", "no")
NETWORKS_FORMS = "networks separated by commas, such as 10.1.0.0/16,fd00::/8"
PROXIES_FORMS = f"{NETWORKS_FORMS}, and 'unix' for unix sockets"
CONTACT_FORMS = "an address of yours: mailto:you@example.org, or https://example.org"
NO_CONTACT = "mailto:nobody@localhost"
"""As PUSH_CONTACT: the operator has given no address."""
PUBLIC_URL_FORMS = (
    "the address of the page without a slash at the end, such as https://play.example.org or "
    "https://example.org/world; its path begins with no word of the service's own, such as /games"
)
BUCKET_FORMS = (
    "after `make extras EXTRAS=buckets`, a bucket and a folder in it, such as s3://games/wonderful, gs://… or az://…"
)
ARCHIVE_URL_FORMS = (
    f"file: and the path of a folder from the root on, such as file:/var/lib/wonderful-archive; or, {BUCKET_FORMS}"
)
OWN_PATHS = (
    "v1", "games", "watch", "board", "replay", "audit", "daily", "explorer", "puzzle", "puzzles", "join", "lobby", "me",
    "rules", "log", "page", "pictures", "mcp", "qr", "docs", "problems", "healthz", "readyz", "openapi.yaml",
    "openapi-3.2.yaml",
)  # fmt: skip
"""How the service's own paths begin: under such a root, nobody could tell whether a proxy has taken it away."""
HOST_FORMS = "a host name or an address, without brackets or port"
LIMITS_FORMS = "none, or limits of docs/operating.md with other quotas, such as requests=6000,open_games=100"
SECRETS = ("METRICS_TOKEN",)
"""Settings that no message shows."""
REGISTRATIONS = ("open", "proof", "closed")
LOG_FORMATS = ("text", "json")
LOG_LEVELS = ("debug", "info", "warning", "error")
COLLECTOR_FORMS = "the address of a collector that speaks OTLP over HTTP, such as http://127.0.0.1:4318"
ENV_LINE = re.compile(
    r"""\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(?:'([^']*)'|"([^"]*)"|((?!['"#]).*?|))(?:\s+#.*|\s*)"""
)
ORIGINS_FORMS = "'*', 'none', or origins separated by commas: https://play.example.org, http://localhost:5173"


class WholeNumber(fields.Integer):
    """ASCII digits only, at most 12. Python's `int` also accepts `1_000`, ` 80 ` and the digits of other scripts."""

    def _deserialize(self, value: str, *args: Any, **kwargs: Any) -> int:
        if not re.fullmatch(r"[0-9]{1,12}", value):
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, *args, **kwargs)


class Seconds(fields.Float):
    """Digits and a decimal point only. Python's `float` also accepts `1e3` and `inf`."""

    def _deserialize(self, value: str, *args: Any, **kwargs: Any) -> float:
        if not re.fullmatch(r"[0-9]+(\.[0-9]+)?", value):
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, *args, **kwargs)


def whole(default: int | None, minimum: int, maximum: int) -> fields.Field[int]:
    """A field for a whole number, both bounds included. `default`: None: none."""
    accepts = f"a whole number from {minimum} to {maximum}"
    return WholeNumber(load_default=default, validate=Range(minimum, maximum), metadata={"accepts": accepts})


def seconds(default: float, minimum: float, maximum: float) -> fields.Field[float]:
    """A field for a time in seconds, both bounds included."""
    accepts = f"seconds from {minimum:g} to {maximum:g}, such as 2.5"
    return Seconds(load_default=default, validate=Range(minimum, maximum), metadata={"accepts": accepts})


def text(default: str | None, check: Callable[[str], Any], accepts: str) -> fields.Field[str]:
    """A field for text that passes `check`; `accepts` completes the error message "... cannot be used: it takes"."""
    return fields.String(load_default=default, validate=check, metadata={"accepts": accepts})


def flag() -> fields.Field[bool]:
    """A field that is off unless it is 1."""
    return fields.Boolean(load_default=False, truthy={"1"}, falsy={"0"}, metadata={"accepts": "one of 0, 1"})


def names_cluster(url: str) -> bool:
    """Whether a URL names a cluster. This module imports no client: gunicorn reads it before it patches the sockets."""
    return url.startswith(("cluster://", "cluster+tls://"))


def check_redis_url(value: str) -> None:
    """Raises ValidationError for what names neither a server nor a cluster."""
    if not names_cluster(value):
        check_server_url(value)
        return
    hosts, _, path = value.partition("://")[2].partition("?")[0].rpartition("@")[2].partition("/")
    if path:
        raise ValidationError("a cluster has no databases")
    for host in hosts.split(","):
        check_server_url(f"redis://{host}")


def check_server_url(value: str) -> None:
    """Raises ValidationError if redis-py cannot use a URL of this form, or takes its database for another one."""
    try:
        parts = urlsplit(value)
        _ = parts.port  # raises ValueError if the port is not a number
        (parts.hostname or "").encode("idna")  # the same for what no name server can be asked for
    except ValueError as error:
        raise ValidationError(str(error)) from None
    if not (parts.path if parts.scheme == "unix" else parts.scheme in ("redis", "rediss") and parts.hostname):
        raise ValidationError("not the URL of a Redis server")
    if parts.scheme != "unix" and not re.fullmatch("/?[0-9]*/?", parts.path):
        raise ValidationError("not the number of a database")


def check_archive_url(value: str) -> None:
    """Raises ValidationError for what names no folder, or one that depends on where a process starts, and no bucket."""
    if not re.fullmatch(r"file:(//)?/[^/?#][^?#]*", value):
        check_bucket(value)


def check_bucket(value: str) -> None:
    """Raises ValidationError for what names no bucket, and for every bucket without the library."""
    if value and not re.fullmatch(r"(s3|gs|az)://[a-z0-9][a-z0-9._-]*(/[A-Za-z0-9._-]+)*/?", value):
        raise ValidationError("not a bucket")
    if value and find_spec("obstore") is None:
        raise ValidationError("the library is not installed")


def check_host(value: str) -> None:
    """Raises ValidationError for what is no host, or what no name server can be asked for."""
    if not re.fullmatch(r"[A-Za-z0-9_.:%-]+", value):
        raise ValidationError("not a host")
    try:
        value.encode("idna")
    except ValueError as error:
        raise ValidationError(str(error)) from None


def check_address(value: str) -> None:
    """Raises ValidationError for what is no `http` or `https` address of a host, perhaps with a port and a path."""
    try:
        parts = urlsplit(value)
        _ = parts.port  # raises ValueError if it is no port
    except ValueError as error:
        raise ValidationError(str(error)) from None
    if not re.fullmatch(r"https?://[!-~]+", value) or not parts.hostname:
        raise ValidationError("not an address")


def check_collector(value: str) -> None:
    """Raises ValidationError for what is no address."""
    if value:
        check_address(value)


def check_public_url(value: str) -> None:
    """Raises ValidationError for what is no address, and for a path that the service has itself."""
    if not value:
        return
    check_address(value)
    if not re.fullmatch(
        r"https?://([A-Za-z0-9_.-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]+)?(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*", value
    ):
        raise ValidationError("not an address")
    path = urlsplit(value).path
    if path.partition("/")[2].partition("/")[0] in OWN_PATHS:
        raise ValidationError("a path of the service's own")


def check_origins(value: str) -> None:
    """Raises ValidationError for an origin in a form that no browser sends, so that it would never match."""
    if value == "*":
        return
    for origin in split_origins(value):
        match = re.fullmatch(r"([a-z][a-z0-9+.-]*)://(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::([0-9]{1,5}))?", origin)
        if match is None or match.groups() in (("http", "80"), ("https", "443")):
            raise ValidationError("not an origin")


def split_origins(value: str) -> tuple[str, ...]:
    """The origins that a variable lists; `none` is the empty list.

    >>> split_origins("none"), split_origins("https://a.example, https://b.example")
    ((), ('https://a.example', 'https://b.example'))
    """
    return () if value == "none" else tuple(origin.strip(" ") for origin in value.split(","))


def check_networks(value: str) -> None:
    """Raises ValidationError for what is not a network."""
    try:
        split_networks(value)
    except ValueError as error:
        raise ValidationError(str(error)) from None


def split_networks(value: str) -> tuple[IPv4Network | IPv6Network, ...]:
    """The networks that a variable lists.

    >>> split_networks("127.0.0.0/8, ::1")
    (IPv4Network('127.0.0.0/8'), IPv6Network('::1/128'))
    """
    return tuple(ip_network(network.strip(" ")) for network in value.split(",")) if value else ()


def check_proxies(value: str) -> None:
    """Raises ValidationError for what is neither a network nor `unix`."""
    try:
        split_proxies(value)
    except ValueError as error:
        raise ValidationError(str(error)) from None


def split_proxies(value: str) -> tuple[IPv4Network | IPv6Network, ...]:
    """The networks of the proxies that a variable lists.

    >>> split_proxies("unix, ::1") == (UNIX_SOCKETS, *split_networks("::1"))
    True
    """
    listed = [network.strip(" ") for network in value.split(",")]
    named = split_networks(",".join(str(UNIX_SOCKETS) if network == "unix" else network for network in listed))
    return tuple(unmapped(network) for network in named)


def unmapped(network: IPv4Network | IPv6Network) -> IPv4Network | IPv6Network:
    """The network of IPv4 that a mapped one stands for: the log of a server for both kinds shows peers so.

    >>> unmapped(ip_network("::ffff:10.0.0.0/104")), unmapped(ip_network("fd00::/8"))
    (IPv4Network('10.0.0.0/8'), IPv6Network('fd00::/8'))
    """
    mapped = network.network_address.ipv4_mapped if isinstance(network, IPv6Network) else None
    return network if mapped is None or network.prefixlen < 96 else IPv4Network((mapped, network.prefixlen - 96))


def check_limits(value: str) -> None:
    """Raises ValidationError for what names no limit, or no quota."""
    try:
        parse_quotas(value)
    except ValueError as error:
        raise ValidationError(str(error)) from None


class Variables(Schema):
    """A field for each field of `Settings`. The environment variable has the same name in capitals."""

    class Meta:
        unknown = EXCLUDE

    redis_url = text(None, check_redis_url, REDIS_URL_FORMS)
    rq_redis_url = text(None, check_server_url, JOBS_URL_FORMS)
    key_prefix = text("", Regexp(r"[A-Za-z0-9_:-]*\Z"), "letters, digits, '_', ':' and '-'")
    store_epoch = text("", Regexp(r"[0-9a-f]{0,32}\Z"), "the epoch of a store, as `wonderful accept-store` prints it")
    store_seconds = seconds(1.5, 0.1, 60.0)
    partitions = whole(None, 1, 1024)
    host = text("127.0.0.1", check_host, HOST_FORMS)
    port = whole(8000, 1, 65535)
    cors_origins = text("*", check_origins, ORIGINS_FORMS)
    web_workers = whole(2, 1, 64)
    workers = whole(1, 1, 64)
    slow_workers = whole(1, 0, 64)
    decision_workers = whole(1, 0, 64)
    long_decision_workers = whole(1, 0, 64)
    verification_workers = whole(1, 0, 64)
    data_dir = fields.String(load_default="var")
    appendfsync = text("always", OneOf(FSYNC_POLICIES), f"one of {', '.join(FSYNC_POLICIES)}")
    backup_dir = fields.String(load_default="")
    backup_days = whole(7, 1, 366)
    backup_gb = whole(40, 1, 100_000)
    backup_bucket = text("", check_bucket, BUCKET_FORMS)
    archive_url = text("", check_archive_url, ARCHIVE_URL_FORMS)
    archive_after = whole(30, 0, 3650)
    witness_policy = fields.String(load_default="")
    allow_volatile = flag()
    replicas_ack = flag()
    sweep_seconds = seconds(5.0, 0.05, 3600.0)
    max_body_bytes = whole(262_144, 1024, 67_108_864)
    max_log_bytes = whole(2_097_152, 1024, 67_108_864)
    rewind_seconds = whole(600, 1, 604_800)
    public_url = text("", check_public_url, PUBLIC_URL_FORMS)
    webhook_allowed_networks = text("", check_networks, NETWORKS_FORMS)
    trusted_proxies = text("", check_proxies, PROXIES_FORMS)
    limits = text("", check_limits, LIMITS_FORMS)
    registration = text("open", OneOf(REGISTRATIONS), f"one of {', '.join(REGISTRATIONS)}")
    operators = text("", Regexp(r"([a-z0-9]+(,[a-z0-9]+)*)?\Z"), "ids of accounts separated by commas")
    metrics_host = text("127.0.0.1", check_host, HOST_FORMS)
    metrics_port = whole(None, 1, 65535)
    metrics_token = text("", Regexp(r"[!-~]{0,200}\Z"), "at most 200 letters, digits and signs of ASCII")
    push_contact = text(NO_CONTACT, Regexp(r"(mailto:[!-~]+@|https://)[!-~]+\Z"), CONTACT_FORMS)
    log_format = text("text", OneOf(LOG_FORMATS), f"one of {', '.join(LOG_FORMATS)}")
    log_level = text("warning", OneOf(LOG_LEVELS), f"one of {', '.join(LOG_LEVELS)}")
    otel_exporter_otlp_endpoint = text("", check_collector, COLLECTOR_FORMS)

    def on_bind_field(self, field_name: str, field_obj: fields.Field[Any]) -> None:
        field_obj.data_key = field_name.upper()

    @post_load
    def _complete(self, values: dict[str, Any], **_: Any) -> dict[str, Any]:
        parsed = {
            "rq_redis_url": values["rq_redis_url"] or values["redis_url"],
            "data_dir": Path(values["data_dir"]),
            "backup_dir": Path(values["backup_dir"]) if values["backup_dir"] else None,
            "witness_policy": Path(values["witness_policy"]) if values["witness_policy"] else None,
            "cors_origins": split_origins(values["cors_origins"]),
            "trusted_proxies": split_proxies(values["trusted_proxies"]),
            "limits": parse_quotas(values["limits"]),
            "operators": tuple(values["operators"].split(",")) if values["operators"] else (),
            "webhook_allowed_networks": split_networks(values["webhook_allowed_networks"]),
        }
        return values | parsed


def read_env_file(content: bytes) -> dict[str, str]:
    """The variables of a file `.env`. Each line is empty, a remark, or `NAME=value`, perhaps after `export`.

    A remark begins with `#`, at the start of a line or after a blank. Quotes around a value are left out; nothing in it
    is replaced. Raises ValueError with one line that says where the file is wrong, and how to mend it.

    >>> read_env_file(b"export PORT=8080  # behind a proxy")
    {'PORT': '8080'}
    """
    try:
        lines = content.decode("utf-8-sig").splitlines()  # some editors begin a file with a byte-order mark
    except UnicodeDecodeError as error:
        wrong = content.count(b"\n", 0, error.start) + 1
        raise ValueError(f"line {wrong} is not UTF-8: save the file in this encoding") from None
    found: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        match = ENV_LINE.fullmatch(line)
        if match is None or "\0" in line:  # not the line itself: it may hold a password
            raise ValueError(f"line {number} is not of the form NAME=value: mend it, or begin it with #")
        name, *values = match.groups()
        found[name] = next(value for value in values if value is not None)
    return found


def share_addresses(host: str, other: str) -> bool:
    """Whether servers at two hosts cannot have the same port.

    >>> share_addresses("127.0.0.1", "127.0.0.1"), share_addresses("0.0.0.0", "127.0.0.1")
    (True, True)
    >>> share_addresses("192.0.2.1", "127.0.0.1")
    False
    """
    return host == other or bool({"0.0.0.0", "::"} & {host, other})


def read_variables(environ: Mapping[str, str]) -> dict[str, Any]:
    """Field of `Settings` → value. An empty variable counts as unset.

    Raises ValueError with one line that names the first unusable variable, its value and what it accepts.
    """
    variables = Variables()
    given = {name: value for name, value in environ.items() if value}
    try:
        values: dict[str, Any] = variables.load(given)
    except ValidationError as error:
        name = next(iter(error.messages_dict))
        accepts = variables.fields[name.lower()].metadata["accepts"]
        shown = HIDDEN if name in SECRETS else redacted_value(given[name])
        raise ValueError(f"{name}={shown!r} cannot be used: it takes {accepts}") from None
    on_cluster = names_cluster(values["redis_url"] or "")
    if on_cluster and "RQ_REDIS_URL" not in given:
        raise ValueError(JOBS_OF_A_CLUSTER)
    if values["replicas_ack"] and not on_cluster:
        raise ValueError(ONLY_ON_A_CLUSTER)
    if values["metrics_port"] == values["port"] and share_addresses(values["host"], values["metrics_host"]):
        raise ValueError(f"PORT and METRICS_PORT are both {values['port']}: set another METRICS_PORT")
    return values
