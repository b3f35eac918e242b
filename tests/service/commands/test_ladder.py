"""`wonderful ladder`: what it makes of pairs that were played, and of a game that others have ended."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from service.commands.acting import act
from service.commands.ladder import Pair, climb
from service.commands.tournament.mirrored import Bounds
from service.settings import StartError
from tests.service.client import Caller, Service
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


def begun_key(bot: Caller, folder: Path) -> str:
    """What the keys of a ladder that the bot has begun in this folder begin with."""
    key = "ladder-5e9f"
    (folder / "account.json").write_text(json.dumps([bot.id, key]), "utf-8")
    return key


def begun_game(bot: Caller, key: str) -> str:
    """The first game of a ladder, which was interrupted after its start."""
    body = {"seats": 2, "bots": ["random"], "name": "Ladder: random, pair 1"}
    game = bot.post("/v1/games", body, {"Idempotency-Key": f"{key}-random-0"}).json["id"]
    bot.post(f"/v1/games/{game}/start", None, {"Idempotency-Key": f"{key}-random-0-start"})
    return str(game)


def test_a_game_that_others_have_ended_is_named(service: Service, tmp_path: Path):
    bot = service.new_bot("Climber")
    game = begun_game(bot, begun_key(bot, tmp_path))
    act(service.parts.settings, "game_closed", game, "fault")
    with (
        listening(service.app) as url,
        pytest.raises(StartError, match=f"game {game} is abandoned: play against others, or name another --out"),
    ):
        climb(url, bot.token, ["random"], BOUNDS, 1, tmp_path)
    assert not (tmp_path / "pairs.jsonl").exists()


def test_a_folder_is_one_accounts(service: Service, tmp_path: Path):
    write_pairs(tmp_path, ["random"], [])
    first, second = service.new_bot("First"), service.new_bot("Second")
    with listening(service.app) as url:
        climb(url, first.token, ["random"], BOUNDS, 20, tmp_path)
        with pytest.raises(StartError, match="has the games of another account: name another --out"):
            climb(url, second.token, ["random"], BOUNDS, 20, tmp_path)
    assert "`First`" in (tmp_path / "table.md").read_text("utf-8")


def test_another_folder_asks_for_other_games(service: Service, tmp_path: Path):
    bot, folders = service.new_bot("Climber"), [tmp_path / "monday", tmp_path / "tuesday"]
    for folder in folders:
        folder.mkdir()
        write_pairs(folder, [], ["random"])
    with listening(service.app) as url:
        keys = [climbed_key(url, bot, folder) for folder in (*folders, folders[0])]
    assert keys[0] == keys[2] != keys[1]


def climbed_key(url: str, bot: Caller, folder: Path) -> str:
    """What the keys begin with after the bot has climbed in this folder."""
    climb(url, bot.token, ["random"], BOUNDS, 20, folder)
    account, key = json.loads((folder / "account.json").read_bytes())
    assert account == bot.id
    return str(key)


def test_a_line_that_was_cut_off_is_played_again(service: Service, tmp_path: Path):
    write_pairs(tmp_path, [], ["random"])
    record = tmp_path / "pairs.jsonl"
    whole = record.read_bytes()
    record.write_bytes(whole + b'{"strategy": "rand')
    bot = service.new_bot("Climber")
    with listening(service.app) as url:
        climb(url, bot.token, ["random"], BOUNDS, 20, tmp_path)
    assert record.read_bytes() == whole


@pytest.mark.parametrize("content", ["", "{}", "[1]", "1"])
def test_a_file_that_is_no_ladders_is_named(service: Service, tmp_path: Path, content: str):
    (tmp_path / "account.json").write_text(content, "utf-8")
    with listening(service.app) as url, pytest.raises(StartError, match="is not that of a ladder"):
        climb(url, service.new_bot("Climber").token, ["random"], BOUNDS, 1, tmp_path)
