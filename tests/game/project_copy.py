"""Copies of the project, to compile and to change."""

import shutil
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("game", "bots", "store", "events", "projections", "service", "tests")
FILES = ("pyproject.toml", "setup.py", "requirements.in")
GENERATED = shutil.ignore_patterns("*.so", "*.pyd", "compiled.sha256", "__pycache__", "node_modules")


def copy_project(folder: Path) -> Path:
    """A copy of the project's Python in `folder`, without anything compiled."""
    for name in FOLDERS:
        shutil.copytree(ROOT / name, folder / name, ignore=GENERATED)
    for name in FILES:
        shutil.copy(ROOT / name, folder)
    return folder
