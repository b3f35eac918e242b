"""`wonderful hint`: what a strategy would do at a seat, in a game under way or in a finished one."""

from pathlib import Path
from typing import Any

import pytest

from events.export import decoded, parse
from service.language.names import names
from tests.service.client import Service, id_of
from tests.service.commands.command_line import assert_refused, listening, settings_of, wonderful


def first_draft(service: Service, game: str) -> int:
    """The version at which the hands are dealt."""
    return next(entry.version for entry in service.parts.log.read(id_of(game)) if entry.name == "hands_dealt")


def test_a_hint_in_a_game_under_way_is_for_the_seat_of_the_token(service: Service, tmp_path: Path):
    game, callers = service.start_game(2)
    with listening(service.app) as url:
        for seat, caller in enumerate(callers):
            asked = ("--url", url, "--token", caller.token)
            ended = wonderful("hint", id_of(game), "--strategy", "planner", *asked, folder=tmp_path)
            assert (ended.returncode, ended.stderr) == (0, "")
            cards = service.parts.games.load(id_of(game)).state.seats[seat].hand
            hand = {names("en")[card.partition(".")[0]] for card in cards}
            first = ended.stdout.splitlines()[0]
            assert first.removeprefix("planner would pick ").removesuffix(".") in hand
        ended = wonderful("hint", id_of(game), "--url", url, folder=tmp_path)
        assert_refused(ended, "you have no seat in game")
        ended = wonderful("hint", id_of(game), *asked, "--at", "6", folder=tmp_path)
        assert_refused(ended, "is not finished: the views of its seats are still secret")


def test_a_hint_at_a_decision_of_a_finished_game_says_why(service: Service, finished: Any):
    game, _ = finished
    at = ("--seat", "1", "--at", str(first_draft(service, game)))
    ended = wonderful("hint", id_of(game), "--strategy", "greedy", "--lang", "fr", *at, **settings_of(service))
    assert (ended.returncode, ended.stderr) == (0, "")
    lines = ended.stdout.splitlines()
    assert lines[0].startswith("greedy choisit\xa0: prendre ")
    assert lines[1].startswith("Le score est de 0 maintenant")


def test_master_says_by_how_much_it_expects_to_lead(folder: Path):
    entries = parse(decoded((folder / "right").read_bytes().splitlines(keepends=True)))[1]
    at = next(entry.version for entry in entries if entry.name == "hands_dealt")
    ended = wonderful("hint", str(folder / "right"), "--seat", "0", "--at", str(at))
    first, second, *_ = ended.stdout.splitlines()
    assert first.startswith("master would pick "), ended.stderr
    assert second.startswith("The score is 0 now; master expects to ")


def test_a_hint_speaks_each_language_of_sentences(folder: Path):
    entries = parse(decoded((folder / "right").read_bytes().splitlines(keepends=True)))[1]
    at = next(entry.version for entry in entries if entry.name == "hands_dealt")
    asked = ("hint", str(folder / "right"), "--strategy", "greedy", "--seat", "0", "--at", str(at))
    first, *_ = wonderful(*asked, "--lang", "ja").stdout.splitlines()
    card = wonderful(*asked).stdout.splitlines()[0].removeprefix("greedy would pick ").removesuffix(".")
    assert card in first
    assert "選" in first


def test_nobody_decides_before_a_move_is_over(folder: Path):
    entries = parse(decoded((folder / "right").read_bytes().splitlines(keepends=True)))[1]
    made = next(entry for entry in entries if entry.name == "krystallium_made")
    at = ("--seat", str(made.seat), "--at", str(made.version - 1))
    ended = wonderful("hint", str(folder / "right"), *at)
    assert_refused(ended, f"not over at version {made.version - 1}: it began at version {made.group - 1}")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "a finished game needs --seat and --at"),
        (["--seat", "4", "--at", "6"], "there is no seat 4"),
        (["--seat", "0", "--at", "9999"], "the game is at version"),
        (["--seat", "0", "--at", "1"], "under way"),
        (["--lang", "xx"], "there is no language xx"),
        (["--strategy", "clever"], "no strategy 'clever'"),
    ],
)
def test_a_decision_that_does_not_exist_is_reported_in_one_line(folder: Path, arguments: list[str], words: str):
    assert_refused(wonderful("hint", str(folder / "right"), *arguments), words)


def test_the_seats_of_a_stored_game_under_way_stay_secret(service: Service):
    game, _ = service.start_game(2)
    assert_refused(wonderful("hint", id_of(game), "--seat", "0", "--at", "6", **settings_of(service)), "still secret")
