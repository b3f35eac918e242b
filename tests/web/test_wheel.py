"""An installed wheel serves the same page as the working tree."""

import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

from service.api import web_page
from service.run.up import ROOT
from tests.isolation import environment

PARTS = (
    "game",
    "store",
    "events",
    "transparency",
    "projections",
    "bots",
    "service",
    "pyproject.toml",
    "requirements.in",
)


def test_a_wheel_holds_every_file_of_the_page(tmp_path: Path):
    source, installed = tmp_path / "source", tmp_path / "installed"
    for name in PARTS:  # setuptools writes beside the sources, so it gets a copy
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, source)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q"]
    options = ["--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir", str(tmp_path)]
    subprocess.run([*pip, "wheel", *options, str(source)], check=True)
    [wheel] = tmp_path.glob("*.whl")
    ZipFile(wheel).extractall(installed)
    code = "from service.api import web_page; print(web_page.__file__, web_page.digest())"
    run = [sys.executable, "-c", code]
    printed = subprocess.run(
        run, cwd=installed, env=environment(PYTHONPATH=str(installed)), capture_output=True, check=True
    )
    assert printed.stdout.decode().split() == [str(installed / "service/api/web_page.py"), web_page.digest()]
