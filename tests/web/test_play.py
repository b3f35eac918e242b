"""A person at the table: whole games by clicks or keys, on a phone, through a restart, by dragging and planning."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from random import Random

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.end_to_end.running import Running, await_true
from tests.web.play import Person
from tests.web.visits import PHONE, Visits, assert_no_sideways_scrolling, await_screen

pytestmark = pytest.mark.slow
PATIENCE_SECONDS = 240.0
"""How long a game may stand still: a bound for what hangs, which judges no speed."""
PHONE_390 = PHONE | {"viewport": {"width": 390, "height": 844}}
RESTART = [r"Failed to load resource", r"ERR_"]
"""What the browser says on the console while the service is away."""


@pytest.fixture
def ada(running: Running) -> Iterator[Person]:
    """A person with an account."""
    person = Person(running.url, "Ada")
    yield person
    person.http.close()


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


def focusable(page: Page, name: str) -> bool:
    return page.locator(f'[data-focus="{name}"]').count() > 0


def click_something(page: Page, rng: Random, tap: Callable[[str], None]) -> bool:
    """One sensible click, by what is on the screen. False: there is nothing to click now."""
    rows = [row for row in ("candidates", "hand", "drafted") if page.locator(f"[data-row={row}]").count()]
    prompt = prompt_of(page)
    if focusable(page, "act.main"):
        names = names_of(page, ".inspector [data-focus^='act.'], .inspector [data-focus^='onto.']")
    elif rows and ("Choose a card" in prompt or "Build or recycle" in prompt or "Keep one" in prompt):
        names = names_of(page, f"[data-row={rows[0]}]")
    elif focusable(page, "choose.general"):
        names = ["choose.general"]
    elif page.locator(".site-acts .chip").count():
        names = names_of(page, ".site-acts .chip")
    elif focusable(page, "put.empire"):
        names = ["quick.rest" if focusable(page, "quick.rest") else "put.empire"]
    else:
        names = names_of(page, '[data-focus="ready"][aria-disabled="false"]')
    if names:
        tap(rng.choice(names))
    return bool(names)


def names_of(page: Page, selector: str) -> list[str]:
    """The buttons' names; none if the game has gone on since they were seen."""
    found: list[str] = page.locator(selector).evaluate_all("all => all.map((each) => each.dataset.focus)")
    return found


def clicker(page: Page) -> Callable[[str], None]:
    """Clicks a button by its name, unless the game has taken it away in the meantime."""

    def tap(name: str) -> None:
        button = page.locator(f'[data-focus="{name}"]')
        if button.count():
            button.first.evaluate("(each) => each.scrollIntoView({ block: 'center' })")
            button.first.click(timeout=PATIENCE_SECONDS * 1000)

    return tap


def test_a_person_plays_a_game_of_two_by_clicks_alone(ada: Person, visits: Visits):
    game = ada.start_game(seats=2, bots=["random"])
    page, rng = table(visits, ada, game), Random(1)
    tap = clicker(page)
    play_to_the_end(page, lambda: click_something(page, rng, tap))
    await_true(lambda: ada.ask("GET", f"/v1/games/{game}")["status"] == "finished")
    expect(page.locator(".end-headline")).to_be_visible()


def test_a_person_plays_a_game_of_two_by_keyboard_alone(ada: Person, visits: Visits):
    game = ada.start_game(seats=2, bots=["random"])
    page = table(visits, ada, game)
    focused = "document.activeElement?.dataset.row ?? ''"
    while page.evaluate(focused) != "hand":
        page.keyboard.press("Tab")

    def press_something() -> bool:
        lost = "document.querySelector('.prompt') !== null && document.activeElement === document.body"
        assert not page.evaluate(lost)
        prompt = prompt_of(page)
        if "Choose a card" in prompt or "Build or recycle" in prompt:
            if page.evaluate(focused) not in ("hand", "drafted"):
                page.keyboard.press("Shift+Tab")
            elif "Build" in prompt:
                page.keyboard.press("r" if "3" in prompt else "b")
            else:
                page.keyboard.press("Enter")
                page.keyboard.press("Enter")
        elif "Choose a character" in prompt:
            page.keyboard.press("Shift+Tab")
            if "choose" in page.evaluate("document.activeElement?.dataset.focus ?? ''"):
                page.keyboard.press("Enter")
        elif page.locator(".inspector").count():
            page.keyboard.press("Escape")
        elif prompt.startswith("Place"):
            page.keyboard.press("e")
        elif "All done" in prompt:
            page.keyboard.press("y")
        else:
            return False
        page.wait_for_timeout(20)
        return True

    play_to_the_end(page, press_something)
    await_true(lambda: ada.ask("GET", f"/v1/games/{game}")["status"] == "finished")


def test_a_person_plays_a_scenario_on_a_phone(ada: Person, visits: Visits):
    game = ada.start_game(seats=1, scenario="SC01")
    page, rng = table(visits, ada, game, **PHONE_390), Random(2)
    expect(page.locator(".required li")).to_have_count(4)
    for index in range(2):
        page.locator("[data-focus^='redraw.']").nth(index).tap()
    expect(page.locator("[data-row=candidates]")).to_have_count(5)
    assert_no_sideways_scrolling(page)

    tap = clicker(page)
    play_to_the_end(page, lambda: click_something(page, rng, tap))
    result = ada.ask("GET", f"/v1/games/{game}")["result"]
    assert result is None or result["medal"]


def test_a_placement_outlives_a_restart_of_the_service(running: Running, ada: Person, visits: Visits):
    game = ada.start_game(seats=2, bots=["random"])
    ada.play(game, until=lambda view: view["phase"] == "planning")
    page = table(visits, ada, game, allow=RESTART)
    first = page.locator("[data-row=drafted]").first
    card = first.get_attribute("data-focus")
    for pid in running.processes("web"):
        os.kill(pid, signal.SIGKILL)
    first.click()
    page.locator('[data-focus="act.main"]').click()
    expect(page.locator(f"[data-row=sites][data-focus='{card}']")).to_be_visible()
    await_true(lambda: in_construction(ada, game, card))
    expect(page.locator(".sending")).to_have_count(0)
    expect(page.locator(f"[data-row=sites][data-focus='{card}']")).to_have_count(1)
    expect(page.locator(".offline")).to_have_count(0, timeout=PATIENCE_SECONDS * 1000)


def in_construction(person: Person, game: str, card: str | None) -> bool:
    """Whether the service has the card in the construction area; False while it does not answer."""
    try:
        answer = person.http.get(f"/v1/games/{game}")
    except httpx.TransportError:
        return False
    own = answer.json()["seats"][0] if answer.status_code == 200 else {"construction": []}
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
