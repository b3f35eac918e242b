"""The page's fold makes of events alone the view of each viewer, at every version, field by field."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import game as rules
from events.names import NAMES
from service.run.up import ROOT
from tests.examples.follow.followed import Followed, Follower, sample_versions
from tests.examples.follow.test_fold import CATALOGUE, Recorded
from tests.examples.follow.test_followed_games import MODES
from tests.game.play import Play
from tests.game.random_games import for_random_games
from tests.golden.recorded import GAMES
from tests.projections.archive import log_lines, record_game
from tests.projections.timed_games import record_timed
from tests.service.client import Json, Service
from tests.service.conftest import service

NODE = shutil.which("node") or str(ROOT / ".venv" / "clients" / "bin" / "node")
__all__ = ["service"]
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path(NODE).exists(), reason="there is no node: `make clients` installs it"),
]
VERSIONS = 60
"""How many versions of a game are compared."""
Asked = list[tuple[int, int | str | None]]
"""Versions, each with whose eyes: a seat's number, None (a spectator), "all", or "own" (the one who got the events)."""


def views(events: list[Json], viewer: str | None, asked: Asked, names: Json | None = None) -> list[Json]:
    """The views that the page makes of the events that `viewer` got. `names`: of the players, by id."""
    return views_of([{"events": events, "viewer": viewer, "names": names or {}, "asked": asked}])[0]


def views_of(games: Iterable[Json]) -> list[list[Json]]:
    """The views of several games, by one run of Node."""
    lines = "".join(json.dumps(game | {"catalogue": CATALOGUE}) + "\n" for game in games)
    command = [NODE, str(ROOT / "tests" / "web" / "fold_views.mjs")]
    done = subprocess.run(command, input=lines, capture_output=True, text=True, check=False)
    assert not done.stderr, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_every_event_has_an_effect_and_a_sentence():
    folder = ROOT / "service" / "web"
    effects = "".join((folder / "fold" / f"{name}_effects.js").read_text("utf-8") for name in ("seat", "table"))
    texts = json.loads((folder / "language" / "en.json").read_text("utf-8"))
    sentences = {key.split(".")[1] for key in texts if key.startswith("event.")}
    assert {*re.findall(r"^  (\w+): [(\w]", effects, re.MULTILINE)} >= NAMES.keys() - {"intention_undone"}
    assert sentences == {*NAMES}


@for_random_games(fast=1, slow=5)
def test_each_viewer_folds_visible_events_to_the_own_view(play: Play):
    recorded = Recorded(play)
    versions = range(1, len(recorded.entries) + 1)
    games, expected = [], []
    for seat in (None, *range(play.seats)):
        events = recorded.visible(seat, everything=False)
        chosen = [versions[-1], *Random(play.seed).sample(versions, min(len(versions), 40))]
        games.append({"events": events, "viewer": f"player-{seat}", "asked": [(version, "own") for version in chosen]})
        expected.append(
            [rules.view(recorded.states[version - 1], recorded.seat_at(seat, version)) for version in chosen]
        )
    assert views_of(games) == as_json(expected)


@for_random_games(fast=1, slow=5)
def test_a_finished_game_shows_everything_or_what_each_seat_saw(play: Play):
    recorded = Recorded(play)
    if recorded.states[-1].status == "finished":
        assert_views(recorded.visible(None, everything=True), recorded.states, Random(play.seed))


@pytest.mark.parametrize("name", GAMES)
def test_the_golden_games_fold_from_their_log_files(name: str):
    recorder = record_game(GAMES[name], 0.1)
    events = [{"seat": None} | json.loads(line) for line in log_lines(recorder)[1:-1]]
    assert_views(events, list(rules.states(entry.event for entry in recorder.entries)), Random(1))


def test_a_game_with_pauses_folds_from_its_log():
    recorder = record_timed("bank", 1)
    events = [{"seat": None} | json.loads(line) for line in log_lines(recorder)[1:-1]]
    assert {"pause_agreed", "game_paused", "game_resumed"} <= {event["name"] for event in events}
    assert_views(events, list(rules.states(entry.event for entry in recorder.entries)), Random(1))


def assert_views(events: list[Json], states: list[rules.State], rng: Random) -> None:
    """Compare, with all eyes, a sample of the versions."""
    versions = sorted(rng.sample(range(1, len(states) + 1), min(len(states), VERSIONS)))
    eyes = (None, *range(len(states[-1].seats)))
    asked: Asked = [(version, seat) for version in versions for seat in eyes]
    everything: Asked = [(version, "all") for version in versions]
    expected = [rules.view(states[version - 1], seat) for version, seat in asked]
    opened = [rules.open_view(states[version - 1], None) for version in versions]
    found = views(events, None, asked + everything)
    for asking, here, there in zip(asked + everything, found, as_json(expected + opened), strict=True):
        assert here == there, asking


def as_json(value: Any) -> Any:
    return json.loads(json.dumps(value))


@pytest.mark.parametrize("mode", ["two and a bot", "three", "SC03"])
def test_a_replay_shows_what_the_service_shows_at_each_version(service: Service, mode: str):
    followed, rng = Followed(service, **MODES[mode]), Random(11)
    followed.start()
    followed.play(rng)
    for follower in followed.followers:
        follower.read_again()
    eve = followed.followers[-1]
    versions = sample_versions(eve, rng)
    assert views(eve.events, None, [(version, "all") for version in versions], eve.names) == [
        eve.caller.get(f"{eve.game}?at={version}").json for version in versions
    ]
    for eyes in (None, *range(len(followed.players))):
        assert views(eve.events, None, [(version, eyes) for version in versions], eve.names) == [
            seen_by(eve, version, eyes) for version in versions
        ]


def seen_by(follower: Follower, version: int, seat: int | None) -> Json:
    """The view that a seat, or a spectator, had."""
    query = f"from={version}&to={version}&seat={'none' if seat is None else seat}"
    [frame] = follower.caller.get(f"{follower.game}/replay?{query}").json
    view: Json = frame["view"]
    return view
