"""The examples that play in the environments."""

import subprocess
import sys
from pathlib import Path

from projections.audit import verify
from tests.isolation import environment

ROOT = Path(__file__).parents[2]


def run(*words: str) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run([sys.executable, *words], cwd=ROOT, env=environment(), capture_output=True, check=False)


def test_the_random_agent_writes_a_log_that_is_accepted():
    done = run("examples/random_agent.py")
    assert done.returncode == 0, done.stderr
    assert verify(done.stdout.splitlines()).ok
    assert [line.split(":")[0] for line in done.stderr.decode().splitlines()] == ["seat_0", "seat_1", "seat_2"]


def test_the_baselines_score_the_strategies():
    done = run("examples/baselines.py", "--strategies", "random,greedy", "--deals", "3")
    assert done.returncode == 0, done.stderr
    first, second = done.stdout.decode().splitlines()
    assert first.startswith("random: ")
    assert first.endswith(" points on 3 deals")
    assert float(second.split()[1]) > 30
