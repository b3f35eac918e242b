"""A browser for the tests of the page."""

import os
from collections.abc import Generator, Iterator

import pytest
from playwright.sync_api import Browser

from tests.end_to_end.running import Running
from tests.generated_clients.tools import require_tools
from tests.web.browser import chromium, open_browser
from tests.web.play import Person
from tests.web.visits import Visits, visits_to


@pytest.fixture(
    scope="package"
)  # not for the session: playwright holds an event loop, which other tests make themselves
def browser() -> Iterator[Browser]:
    """The browser. Without one the test is skipped; with REQUIRE_BROWSER set, it fails."""
    path = chromium()
    if path is None:
        reason = "there is no chromium on PATH, and CHROMIUM names none"
        (pytest.fail if os.environ.get("REQUIRE_BROWSER") else pytest.skip)(reason)
    with open_browser(path) as opened:
        yield opened


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Show with a failed test how its pages fare."""
    report = yield
    visits = getattr(item, "funcargs", {}).get("visits")
    if report.when == "call" and report.failed and isinstance(visits, Visits):
        try:
            told = visits.account_of_pages()
        except Exception as error:  # pytest would end, and tell nothing of the failure
            told = repr(error)
        report.sections.append(("The pages", told))
    return report


@pytest.fixture
def visits(browser: Browser, running: Running) -> Iterator[Visits]:
    """Visits to the page. The test fails at its end if a page had an error or asked another host for something."""
    with visits_to(browser, running.url) as made:
        yield made


@pytest.fixture
def axe() -> None:
    """axe-core is installed; without it, the test is skipped."""
    require_tools()


@pytest.fixture
def ada(running: Running) -> Iterator[Person]:
    """A person with an account."""
    person = Person(running.url, "Ada")
    with person.client:
        yield person
