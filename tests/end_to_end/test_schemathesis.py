"""schemathesis finds no fault in a running service: every check, every phase, and sequences along the links."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from service.run.up import ROOT
from tests.amounts import SEED, amounts
from tests.api_description import read_description
from tests.end_to_end.running import PersistentPlayer, up

pytestmark = pytest.mark.timeout(900)
CONFIG = Path(__file__).with_name("schemathesis.toml")
BEFORE_THE_START = ("/host", "/seats/{seat}", "/seats/me/ready", "/invitations/{player}")
LINKED = ("openGame", "getGame")
"""schemathesis takes it for an error if no link leads from an operation to another one."""
HOOKS = "tests.end_to_end.schemathesis_hooks"


@amounts("examples", 1, 10, timeout=900)
def test_nothing_that_can_be_sent_breaks_the_service_or_its_description(tmp_path: Path, examples: int):
    """So many examples of an operation in each phase: valid ones, invalid ones, and sequences along the links.

    With one example, a twentieth of all operations is tried, and LINKED: another twentieth with another SEED.
    """
    with up(tmp_path, WEB_WORKERS="1") as running:
        ada, ben = PersistentPlayer(running.url, "Ada"), PersistentPlayer(running.url, "Ben")
        finished = ada.open_game(seats=2, bots=["greedy"])["id"]
        ada.start_game(finished)
        ada.play_out(finished, Random(1))
        games = {operation: games_of(ada, ben, finished, operation) for operation in operations_on_games()}
        (token,) = ada.list_tokens()
        command = ["-m", "schemathesis.cli", "--config-file", str(CONFIG), "run", f"{running.url}/openapi.yaml"]
        options = [
            "--max-examples",
            str(examples),
            "--seed",
            str(SEED),
            "-H",
            f"Authorization: Bearer {ada.token}",
            *(option for name in tried(examples) for option in ("--include-operation-id", name)),
        ]
        found = subprocess.run(
            [sys.executable, *command, *options],
            cwd=ROOT,
            env={
                **os.environ,
                "SCHEMATHESIS_HOOKS": HOOKS,
                "SCHEMATHESIS_GAMES": json.dumps(games),
                "SCHEMATHESIS_TOKEN": token["id"],
            },
            capture_output=True,
            text=True,
            check=False,
        )
        ada.close()
        ben.close()
    assert found.returncode == 0, found.stdout[-20_000:]
    assert "Stateful" in found.stdout


def tried(examples: int) -> list[str]:
    """The names of operations that this test tries; none: all of them."""
    if examples > 1:
        return []
    paths = read_description((ROOT / "openapi.yaml").read_text("utf-8"))["paths"].values()
    names = [item[method]["operationId"] for item in paths for method in item if method != "parameters"]
    return [*LINKED, *names[SEED % 20 :: 20]]


def operations_on_games() -> Iterator[str]:
    """As schemathesis calls them: `POST /v1/games/{id}/undo`."""
    for path, item in read_description((ROOT / "openapi.yaml").read_text("utf-8"))["paths"].items():
        if path.startswith("/v1/games/{id}"):
            yield from (f"{method.upper()} {path}" for method in item if method != "parameters")


def games_of(ada: PersistentPlayer, ben: PersistentPlayer, finished: str, operation: str) -> list[str]:
    """Games in which Ada can do it. No other operation changes them: after a resignation she could do little."""
    match operation.removeprefix("POST /v1/games/{id}/"):
        case "seats":
            return [ben.open_game(seats=2)["id"], ben.open_game(seats=5)["id"]]
        case "start":
            return [ada.open_game(seats=2, bots=["random"])["id"]]
        case "forks" | "rematch":
            return [finished]
        case "invitations" | "code":
            return [ada.open_game(seats=3, visibility="private")["id"]]
        case _ if operation.endswith(BEFORE_THE_START) or operation == "PATCH /v1/games/{id}":
            return [ada.open_game(seats=3, bots=["random"])["id"]]
        case _:
            under_way = games_under_way(ada, ben)
            return [*under_way, finished] if operation.startswith("GET") else under_way


def games_under_way(ada: PersistentPlayer, ben: PersistentPlayer) -> list[str]:
    """Of Ada alone, and of both. Ada has done something that can be undone, and Ben proposes to rewind it."""
    solo, table = ada.open_game(seats=1)["id"], ada.open_game(seats=2)["id"]
    ben.take_seat(table)
    for game in (solo, table):
        version = ada.start_game(game)["version"]
        ada.act(game, ada.list_legal(game)[0])
    ben.propose_rewind(table, version=version)
    return [solo, table]
