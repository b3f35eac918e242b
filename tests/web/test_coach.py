"""The coach on one's own page: what costs points, and an example to open."""

from collections.abc import Iterator
from contextlib import closing

import pytest
from playwright.sync_api import expect

from service.analysis.store import AnalysisStore
from service.backend import open_backend
from service.run.embedded_redis import ensure_server
from service.settings import read_settings
from tests.end_to_end.running import Running, await_true
from tests.service.analysis.test_coach import RECYCLE, SLATE, decision
from tests.web.play import Person
from tests.web.visits import PHONE, Visits, assert_no_sideways_scrolling

GAMES = 5


@pytest.fixture(scope="module")
def player(running: Running) -> Iterator[tuple[Person, list[str]]]:
    """A person with analysed games, in all of which one kind of decision cost points."""
    person = Person(running.url, "Ada")
    parts = open_backend(read_settings({"REDIS_URL": ensure_server(running.data).url}))
    with person.client, closing(parts.redis):
        parts.watch.look()
        games = []
        for number in range(GAMES):
            game = person.start_game(seats=2, bots=["random"])
            person.play(game)
            games.append(game)
            loaded = parts.games.load(game)
            document = {"decisions": [decision(SLATE, RECYCLE, 4.0 + number, person.account["id"])]}
            AnalysisStore(parts.redis, parts.keys).keep(game, loaded.head, document)
        await_true(lambda: person.ask("GET", "/v1/players/me/coach")["games"] == GAMES)
        yield person, games


@pytest.mark.verify
def test_it_says_what_costs_points_and_leads_to_an_example(visits: Visits, player: tuple[Person, list[str]]):
    person, games = player
    page = visits.open("/me", person.account, **PHONE)
    section = page.locator("section", has=page.get_by_role("heading", name="What costs you points"))
    expect(section).to_contain_text("Putting the wrong cards under construction: costs 6 points a game")
    expect(section).to_contain_text("From 5 analysed games of your last 20.")
    assert_no_sideways_scrolling(page)
    section.get_by_role("link", name="Example: 8 points").click()
    page.wait_for_url(f"**/replay/{games[-1]}?at=*")
