"""Processes are killed at random moments: no game stops, nothing is lost and nothing happens twice."""

import os
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

import game as rules
from events.chain import head
from events.export import parse
from service.backend import Backend, open_backend
from service.run.embedded_redis import ensure_server
from service.settings import read_settings
from tests.end_to_end.running import PersistentPlayer, Running, await_true, up

KILLS = {"projector": 10, "worker": 10, "web workers": 8, "web": 3, "server": 3}
SWEEP_SECONDS = 1.0


@pytest.mark.slow
def test_every_game_is_finished_and_scored_once_whatever_is_killed(tmp_path: Path):
    with up(tmp_path, SWEEP_SECONDS=str(SWEEP_SECONDS)) as running:
        players = [PersistentPlayer(running.url, f"Player {number}") for number in range(3)]
        over = threading.Event()
        with ThreadPoolExecutor(4) as threads:
            killer = threads.submit(kill, running, Random(2024), over)
            played = [threads.submit(play_on, player, number, over) for number, player in enumerate(players)]
            games = {game: sent for future in played for game, sent in future.result().items()}
            killer.result()
        parts = open_backend(read_settings({"REDIS_URL": ensure_server(running.data).url}))
        assert sum(player.repeats for player in players) > 0, "some requests were repeated"
        for player, future in zip(players, played, strict=True):
            for game, sent in future.result().items():
                check(player, game, sent, parts)
            player.close()
        parts.redis.close()
        assert len(games) >= 3
        assert running.supervisor.poll() is None


def kill(running: Running, rng: Random, over: threading.Event) -> None:
    """Kill everything as often as KILLS says, in any order, at any moment."""
    victims = [kind for kind, times in KILLS.items() for _ in range(times)]
    rng.shuffle(victims)
    try:
        for kind in victims:
            time.sleep(rng.uniform(0.05, 0.9))
            await_true(lambda kind=kind: running.processes(kind), running.output)
            with suppress(ProcessLookupError):
                os.kill(rng.choice(running.processes(kind)), signal.SIGKILL)
    finally:
        over.set()


def play_on(player: PersistentPlayer, number: int, over: threading.Event) -> dict[str, dict]:
    """Play one game after the other until `over` is set. Returns the intentions sent in each."""
    games: dict[str, dict] = {}
    while not over.is_set():
        game = player.open(f"game {len(games)}", seats=3, bots=["greedy", "random"])
        assert player.ask("POST", f"{game}/start", "start").status_code == 200
        games[game] = player.play(game, Random(f"{number} {len(games)}"))
    return games


def check(player: PersistentPlayer, game: str, sent: dict, parts: Backend) -> None:
    """The log is whole, holds every intention once, and proves itself; every answer is given again."""
    answer = player.ask("GET", f"{game}/log")
    assert answer.status_code == 200
    header, entries, end = parse(answer.text.splitlines())
    id = header["game"]
    assert [entry.version for entry in entries] == list(range(1, len(entries) + 1))
    assert entries == parts.log.read(id)
    assert end["head"] == head(id, entries).hex()
    assert end["state_hash"] == rules.state_hash(rules.fold(entry.event for entry in entries))
    assert [entry.name for entry in entries].count("game_scored") == 1

    keys = {
        name.decode(): value.split(b" ", 2) for name, value in parts.redis.hgetall(parts.keys.idempotency(id)).items()
    }
    spans = sorted((int(first), int(last)) for first, last, _ in keys.values())
    assert spans[0][0] == 1
    assert spans[-1][1] == len(entries)
    assert all(last + 1 == first for (_, last), (first, _) in pairwise(spans)), "each key once"
    own = {name.removeprefix(f"{player.id}:") for name in keys if name.startswith(f"{player.id}:")}
    assert own == {*sent, "start"} | {key for key in own if key.startswith("game ")}
    assert len(own) == len(sent) + 2
    groups = {entry.group for entry in entries if entry.actor == player.id}
    assert len(groups) == len(sent) + 2, "opened, started, and every intention"

    for key in [*sent][::10]:
        body, first = sent[key]
        again = player.ask("POST", f"{game}/intentions", key, json=body)
        assert (again.status_code, again.content) == (201, first)
    assert len(parts.log.read(id)) == len(entries)
