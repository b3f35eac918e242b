"""Bots over a whole service: the examples play whole games, and a bot that fails stops no game."""

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest

from events.export import parse
from projections.audit import verify
from service.run.up import ROOT
from tests.end_to_end.running import PATIENCE_SECONDS, PersistentPlayer, Running, await_true

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
    host.agree_to_start(game, ready=True)


def finished(player: PersistentPlayer, game: str) -> list[str]:
    """The actors of a game's log, once it is finished, which verifies."""
    await_true(lambda: player.get_game(game)["status"] == "finished")
    text = player.get_log(game)
    assert verify(text.splitlines(keepends=True)).fault is None
    return [entry.actor for entry in parse(text.decode().split("\n")[:-1])[1]]


@pytest.mark.usual("javascript")
@pytest.mark.parametrize("language", ["python", pytest.param("javascript", marks=NODE)])
def test_an_example_is_invited_and_plays_a_whole_game(language: str, running: Running):
    name = f"Invited in {language}"
    with players(running, "Host") as [host], bot(running, language, "--name", name) as (process, id):
        game = host.open_game(seats=2, invited=[name.lower()], allow_bots=False)["id"]
        agree(host, game)
        await_true(lambda: host.get_game(game)["status"] == "playing")
        host.leave_seat(game)
        actors = finished(host, game)
        assert actors.count(id) > 50
        assert process.wait(PATIENCE_SECONDS) == 0
        assert process.stdout
        assert "points" in process.stdout.read()


def test_a_bot_that_falls_silent_is_played_for(running: Running):
    with players(running, "Host", "Silent") as [host, silent]:
        silent.connection.use_token(host.register_player(name="Mute", kind="bot")["token"])
        game = host.open_game(seats=2, bot_seconds=1)["id"]
        silent.take_seat(game)
        host.start_game(game)
        before = host.get_game(game)["version"]
        legal = host.list_legal(game)
        host.act(game, legal[0])
        await_true(lambda: host.get_game(game)["waiting_on"] == [0, 1])
        events = host.list_events(game, after=before)
        actors = [(event["name"], event["actor"]) for event in events if event["seat"] == 1]
        assert actors == [("time_expired", "service"), ("card_drafted", "bot:greedy")]


@pytest.mark.usual("python")
@pytest.mark.parametrize("language", ["python", pytest.param("javascript", marks=NODE)])
def test_an_example_whose_seat_was_taken_over_returns_and_plays_on(language: str, running: Running):
    clock = {"kind": "per_phase", "seconds": 1, "misses": 1}
    name = f"Returns in {language}"
    with players(running, "Host") as [host], bot(running, language, "--name", name) as (process, id):
        game = host.open_game(seats=2, invited=[name.lower()], clock=clock)["id"]
        agree(host, game)
        await_true(lambda: host.get_game(game)["status"] == "playing")
        os.kill(process.pid, signal.SIGSTOP)
        try:
            host.leave_seat(game)
            await_true(lambda: host.get_game(game)["seats"][1]["away"])
        finally:
            os.kill(process.pid, signal.SIGCONT)
        finished(host, game)
        events = host.list_events(game)
        assert ("seat_returned", id) in [(event["name"], event["actor"]) for event in events]
        assert process.wait(PATIENCE_SECONDS) == 0


def test_a_long_decision_is_made_while_games_go_on(running: Running):
    with players(running, "Host") as [host]:
        game = host.open_game(seats=2, bots=["greedy"])["id"]
        host.start_game(game)
        view = host.get_game(game)
        body = {"view": view, "budget": {"seconds": 1.5}, "seed": 1}
        asked = host.ask("POST", "/v1/bots/search/decisions", body)
        assert asked["status"] == "pending"
        other = host.open_game(seats=2, bots=["greedy"] * 2)["id"]
        host.start_game(other)
        finished(host, other)
        await_true(lambda: host.get_decision(asked["id"])["status"] != "pending")
        fetched = host.get_decision(asked["id"])
        assert fetched["status"] == "done", json.dumps(fetched)
        assert fetched["decision"]["intention"] in host.list_legal(game)
