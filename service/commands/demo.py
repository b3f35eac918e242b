"""`wonderful demo`: play a whole game against three bots through the API, then check its log."""

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

import game as rules
from events.chain import head
from events.export import parse
from service.commands.progress import shown
from service.commands.remote import connect
from service.settings import Settings, StartError
from wonderful_client import Client, Game, Json, Problem

console = Console()
ROUND_STEPS = 7 + 1 + 5  # picks, planning, production steps
TOTAL_STEPS = 4 * ROUND_STEPS
OTHER_LANES = ("SLOW_WORKERS", "DECISION_WORKERS", "LONG_DECISION_WORKERS", "VERIFICATION_WORKERS")
"""The demo has quick bots only, and checks its log itself."""


def demo(settings: Settings, url: str | None, seed: int) -> int:
    """Play a game and check its log, on the service at `url` or on one that this function starts. `seed`: of the moves.

    Returns the exit status: 1 if the log does not match what the server says. Raises StartError.
    """
    if url:
        return _play_and_check(url, seed)
    with _temporary_service(settings) as own_url:
        return _play_and_check(own_url, seed)


def _play_and_check(url: str, seed: int) -> int:
    with connect(url, name="Demo") as client:
        game = Game(client, client.open_game(seats=4, bots=["greedy", "greedy", "random"], name="Demo")["id"])
        client.start_game(game.id)
        console.print(f"Playing {url}/v1/games/{game.id} against greedy, greedy and random")
        intentions = _play(client, game, Random(seed))
        view = game.view()
        _print_scores(view)
        console.print(f"{intentions} intentions sent, {view['version']} events in the log")
        return _check(client.get_log(game.id).decode(), view)


def _play(client: Client, game: Game, rng: Random) -> int:
    """Play seat 0 until the game is finished and scored. Returns the number of intentions sent."""
    sent, bar = 0, Progress(TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), console=console)
    with shown(bar):
        task = bar.add_task("starting", total=TOTAL_STEPS)
        for view in game.follow():
            description = f"round {view['round']}, {view['step'] or view['phase']}"
            bar.update(task, completed=_completed_steps(view), description=description)
            if view["seat"] in view["waiting_on"]:
                game.act(choose_intention(view, client.list_legal(game.id), rng))
                sent += 1
        bar.update(task, completed=TOTAL_STEPS, description="finished")
    return sent


def choose_intention(view: Json, legal: list[Json], rng: Random) -> Json:
    """A simple strategy: up to five cards under construction, never discard one of them, use every cube."""
    sites = len(view["seats"][view["seat"]]["construction"])

    def priority(body: Json) -> float:
        onto_card = 1 if body.get("onto", "empire") != "empire" else 0
        priorities = {
            "place": 5 + onto_card,
            "choose": 5,
            "slate": 4 if sites < 5 else 1,
            "recycle": 2 + onto_card,
            "draft": 1,
            "ready": 0.5,
        }
        return priorities.get(body["type"], 0) + rng.random() / 10

    return max(legal, key=priority)


def _completed_steps(view: Json) -> int:
    """How many of the TOTAL_STEPS are done."""
    seat = view["seats"][0]
    done_before_phase = {"draft": 0, "planning": 7, "production": 8, "finished": ROUND_STEPS}
    done = done_before_phase[view["phase"]]
    if view["phase"] == "draft":
        done += len(seat["drafted"])
    elif view["step"]:
        done += list(seat["production"]).index(view["step"])
    return ROUND_STEPS * (int(view["round"]) - 1) + done


def _print_scores(view: Json) -> None:
    table = Table(title="Final score")
    for column in ("seat", "player", "empire", "gross", "combo", "generals", "financiers", "total"):
        table.add_column(column, justify="left" if column in ("player", "empire") else "right")
    for group in view["result"]["ranking"]:
        for index in group:
            seat, score = view["seats"][index], view["result"]["scores"][index]
            parts = [str(score[part]) for part in ("gross", "combo", "generals", "financiers", "total")]
            table.add_row(str(index), seat["player"]["name"], seat["empire"], *parts)
    console.print(table)


def _check(text: str, view: Json) -> int:
    """Compute the hash chain and the final state from the log, and compare them with the last line of the log."""
    header, entries, end = parse(text.split("\n")[:-1])
    chain_head = head(header["game"], entries).hex()
    state_hash = rules.state_hash(rules.fold(entry.event for entry in entries))
    same_chain = chain_head == end["head"] and len(entries) == end["count"] == view["version"]
    same_state = state_hash == end["state_hash"]
    console.print(f"chain   {chain_head} {_verdict(same_chain)}", soft_wrap=True)
    console.print(f"state   {state_hash} {_verdict(same_state)}", soft_wrap=True)
    return 0 if same_chain and same_state else 1


def _verdict(same: bool) -> str:
    return "as the server says" if same else "NOT as the server says"


@contextmanager
def _temporary_service(settings: Settings) -> Iterator[str]:
    """The URL of a service on a free port, which stops at the end; with an embedded server unless REDIS_URL is set."""
    with socket.socket() as probe:
        probe.bind((settings.host, 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder, "output")
        environ = {
            **os.environ,
            **dict.fromkeys(OTHER_LANES, "0"),
            "PORT": str(port),
            "DATA_DIR": str(Path(folder, "data")),
        }
        command = [sys.executable, "-m", "service.commands.cli", "up"]
        with output.open("wb") as file:
            process = subprocess.Popen(command, env=environ, stdout=file, stderr=subprocess.STDOUT)
        try:
            with console.status("Starting the service"):
                _await_ready(process, f"http://{settings.host}:{port}", output)
            yield f"http://{settings.host}:{port}"
        finally:
            process.terminate()
            process.wait(timeout=30)


def _await_ready(process: "subprocess.Popen[bytes]", url: str, output: Path) -> None:
    deadline = time.monotonic() + 30
    with Client(url, patience=0) as client:
        while time.monotonic() < deadline and process.poll() is None:
            try:
                client.get_readiness()
                return
            except Problem:
                time.sleep(0.1)
    raise StartError(f"the service did not start:\n{output.read_text(errors='replace')[-2000:]}")
