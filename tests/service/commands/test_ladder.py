"""`wonderful ladder`: what it makes of pairs that were played, and of a game that others have ended."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from service.commands.acting import act
from service.commands.ladder import Pair, climb
from service.commands.tournament.mirrored import Bounds
from service.settings import StartError
from tests.service.client import Service
from tests.service.commands.command_line import listening

BOUNDS = Bounds(0, 50)


def write_pairs(folder: Path, won: Sequence[str], lost: Sequence[str]) -> None:
    """The record of 20 pairs against each strategy."""
    pairs = [
        Pair(name, number, ("g", "h"), score, (60, 50))
        for names, score in ((won, 1.0), (lost, 0.0))
        for name in names
        for number in range(20)
    ]
    (folder / "pairs.jsonl").write_text("".join(json.dumps(pair._asdict()) + "\n" for pair in pairs), "utf-8")


@pytest.mark.parametrize(
    ("won", "lost", "met"),
    [
        (["random", "greedy"], [], ["random", "greedy"]),
        (["random"], ["greedy", "planner"], ["random", "greedy"]),
        ([], ["random", "greedy", "planner"], ["random"]),
    ],
)
def test_an_account_climbs_as_far_as_it_leads(
    service: Service, tmp_path: Path, won: Sequence[str], lost: Sequence[str], met: Sequence[str]
):
    write_pairs(tmp_path, won, lost)
    bot = service.new_bot("Climber")
    with listening(service.app) as url:
        climb(url, bot.token, [*won, *lost], BOUNDS, 20, tmp_path)
    _, _, *rows = (tmp_path / "table.md").read_text("utf-8").splitlines()
    assert [row.split(" | ")[:2] for row in rows] == [[f"| `Climber`, `{name}`", "20"] for name in met]
    assert [" 50 (" in row for row in rows] == [name in won for name in met]


def test_a_game_that_others_have_ended_is_named(service: Service, tmp_path: Path):
    bot = service.new_bot("Climber")
    body = {"seats": 2, "bots": ["random"], "name": "Ladder: random, pair 1"}
    game = bot.post("/v1/games", body, {"Idempotency-Key": "ladder-random-0"}).json["id"]
    assert bot.post(f"/v1/games/{game}/start", None, {"Idempotency-Key": "ladder-random-0-start"}).status_code == 200
    act(service.parts.settings, "game_closed", game, "fault")
    with (
        listening(service.app) as url,
        pytest.raises(StartError, match=f"game {game} is abandoned: play against others, or again after a day"),
    ):
        climb(url, bot.token, ["random"], BOUNDS, 1, tmp_path)
    assert not (tmp_path / "pairs.jsonl").exists()
