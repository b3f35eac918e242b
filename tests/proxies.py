"""Real proxies before a service, from the files in deploy/: with other ports, and a certificate made for the test."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.end_to_end.running import await_true
from tests.ports import free_port, listens

DEPLOY = Path(__file__).parents[1] / "deploy"
NGINX = """
daemon off; master_process off; pid {folder}/pid; error_log {folder}/error.log;
events {{ worker_connections 8192; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
    set_real_ip_from 127.0.0.1; real_ip_header X-Forwarded-For;
    include {folder}/site.conf;
}}
"""
"""The rest of a configuration. The address of a client is the one that it claims, so that a test has several."""
NO_CHANGES: Mapping[str, str] = {}


class Proxy(NamedTuple):
    """A proxy that runs. `logs`: the folder of what it writes. `certificate`: it signs itself; None: plain HTTP."""

    url: str
    logs: Path
    certificate: Path | None = None


def require(*programs: str) -> None:
    """Skip the test if a program is missing, unless REQUIRE_PROXIES says that all are there."""
    missing = [program for program in programs if shutil.which(program) is None]
    if missing and os.environ.get("REQUIRE_PROXIES"):
        pytest.fail(f"{' and '.join(missing)} cannot be run")
    if missing:
        pytest.skip(f"needs {' and '.join(missing)}")


def has_nginx() -> bool:
    """Whether nginx is installed."""
    return shutil.which("nginx") is not None


@contextmanager
def plain_nginx(port: int, changes: Mapping[str, str] = NO_CHANGES) -> Iterator[int]:
    """The port of nginx before the service at `port`, by deploy/nginx.conf but for TLS. `changes`: of other words."""
    own, other = free_port(), free_port()
    lines = (DEPLOY / "nginx.conf").read_text("utf-8").splitlines(keepends=True)
    site = "".join(line for line in lines if "listen [::]" not in line and "ssl_certificate" not in line)
    ports = {
        "listen 80;": f"listen 127.0.0.1:{other};",
        "listen 443 ssl http2;": f"listen 127.0.0.1:{own};",
        "127.0.0.1:8000": f"127.0.0.1:{port}",
    }
    with _nginx(_replaced(site, ports | changes), own):
        yield own


@contextmanager
def nginx(port: int) -> Iterator[Proxy]:
    """nginx with TLS before the service at `port`, by deploy/nginx.conf."""
    own, other = free_port(), free_port()
    with tempfile.TemporaryDirectory() as folder:
        certificate, key = Path(folder, "fullchain.pem"), Path(folder, "privkey.pem")
        made = f"req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost -keyout {key} -out {certificate}"
        names = ("-addext", "subjectAltName=DNS:localhost")
        subprocess.run(["openssl", *made.split(), *names], check=True, capture_output=True)
        lines = (DEPLOY / "nginx.conf").read_text("utf-8").splitlines(keepends=True)
        site = _replaced(
            "".join(line for line in lines if "listen [::]" not in line),
            {
                "listen 80;": f"listen 127.0.0.1:{other};",
                "listen 443 ssl": f"listen 127.0.0.1:{own} ssl",
                "/etc/letsencrypt/live/play.example.org": folder,
                "127.0.0.1:8000": f"127.0.0.1:{port}",
            },
        )
        with _nginx(site, own) as logs:
            yield Proxy(f"https://localhost:{own}", logs, certificate)


@contextmanager
def _nginx(site: str, port: int) -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "site.conf").write_text(_replaced(site, {"/var/log/nginx": folder}), "utf-8")
        Path(folder, "nginx.conf").write_text(NGINX.format(folder=folder), "utf-8")
        with _process(["nginx", "-p", folder, "-c", f"{folder}/nginx.conf"], folder, port):
            yield Path(folder)


@contextmanager
def caddy(port: int) -> Iterator[Proxy]:
    """Caddy before the service at `port`, by deploy/Caddyfile but for TLS: it would ask for a certificate."""
    own = free_port()
    text = _replaced(
        (DEPLOY / "Caddyfile").read_text("utf-8"),
        {
            "play.example.org {": f"http://localhost:{own} {{",
            "127.0.0.1:8000": f"127.0.0.1:{port}",
            "lb_try_duration 10s": "lb_try_duration 5s",
            "{\n\tlog {": "{\n\tadmin off\n\tlog {",
        },
    )
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "Caddyfile")
        file.write_text(text, "utf-8")
        with _process(["caddy", "run", "--adapter", "caddyfile", "--config", str(file)], folder, own):
            yield Proxy(f"http://localhost:{own}", Path(folder))


@contextmanager
def _process(command: Sequence[str], folder: str, port: int) -> Iterator[None]:
    environ = os.environ | {"HOME": folder, "XDG_DATA_HOME": folder, "XDG_CONFIG_HOME": folder}
    output = Path(folder, "output")
    with output.open("wb") as file:
        running = subprocess.Popen(command, env=environ, stdout=file, stderr=subprocess.STDOUT)
    try:
        await_true(lambda: listens(port), output)
        yield
    finally:
        running.terminate()
        running.wait(timeout=20)  # it waits for no stream whose client has left


def _replaced(text: str, changes: Mapping[str, str]) -> str:
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    return text
