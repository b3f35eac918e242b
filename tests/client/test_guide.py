"""The programs that the guides show run as they stand."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from service.run.up import ROOT
from tests.end_to_end.running import Running
from tests.isolation import environment

SHOWN = "http://127.0.0.1:8000"
PAGES = ("docs/client.md", "docs/first-bot.md", "client/README.md")
SHOWN_PROGRAM = re.compile(r"^```(python|js)\n(.*?)^```", re.MULTILINE | re.DOTALL)
NODE = pytest.mark.skipif(shutil.which("node") is None, reason="node is not on the PATH")
RUN = {"python": ([sys.executable], "program.py"), "js": (["node"], "program.mjs")}
"""The interpreter of each kind, and the name of a program's file."""
PROGRAMS = [
    pytest.param(*found.groups(), id=f"{page}-{number}", marks=[NODE] if found[1] == "js" else [])
    for page in PAGES
    for number, found in enumerate(SHOWN_PROGRAM.finditer((ROOT / page).read_text("utf-8")))
]


@pytest.mark.parametrize(("kind", "program"), PROGRAMS)
def test_a_shown_program_runs(kind: str, program: str, tmp_path: Path, running: Running):
    assert SHOWN in program
    command, name = RUN[kind]
    (tmp_path / name).write_text(program.replace(SHOWN, running.url), "utf-8")
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules" / "wonderful-client").symlink_to(ROOT / "service" / "web")  # as npm installs a folder
    done = subprocess.run(
        [*command, name], cwd=tmp_path, env=environment(), capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
