"""The guide to the API says what the service does."""

import re
from typing import Any

import pytest

from game.options import MAX_INVITED, MAX_SEATS, OPTIONS
from service.accounts.blocks import MAX_BLOCKS
from service.accounts.recovery import MAX_WRONG_RECOVERIES
from service.accounts.rename import MAX_HANDLES
from service.accounts.tokens import MAX_TOKENS
from service.api.request_headers import MAX_KEY_CHARACTERS
from service.api.schemas.players import MAX_NAME_CHARACTERS
from service.api.schemas.queries import (
    MAX_PAGE_EVENTS,
    MAX_PAGE_FRAMES,
    MAX_PAGE_GAMES,
    MAX_PAGE_TURNS,
    MAX_WAIT_SECONDS,
)
from service.api.streams import RECONNECT_MS
from service.games.codes import MAX_WRONG_CODES, MAX_WRONG_CODES_OF_GAME
from service.games.intentions import MAX_BATCH_INTENTIONS
from service.games.live.beside import PRESENCE_SECONDS
from service.games.live.news import MAX_EVENTS_BEHIND
from service.games.live.reactions import KEPT_REACTIONS, KEPT_SECONDS, MAX_REACTIONS_A_PHASE
from service.games.live.reader import CHECK_SECONDS
from service.games.log_limit import MOVES_ONLY_FROM_VERSION
from service.games.tickets import TICKET_SECONDS
from service.games.wakeups import KEEP_ALIVE_SECONDS
from service.language.names import REACTION_TEXTS
from service.limits.policies import POLICIES
from service.run.up import ROOT
from service.settings import read_settings
from service.webhooks.endpoints import MAX_TABLE_WEBHOOKS, MAX_WEBHOOKS
from service.webhooks.outbox import KEPT_DELIVERIES, MAX_MESSAGES
from service.webhooks.retries import DELAYS_SECONDS, MAX_FAILING_MS
from service.webhooks.sending import MAX_ANSWER_BYTES, TOTAL_SECONDS
from service.webhooks.table_messages import FOLLOWING_MS
from service.webhooks.table_news import REMINDER_MS, SLOW_BOT_MS
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
    "invitations of a game": f"{MAX_INVITED}",
    "tokens, handles over its life, blocked players of an account": f"{MAX_TOKENS}, {MAX_HANDLES} and {MAX_BLOCKS}",
    "wrong recovery codes for an account in an hour": f"{MAX_WRONG_RECOVERIES}",
    "wrong invite codes in an hour": f"{MAX_WRONG_CODES}; of all players for one game, {MAX_WRONG_CODES_OF_GAME}",
    "intentions in a request": f"{MAX_BATCH_INTENTIONS}",
    "name of a player, of a game": f"{MAX_NAME_CHARACTERS} and {GAME_NAME.max_characters} characters",
    "`Idempotency-Key`, `X-Request-Id`": f"{MAX_KEY_CHARACTERS} characters",
    "`wait`": f"{MAX_WAIT_SECONDS} seconds",
    "events, games, frames, items of the inbox on a page": (
        f"{MAX_PAGE_EVENTS}, {MAX_PAGE_GAMES}, {MAX_PAGE_FRAMES} and {MAX_PAGE_TURNS}"
    ),
    "webhooks of an account": f"{MAX_WEBHOOKS}",
    "webhooks of a table": f"{MAX_TABLE_WEBHOOKS}",
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


def test_the_guide_lists_the_limits_with_their_quotas():
    rows = re.findall(r"^\| `(\w+)` \| (?:an|the) (\w+) \| (\d+) (in (\d+) s|at once) \|", GUIDE, re.MULTILINE)
    found = {name: (per, int(quota), int(window) if window else None) for name, per, quota, _, window in rows}
    assert found == {name: (each.per, each.quota, each.window) for name, each in POLICIES.items()}


def test_each_operation_that_the_guide_names_exists(described: dict[str, Any]):
    operations = {
        (method.upper(), re.sub(r"\{\w+\}", "*", path)) for path, item in described["paths"].items() for method in item
    }
    named = re.findall(r"`(GET|POST|PUT|PATCH|DELETE) ([/…][^`? ]*)", GUIDE)
    assert named
    for method, path in named:
        address = re.sub(r"<\w+>", "*", path.replace("…/", "/v1/games/*/"))
        assert {(method, address), (method, re.sub("/me$", "/*", address))} & operations


def test_the_guide_lists_each_intention_and_no_other(described: dict[str, Any]):
    types = described["components"]["schemas"]["Intention"]["discriminator"]["mapping"]
    assert {*re.findall(r'`\{"type": "(\w+)"', GUIDE)} == types.keys()


@pytest.mark.parametrize("what", LIMITS)
def test_a_limit_is_the_one_that_holds(what: str):
    [row] = re.findall(rf"^\| {re.escape(what)} \| (.*) \|$", GUIDE, re.MULTILINE)
    assert re.search(rf"(?<!\d){re.escape(LIMITS[what])}(?!\d)", row)


def test_the_section_about_streams_says_what_holds():
    live = GUIDE.partition("\n## Live\n")[2].partition("\n## Undo and rewind\n")[0]
    assert f"more than {MAX_EVENTS_BEHIND} events behind" in live
    assert f"for one request within\n{TICKET_SECONDS} seconds" in live
    assert f"retry: {RECONNECT_MS}" in live
    assert KEEP_ALIVE_SECONDS == 10
    assert "every ten seconds" in live
    assert f"keeps the newest {KEPT_REACTIONS} reactions of a game for a day" in live
    assert (len(REACTION_TEXTS), MAX_REACTIONS_A_PHASE, KEPT_SECONDS) == (12, 3, 86_400)
    assert PRESENCE_SECONDS + CHECK_SECONDS == 30


def test_the_section_about_webhooks_says_what_holds():
    webhooks = GUIDE.partition("\n## Webhooks\n")[2].partition("\n## Live\n")[0]
    assert f"An account has {MAX_WEBHOOKS} webhooks at most" in webhooks
    assert f"the {MAX_WEBHOOKS} of your account, and a table has {MAX_TABLE_WEBHOOKS} at most" in webhooks
    assert (REMINDER_MS, SLOW_BOT_MS, FOLLOWING_MS) == (600_000, 10_000, 7 * 86_400_000)
    assert (TOTAL_SECONDS, MAX_ANSWER_BYTES >> 10, MAX_FAILING_MS) == (10, 64, 3 * 86_400_000)
    assert DELAYS_SECONDS == (5, 30, 120, 600, 3600, 10_800, 21_600, 43_200, 86_400)
    assert f"The newest {MAX_MESSAGES:,} messages" in webhooks
    assert f"its last {KEPT_DELIVERIES} deliveries" in webhooks


def test_the_figures_of_traffic_are_those_that_were_measured():
    [paragraph] = re.findall(r"^In \[the measured game\].*?\n\n", GUIDE, re.MULTILINE | re.DOTALL)
    page = (ROOT / "docs" / "performance.md").read_text("utf-8")
    _, _, section = page.partition("## The traffic of a client\n")
    rows = re.findall(r"^\| .* \|$", section.partition("\n## ")[0], re.MULTILINE)
    figures = re.findall(r"(\d+) (?:requests|kB)", paragraph)
    assert figures
    for figure in figures:
        assert any(f"| {figure} |" in row for row in rows), figure
