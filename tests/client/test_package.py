"""The wheel of the client library, installed outside of this folder, plays a game."""

import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

from service.run.up import ROOT
from tests.end_to_end.running import Running
from tests.isolation import environment

PROGRAM = """
import sys
import wonderful_client
from wonderful_client import Client

print(wonderful_client.__file__)
with Client(sys.argv[1]) as client:
    client.register_player(name="Stranger", kind="bot")
    client.open_game(seats=2, bots=["greedy"])
    for finished in client.play(lambda view, legal: legal[0]):
        print(finished["view"]["status"])
        break
"""


def wheel_of_the_client(folder: Path) -> Path:
    """The wheel, built from a copy of the sources in this folder."""
    source = folder / "source"
    shutil.copytree(ROOT / "client", source, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info", "build"))
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q"]
    options = ["--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir", str(folder)]
    subprocess.run([*pip, "wheel", *options, str(source)], check=True)
    [wheel] = folder.glob("*.whl")
    return wheel


def test_a_strangers_bot_plays_with_the_wheel_alone(tmp_path: Path, running: Running):
    wheel, installed = wheel_of_the_client(tmp_path), tmp_path / "installed"
    with ZipFile(wheel) as files:
        files.extractall(installed)
    sources = {path.name for path in (ROOT / "client" / "wonderful_client").rglob("*.py")}
    assert {path.name for path in installed.rglob("wonderful_client/**/*.py")} == sources
    assert (installed / "wonderful_client" / "py.typed").exists()
    metadata = next(installed.glob("*.dist-info/METADATA")).read_text("utf-8")
    assert [line for line in metadata.splitlines() if line.startswith("Requires-Dist")] == [
        "Requires-Dist: httpx>=0.27"
    ]
    environ = environment(PYTHONPATH=str(installed))
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, running.url],
        cwd=tmp_path,
        env=environ,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.split() == [str(installed / "wonderful_client/__init__.py"), "finished"], done.stderr
