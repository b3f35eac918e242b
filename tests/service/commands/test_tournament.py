"""Tournaments: fair pairings, played once in spite of interruptions, reported in tables and charts."""

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

import pytest

from service.commands.tournament.games import play_game, play_games
from service.commands.tournament.pairings import Pairing, pairings
from service.commands.tournament.record import Conditions, Outcome
from service.commands.tournament.report import report, write_charts
from service.commands.tournament.standings import duels, standings
from tests.service.commands.command_line import assert_refused, wonderful

BOTS = ("random", "greedy")


def test_two_play_each_deal_twice_with_the_seats_swapped():
    games = list(pairings(("a", "b", "c"), 2, 6, 10))
    assert len(games) == 3 * 6
    for one, other in (("a", "b"), ("a", "c"), ("b", "c")):
        own = [game for game in games if set(game.bots) == {one, other}]
        assert Counter(game.seed for game in own) == {10: 2, 11: 2, 12: 2}
        assert Counter(game.bots for game in own) == {(one, other): 3, (other, one): 3}


def test_at_larger_tables_one_sits_against_the_others_on_every_seat_in_turn():
    games = [game for game in pairings(BOTS, 4, 8, 1) if game.bots.count("greedy") == 1]
    assert [game.bots.index("greedy") for game in games] == [0, 1, 2, 3] * 2
    assert [game.seed for game in games] == list(range(1, 9))
    assert len(set(pairings(BOTS, 4, 8, 1))) == 16


def test_alone_everybody_gets_the_same_deals():
    assert list(pairings(BOTS, 1, 2, 5)) == [Pairing((bot,), seed) for bot in BOTS for seed in (5, 6)]


def test_a_game_is_the_same_whenever_it_is_played():
    one, other = (play_game(Pairing(("greedy", "random", "greedy"), 7), Conditions()) for _ in "ab")
    assert (one.totals, one.places, one.decisions) == (other.totals, other.places, other.decisions)
    assert sorted(one.places)[0] == 1


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a small tournament."""
    file = tmp_path_factory.mktemp("tournament") / "games.jsonl"
    play_games(list(pairings(BOTS, 2, 4, 1)), Conditions(), file, 1, lambda: None)
    return file


@pytest.mark.verify
def test_recorded_games_are_not_played_again(record: Path):
    games, text = list(pairings(BOTS, 2, 4, 1)), record.read_text("utf-8")
    steps: list[None] = []
    outcomes = play_games(games, Conditions(), record, 1, lambda: steps.append(None))
    assert [Pairing(each.bots, each.seed) for each in outcomes] == games
    assert len(steps) == 4
    assert record.read_text("utf-8") == text
    cut = record.with_name("cut")
    cut.write_text(text[: len(text) - 40], encoding="utf-8")
    again = play_games(games, Conditions(), cut, 1, lambda: None)
    assert [each._replace(seconds=()) for each in again] == [each._replace(seconds=()) for each in outcomes]


def test_a_tournament_ends_with_the_first_games_that_are_enough(record: Path):
    games, told = list(pairings(BOTS, 2, 8, 1)), list[int]()

    def is_enough(played: Sequence[Outcome]) -> bool:
        told.append(len(played))
        return len(played) == 6

    own = record.with_name("enough")
    outcomes = play_games(games, Conditions(), own, 1, lambda: None, is_enough=is_enough)
    assert [Pairing(each.bots, each.seed) for each in outcomes] == games[:6]
    assert told == [1, 2, 3, 4, 5, 6]
    assert len(own.read_text("utf-8").splitlines()) == 1 + 6
    assert play_games(games, Conditions(), own, 1, lambda: None, is_enough=lambda played: len(played) == 6) == outcomes


def test_a_test_ends_a_tournament_and_its_table_says_so(tmp_path: Path):
    words = ["tournament", "--bots", "greedy,random", "--games", "40", "--sprt", "0,300", "--jobs", "1"]
    ended = wonderful(*words, "--out", str(tmp_path))
    assert ended.returncode == 0, ended.stderr
    assert "--sprt 0,300`." in ended.stdout
    assert "0 or 300, errors 5%: 300 (" in ended.stdout
    assert len((tmp_path / "games.jsonl").read_text("utf-8").splitlines()) < 1 + 40


def test_the_report_shows_victories_and_the_command_that_repeats_them(record: Path):
    games = play_games(list(pairings(BOTS, 2, 4, 1)), Conditions(), record, 1, lambda: None)
    text = report(games, BOTS, "wonderful tournament ...")
    assert text.startswith("Made by `wonderful tournament ...`.")
    assert "| `greedy` | – | 100.0% (4 of 4) |" in text
    best, worst = standings(games, BOTS)
    assert (best.bot, best.won, worst.won) == ("greedy", 1.0, 0.0)
    assert best.rating - best.margin < best.rating
    assert duels(games)["greedy", "random"] == (4, 4, 4)


def test_shared_victories_are_not_decided():
    shared = Outcome(("greedy", "random"), 1, (10, 10), (1, 1), (0.1, 0.1), (5, 5))
    assert duels([shared])["greedy", "random"] == (0, 0, 1)
    assert standings([shared], BOTS)[0].won == 0.0


def test_strategies_that_have_not_played_yet_are_left_out(record: Path):
    games = play_games(list(pairings(BOTS, 2, 4, 1)), Conditions(), record, 1, lambda: None)
    assert report(games, (*BOTS, "search"), "…") == report(games, BOTS, "…")
    alone = [Outcome(("greedy",), seed, (10 + seed,), (1,), (0.1,), (5,)) for seed in (1, 2)]
    told = report(alone, BOTS, "…")
    assert "| `greedy` | 2 | 11.5 |" in told
    assert "`random`" not in told


def test_at_a_table_the_one_that_sits_alone_plays_the_others():
    table = Outcome(("greedy", "random", "greedy"), 1, (10, 20, 5), (2, 1, 3), (0.1,) * 3, (5,) * 3)
    assert duels([table]) == {("random", "greedy"): (1, 1, 1)}


@pytest.mark.parametrize(
    ("sprt", "words"),
    [("50", "two numbers, such as 0,50"), ("50,0", "the lower one first"), ("0,1000000", "the lower one first")],
)
def test_leads_that_no_test_tells_apart_are_refused(sprt: str, words: str, tmp_path: Path):
    ended = wonderful("tournament", "--bots", "greedy,random", "--sprt", sprt, "--out", str(tmp_path / "t"))
    assert ended.returncode == 2
    assert words in " ".join(ended.stderr.split())
    assert not (tmp_path / "t").exists()


def test_pictures_are_the_same_each_time_and_name_nobody_elses_address(record: Path, tmp_path: Path):
    games = play_games(list(pairings(BOTS, 2, 4, 1)), Conditions(), record, 1, lambda: None)
    first = [file.read_text("utf-8") for file in write_charts(games, BOTS, tmp_path)]
    assert first == [file.read_text("utf-8") for file in write_charts(games, BOTS, tmp_path)]
    for text in first:
        assert ElementTree.fromstring(text).tag.endswith("svg")
        assert "greedy" in text
        assert "<script" not in text


def test_a_tournament_is_a_command_that_goes_on_where_it_stopped(tmp_path: Path):
    arguments = ["tournament", "--bots", "random,greedy", "--games", "3", "--seats", "1", "--out", str(tmp_path / "t")]
    for _ in range(2):
        ended = wonderful(*arguments)
        assert ended.returncode == 0, ended.stderr
        assert "| `greedy` | 3 |" in ended.stdout
    assert len((tmp_path / "t" / "games.jsonl").read_text("utf-8").splitlines()) == 1 + 6
    assert json.loads((tmp_path / "t" / "games.jsonl").read_text("utf-8").splitlines()[0])["side"] == "B"
    assert_refused(wonderful(*arguments, "--side", "A"), "under other conditions")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--bots", "clever,random"], "no strategy 'clever'"),
        (["--bots", "random"], "at least two"),
        (["--bots", "random,random"], "at least two"),
        (["--bots", "greedy", "--seats", "1", "--scenario", "SC99"], "SC01"),
        (["--bots", "greedy,random", "--scenario", "SC01"], "--seats 1"),
        (["--bots", "greedy,random", "--seats", "3", "--sprt", "0,50"], "--sprt compares two strategies"),
        (["--bots", "greedy,random,search", "--sprt", "0,50"], "--sprt compares two strategies"),
    ],
)
def test_an_impossible_tournament_is_reported_in_one_line(arguments: list[str], words: str, tmp_path: Path):
    assert_refused(wonderful("tournament", "--out", str(tmp_path), *arguments), words)
