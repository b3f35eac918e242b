"""The table in each phase: fit for everybody, on each screen; two people who meet there play on a clock."""

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.amounts import amounts
from tests.end_to_end.running import Running
from tests.web.play import Json, Person
from tests.web.test_play import OFFLINE, STILL, click_something, clicker
from tests.web.visits import (
    DESKTOP,
    FOLLOW,
    LETTERS,
    PHONE,
    Visits,
    assert_accessible,
    assert_no_sideways_scrolling,
    await_screen,
)

LOOKS: list[Json] = [DESKTOP | {"color_scheme": "light"}, PHONE | {"color_scheme": "dark"}]
STOPS: dict[str, Callable[[Json], object]] = {
    "draft": lambda view: view["phase"] == "draft",
    "planning": lambda view: view["phase"] == "planning" and view["seats"][view["seat"]]["construction"],
    "production": lambda view: view["phase"] == "production",
    "end": lambda view: False,
}
"""Where the game is looked at."""
MAX_RESTYLED = 100
"""More elements than stand near a change: a rule that looks from the whole table at its parts restyles all of them."""
PHONE_390 = PHONE | {"viewport": {"width": 390, "height": 844}}
CUT = """() => [...document.querySelectorAll(".table *")].filter((each) => {
    const { overflowX, position } = getComputedStyle(each);
    const isCut = overflowX !== "visible" && each.scrollWidth > each.clientWidth + 1;
    return isCut && each.checkVisibility({ contentVisibilityAuto: true }) && !each.closest(".unseen, .card")
        && !each.matches(".places, svg *") && position !== "absolute";
}).map((each) => each.outerHTML.slice(0, 120))"""
"""What shows less than it holds; the places of a phone lie side by side."""
HIDDEN_ACTS = """() => {
    const main = document.querySelector(".own-main");
    const isCut = getComputedStyle(main).overflowY === "auto";
    const dock = document.querySelector(".dock").getBoundingClientRect().top;
    const lowest = isCut ? Math.min(dock, main.getBoundingClientRect().bottom) : dock;
    const isHidden = (act) => act.getBoundingClientRect().bottom > (main.contains(act) ? lowest : dock);
    const acts = [...document.querySelectorAll(".own-main :is(.pick, .chip), .own-side .switch")];
    return acts.filter(isHidden).map((act) => act.dataset.focus);
}"""
"""What can be acted on at the own board of a desktop, and is not in sight."""
BOX = "(each) => each.getBoundingClientRect().toJSON()"
TOPS = "(all) => all.map((each) => each.getBoundingClientRect().top)"
CUT_NAMES = "(all) => all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent)"
REPLAYS = 10
HEAP_GROWTH = 1.5
"""So much larger than after the first replays may the heap be after the last one: a leak would add each replay."""


@amounts("looks", 1, len(LOOKS))
def test_axe_finds_nothing_serious_at_the_table_and_nothing_scrolls_sideways(
    ada: Person, visits: Visits, axe: None, looks: int
):
    game = ada.start_game(seats=5, bots=["greedy"] * 4)
    profiles = [visits.profile(ada.account, reduced_motion="reduce", **look) for look in LOOKS]
    for number, (stop, reached) in enumerate(STOPS.items()):
        ada.play(game, reached)
        for profile in [*profiles, *profiles][number % 2 :][:looks]:
            page = profile.new_page()
            page.goto(f"/games/{game}")
            page.locator(".over" if stop == "end" else ".own-board").wait_for()
            assert_accessible(page)
            assert_no_sideways_scrolling(page)
            page.close()


@pytest.mark.usual("1280")
@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1280, 720)])
def test_what_can_be_acted_on_is_in_sight_on_a_desktop(ada: Person, visits: Visits, width: int, height: int):
    game = ada.start_game(seats=5, bots=["greedy"] * 4)
    page = visits.open(f"/games/{game}", ada.account, viewport={"width": width, "height": height}, **STILL)
    for stop in ("draft", "planning", "production"):
        ada.play(game, STOPS[stop])
        page.locator(f".own-main.{stop} .pick").first.wait_for()
        hidden = page.evaluate(HIDDEN_ACTS)
        assert hidden == [], stop


@pytest.mark.usual("2")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_own_board_is_whole_on_a_desktop_with_five_cards_under_construction(
    seats: int, ada: Person, visits: Visits
):
    game = ada.start_game(seats=seats, bots=["greedy"] * (seats - 1))
    page = visits.open(f"/games/{game}", ada.account, viewport={"width": 1440, "height": 900}, **STILL)
    for number in (2, 4):
        for reached in (
            lambda view: view["phase"] == "draft",
            lambda view: len(view["hand"]) == 5,
            lambda view: view["phase"] == "planning",
        ):
            view = ada.play(game, lambda view: view["round"] == number and reached(view))  # noqa: B023 (it is called here)
            page.goto(f"/games/{game}")
            page.locator(f".own-main.{view['phase']} .pick").first.wait_for()
            assert page.locator(".own-main").evaluate("(main) => main.scrollHeight - main.clientHeight") <= 0
            tops = page.locator(".zone.hand ~ .zone:not(.drafted) h2").evaluate_all(TOPS) if view["hand"] else []
            assert len(set(tops)) <= 1  # what stands side by side begins at one height
            assert page.locator(".player-empire").evaluate_all(CUT_NAMES) == []


@pytest.mark.usual("2")
@pytest.mark.parametrize("seats", [2, 5])
def test_what_can_be_acted_on_is_in_sight_on_a_desktop_with_many_cards_under_construction(
    seats: int, ada: Person, visits: Visits
):
    game = ada.start_game(seats=seats, bots=["greedy"] * (seats - 1))
    sizes = [{"width": 1440, "height": 900}, {"width": 1280, "height": 720}]
    pages = [visits.open(f"/games/{game}", ada.account, viewport=size, **STILL) for size in sizes]
    for phase, sites in (("production", 7), ("draft", 7), ("planning", 9), ("planning", 11), ("production", 14)):
        build_everything(ada, game, phase, sites)
        for page, size in zip(pages, sizes, strict=True):
            page.locator(f".own-main.{phase} .sites .pick").nth(sites - 1).wait_for()
            assert page.evaluate(HIDDEN_ACTS) == [], (phase, sites, size)


def build_everything(person: Person, game: str, phase: str, sites: int) -> None:
    """Put all cards under construction and no cubes on them, until so many are there in the phase."""

    def is_there(view: Json) -> bool:
        return view["phase"] == phase and len(view["seats"][view["seat"]]["construction"]) == sites

    while not is_there(person.play(game, lambda view: view["phase"] != "draft" or is_there(view))):
        legal = [each for each in person.client.list_legal(game) if each.get("onto", "empire") == "empire"]
        wanted = ("slate", "place", "choose", "ready")
        person.client.act(game, next(each for kind in wanted for each in legal if each["type"] == kind))


def test_a_table_of_five_fits_a_desktop_whatever_has_happened(ada: Person, visits: Visits):
    # given a table with many news
    game = ada.start_game(seats=5, bots=["greedy"] * 4)
    ada.play(game, lambda view: view["round"] == 4 and view["phase"] == "planning")
    size = {"width": 1440, "height": 900}
    page = visits.open(f"/games/{game}", ada.account, OFFLINE, viewport=size, **STILL)
    page.locator(".news-list li").first.wait_for()

    # then its news scroll and the page does not, and players can be told apart by their names
    assert page.evaluate("document.documentElement.scrollHeight") == size["height"]
    news, dock = (page.locator(each).evaluate(BOX) for each in (".news", ".dock"))
    assert news["bottom"] <= dock["top"]
    assert page.locator(".player-name b").evaluate_all(CUT_NAMES) == []

    # when the connection is lost
    before = page.locator(".places").bounding_box()
    page.context.set_offline(True)
    page.get_by_role("button", name="Build all").click()

    # then the page says so in its middle, and the table stays where it is
    told = page.locator("p.offline")
    expect(told).to_be_in_viewport(ratio=1)
    box = told.bounding_box()
    assert box
    assert box["x"] + box["width"] / 2 == pytest.approx(size["width"] / 2, abs=1)
    assert page.locator(".places").bounding_box() == before


def test_a_small_change_of_the_table_restyles_only_what_is_near_it(ada: Person, visits: Visits, browser: Browser):
    # given a table of some 1,200 elements
    game = ada.start_game(seats=4, bots=["greedy"] * 3)
    page = visits.open(f"/games/{game}", ada.account, **STILL)
    await_screen(page)
    changes = [".own-main h2", ".everyone td b", ".news-list", ".own-side dd", ".action-bar .prompt"]

    # when one element gets another child
    # then the style of its neighbours alone is computed again
    restyled = {change: _restyled_by(change, page, browser) for change in changes}
    assert {change: count for change, count in restyled.items() if not 0 < count <= MAX_RESTYLED} == {}


def _restyled_by(selector: str, page: Page, browser: Browser) -> int:
    """The number of elements whose style a browser computes after an element has got another child."""
    browser.start_tracing(page=page, categories=["devtools.timeline"])
    page.locator(selector).first.evaluate(
        "(each) => { each.append(document.createElement('i')); each.getBoundingClientRect(); }"
    )
    events = json.loads(browser.stop_tracing())["traceEvents"]
    return sum(each["args"].get("elementCount", 0) for each in events if each["name"] == "UpdateLayoutTree")


@pytest.mark.usual("desktop")
@pytest.mark.parametrize(
    ("device", "percent"),
    [(DESKTOP | {"viewport": {"width": 1440, "height": 900}}, 200), (PHONE_390, 200)],
    ids=["desktop", "phone"],
)
def test_large_letters_are_cut_nowhere(ada: Person, visits: Visits, device: Json, percent: int):
    game = ada.start_game(seats=5, bots=["greedy"] * 4, name="Friday evening")
    page = visits.open(f"/games/{game}", ada.account, reduced_motion="reduce", **device)
    page.evaluate(LETTERS, percent)
    for stop in ("planning", "production"):
        ada.play(game, STOPS[stop])
        page.locator(f".own-main.{stop}").wait_for()
        for place in ("Everyone", "My board"):
            page.get_by_role("button", name=place, exact=True).click()
            expect(page.locator(".places[data-moving]")).to_have_count(0)
            assert_no_sideways_scrolling(page)
            assert page.evaluate(CUT) == [], (stop, place)


def test_large_letters_leave_two_thirds_of_a_phone_above_the_dock(ada: Person, visits: Visits):
    game = ada.start_game(seats=2, bots=["greedy"])
    page = visits.open(f"/games/{game}", ada.account, locale="fr-FR", **PHONE_390, **STILL)
    page.evaluate(LETTERS, 200)
    for stop in ("draft", "planning"):
        ada.play(game, STOPS[stop])
        page.locator(f".own-main.{stop} .pick").first.wait_for()
        assert height_of(page, ".dock") < PHONE_390["viewport"]["height"] / 3, stop


def test_the_head_of_a_narrow_phone_is_low_in_long_languages(ada: Person, visits: Visits):
    game = ada.start_game(seats=2, bots=["greedy"])
    for language, width in (("fr-FR", 320), ("fr-FR", 344), ("es-ES", 320), ("es-ES", 360)):
        size = {"width": width, "height": 740}
        page = visits.open(f"/games/{game}", ada.account, locale=language, **PHONE | {"viewport": size}, **STILL)
        page.locator(".own-main .pick").first.wait_for()
        assert height_of(page, ".table .head") <= 125, (language, width)
        assert_no_sideways_scrolling(page)


def test_the_head_of_a_phone_leaves_the_room_to_the_cards(ada: Person, visits: Visits):
    page = visits.open(f"/games/{ada.start_game(seats=2, bots=['greedy'])}", ada.account, **PHONE_390, **STILL)
    boxes = [page.locator(part).bounding_box() for part in (".bar", ".table .head")]
    assert sum(box["height"] for box in boxes if box) <= 150


def test_the_head_of_a_wide_tablet_is_one_line(ada: Person, visits: Visits):
    game = ada.start_game(seats=2, bots=["greedy"], name="Friday evening")
    page = visits.open(f"/games/{game}", ada.account, viewport={"width": 1024, "height": 768}, **STILL)
    assert height_of(page, ".table .head") <= 50


def test_long_names_leave_the_head_of_a_phone_low(ada: Person, visits: Visits):
    game = ada.open_game(seats=2, name="The game that has the longest name of all, because it may")
    ben = Person(visits.url, "Bartholomew Fitzwilliam the Third, Esq.")
    ben.ask("POST", f"/v1/games/{game}/seats")
    ada.client.start_game(game)
    ada.client.act(game, ada.client.list_legal(game)[0])
    ben.client.close()
    page = visits.open(f"/games/{game}", ada.account, locale="fr-FR", **PHONE, **STILL)
    expect(page.locator(".head-turn")).to_contain_text("Bartholomew")
    assert height_of(page, ".table .head") <= 150
    assert_no_sideways_scrolling(page)


@pytest.mark.usual("844")
@pytest.mark.parametrize(("width", "height"), [(844, 390), (667, 375), (360, 225)])
def test_a_low_window_shows_the_cards_to_choose_from(ada: Person, visits: Visits, width: int, height: int):
    game = ada.start_game(seats=2, bots=["greedy"])
    page = visits.open(
        f"/games/{game}", ada.account, **STILL, **PHONE | {"viewport": {"width": width, "height": height}}
    )
    for stop in ("draft", "planning", "production"):
        ada.play(game, STOPS[stop])
        page.locator(f".own-main.{stop} .pick").first.wait_for()
        assert height_of(page, ".dock") < height * (0.3 if stop != "production" else 0.5), stop
        if height > 300:  # the highest zoom has room for little but the head
            card = page.locator(".own-main .pick").first.bounding_box() or {}
            assert card["y"] + 0.6 * card["height"] < height - height_of(page, ".dock"), stop


def test_the_ways_to_plan_all_cards_share_the_line_of_their_heading_on_a_phone(ada: Person, visits: Visits):
    game = ada.start_game(seats=2, bots=["greedy"])
    ada.play(game, STOPS["planning"])
    page = visits.open(f"/games/{game}", ada.account, locale="fr-FR", **PHONE, **STILL)
    expect(page.get_by_role("button", name="Tout recycler")).to_be_visible()
    assert height_of(page, ".zone.drafted > .zone-head") <= 50


def test_paper_has_the_end_without_the_bar_and_the_buttons(ada: Person, visits: Visits):
    game = ada.start_game(seats=2, bots=["greedy"])
    ada.play(game)
    page = visits.open(f"/games/{game}", ada.account, color_scheme="dark", **STILL)
    page.locator(".scene").wait_for()
    for path in (None, f"/replay/{game}"):
        if path:
            page.goto(path)
            page.locator(".board").wait_for()
        page.emulate_media(media="print")
        expect(page.locator(".bar, .button, select, input").filter(visible=True)).to_have_count(0)
        expect(page.locator("h1")).to_be_visible()
        assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(255, 255, 255)"
        page.emulate_media(media="screen")


def height_of(page: Page, selector: str) -> float:
    """Of the first such element, in pixels."""
    return float((page.locator(selector).first.bounding_box() or {})["height"])


@pytest.mark.usual("fr")
@pytest.mark.parametrize("language", ["fr-FR", "es-ES", "ja-JP"])
def test_the_table_is_no_wider_than_a_desktop_in_any_language(language: str, ada: Person, visits: Visits):
    game = ada.start_game(seats=3, bots=["greedy"] * 2)
    ada.play(game, STOPS["production"])
    page = visits.open(f"/games/{game}", ada.account, locale=language, **STILL)
    for width in (1024, 1280, 1440, 1920):
        page.set_viewport_size({"width": width, "height": 900})
        page.locator(".own-main.production .pick").first.wait_for()
        assert_no_sideways_scrolling(page)


def test_a_page_that_is_older_than_the_service_loads_itself_anew(ada: Person, visits: Visits):
    game = ada.start_game(seats=2, bots=["greedy"])
    page = visits.profile(ada.account, allow=[r"status of 404"]).new_page()
    page.route("**/table/menu_sheets.js", lambda route: route.fulfill(status=404))
    page.goto(f"/games/{game}")
    page.locator(".own-board").wait_for()
    page.evaluate("document.body.classList.add('old')")
    page.get_by_role("button", name="Menu").click()
    expect(page.locator("#told")).to_contain_text("older than the service")
    expect(page.locator("body.old")).to_have_count(1)  # the service has the same page: another load would be of no use
    page.route(f"{visits.url}/", lambda route: route.fulfill(body="<!doctype html><script src='/page/new/app.js'>"))
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Menu").click()
    expect(page.locator("body.old")).to_have_count(0)
    page.locator(".own-board").wait_for()


LOOKED_AT_MS = 900
"""Twice as long as a card is looked at until it is explained."""


@pytest.mark.usual("tap")
@pytest.mark.parametrize("look", [{}, PHONE], ids=["hover", "tap"])
def test_a_card_is_shown_large_with_all_its_symbols_in_words(look: Json, ada: Person, visits: Visits):
    game = ada.start_game(seats=2, bots=["greedy"])
    card, *_ = ada.play(game, until=lambda view: view["phase"] == "planning")["seats"][0]["drafted"]
    page = visits.open(f"/games/{game}", ada.account, **STILL, **look)
    face = page.locator(f"[data-row=drafted][data-focus='{card}']")
    (face.tap if look else face.hover)()
    shown = page.locator(".inspector" if look else ".explanation")
    expect(shown).to_be_visible()
    sentences = face.get_attribute("aria-label").split(". ")[1:]  # type: ignore[union-attr]
    expect(shown.locator(".card-legend li")).to_have_text(sentences)
    for signs in shown.locator(".card-signs").all():
        expect(signs.locator("svg").or_(signs.locator(".drawn")).first).to_be_visible()
    wide = shown.locator(".card").bounding_box()["width"]  # type: ignore[index]
    assert wide > 100 if look else wide > 200


def test_a_card_that_comes_under_a_pointer_that_rests_is_explained_once_the_pointer_moves(ada: Person, visits: Visits):
    game = ada.start_game(seats=2, bots=["greedy"])
    page = visits.open(f"/games/{game}", ada.account, **STILL)
    card = page.locator("[data-row=hand]").first
    box = card.bounding_box() or {}
    page.goto("/me")
    await_screen(page)
    page.mouse.move(box["x"] + 30, box["y"] + 30)
    page.evaluate(FOLLOW, f"/games/{game}")
    card.wait_for()
    page.wait_for_timeout(LOOKED_AT_MS)
    expect(page.locator(".explanation")).to_be_hidden()
    page.mouse.move(box["x"] + 40, box["y"] + 40)
    expect(page.locator(".explanation")).to_be_visible()


def test_on_a_phone_the_move_with_a_card_is_in_sight_however_much_there_is_to_say_of_the_card(
    ada: Person, visits: Visits
):
    game = ada.start_game(seats=3, bots=["greedy"] * 2)
    page = visits.open(f"/games/{game}", ada.account, **STILL, **PHONE)
    cards = page.locator("[data-row=hand]")
    cards.first.wait_for()
    expect(page.get_by_role("button", name="Say")).to_have_count(0)  # nobody would hear it
    for card in cards.all():
        card.click()
        act = page.locator(".inspector .acts .button").first
        act.wait_for()
        at_its_foot = "(e, { x, bottom } = e.getBoundingClientRect()) => document.elementFromPoint(x + 9, bottom - 4)"
        assert act.evaluate(f"(e) => e === ({at_its_foot})(e)"), card.get_attribute("aria-label")


def test_the_end_shows_all_empires_with_what_they_built_the_winner_first(ada: Person, visits: Visits):
    game = ada.start_game(seats=3, bots=["greedy"] * 2)
    view = ada.play(game)
    page = visits.open(f"/games/{game}", ada.account, **STILL)
    seats = page.locator(".scene-seat")
    expect(seats).to_have_count(3)
    best = view["result"]["ranking"][0][0]
    expect(seats.first).to_have_class(re.compile("winner"))
    expect(seats.first.locator(".scene-total")).to_have_text(str(view["result"]["scores"][best]["total"]))
    designs = {card.split(".")[0] for card in view["seats"][best]["constructed"]}
    expect(seats.first.locator(".scene-built .card")).to_have_count(min(9, len(designs)))


def test_a_game_that_is_over_is_asked_for_nothing_more(ada: Person, visits: Visits):
    game = ada.start_game(seats=2, bots=["random"])
    ada.play(game)
    page = visits.profile(ada.account).new_page()
    page.clock.install()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"/games/{game}")
    expect(page.locator(".end-headline")).to_be_visible()
    asked.clear()
    page.clock.run_for(60_000)
    page.evaluate("navigator.locks.query().then(() => fetch('/healthz'))")  # after whatever the minute has asked for
    assert not [url for url in asked if f"{game}/events?include" in url]


def test_each_tab_hears_of_the_end_from_the_one_that_reads(ada: Person, visits: Visits):
    game = ada.start_game(seats=2, bots=["random"])
    profile = visits.profile(ada.account)
    pages = [profile.new_page() for _ in range(2)]
    asked: list[str] = []
    for page in pages:
        page.clock.install()
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"/games/{game}")
        page.locator(".own-board").wait_for()
    ada.play(game)
    for page in pages:
        expect(page.locator(".end-headline")).to_be_visible()
        page.clock.run_for(60_000)  # a tab finds out that no other one reads
    assert len([url for url in asked if f"{game}/events?include" in url]) == 1


@pytest.mark.usual("True")
@pytest.mark.parametrize("can_return", [True, False])
def test_who_is_away_takes_the_seat_back_if_time_is_left_for_it(
    can_return: bool, running: Running, ada: Person, visits: Visits
):
    gains = {"increment": 60} if can_return else {}
    game = ada.open_game(seats=2, clock={"kind": "bank", "seconds": 6, "misses": 1} | gains)
    ben = Person(running.url, "Ben")
    ben.ask("POST", f"/v1/games/{game}/seats")
    ada.ask("POST", f"/v1/games/{game}/start")
    page = visits.open(f"/games/{game}", ada.account, **STILL)
    expect(page.get_by_role("button", name="Say")).to_be_visible()
    ben.ask("POST", f"/v1/games/{game}/intentions", **ben.ask("GET", f"/v1/games/{game}/legal")[0])
    ben.client.close()
    away = page.locator(".attention")
    expect(away).to_contain_text("a bot plays your seat" if can_return else "a bot plays your seat to the end")
    back = away.get_by_role("button", name="Take the seat back")
    expect(back).to_have_count(int(can_return))
    if can_return:
        back.click()
        expect(page.locator(".own-board")).to_be_visible()


def test_two_people_meet_by_a_link_and_play_on_a_clock(ada: Person, visits: Visits):
    clock = {"kind": "per_phase", "seconds": 3600}
    game = ada.open_game(seats=2, visibility="private", clock=clock)
    pages = [visits.open(f"/games/{game}", ada.account, **STILL), visits.open(**STILL)]
    host, guest = pages
    expect(host.get_by_role("img", name="QR code")).to_be_visible()
    guest.goto(host.locator(".link-text").inner_text())
    guest.get_by_label("Your name").fill("Ben")
    guest.get_by_role("button", name="See the table").click()
    expect(guest.locator("main")).to_contain_text("Ada")
    guest.get_by_role("button", name="Take a seat").click()
    expect(host.locator(".room")).to_contain_text("Ben")
    expect(host.locator(".room-status")).to_contain_text("Everybody is here")
    guest.get_by_role("button", name="I am ready").click()
    host.get_by_role("button", name="Start the game").click()
    taps = [(page, Random(seed), clicker(page)) for seed, page in enumerate(pages)]
    for page in pages:
        expect(page.get_by_role("timer").first).to_be_visible()
    while ada.ask("GET", f"/v1/games/{game}")["phase"] == "draft":
        for page, rng, tap in taps:
            click_something(page, rng, tap)
    for page in pages:
        expect(page.locator(".own-main.planning")).to_be_visible()


def test_a_player_adds_a_chat_to_the_table_and_deletes_it(ada: Person, visits: Visits, axe: None):
    game = ada.start_game(seats=2, bots=["greedy"])
    page = visits.open(f"/games/{game}", ada.account, **STILL)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Tell a chat").click()
    page.get_by_label("Address of the chat’s webhook").fill("https://hooks.slack.com.example/services/secret")
    expect(page.get_by_label("Service")).to_have_value("discord")
    page.get_by_label("Service").select_option("Slack")
    page.get_by_role("button", name="Add").click()
    chat = page.get_by_role("listitem").filter(has_text="Slack")
    expect(chat).to_contain_text("hooks.slack.com.example")
    expect(chat).not_to_contain_text("secret")
    assert_accessible(page)
    [webhook] = ada.ask("GET", "/v1/webhooks")
    assert (webhook["kind"], webhook["game"], webhook["follows_rematch"]) == ("slack", game, False)
    page.get_by_role("button", name="Delete: Slack").click()
    expect(chat).to_have_count(0)
    assert ada.ask("GET", "/v1/webhooks") == []


@pytest.mark.verify
def test_the_memory_of_a_page_stays_flat_over_ten_replays(ada: Person, visits: Visits):
    game = ada.start_game(seats=3, bots=["greedy"] * 2)
    ada.play(game)
    page = visits.open("/rules", ada.account)
    devtools = page.context.new_cdp_session(page)
    devtools.send("Performance.enable")
    sizes = []
    for _ in range(REPLAYS):
        follow(page, f"/replay/{game}?at=100&seat=all")
        page.locator(".replay").wait_for()
        follow(page, "/rules")
        page.locator(".replay").wait_for(state="detached")
        devtools.send("HeapProfiler.collectGarbage")
        sizes.append(metrics(devtools)["JSHeapUsedSize"])
    assert sizes[-1] < HEAP_GROWTH * sizes[2], sizes


def follow(page: Page, path: str) -> None:
    """Go to an address as a link of the page does, without loading the page again."""
    page.evaluate(
        "(path) => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')); }", path
    )


def metrics(devtools: Any) -> dict[str, float]:
    """What the browser measures of the page, by name."""
    return {each["name"]: each["value"] for each in devtools.send("Performance.getMetrics")["metrics"]}
