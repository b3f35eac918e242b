"""The ladder over a whole service: the program of a bot account plays mirrored pairs, and the command goes on."""

import json
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Any

from events.export import parse
from projections.audit import verify
from tests.end_to_end.running import PATIENCE_SECONDS, Running, await_true
from tests.isolation import WONDERFUL, environment
from tests.service.client import pick_intention
from tests.service.commands.command_line import assert_refused, wonderful
from wonderful_client import Client


def register(url: str, kind: str) -> str:
    """The token of a new account."""
    with Client(url) as client:
        return str(client.register_player(name="Climber", kind=kind)["token"])


@contextmanager
def program(url: str, token: str) -> Iterator[None]:
    """A program that plays all turns of an account meanwhile."""
    ends = Event()

    def play() -> None:
        with Client(url, token) as client:
            rng = Random(1)
            while not ends.is_set():
                for item in client.list_turns(wait=1):
                    if item["type"] == "your_turn":
                        client.act(item["game"], pick_intention(item["legal"], rng), key=item["version"])

    thread = Thread(target=play)
    thread.start()
    try:
        yield
    finally:
        ends.set()
        thread.join()


def test_a_program_plays_a_pair_on_one_deal_and_its_logs_verify(running: Running, tmp_path: Path):
    token = register(running.url, "bot")
    words = ["ladder", "--url", running.url, "--against", "random", "--pairs", "1", "--out", str(tmp_path)]
    with program(running.url, token):
        ended = wonderful(*words, WONDERFUL_TOKEN=token)
    assert ended.returncode == 0, ended.stderr
    [pair] = [json.loads(line) for line in (tmp_path / "pairs.jsonl").read_text("utf-8").splitlines()]
    assert f"random, pair 1: {pair['score']:g}" in ended.stdout
    assert "| `Climber`, `random` | 1 |" in ended.stdout
    first, second = [_dealt(tmp_path / f"{game}.jsonl") for game in pair["games"]]
    assert first["hands"] == second["hands"]
    assert first["players"] == second["players"][::-1]
    again = wonderful(*words, WONDERFUL_TOKEN=token)
    assert (again.returncode, again.stdout) == (0, (tmp_path / "table.md").read_text("utf-8"))
    other = tmp_path / "other"
    with program(running.url, token):
        assert wonderful(*words[:-1], str(other), WONDERFUL_TOKEN=token).returncode == 0
    [new] = [json.loads(line) for line in (other / "pairs.jsonl").read_text("utf-8").splitlines()]
    assert not {*new["games"]} & {*pair["games"]}


def _dealt(file: Path) -> dict[str, Any]:
    """Who sat where, and the hands that were dealt; the log verifies."""
    lines = file.read_bytes().splitlines(keepends=True)
    assert verify(lines).fault is None
    entries = parse(file.read_text("utf-8").splitlines())[1]
    players = {each.seat: json.loads(each.data)["player"] for each in entries if each.name == "seat_taken"}
    hands = next(json.loads(each.data) for each in entries if each.name == "hands_dealt")
    return {"players": [players[seat] for seat in sorted(players)], "hands": hands}


def test_the_ladder_is_for_bot_accounts_and_known_strategies(running: Running, tmp_path: Path):
    folder = tmp_path / "ladder"
    words = ["ladder", "--url", running.url, "--out", str(folder)]
    assert_refused(wonderful(*words, WONDERFUL_TOKEN=register(running.url, "human")), "bot accounts")
    assert_refused(wonderful(*words, "--against", "clever", WONDERFUL_TOKEN="x"), "must be of")
    assert not folder.exists()


def test_a_ladder_that_is_stopped_says_how_to_go_on(running: Running, tmp_path: Path):
    words = ["ladder", "--url", running.url, "--against", "random", "--out", str(tmp_path)]
    token = register(running.url, "bot")
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # not ignored, as in the background
    process = subprocess.Popen([*WONDERFUL, *words], env=environment(WONDERFUL_TOKEN=token), cwd=tmp_path, **pipes)
    signal.signal(signal.SIGINT, before)
    try:
        await_true((tmp_path / "account.json").exists)  # the first game is not played, as no program runs
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE_SECONDS)
    finally:
        process.kill()
        process.communicate()
    assert process.returncode == 2
    assert errors.decode() == f"wonderful: stopped; run the same command again to resume from {tmp_path}\n"
