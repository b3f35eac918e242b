"""The programs in examples/ work against a whole service and use only the public API."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from service.run.up import ROOT
from tests.end_to_end.running import up

SCORED = re.compile(r"^(.+): (-?\d+) points, (.+) \(\d+ events\)$")
EARNED = {"Rookie", "Dictator", "Emperor", "Living God"}, {"Gold", "Silver", "Bronze", "No medal", "Lost"}


def played(url: str, *arguments: str) -> list[str]:
    """The lines that examples/play.py prints."""
    command = [sys.executable, "examples/play.py", "--url", url, *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=90, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.slow
def test_solo_and_every_scenario_are_played_to_the_end(tmp_path: Path):
    with up(tmp_path) as running:
        lines = played(running.url, "--all")
        [side_a] = played(running.url, "--side", "A", "--seed", "3")
    results = [found for line in lines if (found := SCORED.match(line))]
    assert [found[1] for found in results] == [
        "Solo, side B",
        "To the Center of the Earth",
        "A Better World",
        "They Are Among Us",
        "Back to the Future",
        "The End of Times",
        "Money Has No Smell",
    ]
    assert results[0][3] in EARNED[0]
    assert {found[3] for found in results[1:]} <= EARNED[1]
    required = [line for line in lines if line.startswith("  ")]
    assert len(required) == 4 + 4 + 4 + 3 + 4 + 3
    assert all(line.endswith((": constructed", ": under construction", ": missing")) for line in required)
    assert "Solo, side A" in side_a


def test_the_examples_use_nothing_but_http():
    for path in (ROOT / "examples").glob("*.py"):
        text = path.read_text("utf-8")
        assert len(text.splitlines()) < 100, path.name
        assert not re.search(r"^\s*(from|import) (game|events|projections|bots|service|tests)\b", text, re.M), path.name
