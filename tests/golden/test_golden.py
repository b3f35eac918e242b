"""The recorded games of every ruleset, played again line by line: deals, states, views and results are as recorded."""

import json
import sys
from pathlib import Path

import pytest

import game
from game.declared import Intention
from game.rulesets import CURRENT_RULESET, RULESETS, Ruleset
from game.scenarios import SCENARIOS
from tests.game.play import Play
from tests.golden import perft, recorded
from tests.golden.recorded import (
    FOLDER,
    GAMES,
    OtherRuleset,
    intention_line,
    moment,
    opening_line,
    record,
    result_line,
    ruleset_of,
    views_line,
)

FILES = sorted(FOLDER.glob("*/*.jsonl"))


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_recorded_game_replays_line_by_line(path: Path):
    replay(path.read_text("utf-8").splitlines())


def replay(recorded_lines: list[str]) -> None:
    """Play a recorded game under the ruleset that it names, and compare every line."""
    first, *rest = recorded_lines
    head = json.loads(first)
    state = game.fold(game.new(head["options"], seed=head["seed"], ruleset=head["ruleset"]))
    options = head["options"]
    play = Play(head["seed"], options["seats"], options["side"], scenario=options.get("scenario"))
    assert opening_line(play, state) == first
    lines = iter(rest)
    while state.phase != "finished":
        line = next(lines)
        before, done = state, intention_of(line)
        state = game.fold(game.decide(state, done), state)
        assert intention_line(done, state) == line
        if moment(before) != moment(state):
            assert views_line(state) == next(lines)
    assert [*lines] == [result_line(state)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_recorded_game_names_the_ruleset_of_its_folder_and_is_short_enough_to_review(path: Path):
    assert ruleset_of(path) == path.parent.name
    assert path.stat().st_size < 60_000


def test_every_ruleset_has_a_recorded_game_for_each_number_of_seats_both_sides_and_each_scenario():
    assert {play.seats for play in GAMES.values()} == {1, 2, 3, 4, 5}
    assert {play.side for play in GAMES.values() if play.seats > 1} == {"A", "B"}
    assert {(play.side, play.scenario) for play in GAMES.values() if play.seats == 1} == {
        ("A", None),
        *(("B", scenario) for scenario in (None, *SCENARIOS)),
    }
    for ruleset in RULESETS:
        found = sorted(path.stem for path in (FOLDER / ruleset).glob("*.jsonl"))
        assert found == sorted(GAMES), f"record the games of ruleset {ruleset}: make golden"


def test_a_new_ruleset_is_recorded_beside_the_old_one_which_still_replays(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    old = record(tmp_path, "solo-b").read_text("utf-8").splitlines()
    monkeypatch.setitem(RULESETS, "later", Ruleset(solo_supremacy=2))
    for module in (recorded, sys.modules["game.lobby"]):
        monkeypatch.setattr(module, "CURRENT_RULESET", "later")
    recorded.walk.cache_clear()
    new = record(tmp_path, "solo-b")
    recorded.walk.cache_clear()
    assert new.parent.name == "later"
    assert new.read_text("utf-8").splitlines() != old, "the ruling changes the game"
    replay(old)
    replay(new.read_text("utf-8").splitlines())


def test_a_game_of_another_ruleset_is_not_recorded_again(tmp_path: Path):
    path = record(tmp_path, "solo-b")
    text = path.read_text("utf-8").replace(f'"ruleset":"{CURRENT_RULESET}"', '"ruleset":"older"')
    path.write_text(text, "utf-8")
    with pytest.raises(OtherRuleset, match="older"):
        record(tmp_path, "solo-b")
    assert path.read_text("utf-8") == text


@pytest.mark.slow
def test_recording_again_changes_nothing(tmp_path: Path):
    for name in GAMES:
        again = record(tmp_path, name)
        kept = FOLDER / again.relative_to(tmp_path)
        assert kept.exists(), f"there is no {kept}: run `make golden`"
        assert again.read_bytes() == kept.read_bytes(), name
    assert perft.text() == perft.FILE.read_text("utf-8")


def intention_of(line: str) -> Intention:
    seat, body, *_ = json.loads(line)
    return game.intention(seat, body)
