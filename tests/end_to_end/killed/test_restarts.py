"""Restarts of the server and of the web processes: nothing stops for good, and no event is lost or repeated."""

import os
import signal
from contextlib import closing
from random import Random

import httpx
import pytest

from tests.end_to_end.running import OwnService, PersistentPlayer, await_true
from tests.end_to_end.test_live import NDJSON, chain, follow, play_on, seated

pytestmark = pytest.mark.slow


def test_projector_and_workers_survive_restarts_of_the_server(own_service: OwnService):
    with closing(PersistentPlayer(own_service.url, "Ada")) as ada:
        games, alive = [ada.open(f"open {number}", seats=4, bots=["greedy"] * 4) for number in range(4)], set()
        for number, game in enumerate(games):
            version = ada.ask("POST", f"{game}/start", f"start {number}").json()["version"]
            await_true(
                lambda game=game, version=version: ada.ask("GET", game).json()["version"] > version, own_service.output
            )
            alive.add((*own_service.processes("projector"), *own_service.processes("worker")))
            [server] = own_service.processes("server")
            os.kill(server, signal.SIGKILL)
            await_true(lambda pid=server: {*own_service.processes("server")} - {pid}, own_service.output)
        await_true(lambda: all(ada.ask("GET", game).json()["status"] == "finished" for game in games))
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
        accept = players[0].headers | {"Accept": NDJSON}
        with (
            follow(own_service.url, players[0], game) as items,
            httpx.stream("GET", f"{own_service.url}/v1/turns", headers=accept, timeout=60) as inbox,
        ):
            version = next(items)["version"]
            [master] = own_service.processes("web")
            os.kill(master, signal.SIGHUP)  # gunicorn starts new workers and stops the old ones
            end = next(item for item in items if item["type"] == "end")
            assert end == {"type": "end", "reason": "restarting", "version": version}
            assert [*items] == []
            assert "your_turn" in "".join(inbox.iter_lines()), "the inbox ends cleanly, too"
        last = play_on(game, players, Random(1), 4)
        with follow(own_service.url, players[0], game, after=version) as items:
            assert chain(items, last) == [*range(version + 1, last + 1)]
