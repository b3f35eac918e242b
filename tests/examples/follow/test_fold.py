"""`examples/follow/fold.py` makes of random games the view of each viewer, at every version, from visible events."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from time import time

import pytest

import game as rules
from events import Entry, Group
from events.log import entries
from events.names import NAMES
from examples.follow.fold import fold
from game import State, catalogue
from game.scenarios import SCENARIOS
from projections.redaction import GIVES_HANDS, redact
from service.run.up import ROOT
from tests.game.play import Play
from tests.game.random_games import for_random_games
from tests.game.test_property_rewind import play_with_rewinds
from tests.service.client import Json

FOLDER = ROOT / "examples" / "follow"
CATALOGUE = catalogue | {
    "scenarios": [{"id": scenario.id, "required": list(scenario.required)} for scenario in SCENARIOS.values()]
}
VERSIONS_PER_VIEWER = 12


class Recorded:
    """A random game with undos, rewinds, auto-ready and resignations: its entries, and the state after each."""

    def __init__(self, play: Play) -> None:
        made, _ = play_with_rewinds(play, Random(play.seed))
        if rules.fold(made).phase == "finished":
            made.append(rules.score_event(rules.fold(made)))
        self.entries = entries([Group("player-0", made)], 0, b"", time)
        self.states = list(rules.states(made))

    def seat_at(self, seat: int | None, version: int) -> int | None:
        """The seat, while its player has it."""
        own = self.states[version - 1].seats[seat] if seat is not None else None
        return seat if own and own.player and own.bot is None else None

    def visible(self, seat: int | None, everything: bool) -> list[Json]:
        """The events as the player of a seat got them, one by one; None: as a spectator did."""
        return [
            _visible(entry, state, self.seat_at(seat, entry.version), everything)
            for entry, state in zip(self.entries, self.states, strict=True)
        ]


def _visible(entry: Entry, state: State, seat: int | None, everything: bool) -> Json:
    gives_hands = entry.name in GIVES_HANDS and (seat is not None or everything)
    return redact(entry, seat, everything, [each.hand for each in state.seats] if gives_hands else None)


def sample(versions: Sequence[int], rng: Random) -> list[int]:
    """The last version, and some others."""
    return [versions[-1], *rng.sample(versions, min(len(versions), VERSIONS_PER_VIEWER))]


@for_random_games(fast=4, slow=50)
def test_each_viewer_folds_visible_events_to_the_own_view(play: Play):
    recorded, rng = Recorded(play), Random(play.seed)
    for seat in (None, *range(play.seats)):
        visible = recorded.visible(seat, everything=False)
        for version in sample(range(1, len(visible) + 1), rng):
            view = rules.view(recorded.states[version - 1], recorded.seat_at(seat, version))
            assert fold(visible[:version], f"player-{seat}", CATALOGUE) == view


@for_random_games(fast=4, slow=50)
def test_the_open_events_of_a_finished_game_fold_to_views_with_all_cards(play: Play):
    recorded, rng = Recorded(play), Random(play.seed)
    start = [entry.name for entry in recorded.entries].index("game_started") + 1
    for seat in (None, *range(play.seats)):
        visible = recorded.visible(seat, everything=True)
        for version in sample(range(start, len(visible) + 1), rng):
            view = rules.open_view(recorded.states[version - 1], recorded.seat_at(seat, version))
            assert fold(visible[:version], f"player-{seat}", CATALOGUE) == view


def test_names_of_players_are_those_that_the_caller_gives():
    opening = Recorded(Play(seed=1, steps=0)).visible(0, everything=False)
    view = fold(opening, "player-0", CATALOGUE, {"player-1": "Ben"})
    assert [seat["player"]["name"] for seat in view["seats"]] == [None, "Ben"]


def test_every_event_has_an_effect():
    text = (FOLDER / "effects.py").read_text("utf-8")
    cases = re.findall(r"case (.+):", text)
    assert {*re.findall(r'"(\w+)"', " ".join(cases))} == NAMES.keys() - {"intention_undone"}


@pytest.mark.parametrize("seat", [None, 0])
def test_an_unknown_event_is_an_error(seat: int | None):
    opening = Recorded(Play(seed=1, steps=0)).visible(0, everything=False)
    unknown = {"version": len(opening) + 1, "name": "moon_eclipsed", "seat": seat, "data": {}}
    with pytest.raises(ValueError, match="moon_eclipsed"):
        fold([*opening, unknown], "player-0", CATALOGUE)


def test_copies_of_four_files_fold_with_the_standard_library_alone(tmp_path: Path):
    (tmp_path / "copied").mkdir()
    for name in ("fold", "effects", "table", "view"):
        shutil.copy(FOLDER / f"{name}.py", tmp_path / "copied")
    opening = Recorded(Play(seed=1, steps=0)).visible(0, everything=False)
    program = "import json, sys; from copied.fold import fold; print(json.dumps(fold(*json.load(sys.stdin))))"
    done = subprocess.run(
        [sys.executable, "-S", "-c", program],  # -S: without installed packages
        input=json.dumps([opening, "player-0", CATALOGUE]),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == fold(opening, "player-0", CATALOGUE)
