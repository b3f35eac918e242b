"""The explorer in a browser: tables that sort, filters, and the numbers beside a hand of an analysis."""

import re
from collections.abc import Iterator
from contextlib import closing

import pytest
from playwright.sync_api import Page, expect

from service.backend import open_backend
from service.run.embedded_redis import ensure_server
from service.settings import read_settings
from tests.end_to_end.running import Running, await_true
from tests.web.play import Json, Person
from tests.web.visits import PHONE, Visits, assert_accessible, assert_no_sideways_scrolling

SEATS, ONLY_OWN = 5, "seats=5&side=B"
"""Only the game of this file is such a one: those of others may be counted at any time."""


@pytest.fixture(scope="module")
def person(running: Running) -> Iterator[Person]:
    """Somebody whose finished game is counted."""
    made = Person(running.url, "Ada")
    with made.client:
        game = made.start_game(seats=SEATS, side="B", bots=["random"] * (SEATS - 1))
        made.play(game)
        cards = f"/v1/explorer/cards?{ONLY_OWN}"
        parts = open_backend(read_settings({"REDIS_URL": ensure_server(running.data).url}))
        with closing(parts.redis):
            parts.watch.look()

            def is_counted() -> bool:
                parts.explorer.count(parts.clock() * 1000)  # one game beside many that are counted waits for an hour
                return bool(made.ask("GET", cards)["seats"]["cases"])

            await_true(is_counted)
        yield made


def names(page: Page) -> list[str]:
    return page.locator(".explorer-table tbody th").all_text_contents()


def show(page: Page, table: str) -> None:
    page.get_by_role("radio", name=table, exact=True).check(force=True)
    page.get_by_role("region", name=table, exact=True).wait_for()


def test_columns_sort_by_their_buttons_and_say_so(person: Person, visits: Visits):
    page = visits.open(f"/explorer?{ONLY_OWN}", person.account)
    cards: list[Json] = person.ask("GET", f"/v1/explorer/cards?{ONLY_OWN}")["cards"]
    show(page, "Draft")
    page.get_by_role("button", name="Seen").click()
    header = page.get_by_role("columnheader", name="Seen")
    expect(header).to_have_attribute("aria-sort", "descending")
    seen = [int(text) for text in page.locator("tbody td:last-child").all_text_contents()]
    assert seen == sorted((card["seen"] for card in cards), reverse=True)
    page.keyboard.press("Enter")  # the button has the focus
    expect(header).to_have_attribute("aria-sort", "ascending")
    assert [int(text) for text in page.locator("tbody td:last-child").all_text_contents()] == sorted(seen)
    expect(page.locator(".explorer")).to_contain_text("too few")
    assert_accessible(page)


@pytest.mark.verify
def test_filters_ask_for_other_numbers_and_the_phone_shows_them_without_scrolling_the_page(
    person: Person, visits: Visits
):
    page = visits.open("/explorer", person.account, **PHONE)
    show(page, "Building")
    page.get_by_text("Which games").click()
    page.get_by_label("Round").select_option("4")
    built = sum(card["built"] for card in person.ask("GET", "/v1/explorer/cards?round=4")["cards"])
    expect(page.locator("summary", has_text="Round: 4")).to_be_visible()
    expect(page.locator(".explorer-scroll")).to_be_visible()
    shown = page.locator("tbody td:nth-of-type(3)").all_text_contents()
    assert sum(int(text.replace(",", "")) for text in shown) == built
    for table in ("Draft", "Building"):
        show(page, table)
        assert_no_sideways_scrolling(page)
        assert page.locator(".explorer-scroll").evaluate("(each) => each.scrollWidth - each.clientWidth") == 0
    assert_accessible(page)
    page.get_by_label(re.compile("^Games")).select_option("solo")
    expect(page.get_by_role("radio", name="Draft", exact=True)).to_have_count(0)
    page.reload()
    expect(page.get_by_role("radio", name="Building", exact=True)).to_be_checked()


def test_the_lobby_leads_there(person: Person, visits: Visits):
    page = visits.open("/lobby", person.account)
    page.get_by_role("link", name="What all games say about cards").click()
    page.wait_for_url(re.compile("/explorer$"))
    expect(page.get_by_role("heading", name="Explorer")).to_be_visible()
