"""docs/architecture.md lists the files that an intention goes through. It enters them in that order, once each."""

import re
import sys
from pathlib import Path
from types import FrameType
from typing import Any

from projections.games import Games
from projections.projector import Projector
from tests.service.client import Service, id_of

ROOT = Path(__file__).parents[2]
MAX_FILES = 11


def listed(page: str, pattern: str) -> list[str]:
    return re.findall(pattern, (ROOT / page).read_text("utf-8"), re.MULTILINE)


def documented() -> list[str]:
    """The files of the table in docs/architecture.md."""
    return listed("docs/architecture.md", r"^\| \d+ \| `([^`]+)` \|")


def entered(action: Any) -> list[str]:
    """The files of the project whose functions an action calls, by their first call."""
    found: dict[str, None] = {}

    def trace(frame: FrameType, event: str, argument: object) -> None:
        path = Path(frame.f_code.co_filename)
        if path.is_relative_to(ROOT) and ".venv" not in path.parts:
            found.setdefault(str(path.relative_to(ROOT)))

    sys.settrace(trace)
    try:
        action()
    finally:
        sys.settrace(None)
    return list(found)


def test_an_intention_enters_the_documented_files_in_their_order(service: Service):
    game, (ada, _) = service.start_game(2)
    parts = service.parts
    games = Games(parts.log, parts.snapshots.load)
    projector = Projector(games, parts.snapshots, parts.lobby, lambda effect: None, now=parts.clock)
    projector.project(id_of(game))
    pick = ada.get(f"{game}/legal").json[0]

    def act() -> None:
        assert ada.post(f"{game}/intentions", pick).status_code == 201
        projector.project(id_of(game))

    files = [file for file in documented() if file.endswith(".py")]
    order = [file for file in entered(act) if file in files]
    assert order == files


def test_the_list_is_short_complete_and_the_same_in_the_readme():
    files = documented()
    assert len(files) == len({*files}) == MAX_FILES
    assert all((ROOT / file).is_file() for file in files)
    paragraph = listed("README.md", r"To follow one intention(?s:.*?)\n\n")[0]
    assert re.findall(r"`([a-z_/]+\.(?:py|lua))`", paragraph) == files


def test_every_file_that_the_guides_name_exists():
    for page in ("README.md", "CONTRIBUTING.md", "docs/architecture.md", "docs/glossary.md"):
        for name in listed(page, r"`([a-z_]+(?:/[a-z_]+)*/[a-z_.]+\.(?:py|lua|md|mjs))`"):
            assert (ROOT / name).is_file(), f"{page} names {name}"
