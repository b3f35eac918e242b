"""A web server on a unix socket, behind a proxy of the same machine."""

import socket
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
import pytest

from service.run.embedded_redis import ensure_server, stop_server
from tests.end_to_end.running import NO_TLS, await_true
from tests.isolation import GUNICORN, environment


def listens(path: str) -> bool:
    """Whether a process accepts connections at a unix socket."""
    with socket.socket(socket.AF_UNIX) as probe:
        return probe.connect_ex(path) == 0


@pytest.mark.usual("127.0.0.1")
@pytest.mark.parametrize(
    ("proxies", "statuses", "warning"),
    [("unix", [201, 429, 201], False), ("", [201, 201, 201], True), ("127.0.0.1", [201, 201, 201], True)],
)
def test_the_addresses_that_a_proxy_names_count_if_unix_sockets_are_trusted(
    proxies: str, statuses: list[int], warning: bool, tmp_path: Path
):
    store = ensure_server(tmp_path / "data", "everysec")
    environ = environment(
        REDIS_URL=store.url, WEB_WORKERS="1", STORE_SECONDS="10", LIMITS="registrations=1", TRUSTED_PROXIES=proxies
    )
    output = tmp_path / "output"
    with TemporaryDirectory() as folder, output.open("wb") as file:  # the path of a socket must be short
        path = f"{folder}/web.sock"
        command = [*GUNICORN, "--bind", f"unix:{path}", "service.app:create_app()"]
        web = subprocess.Popen(command, env=environ, cwd=tmp_path, stdout=file, stderr=subprocess.STDOUT)
        transport = httpx.HTTPTransport(uds=path, verify=NO_TLS)
        with httpx.Client(transport=transport, base_url="http://service", timeout=60) as client:

            def register(address: str) -> int:
                headers = {"X-Forwarded-For": f"6.6.6.6, {address}"}
                return client.post("/v1/players", json={"name": "Ada"}, headers=headers).status_code

            try:
                await_true(lambda: listens(path), output)
                await_true(lambda: client.get("/readyz").status_code == 200, output)
                assert [register(f"198.51.100.{number}") for number in (1, 1, 2)] == statuses
            finally:
                web.terminate()
                web.wait(timeout=60)
                stop_server(store)
    assert ("a proxy on this machine, which TRUSTED_PROXIES does not name" in output.read_text()) == warning
