"""Watching a game: the comparison of all players, the news, the big screen, and explanations."""

import re
from collections.abc import Iterator
from contextlib import closing

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.end_to_end.running import Running
from tests.web.play import Json, Person
from tests.web.visits import PHONE, Visits, assert_accessible, assert_no_sideways_scrolling

HOUR_MS = 3_600_000
LONGER_THAN_A_LEAVE_MS = 400
"""An explanation goes 200 ms after the pointer has left it."""
MOVED = """Promise.all(document.getAnimations()
    .filter((each) => each.effect.getTiming().iterations === 1).map((each) => each.finished))"""
BIG: Json = {"viewport": {"width": 1920, "height": 1080}}
BIG_AND_DARK: Json = {**BIG, "color_scheme": "dark"}


@pytest.fixture(scope="module")
def ada(running: Running) -> Iterator[Person]:
    person = Person(running.url, "Ada")
    with closing(person.client):
        yield person


@pytest.fixture(scope="module")
def in_production(ada: Person) -> tuple[str, Json]:
    """A game of five seats that waits for Ada alone in a step of production, and her view. No test moves in it."""
    game = ada.start_game(seats=5, bots=["greedy"] * 4)
    view = ada.play(game, until=lambda view: view["phase"] == "production")
    while view["waiting_on"] != [view["seat"]]:
        ada.ask("GET", f"/v1/games/{game}/events?after={view['version']}&wait=5")
        view = ada.ask("GET", f"/v1/games/{game}")
    return game, view


def races(page: Page, seat: int) -> Locator:
    """What the comparison shows of the production of a seat, in the order of the steps."""
    return page.locator(".everyone tbody tr").nth(seat).locator("td.race .race-amount")


def assert_roles(page: Page) -> None:
    """The comparison has the roles that screen readers need."""
    table = page.get_by_role("table", name="All players compared")
    expect(table.get_by_role("row")).to_have_count(6)
    expect(table.get_by_role("rowheader")).to_have_count(5)
    expect(table.get_by_role("columnheader")).to_have_count(12)


def draft_first(person: Person, game: str) -> None:
    """Draft the first card that is legal."""
    [first, *_] = person.ask("GET", f"/v1/games/{game}/legal")
    person.ask("POST", f"/v1/games/{game}/intentions", **first)


def test_a_visitor_without_an_account_compares_all_players(in_production: tuple[str, Json], visits: Visits):
    game, view = in_production
    page = visits.open(f"/watch/{game}")
    assert_roles(page)
    for seat in view["seats"]:
        amounts = [re.compile(rf"^\D*{amount}\D*$") for amount in seat["production"].values()]
        expect(races(page, seat["seat"])).to_have_text(amounts)
        row = page.locator(".everyone tbody tr").nth(seat["seat"])
        expect(row.locator(".col-points b")).to_have_text(str(seat["score"]["total"]))
        expect(row.locator(".site")).to_have_count(len(seat["construction"]))
    assert page.evaluate("localStorage.getItem('wonderful.account')") is None


def test_what_happens_shows_without_a_reload(ada: Person, visits: Visits):
    game = ada.start_game(seats=2, bots=["greedy"])
    page = visits.open(f"/watch/{game}")
    expect(page.locator(".connection.live")).to_have_count(1)
    draft_first(ada, game)
    expect(page.locator(".news-list")).to_contain_text("The picks are revealed")
    expect(page.locator("#voice")).to_contain_text("The picks are revealed")
    expect(page.locator(".everyone tbody tr").first.locator(".drafted-count")).to_contain_text("1")


def test_what_happens_just_before_the_stream_begins_is_told_too(ada: Person, visits: Visits):
    game = ada.start_game(seats=2, bots=["greedy"])
    profile = visits.profile()

    def after_the_picks(route: Route) -> None:
        draft_first(ada, game)
        while "picks_revealed" not in str(ada.ask("GET", f"/v1/games/{game}/events?after=5&wait=5")):
            pass
        route.continue_()

    profile.route(re.compile("events.include"), after_the_picks, times=1)
    page = profile.new_page()
    page.goto(f"/watch/{game}")
    expect(page.locator(".news-list")).to_contain_text("The picks are revealed")


def test_a_reaction_is_a_bubble_at_its_seat(ada: Person, visits: Visits):
    game = ada.start_game(seats=2, bots=["greedy"])
    page = visits.open(f"/watch/{game}")
    expect(page.locator(".connection.live")).to_have_count(1)
    ada.ask("POST", f"/v1/games/{game}/reactions", reaction="good_luck")
    expect(page.locator(".everyone tbody tr").first.locator(".bubble")).to_have_text("Good luck!")


@pytest.mark.verify
def test_a_clock_of_the_machine_that_is_wrong_by_an_hour_does_not_matter(ada: Person, visits: Visits):
    game = ada.start_game(seats=2, bots=["greedy"], clock={"kind": "per_phase", "seconds": 7200})
    for error in (-HOUR_MS, HOUR_MS):
        profile = visits.profile()
        profile.add_init_script(f"const now = Date.now; Date.now = () => now() + {error}")
        page = profile.new_page()
        page.goto(f"/watch/{game}")
        expect(page.locator(".everyone .clock").first).to_have_text(re.compile(r"^(2:00:00|1:5\d:\d\d)$"))


def test_names_are_text_whatever_is_in_them(running: Running, visits: Visits):
    name = "<b>&amp; שלום " + "😀" * 25
    person = Person(running.url, name)
    with closing(person.client):
        game = person.start_game(seats=2, bots=["greedy"])
    page = visits.open(f"/watch/{game}", **PHONE)
    expect(page.locator(".player-name b").first).to_have_text(name)
    assert_no_sideways_scrolling(page)


def test_a_game_that_is_not_shown_is_refused_in_words(ada: Person, visits: Visits):
    game = ada.open_game(seats=2, visibility="private")
    for path in (f"/watch/{game}", "/board/unknown0"):
        page = visits.open(path, allow=["status of 404"])
        expect(page.locator("main")).to_contain_text("There is no such game here")


def test_a_link_to_a_table_leads_a_stranger_to_the_watchers_and_to_a_free_seat(ada: Person, visits: Visits):
    page = visits.open(f"/games/{ada.open_game(seats=2)}", **PHONE)
    page.get_by_role("link", name="Take a seat").click()
    expect(page.get_by_label("Your name")).to_be_visible()


def test_everything_explains_itself_until_escape_or_until_the_pointer_leaves(
    in_production: tuple[str, Json], visits: Visits
):
    game, _ = in_production
    page = visits.open(f"/watch/{game}")
    gold = page.get_by_role("button", name="Production and supremacy: Gold")
    explanation = page.locator("#explanation")
    gold.press("Enter")
    expect(explanation).to_contain_text("Supremacy: Gold")
    expect(gold).to_have_attribute("aria-describedby", "explanation")
    page.keyboard.press("Escape")
    expect(explanation).to_be_hidden()
    page.locator(".site").first.hover()
    expect(explanation).to_contain_text("spaces filled")
    box = explanation.bounding_box() or {}
    page.mouse.move(box["x"] + 20, box["y"] + 20, steps=5)  # onto the text, to read it at ease
    page.wait_for_timeout(LONGER_THAN_A_LEAVE_MS)
    expect(explanation).to_contain_text("spaces filled")
    page.mouse.move(2, 2)
    expect(explanation).to_be_hidden()


def test_no_text_is_missing(in_production: tuple[str, Json], visits: Visits):
    """A key in place of its text looks like `table.watch.title`."""
    game, _ = in_production
    page = visits.open(f"/watch/{game}")
    page.locator(".player-open").first.click()
    page.get_by_role("button", name="Menu").click()
    shown = page.locator("body").inner_text() + page.title()
    assert not re.findall(r"\b(?:table|menu|explain|event|phase|item|resource)\.\w+", shown)
    for explained in page.locator(".everyone thead .explained, .track .explained, .rounds").all():
        topic = explained.get_attribute("data-explain")
        text = page.evaluate(
            """async (topic) => {
                const app = document.querySelector('script[type="module"]').src;
                const { $: modules } = await import(app);
                return JSON.stringify(modules["table/explain.js"].explanation(topic, {}));
            }""",
            topic,
        )
        assert "explain." not in text, text


@pytest.mark.usual("board")
@pytest.mark.parametrize(
    ("screen", "look"),
    [("watch", {"color_scheme": "light"}), ("watch", {"color_scheme": "dark", **PHONE}), ("board", BIG_AND_DARK)],
    ids=["watch", "watch on a dark phone", "board"],
)
def test_axe_finds_nothing_serious_in_a_game(
    screen: str, look: Json, in_production: tuple[str, Json], visits: Visits, axe: None
):
    page = visits.open(f"/{screen}/{in_production[0]}", **look)
    expect(page.locator(".news-list li").first).to_be_visible()
    page.evaluate(MOVED)
    assert_accessible(page)


def test_five_players_fit_on_a_small_phone_and_keep_their_roles(in_production: tuple[str, Json], visits: Visits):
    page = visits.open(f"/watch/{in_production[0]}", **PHONE)
    assert_roles(page)
    assert_no_sideways_scrolling(page)
    page.locator(".player-open").nth(3).click()
    expect(page.locator(".empire-panel")).to_have_count(1)
    assert_no_sideways_scrolling(page)


def test_the_big_screen_of_an_open_game_shows_how_to_join(ada: Person, visits: Visits):
    game = ada.open_game(seats=3, bots=["greedy"], visibility="private")
    code = ada.ask("GET", f"/v1/games/{game}")["code"]
    page = visits.open(f"/board/{game}", ada.account, **BIG)
    expect(page.locator(".invitation .address")).to_contain_text(f"/join/{code}")
    expect(page.locator(".invitation .qr")).to_have_js_property("complete", True)
    assert page.locator(".invitation .qr").evaluate("(image) => image.naturalWidth") > 0
    expect(page.locator(".seats-before li")).to_have_count(3)


def test_the_big_screen_fills_its_window_without_scrolling_however_much_happened(
    in_production: tuple[str, Json], visits: Visits
):
    page = visits.open(f"/board/{in_production[0]}", **BIG)
    expect(page.locator(".everyone tbody tr")).to_have_count(5)
    expect(page.locator(".news-list li").first).to_be_visible()
    page.locator(".news-list").evaluate(
        "(list) => list.append(...[...list.children].map((each) => each.cloneNode(true)))"
    )
    page.wait_for_function("() => document.documentElement.scrollHeight <= innerHeight")
    expect(page.locator("#bar")).to_be_hidden()


def test_a_proposed_rewind_is_answered_at_the_table(ada: Person, running: Running, visits: Visits):
    ben = Person(running.url, "Ben")
    with closing(ben.client):
        game = ada.open_game(seats=2)
        ben.ask("POST", f"/v1/games/{game}/seats")
        start = ada.ask("POST", f"/v1/games/{game}/start")
        [first, *_] = ben.ask("GET", f"/v1/games/{game}/legal")
        ben.ask("POST", f"/v1/games/{game}/intentions", **first)
        page = visits.open(f"/games/{game}", ada.account)
        ben.ask("POST", f"/v1/games/{game}/rewinds", version=start["version"])
        expect(page.locator(".attention")).to_contain_text("Ben proposes to go back.")
        page.get_by_role("button", name="Agree").click()
        expect(page.locator(".attention")).to_have_count(0)
        assert ada.ask("GET", f"/v1/games/{game}")["waiting_on"] == [0, 1]


def test_two_players_pause_at_the_table_and_one_of_them_goes_on(ada: Person, running: Running, visits: Visits):
    ben = Person(running.url, "Ben")
    with closing(ben.client):
        game = ada.open_game(seats=2, clock={"kind": "bank", "seconds": 600})
        ben.ask("POST", f"/v1/games/{game}/seats")
        ada.ask("POST", f"/v1/games/{game}/start")
        page = visits.open(f"/games/{game}", ada.account, **PHONE)
        page.get_by_role("button", name="Menu").click()
        expect(page.locator("dialog.menu")).to_contain_text("Ben must agree.")
        page.get_by_role("button", name="Ask for a pause").click()
        expect(page.locator(".attention")).to_contain_text("You ask for a pause.")
        ben.ask("PUT", f"/v1/games/{game}/seats/me/pause", pause=True)
        expect(page.locator(".attention")).to_contain_text("The game is paused.")
        expect(page.locator(".head-turn")).to_contain_text("Paused")
        expect(page.get_by_role("button", name="Undo")).to_have_attribute("aria-disabled", "true")
        assert_no_sideways_scrolling(page)
        watcher = visits.open(f"/watch/{game}", **PHONE)
        expect(watcher.locator(".attention")).to_contain_text("The game is paused.")
        expect(watcher.locator(".attention button")).to_have_count(0)
        assert_no_sideways_scrolling(watcher)
        page.get_by_role("button", name="Go on").click()
        expect(page.locator(".attention")).to_have_count(0)
        assert ada.ask("GET", f"/v1/games/{game}")["waiting_on"] == [0, 1]


BEYOND = "(frame) => frame.firstElementChild.scrollWidth - frame.clientWidth"
"""By how many pixels a comparison is wider than its frame."""


@pytest.mark.usual("5")
@pytest.mark.parametrize("seats", [2, 5])
def test_the_comparison_of_the_last_round_fits_at_all_widths(seats: int, ada: Person, visits: Visits):
    # given a table that has all it can: cards under construction, won supremacies, numbers of two digits
    game = ada.start_game(seats=seats, bots=["greedy"] * (seats - 1))
    ada.play(game, lambda view: view["round"] == 4 and view["phase"] == "planning")
    own, watching = visits.open(f"/games/{game}", ada.account), visits.open(f"/watch/{game}", visits.register("Ben"))
    own.locator(".everyone").wait_for()

    # when a window has any width from a phone to a desktop
    # then nothing of the comparison is cut, and nothing scrolls sideways
    for page in (own, watching):
        for width in (360, 600, 768, 820, 1000, 1024, 1060, 1100, 1280, 1400, 1440, 1920):
            page.set_viewport_size({"width": width, "height": 900})
            assert_no_sideways_scrolling(page)
            assert page.locator(".everyone-frame").evaluate(BEYOND) <= 0, (page.url, width)
