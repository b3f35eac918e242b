"""The pages of the documentation refer to what is there."""

import re
import shlex
from pathlib import Path

import pytest

from service.run.up import ROOT
from tests.docs.pages import PAGES, anchors_of, links_of
from tests.docs.snippets import read_commands

GENERATED_CLIENTS = ROOT / "tests" / "generated_clients"


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
