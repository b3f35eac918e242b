"""A short fuzz of the whole API finds no fault. `make fuzz` sends more."""

import subprocess
import sys

import pytest

from service.run.up import ROOT


@pytest.mark.slow
def test_some_hundred_damaged_requests_find_no_fault():
    command = ["-m", "tests.fuzz", "--seed", "1", "--requests", "250", "--games", "4"]
    found = subprocess.run([sys.executable, *command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert found.returncode == 0, f"{found.stdout[-8000:]}\n{found.stderr[-2000:]}"
