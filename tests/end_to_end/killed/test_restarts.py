"""Restarts of the server and of the web processes: nothing stops for good, and no event is lost or repeated."""

import os
import signal
import ssl
from collections.abc import Callable
from contextlib import AbstractContextManager, closing
from random import Random
from urllib.parse import urlsplit

import httpx
import pytest

from tests.end_to_end.running import NO_TLS, OwnService, PersistentPlayer, await_true
from tests.end_to_end.test_live import NDJSON, chain, follow, play_on, seated
from tests.proxies import Proxy, caddy, nginx, require


@pytest.mark.verify
def test_projector_and_workers_survive_restarts_of_the_server(own_service: OwnService):
    with closing(PersistentPlayer(own_service.url, "Ada")) as ada:
        games, alive = [ada.open_game(seats=4, bots=["greedy"] * 4)["id"] for _ in range(4)], set()
        for game in games:
            version = ada.start_game(game)["version"]
            await_true(lambda game=game, version=version: ada.get_game(game)["version"] > version, own_service.output)
            alive.add((*own_service.processes("projector"), *own_service.processes("worker")))
            [server] = own_service.processes("server")
            os.kill(server, signal.SIGKILL)
            await_true(lambda pid=server: {*own_service.processes("server")} - {pid}, own_service.output)
        await_true(lambda: all(ada.get_game(game)["status"] == "finished" for game in games))
        assert alive == {(*own_service.processes("projector"), *own_service.processes("worker"))}


def test_a_restart_of_the_server_loses_and_repeats_no_event(own_service: OwnService):
    with seated(own_service.url) as (game, players):
        rng = Random(5)
        with follow(own_service.url, players[0], game) as items:
            first = next(items)["version"]
            for _ in range(3):
                play_on(game, players, rng, 10)
                [server] = own_service.processes("server")
                os.kill(server, signal.SIGKILL)
                await_true(lambda pid=server: {*own_service.processes("server")} - {pid}, own_service.output)
            last = play_on(game, players, rng, 10)
            assert chain(items, last) == [*range(first + 1, last + 1)]


def test_streams_end_when_the_web_process_stops_and_go_on_with_another(own_service: OwnService):
    with seated(own_service.url) as (game, players):
        accept = players[0].connection.headers | {"Accept": NDJSON}
        with (
            follow(own_service.url, players[0], game) as items,
            httpx.stream("GET", f"{own_service.url}/v1/turns", headers=accept, timeout=60) as inbox,
        ):
            version, lines = next(items)["version"], inbox.iter_lines()
            assert any("your_turn" in line for line in lines)
            [master] = own_service.processes("web")
            os.kill(master, signal.SIGHUP)  # gunicorn starts new workers and stops the old ones
            end = next(item for item in items if item["type"] == "end")
            assert end == {"type": "end", "reason": "restarting", "version": version}
            assert [*items] == []
            assert '"restarting"' in [*lines][-1], "the inbox ends cleanly, too"
        last = play_on(game, players, Random(1), 4)
        with follow(own_service.url, players[0], game, after=version) as items:
            assert chain(items, last) == [*range(version + 1, last + 1)]


@pytest.mark.usual("nginx")
@pytest.mark.parametrize(
    ("programs", "proxy"), [(("nginx", "openssl"), nginx), (("caddy",), caddy)], ids=["nginx", "Caddy"]
)
def test_behind_a_proxy_a_game_goes_on_while_the_web_processes_are_replaced(
    programs: tuple[str, ...], proxy: Callable[[int], AbstractContextManager[Proxy]], own_service: OwnService
):
    require(*programs)
    with proxy(urlsplit(own_service.url).port or 0) as front, seated(own_service.url) as (game, players):
        verify = ssl.create_default_context(cafile=front.certificate) if front.certificate else NO_TLS
        with httpx.Client(
            base_url=front.url, headers=players[0].connection.headers, verify=verify, timeout=60
        ) as client:
            [master] = own_service.processes("web")
            before = {*own_service.processes("web workers")}
            os.kill(master, signal.SIGHUP)
            statuses = set[int]()
            while before & {*own_service.processes("web workers")}:
                statuses.add(client.get(f"/v1/games/{game}").status_code)
            assert statuses <= {200}
        play_on(game, players, Random(1), 4)
