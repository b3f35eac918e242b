"""The page shows an own move before the service answers: as the rules have it, for each move of random games."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import game as rules
from game.intentions import body
from service.run.up import ROOT
from tests.fold.watched import CATALOGUE
from tests.game.play import Play, Turn, walk
from tests.game.random_games import for_random_games

NODE = shutil.which("node") or str(ROOT / ".venv" / "clients" / "bin" / "node")
pytestmark = pytest.mark.skipif(not Path(NODE).exists(), reason="there is no node: `make clients` installs it")
OWN = ("construction", "constructed", "cubes_to_place", "empire_cubes", "krystallium", "generals", "financiers")
"""What a seat's own move changes in its view."""


@for_random_games(2)
def test_a_move_is_shown_as_the_service_will_have_it(play: Play):
    turns = walk(play).turns
    for turn, shown in zip(turns, shown_by_the_page(turns), strict=True):
        intention, seat = turn.intention, turn.intention.seat
        before, expected = rules.view(turn.before, seat), rules.view(turn.after, seat)
        legal = [body(each) for each in rules.legal(turn.before, seat)]
        assert sorted(map(canonical, shown["legal"])) == sorted(map(canonical, legal)), before
        assert shown["isPossible"], intention
        if turn.before.since == turn.after.since:  # otherwise a new hand, phase or step follows, which nobody can know
            own = shown["view"]["seats"][seat]
            assert {name: own[name] for name in OWN} == {name: expected["seats"][seat][name] for name in OWN}, intention
            assert shown["view"]["picked"] == expected["picked"]
            assert shown["view"].get("unknown") or shown["view"]["hand"] == expected["hand"]


def shown_by_the_page(turns: list[Turn]) -> list[dict[str, Any]]:
    """What the page makes of each turn."""
    lines = [{"catalogue": CATALOGUE}]
    lines += [
        {"view": rules.view(turn.before, turn.intention.seat), "intention": body(turn.intention)} for turn in turns
    ]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    command = [NODE, str(ROOT / "tests" / "web" / "own_moves.mjs")]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    assert not done.stderr, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def canonical(intention: dict[str, Any]) -> str:
    """The same text for the same intention; the order of redrawn cards means nothing."""
    return json.dumps(
        {name: sorted(value) if name == "cards" else value for name, value in intention.items()}, sort_keys=True
    )
