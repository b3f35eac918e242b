"""Every address of the page opens cleanly, for everybody, on every device."""

import re

import pytest
from playwright.sync_api import Browser

from service.api.web_page import addresses
from tests.end_to_end.running import Running
from tests.web.visits import DESKTOP, LETTERS, PHONE, Json, Visits, assert_accessible, assert_no_sideways_scrolling

REFUSED = [r"status of 40[14]"]
"""The browser itself writes on the console what the service refuses: an unknown game, or one without an account."""
LONG_NAME = "W" * 32
PATHS = ["/", *(re.sub("<.*?>", "unknown0", address) for address in addresses())]


@pytest.mark.usual("/lobby", "/games/unknown0", "/rules")
@pytest.mark.parametrize("path", PATHS)
def test_each_address_opens_without_an_error_on_the_console_and_axe_finds_nothing_serious(
    path: str, visits: Visits, axe: None
):
    """For a newcomer at a light desktop, and for somebody with a long name on a small dark phone."""
    looks: list[tuple[Json | None, Json]] = [
        (None, {"color_scheme": "light"}),
        (visits.register(LONG_NAME), {"color_scheme": "dark", **PHONE}),
    ]
    for account, device in looks:
        page = visits.open(path, account, allow=REFUSED, **device)
        assert page.title()
        assert page.locator("main h1").count() == 1
        assert_no_sideways_scrolling(page)
        for width, percent in ((320, 100), (360, 200)):  # a desktop at a zoom of 400 %; the largest letters of a phone
            page.set_viewport_size({"width": width, "height": 740})
            page.evaluate(LETTERS, percent)
            assert_no_sideways_scrolling(page)
        page.evaluate(LETTERS, 100)
        page.set_viewport_size((DESKTOP | device)["viewport"])
        assert_accessible(page)


def test_a_page_that_breaks_the_rules_of_the_visits_is_noticed(browser: Browser, running: Running):
    visits = Visits(browser, running.url)
    page = visits.open()
    page.evaluate("setTimeout(() => { document.body.innerHTML = '<b>' })")
    page.evaluate("document.body.append(Object.assign(new Image(), { src: 'http://127.0.0.2/a.png' }))")
    page.evaluate("setTimeout(() => { throw new Error('thrown') })")
    expected = {"TrustedHTML", "img-src", "thrown"}
    for _ in range(100):
        found = {word for word in expected for trouble in visits.troubles if word in trouble}
        if found == expected:
            break
        page.wait_for_timeout(100)
    visits.close()
    assert found == expected, visits.troubles
