"""A person at the table: whole games by clicks or keys, on a phone, offline, by dragging and planning."""

import re
import time
from collections.abc import Callable
from contextlib import suppress
from random import Random

import pytest
from playwright.sync_api import Locator, Page, Route, TimeoutError, expect

from tests.end_to_end.running import await_true
from tests.web.play import Json, Person
from tests.web.visits import FOLLOW, PHONE, Visits, assert_no_sideways_scrolling, await_screen

PATIENCE_SECONDS = 240.0
"""How long a game may stand still: a bound for what hangs, which judges no speed."""
STILL: Json = {"reduced_motion": "reduce"}
"""In a whole game, playwright would wait for each card to come to rest."""
CLICK_MS = 1500
ACTED_MS = 400
"""Longer than a move takes that must not happen."""
PHONE_390 = PHONE | {"viewport": {"width": 390, "height": 844}}
OFFLINE = [r"Failed to load resource", r"ERR_"]
"""What the browser says on the console while it has no connection."""
TOO_LATE = [r"status of 409 \(CONFLICT\) .*/undo\)"]
"""What it says when the bot has moved the game on just before an undo arrives."""


def table(visits: Visits, person: Person, game: str, **options: object) -> Page:
    """The table of a game, once it shows the own board."""
    page = visits.open(f"/games/{game}", person.account, **options)  # type: ignore[arg-type]
    page.locator(".own-board").wait_for()
    return page


def play_to_the_end(page: Page, act: Callable[[], bool]) -> None:
    """Act until the page shows the end. `act`: does one thing if there is one to do."""
    moved = time.monotonic()
    while not page.locator(".over").count():
        if act():
            moved = time.monotonic()
        else:
            assert time.monotonic() < moved + PATIENCE_SECONDS, page.locator("main").inner_text()
            page.wait_for_timeout(50)


def prompt_of(page: Page) -> str:
    """What the page asks for now; empty once the game is over."""
    return str(page.evaluate("document.querySelector('.prompt')?.innerText ?? ''"))


SENSIBLE = """() => {
    const names = (selector) => [...document.querySelectorAll(selector)].map((each) => each.dataset.focus);
    const has = (name) => names(`[data-focus="${name}"]`).length > 0;
    const prompt = document.querySelector(".prompt")?.innerText ?? "";
    const rows = ["candidates", "hand", "drafted"].map((each) => names(`[data-row=${each}]`));
    const row = rows.find(({ length }) => length);
    if (has("act.main")) return names(".inspector [data-focus^='act.'], .inspector [data-focus^='onto.']");
    if (prompt.includes("Build or recycle") && names("[data-row=sites]").length >= 3) return ["quick.recycle"];
    if (row && /Choose a card|Build or recycle|Keep one/.test(prompt)) return row;
    if (has("choose.general")) return ["choose.general"];
    if (names(".site-acts .chip").length) return names(".site-acts .chip");
    if (has("put.empire")) return [has("quick.rest") ? "quick.rest" : "put.empire"];
    return names('[data-focus="ready"][aria-disabled="false"]');
}"""
"""The names of buttons, of which each is a sensible one to click now."""


def click_something(page: Page, rng: Random, tap: Callable[[str], None]) -> bool:
    """One sensible click, by what is on the screen. False: there is nothing to click now."""
    names = page.evaluate(SENSIBLE)
    if names:
        tap(rng.choice(names))
    return bool(names)


def clicker(page: Page) -> Callable[[str], None]:
    """Clicks a button by its name, unless the game has taken it away in the meantime."""

    def tap(name: str) -> None:
        """To the middle of the window first: the dock at its edge covers what lies below."""
        button = f'[data-focus="{name}"]'
        scroll = "(it) => { const e = document.querySelector(it); e?.scrollIntoView({ block: 'center' }); return !!e; }"
        if page.evaluate(scroll, button):
            with suppress(TimeoutError):  # the game has gone on: the button is not enabled any more
                page.locator(button).first.click(timeout=CLICK_MS)

    return tap


@pytest.mark.verify
def test_a_person_plays_a_game_of_two_by_clicks_alone(ada: Person, visits: Visits):
    game = ada.start_game(seats=2, bots=["random"])
    page, rng = table(visits, ada, game, **STILL), Random(1)
    tap = clicker(page)
    play_to_the_end(page, lambda: click_something(page, rng, tap))
    await_true(lambda: ada.ask("GET", f"/v1/games/{game}")["status"] == "finished")
    expect(page.locator(".end-headline")).to_be_visible()


WATCH_FOCUS = """() => {
    window.lost = [];
    let last = "";
    document.addEventListener("focusin", ({ target }) => { last = target.outerHTML.slice(0, 200); });
    document.addEventListener("keydown", ({ key }) => { if (key === "Tab") last = ""; }, true);
    new MutationObserver(() => {
        if (last && document.activeElement === document.body) window.lost.push(last);
    }).observe(document.querySelector("#main"), { subtree: true, childList: true, attributes: true });
}"""
"""From now on, note each element whose focus falls to the body when the page changes. Tab may lead out of the page."""


@pytest.mark.verify
def test_a_person_plays_a_game_of_two_by_keyboard_alone_and_the_focus_never_falls_to_the_body(
    ada: Person, visits: Visits
):
    game, rng = ada.start_game(seats=2, bots=["random"]), Random(5)
    page = table(visits, ada, game, allow=TOO_LATE, **STILL)
    page.evaluate(WATCH_FOCUS)
    focused = "document.activeElement?.dataset.row ?? ''"
    while page.evaluate(focused) != "hand":
        page.keyboard.press("Tab")

    def press_something() -> bool:
        assert page.evaluate("lost") == []
        prompt = prompt_of(page)
        if "Choose a card" in prompt or "Build or recycle" in prompt:
            if not page.locator("[data-row=hand], [data-row=drafted]").count():
                return False
            if page.evaluate(focused) not in ("hand", "drafted"):
                page.keyboard.press("Shift+Tab")
            elif "Build" in prompt:
                page.keyboard.press("r" if "3" in prompt else "b")
            else:
                page.keyboard.press("Enter")
                page.keyboard.press("Enter")
        elif page.locator("[data-focus^='choose.']").count():
            page.keyboard.press("Shift+Tab")
            if "choose" in page.evaluate("document.activeElement?.dataset.focus ?? ''"):
                page.keyboard.press("Enter")
        elif page.locator(".inspector").count():
            page.keyboard.press("Escape")
        elif prompt.startswith("Place"):
            page.keyboard.press("e")
        elif "All done" in prompt:
            page.keyboard.press(rng.choice("yyyu"))
        else:
            return False
        page.wait_for_timeout(20)
        return True

    play_to_the_end(page, press_something)
    assert page.evaluate("lost") == []
    await_true(lambda: ada.ask("GET", f"/v1/games/{game}")["status"] == "finished")


def test_a_person_plays_a_scenario_on_a_phone(ada: Person, visits: Visits):
    game = ada.start_game(seats=1, scenario="SC01")
    page, rng = table(visits, ada, game, **PHONE_390, **STILL), Random(2)
    expect(page.locator(".required li")).to_have_count(4)
    for index in range(2):
        page.locator("[data-focus^='redraw.']").nth(index).tap()
    expect(page.locator("[data-row=candidates]")).to_have_count(5)
    assert_no_sideways_scrolling(page)

    tap = clicker(page)
    play_to_the_end(page, lambda: click_something(page, rng, tap))
    result = ada.ask("GET", f"/v1/games/{game}")["result"]
    assert result is None or result["medal"]


def test_a_placement_outlives_a_time_without_a_connection(ada: Person, visits: Visits):
    game = ada.start_game(seats=2, bots=["random"])
    ada.play(game, until=lambda view: view["phase"] == "planning")
    page = table(visits, ada, game, allow=OFFLINE)
    first = page.locator("[data-row=drafted]").first
    card = first.get_attribute("data-focus")
    page.context.set_offline(True)
    first.click()
    page.locator('[data-focus="act.main"]').click()
    expect(page.locator(f"[data-row=sites][data-focus='{card}']")).to_be_visible()
    expect(page.locator(".sending")).not_to_have_count(0)
    assert not in_construction(ada, game, card)
    page.context.set_offline(False)
    await_true(lambda: in_construction(ada, game, card))
    expect(page.locator(".sending")).to_have_count(0)
    expect(page.locator(f"[data-row=sites][data-focus='{card}']")).to_have_count(1)
    expect(page.locator(".offline")).to_have_count(0, timeout=PATIENCE_SECONDS * 1000)


@pytest.mark.verify
def test_an_undo_whose_answer_is_lost_takes_back_one_move(ada: Person, visits: Visits):
    game = ada.start_game(seats=2, bots=["random"])
    ada.play(game, until=lambda view: view["phase"] == "planning")
    for _ in range(3):
        ada.ask("POST", f"/v1/games/{game}/intentions", **ada.ask("GET", f"/v1/games/{game}/legal")[0])
    page = table(visits, ada, game, allow=OFFLINE)
    asked: list[str] = []

    def lose_the_answer(route: Route) -> None:
        asked.append(route.request.headers["idempotency-key"])
        if len(asked) <= 5:  # as often as the page asks before it holds the service to be away
            route.fetch()
            return route.abort()
        return route.continue_()

    page.route("**/undo", lose_the_answer)
    newest = ada.ask("GET", f"/v1/games/{game}")["undoable"]
    page.locator('[data-focus="undo"]').click()
    page.locator("p.offline").wait_for()
    expect(page.locator(".offline")).to_have_count(0, timeout=PATIENCE_SECONDS * 1000)
    undone = [
        each for each in ada.ask("GET", f"/v1/games/{game}/events?limit=1000") if each["name"] == "intention_undone"
    ]
    assert [each["data"]["group"] for each in undone] == [newest]
    assert len({*asked}) == 1


def in_construction(person: Person, game: str, card: str | None) -> bool:
    """Whether the service has the card in the construction area."""
    own = person.ask("GET", f"/v1/games/{game}")["seats"][0]
    return any(site["card"] == card for site in own["construction"])


def drag(page: Page, card: Locator, target: str) -> None:
    """Drag a card onto a place, among those that the dock shows once the drag has begun."""
    card.hover()
    page.mouse.down()
    start = card.bounding_box() or {}
    page.mouse.move(start["x"] + 5, start["y"] + 5)
    place = page.locator(f".drop-bar [data-drop={target}]")
    place.wait_for()
    box = place.bounding_box() or {}
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.up()


def test_a_drop_does_what_taps_do(ada: Person, visits: Visits):
    game = ada.start_game(seats=2, bots=["random"])
    ada.play(game, until=lambda view: view["phase"] == "planning")
    page = table(visits, ada, game)
    card = page.locator("[data-row=drafted]").first
    name = card.get_attribute("data-focus")
    drag(page, card, "construction")
    expect(page.locator(f"[data-row=sites][data-focus='{name}']")).to_be_visible()
    await_true(lambda: in_construction(ada, game, name))

    recycled = page.locator("[data-row=drafted]").first
    name = recycled.get_attribute("data-focus")
    drag(page, recycled, "empire")
    await_true(lambda: name in ada.ask("GET", f"/v1/games/{game}")["discard"])


def lift(page: Page, card: Locator) -> None:
    """Begin to drag a card."""
    card.hover()
    page.mouse.down()
    box = card.bounding_box() or {}
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    expect(page.locator(".ghost")).to_be_visible()


def test_a_drag_that_is_given_up_or_that_another_choice_overtakes_does_nothing(ada: Person, visits: Visits):
    game = ada.start_game(seats=2, bots=["random"])
    page = table(visits, ada, game, **STILL)
    cards, ghost, selected = page.locator("[data-row=hand]"), page.locator(".ghost"), page.locator(".pick.selected")

    lift(page, cards.first)
    page.keyboard.press("Escape")
    expect(ghost).to_have_count(0)
    page.mouse.up()  # on the same card: no click
    page.wait_for_timeout(ACTED_MS)
    expect(selected).to_have_count(0)

    other = cards.nth(3)
    other.focus()
    lift(page, cards.first)
    other.press("Enter")
    expect(other).to_have_class(re.compile("selected"))
    page.locator(".drafted-zone").hover()
    page.mouse.up()
    page.wait_for_timeout(ACTED_MS)
    expect(ghost).to_have_count(0)
    assert not ada.ask("GET", f"/v1/games/{game}")["seats"][0]["drafted"]

    lift(page, cards.first)
    box = page.locator(".drafted-zone").bounding_box() or {}
    moved = {"type": "mouseMoved", "x": box["x"] + 9, "y": box["y"] + 9, "button": "none", "buttons": 0}
    page.context.new_cdp_session(page).send("Input.dispatchMouseEvent", moved)  # it was released out of the window
    expect(ghost).to_have_count(0)
    expect(selected).to_have_count(0)
    page.mouse.up()
    assert not ada.ask("GET", f"/v1/games/{game}")["seats"][0]["drafted"]

    lift(page, cards.first)
    page.evaluate(FOLLOW, "/rules")
    page.get_by_role("heading", level=1, name="Rules").wait_for()
    expect(ghost).to_have_count(0)


def drag_by_touch(page: Page, card: Locator, target: str) -> None:
    """Press long on a card, and move the finger to a place that the dock then shows."""
    devtools = page.context.new_cdp_session(page)
    card.tap(trial=True)  # it is in view, and has come to rest

    def touch(kind: str, box: Json | None) -> None:
        points = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}] if box else []
        devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", card.bounding_box())
    place = page.locator(f".drop-bar [data-drop={target}]")
    place.wait_for()
    touch("touchMove", place.bounding_box())
    touch("touchEnd", None)


@pytest.mark.verify
def test_a_finger_drags_after_a_long_press_and_otherwise_taps(ada: Person, visits: Visits):
    game = ada.start_game(seats=2, bots=["random"])
    ada.play(game, until=lambda view: view["phase"] == "planning")
    page = table(visits, ada, game, **PHONE_390)
    card = page.locator("[data-row=drafted]").first
    name = card.get_attribute("data-focus")
    card.tap()
    expect(page.locator(".inspector")).to_be_visible()
    drag_by_touch(page, card, "construction")
    await_true(lambda: in_construction(ada, game, name))
    expect(page.locator(".ghost")).to_have_count(0)


def test_planned_moves_are_kept_through_a_reload_and_sent_together(ada: Person, visits: Visits):
    game = ada.start_game(seats=2, bots=["random"])
    before = ada.play(game, until=lambda view: view["phase"] == "planning")
    page = table(visits, ada, game)
    page.locator('[data-focus="plan_first"]').click()
    for _ in range(3):
        page.locator("[data-row=drafted]").first.click()
        page.locator('[data-focus="act.main"]').click()
    page.locator('[data-focus="undo"]').click()
    expect(page.locator('[data-focus="ready"]')).to_have_text("Send 2 moves")
    assert ada.ask("GET", f"/v1/games/{game}")["seats"][0] == before["seats"][0]

    page.reload()
    await_screen(page)
    expect(page.locator("[data-row=drafted]")).to_have_count(5)
    page.locator('[data-focus="ready"]').click()
    await_true(lambda: len(ada.ask("GET", f"/v1/games/{game}")["seats"][0]["drafted"]) == 5)
    expect(page.locator("[data-row=drafted]")).to_have_count(5)


def test_what_another_tab_has_done_is_seen_in_all_tabs(ada: Person, visits: Visits):
    game = ada.start_game(seats=2, bots=["random"])
    ada.play(game, until=lambda view: view["phase"] == "planning")
    first = table(visits, ada, game)
    second = first.context.new_page()
    second.goto(f"/games/{game}")
    second.locator("[data-row=drafted]").first.wait_for()
    second.locator('[data-focus="quick.build"]').click()
    expect(first.locator("[data-row=drafted]")).to_have_count(0)

    first.close()  # the tab that reads the stream
    ada.ask("POST", f"/v1/games/{game}/undo")
    expect(second.locator("[data-row=drafted]")).to_have_count(1)


def test_what_cannot_be_done_says_why(ada: Person, visits: Visits):
    game = ada.start_game(seats=2, bots=["random"])
    ada.play(game, until=lambda view: view["phase"] == "planning")
    page = table(visits, ada, game)
    page.locator('[data-focus="ready"]').click(force=True)  # playwright waits for what is `aria-disabled`
    expect(page.locator("#told")).to_contain_text("Build or recycle all your cards first")
