"""`wonderful demo`: a whole game against three bots through the API, then the proof that its log tells it all."""

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
from typing import Any

import httpx
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

import game as rules
from events.chain import head
from events.export import parse
from service.settings import Settings, StartError

Json = dict[str, Any]
console = Console()
STEPS = 4 * 13  # per round seven picks, planning and five production steps


def demo(settings: Settings, url: str | None, seed: int) -> int:
    """Play and check, on `url` or a service started for it. Returns the exit status; raises StartError."""
    try:
        if url:
            return _demo(url, seed)
        with _started(settings) as own:
            return _demo(own, seed)
    except httpx.HTTPStatusError as error:
        raise StartError(f"{error.request.url} answers {error.response.status_code}: {error.response.text}") from error
    except httpx.TransportError as error:
        raise StartError(f"{url or 'the service'} does not answer: {error}") from error


def _demo(url: str, seed: int) -> int:
    with httpx.Client(base_url=url, timeout=40, event_hooks={"response": [_raise]}) as client:
        player = client.post("/v1/players", json={"name": "Demo", "kind": "human"}).json()
        client.headers["Authorization"] = f"Bearer {player['token']}"
        opened = client.post("/v1/games", json={"seats": 4, "bots": ["greedy", "greedy", "random"], "name": "Demo"})
        game = f"/v1/games/{opened.json()['id']}"
        client.post(f"{game}/start")
        console.print(f"Playing {url}{game} against greedy, greedy and random")
        intentions, view = _play(client, game, Random(seed))
        _show(view)
        console.print(f"{intentions} intentions sent, {view['version']} events in the log")
        return _check(client.get(f"{game}/log").text, view)


def _play(client: httpx.Client, game: str, rng: Random) -> tuple[int, Json]:
    """Play seat 0 until the game is finished and scored."""
    sent, bar = 0, Progress(TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), console=console)
    with bar:
        task = bar.add_task("starting", total=STEPS)
        while (view := client.get(game).json())["status"] == "playing":
            bar.update(
                task, completed=_steps(view), description=f"round {view['round']}, {view['step'] or view['phase']}"
            )
            legal = client.get(f"{game}/legal").json()
            if legal:
                client.post(f"{game}/intentions", json=policy(view, legal, rng), headers={"Idempotency-Key": f"{sent}"})
                sent += 1
            else:
                client.get(f"{game}/events", params={"after": view["version"], "wait": 20})
        bar.update(task, completed=STEPS, description="finished")
    return sent, view


def policy(view: Json, legal: list[Json], rng: Random) -> Json:
    """A simple player: keeps up to five cards under construction, never gives one up, and leaves no cube unused."""
    sites = len(view["seats"][view["seat"]]["construction"])

    def worth(body: Json) -> float:
        onto_card = 1 if body.get("onto", "empire") != "empire" else 0
        worths = {"place": 5 + onto_card, "choose": 5, "slate": 4 if sites < 5 else 1, "recycle": 2 + onto_card}
        return worths.get(body["type"], {"draft": 1, "ready": 0.5}.get(body["type"], 0)) + rng.random() / 10

    return max(legal, key=worth)


def _steps(view: Json) -> int:
    seat = view["seats"][0]
    phases = {"draft": len(seat["drafted"]), "planning": 7, "finished": 13}
    within = phases.get(view["phase"], 8)
    if view["step"]:
        within += list(seat["production"]).index(view["step"])
    return 13 * (int(view["round"]) - 1) + within


def _show(view: Json) -> None:
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
    """Verify the downloaded log's chain and fold it again; the server's state hash stands in its end."""
    header, entries, end = parse(text.split("\n")[:-1])
    reckoned = head(header["game"], entries).hex()
    state_hash = rules.state_hash(rules.fold(entry.event for entry in entries))
    console.print(
        f"chain   {reckoned} {_verdict(reckoned == end['head'] and len(entries) == view['version'])}", soft_wrap=True
    )
    console.print(f"state   {state_hash} {_verdict(state_hash == end['state_hash'])}", soft_wrap=True)
    return 0 if reckoned == end["head"] and state_hash == end["state_hash"] and len(entries) == end["count"] else 1


def _verdict(same: bool) -> str:
    return "as the server says" if same else "NOT as the server says"


def _raise(response: httpx.Response) -> None:
    if response.is_error:
        response.read()
        response.raise_for_status()


@contextmanager
def _started(settings: Settings) -> Iterator[str]:
    """A service on a free port, with a server and data of its own unless REDIS_URL is set."""
    with socket.socket() as probe:
        probe.bind((settings.host, 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder, "output")
        environ = {**os.environ, "PORT": str(port), "DATA_DIR": str(Path(folder, "data"))}
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
    while time.monotonic() < deadline and process.poll() is None:
        try:
            if httpx.get(f"{url}/readyz", timeout=2).status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.1)
    raise StartError(f"the service did not start:\n{output.read_text(errors='replace')[-2000:]}")
