"""The compiled build: it gives the same results as plain Python, and cannot be older than its sources."""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import game
from game import binaries
from tests.game.project_copy import ROOT, copy_project

PROVEN = (
    "tests/golden",
    "tests/game/test_properties.py",
    "tests/game/test_property_legal.py",
    "tests/game/test_property_undo.py",
    "tests/game/test_records.py",
    "tests/bots/test_contract.py",
)
"""Tests that the compiled build must pass: recorded games, perft, properties, the contract of strategies (but that of
`master`, which is not compiled)."""
PLAY = """
import game
from bots import Budget, strategy
from bots.table import play
for seats, side in ((2, "A"), (1, "B")):
    state = play([strategy("search")] * seats, seed=5, side=side, budget=Budget(nodes=60))
    print(state.version, game.state_hash(state), game.score(state))
"""
"""Prints the ends of two games of `search`, one alone."""


def run(tree: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Python in a tree, with the code of that tree."""
    return subprocess.run(
        [sys.executable, *arguments],
        check=False,
        cwd=tree,
        env=os.environ | {"PYTHONPATH": str(tree)} | environment,
        capture_output=True,
        text=True,
    )


@pytest.mark.slow
@pytest.mark.verify
@pytest.mark.timeout(2400)  # it compiles, which takes minutes on a busy machine
@pytest.mark.skipif(shutil.which(os.environ.get("CC", "cc")) is None, reason="there is no C compiler")
def test_the_compiled_build_gives_the_same_results_and_notices_a_changed_source(tmp_path: Path):
    tree = copy_project(tmp_path / "tree")
    plain = run(tree, "-c", f"{PLAY}\nassert not game.is_compiled()")
    assert plain.returncode == 0, plain.stderr
    level = {"WONDERFUL_OPT_LEVEL": os.environ.get("WONDERFUL_OPT_LEVEL", "0")}  # the optimizer takes longest
    built = run(tree, "setup.py", "-q", "build_ext", "--inplace", WONDERFUL_COMPILE="1", **level)
    assert built.returncode == 0, built.stdout + built.stderr
    compiled = run(tree, "-c", f"{PLAY}\nassert game.is_compiled()")
    assert compiled.stdout == plain.stdout, compiled.stderr
    home = tmp_path / "home"  # other tests write into the one of this run, and these check that theirs is untouched
    home.mkdir()
    fast = ("-q", "-p", "no:cacheprovider", "-m", "not slow and not verify", "-k", "not master")
    passed = run(tree, "-m", "pytest", *fast, *PROVEN, HOME=str(home))
    assert passed.returncode == 0, passed.stdout
    with (tree / "game" / "draft.py").open("a") as source:
        source.write("# changed\n")
    stale = run(tree, "-c", "import game")
    assert "game/draft.py has changed since it was compiled: run `make compiled`, or `make plain`" in stale.stderr


def test_the_changed_sources_are_those_whose_digest_differs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    (tmp_path / "same.py").write_text("x = 1\n")
    (tmp_path / "other.py").write_text("x = 2\n")
    digest = hashlib.sha256(b"x = 1\n").hexdigest()
    sums = tmp_path / "sums"
    monkeypatch.setattr(binaries, "ROOT", tmp_path)
    monkeypatch.setattr(binaries, "SUMS", sums)
    monkeypatch.setattr(binaries, "is_compiled", lambda: True)
    assert binaries.changed_sources() == ["sums"]
    sums.write_text("".join(f"{digest}  {name}\n" for name in ("same.py", "other.py", "gone.py")))
    assert binaries.changed_sources() == ["other.py", "gone.py"]
    monkeypatch.setattr(binaries, "is_compiled", lambda: False)
    assert binaries.changed_sources() == []


def test_the_rules_are_compiled_or_plain_as_their_files_say():
    assert game.is_compiled() == any((ROOT / "game").glob("rules.*.so"))
