"""`wonderful_client.fold` makes the view of each viewer, at every version, from visible events."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from game.events import EVENTS
from service.run.up import ROOT
from tests.fold.vectors import read
from tests.fold.watched import CATALOGUE, random_game
from tests.game.play import Play
from tests.game.random_games import for_random_games
from tests.service.client import Json
from wonderful_client.fold import fold

FOLDER = ROOT / "client" / "wonderful_client" / "fold"


def opening() -> list[Json]:
    """The events of a game of two until its first picks, as its first player got them."""
    return random_game(Play(seed=1, steps=0)).events("player-0")


def test_recorded_games_fold_to_the_views_of_each_viewer():
    for game in read()["games"]:
        for log in game["logs"]:
            for version, *eyes, view in log["views"]:
                if eyes in ([], ["all"]):
                    assert fold(log["events"][:version], str(log["viewer"]), CATALOGUE) == view, (game["name"], version)


@for_random_games(3)
def test_random_games_fold_to_the_views_of_each_viewer(play: Play):
    """The rules as they are now: an event or a field that the fold does not know fails here."""
    game, rng = random_game(play), Random(play.seed)
    start = [entry.name for entry in game.entries].index("game_started") + 1
    early = range(1, start + 1)
    for viewer in (None, *(f"player-{seat}" for seat in range(play.seats))):
        as_they_came, at_the_end = game.events(viewer), game.events(viewer, everything=True)
        for version in {len(game.entries), *early, *rng.choices(range(start, len(game.entries) + 1), k=8)}:
            assert fold(as_they_came[:version], str(viewer), CATALOGUE) == game.view(viewer, version)
            assert fold(at_the_end, str(viewer), CATALOGUE, version=version) == game.open_view(viewer, version)


def test_every_event_is_in_a_recorded_game():
    """A new event is recorded by `make vectors`."""
    logs = [log for game in read()["games"] for log in game["logs"]]
    assert {event["name"] for log in logs for event in log["events"]} == EVENTS.keys()


def test_names_of_players_are_those_that_the_caller_gives():
    view = fold(opening(), "player-0", CATALOGUE, {"player-1": "Ben"})
    assert [seat["player"]["name"] for seat in view["seats"]] == [None, "Ben"]


def test_every_event_has_an_effect():
    text = (FOLDER / "effects.py").read_text("utf-8")
    cases = re.findall(r"case (.+):", text)
    assert {*re.findall(r'"(\w+)"', " ".join(cases))} == EVENTS.keys() - {"intention_undone"}


@pytest.mark.parametrize("seat", [None, 0])
def test_an_unknown_event_is_an_error(seat: int | None):
    unknown = {"version": len(opening()) + 1, "name": "moon_eclipsed", "seat": seat, "data": {}}
    with pytest.raises(ValueError, match="moon_eclipsed"):
        fold([*opening(), unknown], "player-0", CATALOGUE)


def test_copies_of_five_files_fold_with_the_standard_library_alone(tmp_path: Path):
    (tmp_path / "copied").mkdir()
    for name in ("views", "effects", "questions", "table", "view"):
        shutil.copy(FOLDER / f"{name}.py", tmp_path / "copied")
    program = "import json, sys; from copied.views import fold; print(json.dumps(fold(*json.load(sys.stdin))))"
    done = subprocess.run(
        [sys.executable, "-S", "-c", program],  # -S: without installed packages
        input=json.dumps([opening(), "player-0", CATALOGUE]),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == fold(opening(), "player-0", CATALOGUE)
