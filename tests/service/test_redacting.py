"""No message, log line, answer or list of processes shows a secret."""

import logging
import os
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

import httpx
import pytest
from redis import Redis

from service.logs import RedactingFormatter
from service.redacting import redacted, redacted_value
from service.run.embedded_redis import server_program
from service.settings import SettingsError, read_settings
from service.webhooks.endpoints import Webhook
from store.cluster.urls import parse_cluster_url
from tests.amounts import amounts
from tests.end_to_end.running import await_true, children, up
from tests.isolation import WONDERFUL, environment
from tests.ports import free_port
from tests.service.commands.command_line import wonderful

SECRET = "hush-4711"
ENCODED = "%68ush%2D4711"
"""The same, as a URL may have it."""
UNREADABLE = [
    f"redis://:{SECRET}",
    f"redis://ada:{SECRET}",
    f"redis://:hu/{SECRET}@h:x",
    f"redis://h:x?password={SECRET}",
    f"unix://?password={SECRET}",
    f"rediss:/ada:{SECRET}@h",
    f"127.0.0.1:6379,password={SECRET}",
    f"ada:{SECRET}@h",
    f"cluster://:{SECRET}@a:1,b:2/0",
    f"https://discord.com/api/webhooks/1?token={SECRET}",
    f"redis://h:x?password=a@{SECRET}",
    f"redis://:hu\n{SECRET}@h:x",
    f"redis://:{SECRET}@no..host",
]
"""URLs that no setting takes."""


@pytest.mark.parametrize("name", ["REDIS_URL", "RQ_REDIS_URL", "HOST", "PORT", "CORS_ORIGINS", "TRUSTED_PROXIES"])
@pytest.mark.parametrize("url", UNREADABLE)
def test_a_refused_setting_does_not_show_the_secret(name: str, url: str):
    with pytest.raises(SettingsError) as refusal:
        read_settings({name: url})
    assert SECRET not in str(refusal.value)
    assert SECRET not in redacted(str(refusal.value))


def test_a_message_still_says_which_server_it_is():
    assert redacted_value(f"rediss://ada:{SECRET}@[::1]:6379/2") == "rediss://***@[::1]:6379/2"
    assert redacted_value(f"cluster://:{SECRET}@a:1,b.example") == "cluster://***@a:1,b.example"
    assert redacted_value(f"unix:///a/r.sock?db=1&password={SECRET}") == "unix:///a/r.sock?***"
    assert redacted("Ready: http://127.0.0.1:8000, or http://[::1]:8000/docs.") == (
        "Ready: http://127.0.0.1:8000, or http://[::1]:8000/docs."
    )


def test_objects_that_hold_secrets_do_not_show_them():
    url = f"redis://ada:{SECRET}@h"
    settings = read_settings({"REDIS_URL": url, "RQ_REDIS_URL": url})
    webhook = Webhook("w", "p", f"https://h/{SECRET}", "discord", (), None, "en", False, 0, ((SECRET, None),))
    seeds = parse_cluster_url(f"cluster://ada:{SECRET}@h")
    assert SECRET not in repr((settings, webhook, seeds))


def test_a_line_of_the_log_shows_neither_passwords_nor_the_address_of_a_webhook():
    written = StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(RedactingFormatter("%(message)s"))
    logger = logging.Logger("test")
    logger.addHandler(handler)
    try:
        raise ValueError(f"unknown command 'AUTH', with args beginning with: 'ada' '{SECRET}'")
    except ValueError:
        logger.exception("https://discord.com/api/webhooks/1/%s and %s", SECRET, f"unix:///r?password={SECRET}")
    assert SECRET not in written.getvalue()
    assert "https://discord.com/***" in written.getvalue()


@dataclass
class Server:
    """A server that asks for a password. `good`: its URLs in all forms."""

    folder: Path
    port: int
    process: "subprocess.Popen[bytes]"

    @property
    def good(self) -> list[str]:
        socket, port = self.folder / "r.sock", self.port
        return [
            f"redis://:{SECRET}@127.0.0.1:{port}/0",
            f"redis://ada:{ENCODED}@127.0.0.1:{port}",
            f"redis://127.0.0.1:{port}/0?password={SECRET}",
            f"unix://ada:{SECRET}@{socket}",
            f"unix://{socket}?password={ENCODED}",
            f"unix://{socket}?username=ada&password={SECRET}",
        ]

    @property
    def unreachable(self) -> list[str]:
        return [
            *[url.replace(str(self.port), "1").replace("r.sock", "none.sock") for url in self.good],
            f"rediss://ada:{SECRET}@127.0.0.1:1",
            f"rediss://ada:{SECRET}@127.0.0.1:{self.port}",
            f"cluster://ada:{SECRET}@127.0.0.1:1,127.0.0.1:2",
            f"cluster://ada:{SECRET}@127.0.0.1:{self.port}",
            f"cluster+tls://127.0.0.1:1?password={SECRET}",
            f"redis://127.0.0.1:{self.port}?username={SECRET}&password={SECRET}",
            f"redis://127.0.0.1:{self.port}/0?socket_timeout={SECRET}",
            f"redis://127.0.0.1:{self.port}/0?hush={SECRET}",
        ]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder, port = tmp_path_factory.mktemp("guarded"), free_port()
    process = start(folder, port)
    made = Server(folder, port, process)
    yield made
    made.process.kill()
    made.process.wait()


def start(folder: Path, port: int) -> "subprocess.Popen[bytes]":
    lines = [
        f"port {port}",
        "bind 127.0.0.1",
        f"unixsocket {folder / 'r.sock'}",
        f"dir {folder}",
        'save ""',
        "appendonly yes",
        "appendfsync no",
        f"requirepass {SECRET}",
        f"user ada on >{SECRET} ~* &* +@all",
    ]
    process = subprocess.Popen([server_program(), "-"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    assert process.stdin
    with process.stdin as config:
        config.write("\n".join(lines).encode())
    await_true((folder / "r.sock").exists)
    return process


def of_jobs(url: str) -> dict[str, str]:
    """The settings of a store at this URL. A cluster needs a server of its own for the queues."""
    return {"REDIS_URL": url} | ({"RQ_REDIS_URL": f"redis://:{SECRET}@127.0.0.1:1"} if "cluster" in url else {})


@pytest.mark.slow
@amounts("forms", 2, 20)
def test_no_command_shows_the_secret_of_its_store(server: Server, tmp_path: Path, forms: int):
    """`forms`: so many of the URLs, the last ones and the first one that leads nowhere."""
    for url in server.good[-forms:]:
        more = [["accept-store"], ["queues"], ["rebuild", "--jobs", "1"]] if url == server.good[-1] else []
        for arguments in [["export", "nosuch"], *more]:
            ended = wonderful(*arguments, folder=tmp_path, **of_jobs(url))
            assert "hush" not in ended.stdout + ended.stderr, url
            assert ended.returncode == (2 if arguments[0] == "export" else 0), ended.stderr
    for url in dict.fromkeys([server.unreachable[0], *server.unreachable[-forms:]]):
        more = [["up"]] if url in (server.unreachable[0], server.unreachable[-1]) else []
        for arguments in [["export", "nosuch"], *more]:
            ended = wonderful(*arguments, folder=tmp_path, **of_jobs(url), STORE_SECONDS="0.5", PORT=str(free_port()))
            assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (2, "", 1), (url, ended.stderr)
            assert SECRET not in ended.stderr, url


@pytest.mark.slow
def test_a_process_that_waits_for_its_store_does_not_show_the_secret(server: Server, tmp_path: Path):
    url = server.unreachable[0]
    environ = environment(PYTHONPATH=os.getcwd(), REDIS_URL=url, RQ_REDIS_URL=url)
    output = tmp_path / "output"
    with output.open("wb") as file:
        waiting = [
            subprocess.Popen([*WONDERFUL, *words], env=environ, cwd=tmp_path, stdout=file, stderr=subprocess.STDOUT)
            for words in (["projector"], ["worker"])
        ]
    await_true(lambda: output.read_text().count("waiting for the store") == len(waiting), output)
    for process in waiting:
        process.terminate()
        process.wait()
    assert SECRET not in output.read_text()


@pytest.mark.slow
def test_a_whole_run_shows_no_secret(server: Server, tmp_path: Path):
    """Also while the store is gone, refuses the password, and is back; and when the service stops."""
    settings = {"REDIS_URL": server.good[-1], "RQ_REDIS_URL": server.good[1], "GUNICORN_CMD_ARGS": "--access-logfile -"}
    with up(tmp_path, **settings, STORE_SECONDS="1") as running:
        listed = "\n".join(command for _, command in _all_below(running.supervisor.pid))
        names = str(Redis.from_url(settings["REDIS_URL"]).client_list())
        told = [httpx.get(f"{running.url}/readyz", timeout=60).text]
        server.process.kill()
        server.process.wait()
        await_true(lambda: httpx.get(f"{running.url}/readyz", timeout=60).status_code == 503)
        told += [
            httpx.get(f"{running.url}/readyz", timeout=60).text,
            httpx.get(f"{running.url}/v1/games?q={SECRET}", timeout=60).text,
        ]
        time.sleep(1)  # all processes notice it
        (server.folder / "r.sock").unlink(missing_ok=True)
        server.process = start(server.folder, server.port)
        await_true(lambda: httpx.get(f"{running.url}/readyz", timeout=60).status_code == 200, running.output)
        output = running.output
    written = output.read_text()
    assert "the store" in written
    assert "GET /readyz" in written
    for text in (written, listed, names, *told):
        assert SECRET not in text
        assert ENCODED not in text


def _all_below(pid: int) -> list[tuple[int, str]]:
    found = children(pid)
    return [*found, *(each for child, _ in found for each in _all_below(child))]
