"""Bots over a whole service: the examples play whole games, and a bot that fails stops no game."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest

from events.export import parse
from projections.audit import verify
from service.run.up import ROOT
from tests.end_to_end.running import PATIENCE_SECONDS, PersistentPlayer, Running, await_true

pytestmark = pytest.mark.slow
NODE = pytest.mark.skipif(shutil.which("node") is None, reason="node is not on the PATH")
EXAMPLES = {
    "python": [sys.executable, "examples/bot.py"],
    "javascript": ["node", "examples/bot.mjs"],
}


@contextmanager
def bot(running: Running, language: str, *arguments: str) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """An example as a process of its own, and the id of its account."""
    command = [*EXAMPLES[language], "--url", running.url, *arguments]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout
        yield process, process.stdout.readline().split()[-1]
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        process.communicate()


@contextmanager
def players(running: Running, *names: str) -> Iterator[list[PersistentPlayer]]:
    """Human accounts."""
    made = [PersistentPlayer(running.url, name) for name in names]
    try:
        yield made
    finally:
        for player in made:
            player.close()


def agree(host: PersistentPlayer, game: str) -> None:
    """The game starts as soon as the bots have joined and agreed, too."""
    assert host.ask("PUT", f"{game}/seats/me/ready", "agree", json={"ready": True}).status_code == 200


def finished(player: PersistentPlayer, game: str) -> list[str]:
    """The actors of a game's log, once it is finished, which verifies."""
    await_true(lambda: player.ask("GET", game).json()["status"] == "finished")
    text = player.ask("GET", f"{game}/log").content
    assert verify(text.splitlines(keepends=True)).fault is None
    return [entry.actor for entry in parse(text.decode().split("\n")[:-1])[1]]


@pytest.mark.parametrize("language", ["python", pytest.param("javascript", marks=NODE)])
def test_an_example_is_invited_and_plays_a_whole_game(language: str, running: Running):
    name = f"Invited in {language}"
    with players(running, "Host") as [host], bot(running, language, "--name", name) as (process, id):
        game = host.open("one", seats=2, invited=[name.lower()], allow_bots=False)
        agree(host, game)
        await_true(lambda: host.ask("GET", game).json()["status"] == "playing")
        assert host.ask("DELETE", f"{game}/seats/me", "leave").status_code == 204
        actors = finished(host, game)
        assert actors.count(id) > 50
        assert process.wait(PATIENCE_SECONDS) == 0
        assert process.stdout
        assert "points" in process.stdout.read()


def test_a_bot_that_falls_silent_is_played_for(running: Running):
    with players(running, "Host", "Silent") as [host, silent]:
        account = host.ask("POST", "/v1/players", json={"name": "Mute", "kind": "bot"}).json()
        silent.headers["Authorization"] = f"Bearer {account['token']}"
        game = host.open("one", seats=2, bot_seconds=1)
        assert silent.ask("POST", f"{game}/seats", "join").status_code == 201
        assert host.ask("POST", f"{game}/start", "start").status_code == 200
        before = host.ask("GET", game).json()["version"]
        legal = host.ask("GET", f"{game}/legal").json()
        assert host.ask("POST", f"{game}/intentions", "pick", json=legal[0]).status_code == 201
        await_true(lambda: host.ask("GET", game).json()["waiting_on"] == [0, 1])
        events = host.ask("GET", f"{game}/events?after={before}").json()
        actors = [(event["name"], event["actor"]) for event in events if event["seat"] == 1]
        assert actors == [("time_expired", "service"), ("card_drafted", "bot:greedy")]


@pytest.mark.parametrize("language", ["python", pytest.param("javascript", marks=NODE)])
def test_an_example_whose_seat_was_taken_over_returns_and_plays_on(language: str, running: Running):
    clock = {"kind": "per_phase", "seconds": 1, "misses": 1}
    name = f"Returns in {language}"
    with players(running, "Host") as [host], bot(running, language, "--name", name) as (process, id):
        game = host.open("one", seats=2, invited=[name.lower()], clock=clock)
        agree(host, game)
        await_true(lambda: host.ask("GET", game).json()["status"] == "playing")
        os.kill(process.pid, signal.SIGSTOP)
        try:
            assert host.ask("DELETE", f"{game}/seats/me", "leave").status_code == 204
            await_true(lambda: host.ask("GET", game).json()["seats"][1]["away"])
        finally:
            os.kill(process.pid, signal.SIGCONT)
        finished(host, game)
        events = host.ask("GET", f"{game}/events").json()
        assert ("seat_returned", id) in [(event["name"], event["actor"]) for event in events]
        assert process.wait(PATIENCE_SECONDS) == 0


def test_a_long_decision_is_made_while_games_go_on(running: Running):
    with players(running, "Host") as [host]:
        game = host.open("one", seats=2, bots=["greedy"])
        host.ask("POST", f"{game}/start", "start")
        view = host.ask("GET", game).json()
        body = {"view": view, "budget": {"seconds": 1.5}, "seed": 1}
        asked = host.ask("POST", "/v1/bots/search/decisions", json=body)
        assert asked.status_code == 202
        other = host.open("two", seats=2, bots=["greedy"] * 2)
        host.ask("POST", f"{other}/start", "start two")
        finished(host, other)
        address, deadline = asked.headers["Location"], time.monotonic() + PATIENCE_SECONDS
        while (fetched := host.ask("GET", address).json())["status"] == "pending":
            assert time.monotonic() < deadline
            time.sleep(0.1)
        assert fetched["status"] == "done", json.dumps(fetched)
        assert fetched["decision"]["intention"] in host.ask("GET", f"{game}/legal").json()
