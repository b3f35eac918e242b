"""`wonderful up`, at its start: what it tells people, and the process that started it."""

import shutil
import socket
import subprocess
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from socketserver import UnixStreamServer
from tempfile import TemporaryDirectory
from threading import Thread

import pytest

from service.diagnosis.host import read_web
from service.run.up import ROOT, _metrics_folder, _start_announcer, is_local
from service.run.web_address import web_address
from service.settings import StartError, read_settings


class Ready(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: it would be printed between the tests."""


@pytest.fixture
def url() -> Iterator[str]:
    """A service that is ready."""
    with HTTPServer(("127.0.0.1", 0), Ready) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_systemd_is_told_once_that_the_service_is_ready(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(path)
        systemd.setblocking(False)
        monkeypatch.setenv("NOTIFY_SOCKET", path)
        announce = _start_announcer("127.0.0.1", url)
        announce()
        announce()
        assert systemd.recv(100) == b"READY=1"
        with pytest.raises(BlockingIOError):
            systemd.recv(100)


def test_a_start_goes_on_when_nobody_listens_for_its_state(url: str, tmp_path: Path, monkeypatch, capsys):
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "nobody"))
    _start_announcer("127.0.0.1", url)()
    assert f"Ready: {url}" in capsys.readouterr().out


def test_a_service_that_is_bound_to_a_unix_socket_is_found_ready(monkeypatch: pytest.MonkeyPatch, capsys):
    with TemporaryDirectory() as folder, UnixStreamServer(f"{folder}/web.sock", Ready) as server:
        monkeypatch.setenv("GUNICORN_CMD_ARGS", f"--access-logfile - --bind unix:{folder}/web.sock")
        thread = Thread(target=server.serve_forever)
        thread.start()
        _start_announcer("127.0.0.1", web_address(read_settings({})))()
        found = read_web(read_settings({}))
        server.shutdown()
        thread.join()
    assert f"Ready: unix:{folder}/web.sock" in capsys.readouterr().out
    assert found.status == 200
    assert read_web(read_settings({})).status == 0, "it has ended"


@pytest.mark.parametrize(
    ("arguments", "address"),
    [
        ("", "http://127.0.0.1:8123"),
        ("--access-logfile -", "http://127.0.0.1:8123"),
        ("-b 0.0.0.0:9000 --bind=[::1]:9001", "http://127.0.0.1:9000"),
        ("--bind=unix:///run/web.sock", "unix:/run/web.sock"),
    ],
)
def test_the_web_service_is_asked_where_it_listens(arguments: str, address: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("GUNICORN_CMD_ARGS", arguments)
    assert web_address(read_settings({"PORT": "8123"})) == address


@pytest.mark.parametrize("arguments", ["--bind", "--bind 'x", "--bind host:port"])
def test_arguments_for_gunicorn_that_cannot_be_read_are_refused(arguments: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("GUNICORN_CMD_ARGS", arguments)
    with pytest.raises(StartError, match=r"^GUNICORN_CMD_ARGS cannot be (read|used): .+$"):
        web_address(read_settings({}))


def test_an_empty_variable_names_no_folder_for_metrics(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    for named, folder in (("", ""), ("counts", f"{tmp_path}/counts")):
        monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", named)
        assert _metrics_folder() == folder
    assert (tmp_path / "counts").is_dir()


@pytest.mark.parametrize(
    ("host", "local"), [("127.0.0.1", True), ("::1", True), ("localhost", True), ("0.0.0.0", False)]
)
def test_a_service_that_others_reach_says_that_it_needs_a_proxy(host: str, local: bool, url: str, capsys):
    assert is_local(host) == local
    _start_announcer(host, url)()
    assert ("put a proxy before it, see deploy/nginx.conf" in capsys.readouterr().err) != local


def test_systemd_accepts_the_unit(tmp_path: Path):
    if shutil.which("systemd-analyze") is None:
        pytest.skip("needs systemd-analyze")
    unit = tmp_path / "wonderful.service"
    text = (ROOT / "deploy" / "wonderful.service").read_text("utf-8")
    unit.write_text(text.replace("/opt/wonderful/.venv/bin/wonderful", "/bin/true"), "utf-8")
    verified = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    assert (verified.returncode, verified.stderr) == (0, "")
