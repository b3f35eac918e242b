"""The guide to the API says what the service does."""

import re
from typing import Any

import pytest

from game.model import MAX_SEATS
from game.options import OPTIONS
from service.api.idempotency import MAX_KEY_CHARACTERS
from service.api.schemas.players import MAX_NAME_CHARACTERS
from service.api.schemas.queries import MAX_PAGE_EVENTS, MAX_PAGE_FRAMES, MAX_PAGE_GAMES, MAX_WAIT_SECONDS
from service.games.intentions import MAX_BATCH_INTENTIONS
from service.games.log_limit import MOVES_ONLY_FROM_VERSION
from service.run.up import ROOT
from service.settings import read_settings
from tests.api_description import read_description
from tests.docs.reader import Reader
from tests.docs.snippets import read_steps
from tests.service.client import Service

GUIDE = (ROOT / "docs" / "api.md").read_text("utf-8")
SETTINGS = read_settings({})
[GAME_NAME] = [field.shape for field in OPTIONS.fields if field.name == "name"]
LIMITS = {
    "body of a request": f"{SETTINGS.max_body_bytes >> 10} KiB; of a log to verify, {SETTINGS.max_log_bytes >> 20} MiB",
    "seats of a game": f"{MAX_SEATS}",
    "intentions in a request": f"{MAX_BATCH_INTENTIONS}",
    "name of a player, of a game": f"{MAX_NAME_CHARACTERS} and {GAME_NAME.max_characters} characters",
    "`Idempotency-Key`, `X-Request-Id`": f"{MAX_KEY_CHARACTERS} characters",
    "`wait`": f"{MAX_WAIT_SECONDS} seconds",
    "events, games, frames on a page": f"{MAX_PAGE_EVENTS}, {MAX_PAGE_GAMES} and {MAX_PAGE_FRAMES}",
    "events of a game": f"Beyond {MOVES_ONLY_FROM_VERSION:,} a game accepts only moves",
}
"""By the first cell of the row: what the second cell says."""


@pytest.fixture(scope="module")
def described() -> dict[str, Any]:
    """The description of the API."""
    return read_description((ROOT / "openapi.yaml").read_text("utf-8"))


def test_each_request_of_the_guide_gets_the_answer_that_the_guide_shows(service: Service):
    reader = Reader(service)
    for step in read_steps(GUIDE):
        reader.carry_out(step)


def test_each_operation_that_the_guide_names_exists(described: dict[str, Any]):
    operations = {
        (method.upper(), re.sub(r"\{\w+\}", "*", path)) for path, item in described["paths"].items() for method in item
    }
    named = re.findall(r"`(GET|POST|DELETE) ([/…][^`? ]*)", GUIDE)
    assert named
    for method, path in named:
        assert (method, re.sub(r"<\w+>", "*", path.replace("…/", "/v1/games/*/"))) in operations


def test_the_guide_lists_each_intention_and_no_other(described: dict[str, Any]):
    types = described["components"]["schemas"]["Intention"]["discriminator"]["mapping"]
    assert {*re.findall(r'`\{"type": "(\w+)"', GUIDE)} == types.keys()


@pytest.mark.parametrize("what", LIMITS)
def test_a_limit_is_the_one_that_holds(what: str):
    [row] = re.findall(rf"^\| {re.escape(what)} \| (.*) \|$", GUIDE, re.MULTILINE)
    assert re.search(rf"(?<!\d){re.escape(LIMITS[what])}(?!\d)", row)


def test_the_figures_of_traffic_are_those_that_were_measured():
    [paragraph] = re.findall(r"^In \[the measured game\].*?\n\n", GUIDE, re.MULTILINE | re.DOTALL)
    page = (ROOT / "docs" / "performance.md").read_text("utf-8")
    _, _, section = page.partition("## The traffic of a client\n")
    rows = re.findall(r"^\| .* \|$", section.partition("\n## ")[0], re.MULTILINE)
    figures = re.findall(r"(\d+) (?:requests|kB)", paragraph)
    assert figures
    for figure in figures:
        assert any(f"| {figure} |" in row for row in rows), figure
