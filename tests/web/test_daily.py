"""The daily deal in a browser: found from the start, played once, closed until midnight, and open afterwards."""

import re
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from game.daily import day_after
from tests.end_to_end.running import Running
from tests.web.play import Json, Person
from tests.web.visits import PHONE, Visits, assert_accessible, assert_no_sideways_scrolling

TABLE = re.compile(r"/games/\w+$")
NARROW: Json = {**PHONE, "viewport": {"width": 390, "height": 844}}
SEED = "5a" * 32
NAMES = ("Ada", "Benjamin", "W" * 32)


class Tried:
    """A person with a finished try of today."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.game: str = self.person.ask("POST", "/v1/daily/games")["id"]
        self.score: int = self.person.play(self.game)["result"]["scores"][0]["total"]
        self.day: str = self.person.ask("GET", "/v1/daily")["today"]["day"]


@pytest.fixture(scope="module")
def tried(running: Running) -> Iterator[Tried]:
    person = Person(running.url, "Ada")
    with person.client:
        yield Tried(person)


def past_day(day: str, seed: str = SEED) -> Json:
    """A day that is over, as the service tells it. `seed`: the one that was promised."""
    commitment = sha256(bytes.fromhex(seed) + day.encode()).hexdigest()
    entries = [
        {
            "place": place,
            "player": {"id": f"player{place}", "name": name, "kind": "human"},
            "handle": None,
            "score": 90 - place,
            "scored_at": f"{day}T12:00:00.000Z",
            "game": f"game{place}",
        }
        for place, name in enumerate(NAMES, 1)
    ]
    deal = {"day": day, "side": "B", "scenario": "SC02", "commitment": commitment}
    told = {"deal": deal, "is_over": True, "server_seed": SEED, "players": 3, "try": None, "place": None}
    return told | {"entries": entries}


def with_days(visits: Visits, person: Person, path: str, days: dict[str, Json], **options: Any) -> Page:
    """A page of a service on which these days have passed."""
    context = visits.profile(person.account, **options)

    def tell_today(route: Route) -> None:
        told = route.fetch()
        route.fulfill(response=told, json=told.json() | {"first": min(days), "streak": 3})

    def tell_day(route: Route) -> None:
        day = re.search(r"daily/([\d-]+)", route.request.url)
        assert day
        route.fulfill(json=days[day[1]]) if day[1] in days else route.continue_()

    context.route(re.compile(r"/v1/daily/\d"), tell_day)
    context.route(re.compile(r"/v1/daily$"), tell_today)
    page = context.new_page()
    page.goto(path)
    page.get_by_role("heading", level=1).wait_for()
    return page


def test_a_page_that_stays_open_over_midnight_offers_the_next_deal(ada: Person, visits: Visits):
    # given a page that was opened yesterday, when that day's deal was played
    page = visits.profile(ada.account).new_page()

    def tell_yesterday(route: Route) -> None:
        told = route.fetch()
        today = told.json()["today"]
        own = {"day": day_after(today["day"], -1), "game": "yesterday", "status": "finished", "score": 47}
        over = {"today": today | {"day": own["day"]}, "ends_at": f"{today['day']}T00:00:00.000Z", "try": own}
        route.fulfill(response=told, json=told.json() | over)

    page.route(re.compile(r"/v1/daily$"), tell_yesterday, times=1)
    page.clock.install()
    page.goto("/daily")
    expect(page.get_by_text("47 points")).to_be_visible()

    # when a minute has passed
    page.clock.run_for(60_000)

    # then today's deal waits to be played
    expect(page.get_by_role("button", name="Play today’s deal")).to_be_visible()
    expect(page.get_by_text("47 points")).to_have_count(0)


def test_a_day_that_ends_while_its_page_stays_open_tells_its_seed(tried: Tried, visits: Visits):
    # given the page of a day that was opened before its midnight
    day = day_after(tried.day, -1)
    told = past_day(day)
    page = visits.profile(tried.person.account).new_page()
    page.route(re.compile(rf"/v1/daily/{day}"), lambda route: route.fulfill(json=told))
    page.route(
        re.compile(rf"/v1/daily/{day}$"),
        lambda route: route.fulfill(json=told | {"is_over": False, "server_seed": None}),
        times=1,
    )
    page.clock.install()
    page.goto(f"/daily/{day}")
    expect(page.get_by_text("The seed is told when the day is over")).to_be_visible()

    # when a minute has passed
    page.clock.run_for(60_000)

    # then its table is over, and its promise is checked
    expect(page.get_by_text(SEED)).to_be_visible()
    expect(page.get_by_text("The games can be replayed when")).to_have_count(0)
    expect(page.get_by_role("status").filter(has_text="is the one that")).to_have_count(1)


def test_the_end_of_a_try_that_stays_open_over_midnight_opens_the_game(tried: Tried, visits: Visits):
    # given the end of a try of yesterday, which was opened then
    page = visits.profile(tried.person.account).new_page()
    more: Json = {"daily": day_after(tried.day, -1)}

    def tell(route: Route) -> None:
        told = route.fetch()
        route.fulfill(response=told, json=told.json() | more)

    page.route(re.compile(rf"/v1/games/{tried.game}$"), tell)
    page.clock.install()
    page.goto(f"/games/{tried.game}")
    expect(page.get_by_text("The cards stay secret until midnight")).to_be_visible()

    # when its secrets are told, and a minute has passed
    more["deck"] = []
    page.clock.run_for(60_000)

    # then it can be analysed and shared
    expect(page.get_by_role("button", name="Analyse this game")).to_be_visible()
    expect(page.get_by_text("The cards stay secret until midnight")).to_have_count(0)
    page.get_by_role("button", name="Menu").click()
    expect(page.locator(".share-links")).to_contain_text(f"/replay/{tried.game}")


def test_a_newcomer_finds_todays_deal_and_plays_it_once(visits: Visits):
    page = visits.open("/", **NARROW)
    page.get_by_role("link", name="Today’s deal").click()
    play = page.get_by_role("button", name="Play today’s deal")
    play.wait_for()  # the start page has a field for the name, too
    page.get_by_label("Your name").fill("Cleo")
    play.click()
    page.wait_for_url(TABLE)
    expect(page.locator(".own-main")).to_have_count(1)
    for helper in ("Hint", "Coach"):
        expect(page.get_by_role("button", name=helper)).to_have_count(0)
    game = page.url.rpartition("/")[2]
    page.goto("/daily")
    page.get_by_role("link", name="Go on with your try").click()
    page.wait_for_url(f"**/games/{game}")


def test_a_finished_try_shows_its_points_and_stays_closed(tried: Tried, visits: Visits):
    page = visits.open(f"/games/{tried.game}", tried.person.account, **NARROW)
    main = page.locator("main")
    expect(main).to_contain_text("The cards stay secret until midnight")
    for closed in ("Analyse this game", "Share", "Play again"):
        expect(page.get_by_role("button", name=closed)).to_have_count(0)
    page.get_by_role("link", name="Table of the day").click()
    expect(main).to_contain_text(f"with {tried.score} points")
    page.goto("/daily")
    expect(main).to_contain_text(f"You have {tried.score} points")
    expect(page.locator(".day.now")).to_contain_text(str(tried.score))
    assert_no_sideways_scrolling(page)
    assert_accessible(page)


def test_the_replay_of_a_closed_try_has_the_eyes_of_its_player_alone(tried: Tried, visits: Visits):
    page = visits.open(f"/replay/{tried.game}", tried.person.account)
    expect(page.get_by_label("Whose eyes").get_by_role("option")).to_have_text(["Ada", "A spectator"])
    for closed in ("Verify this game", "Start this game", "Analyse this game"):
        expect(page.get_by_role("button", name=closed)).to_have_count(0)


@pytest.mark.verify
def test_yesterdays_best_games_lead_to_their_replays(tried: Tried, visits: Visits):
    yesterday = day_after(tried.day, -1)
    page = with_days(visits, tried.person, "/daily", {yesterday: past_day(yesterday)}, **NARROW)
    table = page.get_by_role("table", name="Yesterday")
    expect(table.get_by_role("row")).to_have_count(1 + len(NAMES))
    expect(table.get_by_role("link", name=re.compile("Replay and analysis of .*Ada"))).to_have_attribute(
        "href", "/replay/game1"
    )
    expect(page.locator(".figure")).to_have_text(re.compile("Days in a row.*3"))
    assert_no_sideways_scrolling(page)
    assert_accessible(page)
    page.get_by_role("link", name="The whole table").click()
    page.wait_for_url(f"**/daily/{yesterday}")


@pytest.mark.usual("5a5a")
@pytest.mark.parametrize(("seed", "text"), [(SEED, "is the one that"), ("00" * 32, "is not the one that")])
def test_a_past_day_shows_whether_its_seed_is_the_one_that_was_promised(
    seed: str, text: str, tried: Tried, visits: Visits
):
    day = day_after(tried.day, -3)
    page = with_days(visits, tried.person, f"/daily/{day}", {day: past_day(day, seed)}, **NARROW)
    expect(page.get_by_role("status").filter(has_text=text)).to_have_count(1)
    expect(page.locator("main")).to_contain_text(SEED)
    assert_no_sideways_scrolling(page)
    assert_accessible(page)
