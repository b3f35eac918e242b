"""Settings come from the environment; an invalid value is refused in one line."""

import re
from ipaddress import ip_network
from pathlib import Path

import pytest

from service.environment import REDIS_URL_FORMS
from service.limits.addresses import UNIX_SOCKETS
from service.settings import Settings, SettingsError, base_url, bind_address, load_settings, read_settings
from tests.service.commands.command_line import wonderful

ROOT = Path(__file__).parents[2]


def test_an_empty_environment_gives_the_defaults():
    assert read_settings({}) == Settings(
        redis_url=None,
        rq_redis_url=None,
        key_prefix="",
        store_epoch="",
        store_seconds=1.5,
        partitions=None,
        host="127.0.0.1",
        port=8000,
        cors_origins=("*",),
        web_workers=2,
        workers=1,
        slow_workers=1,
        decision_workers=1,
        long_decision_workers=1,
        verification_workers=1,
        data_dir=Path("var"),
        appendfsync="always",
        backup_dir=None,
        backup_days=7,
        backup_gb=40,
        backup_bucket="",
        archive_url="",
        archive_after=30,
        witness_policy=None,
        allow_volatile=False,
        replicas_ack=False,
        sweep_seconds=5.0,
        max_body_bytes=262_144,
        max_log_bytes=2_097_152,
        rewind_seconds=600,
        public_url="",
        webhook_allowed_networks=(),
        trusted_proxies=(),
        limits={},
        registration="open",
        operators=(),
        metrics_host="127.0.0.1",
        metrics_port=None,
        metrics_token="",
        push_contact="mailto:nobody@localhost",
        log_format="text",
        log_level="warning",
        otel_exporter_otlp_endpoint="",
    )


def test_the_file_of_the_folder_gives_what_the_environment_does_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ENV_FILE")
    monkeypatch.setenv("PORT", "8123")
    monkeypatch.setenv("KEY_PREFIX", "unset again after the test")
    monkeypatch.delenv("KEY_PREFIX")
    assert (load_settings().port, load_settings().key_prefix) == (8123, "")
    (tmp_path / ".env").write_text("PORT=8124\nKEY_PREFIX=mine:\n")
    assert (load_settings().port, load_settings().key_prefix) == (8123, "mine:")


def test_an_empty_variable_counts_as_unset():
    names = example()
    assert read_settings(dict.fromkeys(names, "")) == read_settings({})


def test_the_queues_use_the_games_server_unless_they_have_their_own():
    assert read_settings({"REDIS_URL": "redis://a"}).rq_redis_url == "redis://a"
    assert read_settings({"REDIS_URL": "redis://a", "RQ_REDIS_URL": "redis://b"}).rq_redis_url == "redis://b"


@pytest.mark.parametrize("url", ["redis://h", "redis://:pw@h:1/2", "rediss://u:pw@h:6380", "unix:///a%20b/s.sock?db=1"])
def test_redis_addresses_are_taken_as_they_are(url: str):
    assert read_settings({"REDIS_URL": url}).redis_url == url


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("REDIS_URL", "localhost:6379"),
        ("REDIS_URL", "redis://"),
        ("REDIS_URL", "redis://h:port"),
        ("REDIS_URL", "redis://h/main"),
        ("RQ_REDIS_URL", "rediss://h:6379/-1"),
        ("REDIS_URL", "unix://"),
        ("RQ_REDIS_URL", "https://h"),
        ("ARCHIVE_URL", "/var/archive"),
        ("ARCHIVE_URL", "file:archive"),
        ("ARCHIVE_URL", "file://host/archive"),
        ("ARCHIVE_URL", "s3://"),
        ("BACKUP_BUCKET", "file:/var/backup"),
        ("ARCHIVE_AFTER", "-1"),
        ("PUBLIC_URL", "play.example.org"),
        ("PUBLIC_URL", "https://play.example.org/"),
        ("PUBLIC_URL", "https://example.org/games"),
        ("PUBLIC_URL", "https://example.org/v1/world"),
        ("PUBLIC_URL", "https://example.org/.."),
        ("PUBLIC_URL", "https://example.org:port"),
        ("PUBLIC_URL", "https://example.org:65536"),
        ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://["),
        ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://collector:port"),
        ("WEBHOOK_ALLOWED_NETWORKS", "localhost"),
        ("WEBHOOK_ALLOWED_NETWORKS", "127.0.0.1/8"),
        ("WEBHOOK_ALLOWED_NETWORKS", "127.0.0.0/8,"),
        ("TRUSTED_PROXIES", "proxy.example"),
        ("TRUSTED_PROXIES", "unix:/run/socket"),
        ("WEBHOOK_ALLOWED_NETWORKS", "unix"),
        ("LIMITS", "request=5"),
        ("LIMITS", "requests=-5"),
        ("LIMITS", "requests=5000000000000"),
        ("LIMITS", "requests=0000000000005000000000"),
        ("LIMITS", "requests=5,none"),
        ("REGISTRATION", "shut"),
        ("OPERATORS", "Ada Lovelace"),
        ("PUSH_CONTACT", "ada at example.org"),
        ("KEY_PREFIX", "a b"),
        ("KEY_PREFIX", "{tag}"),
        ("PARTITIONS", "0"),
        ("PARTITIONS", "1025"),
        ("HOST", "[::1]"),
        ("HOST", "http://h"),
        ("HOST", "play..example.org"),
        ("METRICS_HOST", 64 * "h"),
        ("CORS_ORIGINS", "play.example.org"),
        ("CORS_ORIGINS", "https://play.example.org/"),
        ("CORS_ORIGINS", "https://Play.example.org"),
        ("CORS_ORIGINS", "https://*.example.org"),
        ("CORS_ORIGINS", "https://play.example.org:443"),
        ("CORS_ORIGINS", "http://play.example.org:80"),
        ("CORS_ORIGINS", "https://a.example,,https://b.example"),
        ("CORS_ORIGINS", "https://a.example *"),
        ("CORS_ORIGINS", "https://a.example, *"),
        ("CORS_ORIGINS", "https://a.example, none"),
        ("CORS_ORIGINS", "null"),
        ("CORS_ORIGINS", "https://a.example\n"),
        ("PORT", "0"),
        ("PORT", "65536"),
        ("PORT", "80 80"),
        ("PORT", "٨٠"),
        ("PORT", "80\n"),
        ("HOST", "h\n"),
        ("KEY_PREFIX", "a\n"),
        ("WEB_WORKERS", "two"),
        ("WORKERS", "-1"),
        ("APPENDFSYNC", "sometimes"),
        ("ALLOW_VOLATILE", "yes"),
        ("SWEEP_SECONDS", "nan"),
        ("SWEEP_SECONDS", "0"),
        ("SWEEP_SECONDS", "1e3"),
        ("MAX_BODY_BYTES", "1_000_000"),
    ],
)
def test_an_invalid_value_is_refused_in_one_line_with_its_variable(name: str, value: str):
    with pytest.raises(SettingsError) as refusal:
        read_settings({name: value})
    message = str(refusal.value)
    assert message.startswith(f"{name}={value!r} cannot be used: it takes ")
    assert "\n" not in message


@pytest.mark.parametrize(
    ("name", "value", "accepts"),
    [
        ("REDIS_URL", "h", REDIS_URL_FORMS),
        ("RQ_REDIS_URL", "h", "redis://host:port/0, rediss://host:port/0 or unix:///path"),
        ("KEY_PREFIX", "a b", "letters, digits, '_', ':' and '-'"),
        ("HOST", "a b", "a host name or an address, without brackets or port"),
        ("PORT", "0", "a whole number from 1 to 65535"),
        ("PORT", "x", "a whole number from 1 to 65535"),
        ("APPENDFSYNC", "x", "one of always, everysec, no"),
        ("ALLOW_VOLATILE", "x", "one of 0, 1"),
        ("SWEEP_SECONDS", "x", "seconds from 0.05 to 3600, such as 2.5"),
        ("SWEEP_SECONDS", "0.04", "seconds from 0.05 to 3600, such as 2.5"),
    ],
)
def test_a_refusal_describes_the_accepted_values(name: str, value: str, accepts: str):
    with pytest.raises(SettingsError) as refusal:
        read_settings({name: value})
    assert str(refusal.value) == f"{name}={value!r} cannot be used: it takes {accepts}"


@pytest.mark.parametrize(
    ("name", "value", "setting"),
    [
        ("PORT", "1", 1),
        ("PORT", "065535", 65535),
        ("SWEEP_SECONDS", "0.05", 0.05),
        ("SWEEP_SECONDS", "3600", 3600.0),
        ("HOST", "fe80::1%eth0", "fe80::1%eth0"),
        ("PUBLIC_URL", "http://[::1]:8000/world", "http://[::1]:8000/world"),
        ("KEY_PREFIX", "a-b_c:1", "a-b_c:1"),
        ("APPENDFSYNC", "no", "no"),
        ("ALLOW_VOLATILE", "1", True),
        ("ALLOW_VOLATILE", "0", False),
        ("DATA_DIR", "/a b", Path("/a b")),
        ("ARCHIVE_URL", "file:/a b", "file:/a b"),
        ("ARCHIVE_URL", "file:///a", "file:///a"),
        ("CORS_ORIGINS", "*", ("*",)),
        ("CORS_ORIGINS", "none", ()),
        ("CORS_ORIGINS", "https://a.example, http://[::1]:5173", ("https://a.example", "http://[::1]:5173")),
        ("LIMITS", "none", None),
        ("LIMITS", "requests=6000, streams=0", {"requests": 6000, "streams": 0}),
        ("OPERATORS", "abcdefgh,a2345678", ("abcdefgh", "a2345678")),
        ("TRUSTED_PROXIES", "unix", (UNIX_SOCKETS,)),
        ("TRUSTED_PROXIES", "127.0.0.1, unix", (ip_network("127.0.0.1/32"), UNIX_SOCKETS)),
        ("TRUSTED_PROXIES", "::ffff:10.0.0.1", (ip_network("10.0.0.1/32"),)),
        ("TRUSTED_PROXIES", "10.0.0.1,fd00::/8", (ip_network("10.0.0.1/32"), ip_network("fd00::/8"))),
        (
            "CORS_ORIGINS",
            "capacitor://localhost,http://localhost:443",
            ("capacitor://localhost", "http://localhost:443"),
        ),
    ],
)
def test_a_value_within_the_bounds_is_taken(name: str, value: str, setting: object):
    assert getattr(read_settings({name: value}), name.lower()) == setting


def test_other_variables_do_not_matter():
    assert read_settings({"PATH": "/bin", "port": "x", "XPORT": "x"}) == read_settings({})


@pytest.mark.parametrize("rest", ["example.org?world", "example.org#world", "ada@example.org", "ada:hush@example.org"])
def test_the_public_address_has_neither_options_nor_a_user(rest: str):
    with pytest.raises(SettingsError, match=r"^PUBLIC_URL=.* cannot be used: it takes the address of the page"):
        read_settings({"PUBLIC_URL": f"https://{rest}"})


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_people_and_metrics_cannot_have_the_same_port(host: str):
    with pytest.raises(SettingsError) as refusal:
        read_settings({"HOST": host, "PORT": "8123", "METRICS_PORT": "8123"})
    assert str(refusal.value) == "PORT and METRICS_PORT are both 8123: set another METRICS_PORT"
    assert read_settings({"HOST": "192.0.2.1", "PORT": "8123", "METRICS_PORT": "8123"}).metrics_port == 8123


@pytest.mark.parametrize("name", ["REDIS_URL", "RQ_REDIS_URL", "HOST"])
@pytest.mark.parametrize(
    "url", ["http://user:hush@h", "user:hush@h", "redis://:hu/sh@h:x", "redis://:hush@", "redis://:hu\nsh@h:x"]
)
def test_a_refusal_hides_passwords(name: str, url: str):
    with pytest.raises(SettingsError, match=re.escape("***@")) as refusal:
        read_settings({name: url})
    assert "hu" not in str(refusal.value)


def test_the_example_file_holds_every_setting_with_its_default():
    names = sorted(name.upper() for name in Settings.__dataclass_fields__)
    assert sorted(example()) == names, "change .env.example"
    assert read_settings(example()) == read_settings({})


def test_addresses_are_written_as_clients_need_them():
    assert bind_address("::", 8000) == "[::]:8000"
    assert base_url("::", 8000) == "http://[::1]:8000"
    assert base_url("0.0.0.0", 8000) == "http://127.0.0.1:8000"


@pytest.mark.slow
def test_an_invalid_setting_ends_the_command_with_one_line_and_status_2():
    ended = wonderful("up", PORT="http")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == "wonderful: PORT='http' cannot be used: it takes a whole number from 1 to 65535\n"


def example() -> dict[str, str]:
    lines = (ROOT / ".env.example").read_text(encoding="utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
