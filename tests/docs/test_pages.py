"""The pages of the documentation refer to what is there, and keep the words of docs/glossary.md."""

import re
import shlex
from collections import Counter
from pathlib import Path

import pytest

from game.views.fields import OPTIONAL, SEAT_FIELDS, TABLE_FIELDS
from service.run.up import ROOT
from tests.docs.snippets import read_commands

GENERATED_CLIENTS = ROOT / "tests" / "generated_clients"


BOTS = (ROOT / "docs" / "bots.md").read_text("utf-8")
PAGES = (*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md")))
FOLDERS = ("game", "store", "events", "transparency", "projections", "bots", "training", "service", "examples", "tests")


def text_of(page: Path) -> str:
    """The text of a page without its fenced blocks, in which `#` begins a comment."""
    return re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)


def links_of(page: Path) -> list[str]:
    """The targets of the page's links that stay inside the documentation."""
    return [link for link in re.findall(r"\]\(([^)\s]+)\)", text_of(page)) if "://" not in link]


def anchors_of(page: Path) -> set[str]:
    """The anchors of the page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", text_of(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
def test_each_link_leads_to_a_file_and_a_heading(page: Path):
    for link in links_of(page):
        name, _, anchor = link.partition("#")
        target = page.parent / name if name else page
        assert target.exists(), link
        assert not anchor or anchor in anchors_of(target), link


def test_each_command_line_for_a_generator_is_run_by_a_test():
    tests = "".join(path.read_text("utf-8") for path in GENERATED_CLIENTS.glob("test_*.py"))
    used = re.findall(r'(?:write_client|openapi_generator)\("([\w-]+)"', tests)
    lines = [shlex.split(line) for line in read_commands((ROOT / "docs" / "clients.md").read_text("utf-8"))]
    assert len(lines) == len(used)
    for generator in used:
        assert [generator in line for line in lines].count(True) == 1, generator


def test_each_word_has_one_line():
    words = re.findall(r"^\| \*([a-z -]+)\* \|", (ROOT / "docs/glossary.md").read_text("utf-8"), re.MULTILINE)
    assert len(words) > 40
    assert [word for word, count in Counter(words).items() if count > 1] == []


def test_the_fields_that_a_view_for_a_decision_may_lack_are_named():
    [text] = re.findall(r"^You may leave out some fields of a view: .*?\.$", BOTS, re.MULTILINE | re.DOTALL)
    optional = [field.name for field in (*TABLE_FIELDS, *SEAT_FIELDS) if field.foreign == OPTIONAL]
    assert re.findall(r"`(\w+)`", text) == optional


def test_bounds_are_named_alike():
    sources = [path for folder in FOLDERS for kind in ("*.py", "*.js") for path in (ROOT / folder).rglob(kind)]
    name = re.compile(r"\b(?:MOST|LEAST)_[A-Z_]+\b")
    assert {found for path in sources for found in name.findall(path.read_text("utf-8"))} == set()
