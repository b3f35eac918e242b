"""The programs that docs/client.md and the README of the client library show run as they stand."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from service.run.up import ROOT
from tests.end_to_end.running import Running
from tests.isolation import environment

pytestmark = pytest.mark.slow
SHOWN = "http://127.0.0.1:8000"
PROGRAMS = [
    pytest.param(found[1], id=f"{page}-{number}")
    for page in ("docs/client.md", "client/README.md")
    for number, found in enumerate(re.finditer(r"^```python\n(.*?)^```", (ROOT / page).read_text("utf-8"), re.M | re.S))
]


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_shown_program_runs(program: str, tmp_path: Path, running: Running):
    assert SHOWN in program
    file = tmp_path / "program.py"
    file.write_text(program.replace(SHOWN, running.url), "utf-8")
    done = subprocess.run(
        [sys.executable, file], cwd=tmp_path, env=environment(), capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
