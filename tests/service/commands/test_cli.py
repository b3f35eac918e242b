"""The command line: its output, and one line with status 2 when a command cannot start."""

import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path

import pytest
from redis import Redis

from service.commands import openapi
from service.commands.openapi import write_openapi
from service.environment import read_env_file
from service.run.embedded_redis import ensure_server, stop_server
from service.run.up import ROOT
from tests.end_to_end.running import await_true
from tests.isolation import GUNICORN, WONDERFUL, environment
from tests.ports import free_port
from tests.service.commands.command_line import assert_refused, wonderful


@contextmanager
def volatile(folder: Path) -> Iterator[str]:
    """A server that keeps nothing."""
    server = ensure_server(folder)
    client = Redis.from_url(server.url)
    client.config_set("appendonly", "no")
    client.close()
    yield server.url
    stop_server(server)


def test_the_version_is_that_of_the_package():
    ended = wonderful("version")
    assert (ended.returncode, ended.stdout) == (0, f"{version('wonderful-world')}\n")


def test_help_names_every_command_and_starts_nothing():
    ended = wonderful("--help", PORT="nonsense")
    assert ended.returncode == 0
    for name in (
        "up",
        "demo",
        "queues",
        "doctor",
        "inspect",
        "rebuild",
        "verify",
        "export",
        "import",
        "replay",
        "version",
        "projector",
        "worker",
        "openapi",
    ):
        assert f"  {name} " in ended.stdout


def test_openapi_yaml_is_as_the_code_makes_it():
    ended = wonderful("openapi", "--check")
    assert (ended.returncode, ended.stderr) == (0, "")


def test_files_that_differ_from_the_code_are_named_and_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(openapi, "ROOT", tmp_path)
    names = ["openapi.yaml", "docs/errors.md", "examples/catalogue.json"]
    for folder in ("docs", "examples"):
        (tmp_path / folder).mkdir()
    assert write_openapi(check=False) == 0
    assert [(tmp_path / name).read_bytes() for name in names] == [(ROOT / name).read_bytes() for name in names]
    (tmp_path / names[0]).unlink()
    (tmp_path / names[1]).write_text("changed")
    assert write_openapi(check=True) == 1
    assert [line.partition(" differs ")[0] for line in capsys.readouterr().err.splitlines()] == names[:2]


@pytest.mark.parametrize("command", ["up", "projector", "worker", "rebuild", "demo"])
def test_an_invalid_setting_is_reported_in_one_line(command: str):
    assert_refused(wonderful(command, WORKERS="many"), "WORKERS='many' cannot be used")


def test_a_folder_for_metrics_that_cannot_be_made_is_refused_before_anything_starts(tmp_path: Path):
    (tmp_path / "file").touch()
    ended = wonderful("up", folder=tmp_path, PORT=str(free_port()), PROMETHEUS_MULTIPROC_DIR="file")
    assert_refused(ended, "PROMETHEUS_MULTIPROC_DIR='file' cannot be used: File exists")


@pytest.mark.parametrize("option", ["nosuch=1", "socket_keepalive=1&db=x"])
@pytest.mark.parametrize("command", ["backup nowhere", "doctor", "inspect g", "queues"])
def test_options_of_a_url_that_redis_does_not_know_are_refused(command: str, option: str):
    ended = wonderful(*command.split(), REDIS_URL=f"redis://:hush@127.0.0.1:1/0?{option}")
    assert_refused(ended, "REDIS_URL='redis://***@127.0.0.1:1/0?***' cannot be used: ")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("ssl_cert_reqs=perhaps", "Invalid SSL Certificate Requirements Flag"),
        ("ssl_ca_certs=/no/such/file", "its files for TLS: No such file or directory"),
        ("ssl_keyfile=/no/such/file", "its files for TLS: No such file or directory"),
    ],
)
def test_options_for_tls_that_cannot_be_used_are_refused_before_the_store_is_asked(options: str, words: str):
    ended = wonderful("doctor", REDIS_URL=f"rediss://127.0.0.1:1/0?{options}")
    assert_refused(ended, f"REDIS_URL='rediss://127.0.0.1:1/0?***' cannot be used: {words}")


@pytest.mark.parametrize("name", ["REDIS_URL", "RQ_REDIS_URL"])
@pytest.mark.parametrize("url", ["redis://127.0.0.1:1/0", "cluster://127.0.0.1:1"])
@pytest.mark.parametrize(
    ("option", "words"),
    [
        ("decode_responses=True", "the service itself sets decode_responses"),
        ("socket_timeout=0", "the service itself sets socket_timeout, see STORE_SECONDS"),
    ],
)
def test_options_that_the_service_sets_itself_are_refused(option: str, words: str, url: str, name: str):
    urls = {"REDIS_URL": url, "RQ_REDIS_URL": "redis://127.0.0.1:1/0"}
    ended = wonderful("queues", **urls | {name: f"{urls[name]}?{option}"})
    assert_refused(ended, f"{name}='{urls[name]}?***' cannot be used: {words}")


def test_settings_come_from_the_file_env_too_the_environment_comes_first(tmp_path: Path):
    (tmp_path / ".env").write_text("# a remark\nWORKERS=many\nPORT=1\n", encoding="utf-8")
    assert_refused(wonderful("up", folder=tmp_path, ENV_FILE=""), "WORKERS='many'")
    assert_refused(wonderful("up", folder=tmp_path, ENV_FILE="", WORKERS="few"), "WORKERS='few'")
    (tmp_path / ".env").write_bytes(b"PORT=1\nWORKERS=\xff")
    assert_refused(wonderful("up", folder=tmp_path, ENV_FILE=""), ".env cannot be read: line 2 is not UTF-8")


def test_another_file_with_settings_can_be_named_and_must_exist(tmp_path: Path):
    (tmp_path / "other").write_text("WORKERS=many\n", encoding="utf-8")
    (tmp_path / ".env").write_text("PORT=http\n", encoding="utf-8")
    assert_refused(wonderful("up", folder=tmp_path, ENV_FILE="other"), "WORKERS='many'")
    assert_refused(wonderful("up", folder=tmp_path, ENV_FILE="none"), "none cannot be read: No such file")


@pytest.mark.parametrize("process", [[*WONDERFUL, "projector"], [*WONDERFUL, "worker"], [*GUNICORN, "service.app:app"]])
def test_every_process_that_is_started_by_hand_reads_the_file_env(process: list[str], tmp_path: Path):
    (tmp_path / ".env").write_text("WORKERS=many\n", encoding="utf-8")
    environ = environment(ENV_FILE="")
    ended = subprocess.run(process, env=environ, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ended.returncode != 0
    assert ended.stderr.startswith("wonderful: WORKERS='many' cannot be used")
    assert ended.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("content", "variables"),
    [
        (b"\xef\xbb\xbfPORT=1\r\nHOST=::\r\n", {"PORT": "1", "HOST": "::"}),  # as Windows writes it
        (b"export PORT=1\n  export  HOST = ::  # all\n\n# PORT=2", {"PORT": "1", "HOST": "::"}),
        (b"A='x # y' # z\nB=\"it's\"\nC=it's", {"A": "x # y", "B": "it's", "C": "it's"}),
        (b"A=x#y\nB=a, b", {"A": "x#y", "B": "a, b"}),
        (b"A=\nB= # none\nC=''\nD=\\n", {"A": "", "B": "", "C": "", "D": "\\n"}),
    ],
)  # fmt: skip
def test_a_file_with_settings_is_read_in_the_forms_that_people_write(content: bytes, variables: dict[str, str]):
    assert read_env_file(content) == variables


@pytest.mark.parametrize(
    "line", [b"PORT", b"PORT: 1", b"export PORT", b"1A=2", b"A='x", b'A="x" y', b"A=\0", b"\xff\xfeA"]
)
def test_a_line_of_another_form_is_refused_by_its_number(line: bytes):
    with pytest.raises(ValueError, match=r"^line 3 is not [^\n]*$"):
        read_env_file(b"# remark\nHOST=::\n" + line)


def test_a_port_in_use_is_reported_before_anything_starts(tmp_path: Path):
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = busy.getsockname()[1]
        ended = wonderful("up", PORT=str(port), DATA_DIR=str(tmp_path / "data"))
    assert_refused(ended, f"127.0.0.1:{port} is already in use", "PORT")
    assert not (tmp_path / "data").exists()


def test_a_host_of_another_machine_is_reported(tmp_path: Path):
    assert_refused(wonderful("up", HOST="192.0.2.1", DATA_DIR=str(tmp_path)), "cannot listen on 192.0.2.1:8000")


@pytest.mark.parametrize("command", ["worker", "projector"])
def test_a_process_without_a_server_says_how_to_get_one(command: str):
    assert_refused(wonderful(command), "REDIS_URL is not set", "wonderful up")


def test_a_server_that_does_not_answer_is_reported():
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        url = f"redis://127.0.0.1:{closed.getsockname()[1]}"
        assert_refused(wonderful("rebuild", REDIS_URL=url), "Connection refused")


@pytest.mark.parametrize("command", ["up", "projector", "worker"])
def test_a_server_that_may_lose_games_is_refused(command: str, tmp_path: Path):
    with volatile(tmp_path) as url:
        ended = wonderful(command, REDIS_URL=url, PORT=str(free_port()))
    assert_refused(ended, "the Redis server may lose games", "append-only file", "ALLOW_VOLATILE=1")


def test_a_server_that_may_lose_games_is_accepted_if_the_setting_allows_it(tmp_path: Path):
    with volatile(tmp_path) as url:
        environ = environment(REDIS_URL=url, ALLOW_VOLATILE="1")
        with subprocess.Popen([*WONDERFUL, "projector"], env=environ, cwd=tmp_path) as process:
            client = Redis.from_url(url)
            await_true(lambda: [*client.scan_iter(match="*:feed")])  # it begins its work
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(1)
            client.close()
            process.send_signal(signal.SIGTERM)
            assert process.wait(60) == 0
