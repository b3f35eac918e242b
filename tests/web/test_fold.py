"""The page's fold makes the view of each viewer from events alone. Recorded games: `unit/recorded_games.test.js`."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest

from game.events import EVENTS
from service.run.up import ROOT
from tests.fold.watched import CATALOGUE, random_game
from tests.game.play import Play
from tests.game.random_games import for_random_games
from tests.service.client import Json

NODE = shutil.which("node") or str(ROOT / ".venv" / "clients" / "bin" / "node")
pytestmark = [
    pytest.mark.skipif(not Path(NODE).exists(), reason="there is no node: `make clients` installs it"),
]


def views_of(games: Iterable[Json]) -> list[list[Json]]:
    """The views of several games, by one run of Node."""
    lines = "".join(json.dumps(game | {"catalogue": CATALOGUE}) + "\n" for game in games)
    command = [NODE, str(ROOT / "tests" / "web" / "fold_views.mjs")]
    done = subprocess.run(command, input=lines, capture_output=True, text=True, check=False)
    assert not done.stderr, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_every_event_has_an_effect():
    folder = ROOT / "service" / "web"
    effects = "".join((folder / "fold" / f"{name}_effects.js").read_text("utf-8") for name in ("seat", "table"))
    assert {*re.findall(r"^  (\w+): [(\w]", effects, re.MULTILINE)} >= EVENTS.keys() - {"intention_undone"}


@for_random_games(3)
def test_random_games_fold_to_the_views_of_each_viewer(play: Play):
    """The rules as they are now: an event or a field that the fold does not know fails here."""
    game, rng = random_game(play), Random(play.seed)
    games, expected = [], []
    for viewer in (None, *(f"player-{seat}" for seat in range(play.seats))):
        versions = [len(game.entries), *rng.choices(range(1, len(game.entries) + 1), k=20)]
        games.append({"events": game.events(viewer), "viewer": viewer, "asked": versions})
        expected.append([game.view(viewer, version) for version in versions])
    assert views_of(games) == json.loads(json.dumps(expected))
