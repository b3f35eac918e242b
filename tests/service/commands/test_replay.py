"""`wonderful replay`: a game of the store or of a file, in the terminal or printed."""

from pathlib import Path
from typing import Any

import pytest

from service.language.names import names
from tests.service.client import Service, id_of
from tests.service.commands.command_line import assert_refused, settings_of, wonderful


def test_a_replay_that_is_piped_is_plain_text(folder: Path):
    ended = wonderful("replay", str(folder / "assisted"), "--lang", "fr", COLUMNS="100")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "\x1b" not in ended.stdout
    assert "(taken back)" in ended.stdout
    assert "La partie revient à la version" in ended.stdout
    assert max(map(len, ended.stdout.splitlines())) < 400


def test_a_replay_in_japanese_has_the_names_of_cards_in_english(folder: Path):
    told = wonderful("replay", str(folder / "right"), "--lang", "ja").stdout
    assert "ゲーム" in told
    assert "discarded" in told


def test_the_board_of_one_version_can_be_shown_as_a_seat_sees_it(folder: Path):
    everything = wonderful("replay", str(folder / "right"), "--at", "20").stdout
    own = wonderful("replay", str(folder / "right"), "--at", "20", "--seat", "1").stdout
    assert everything.count("hand ") == 2
    assert own.count("hand ") <= 2
    assert everything != own


def test_a_game_under_way_is_replayed_as_a_spectator_sees_it(service: Service, finished: Any):
    game, _ = finished
    here = settings_of(service)
    assert "Player 0" in wonderful("replay", id_of(game), "--at", "60", **here).stdout
    running, _ = service.start_game(2)
    ended = wonderful("replay", id_of(running), **here)
    assert ended.returncode == 0
    for card in service.parts.games.load(id_of(running)).state.seats[0].hand:
        assert names("en")[card.partition(".")[0]] not in ended.stdout
    assert_refused(wonderful("replay", id_of(running), "--seat", "0", **here), "still secret")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--at", "9999"], "the game is at version"),
        (["--seat", "4"], "there is no seat 4"),
        (["--lang", "xx"], "there is no language xx"),
    ],
)
def test_a_version_seat_or_language_that_does_not_exist_is_reported_in_one_line(
    folder: Path, arguments: list[str], words: str
):
    assert_refused(wonderful("replay", str(folder / "right"), *arguments), words)


@pytest.mark.parametrize("name", ["wrong", "cut", "newer", "binary"])
def test_a_log_that_does_not_verify_is_not_replayed(folder: Path, name: str):
    assert_refused(wonderful("replay", str(folder / name)))
