"""docs/architecture.md lists the files that an intention goes through. It enters them in that order, once each."""

import re
import sys
from collections.abc import Callable
from itertools import cycle, groupby
from pathlib import Path
from types import FrameType

import pytest
from werkzeug.test import TestResponse as Response

from projections.games import Games
from projections.projector import Projector
from tests.service.client import Service, id_of

ROOT = Path(__file__).parents[2]
MAX_FILES = 11
MAX_ENTERED_FILES, MAX_CHANGES_OF_FILE = 29, 58
"""Of the request alone. Each file more is one that every move pays for."""


def listed(page: str, pattern: str) -> list[str]:
    return re.findall(pattern, (ROOT / page).read_text("utf-8"), re.MULTILINE)


def documented() -> list[str]:
    """The files of the table in docs/architecture.md."""
    return listed("docs/architecture.md", r"^\| \d+ \| `([^`]+)` \|")


def entered(action: Callable[[], object]) -> list[str]:
    """The file of each call that an action makes to the project's code, in the order of the calls."""
    found: list[str] = []

    def trace(frame: FrameType, event: str, argument: object) -> None:
        path = Path(frame.f_code.co_filename)
        if path.is_relative_to(ROOT) and not {".venv", "tests"} & {*path.relative_to(ROOT).parts}:
            found.append(str(path.relative_to(ROOT)))

    sys.settrace(trace)
    try:
        action()
    finally:
        sys.settrace(None)
    return found


@pytest.fixture
def picks(service: Service) -> tuple[Callable[[], Callable[[], Response]], str]:
    """A function that gives the next pick, to be called once; the id of the game."""
    game, callers = service.start_game(2)
    order = cycle(callers)

    def next_pick() -> Callable[[], Response]:
        caller = next(order)
        body = caller.get(f"{game}/legal").json[0]
        return lambda: caller.post(f"{game}/intentions", body)

    for _ in range(4):  # what is done once for a caller, or a process, is done
        assert next_pick()().status_code == 201
    return next_pick, id_of(game)


def test_an_intention_enters_the_documented_files_in_their_order(service: Service, picks):
    next_pick, game = picks
    post = next_pick()
    parts = service.parts
    projector = Projector(
        Games(parts.log, parts.snapshots.load), parts.snapshots, parts.lobby, lambda effect: None, now=parts.clock
    )
    projector.project(game)

    def act() -> None:
        assert post().status_code == 201
        projector.project(game)

    files = [file for file in documented() if file.endswith(".py")]
    order = [*dict.fromkeys(file for file in entered(act) if file in files)]
    assert order == files


def test_an_intention_enters_few_files_and_seldom_changes_from_one_to_another(picks):
    next_pick, _ = picks
    calls = min([entered(next_pick()) for _ in range(4)], key=len)  # tokens of limits run out, on a busy machine often
    assert len({*calls}) <= MAX_ENTERED_FILES, sorted({*calls})
    assert len([*groupby(calls)]) <= MAX_CHANGES_OF_FILE


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
