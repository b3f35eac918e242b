"""A fuzz of the whole API finds no fault."""

import subprocess
import sys

from service.run.up import ROOT
from tests.amounts import SEED, amounts


@amounts("requests", 250, 20_000, timeout=1200)
def test_damaged_requests_find_no_fault(requests: int):
    command = ["-m", "tests.fuzz", "--seed", str(SEED), "--requests", str(requests)]
    command += ["--games", "4"] if requests < 1000 else ["--wire", "1000"]
    found = subprocess.run([sys.executable, *command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert found.returncode == 0, f"{found.stdout[-8000:]}\n{found.stderr[-2000:]}"
