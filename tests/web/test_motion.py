"""What moves at the table and sounds: cards, cubes and hands go where they belong, and are never in the way."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.end_to_end.running import await_true
from tests.web.play import Json, Person
from tests.web.visits import Visits, assert_accessible, await_screen

NOTED = """
    window.moves = [];
    window.isFrozen = location.protocol !== "about:" && Boolean(sessionStorage.getItem("frozen"));
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
        window.moves.push({ id: options.id ?? "", to: frames.at(-1)?.transform ?? "" });
        const made = animate.call(this, frames, options);
        if (window.isFrozen) made.pause();
        return made;
    };
    window.sounds = 0;
    for (const { prototype } of [AudioScheduledSourceNode, AudioBufferSourceNode]) {
        const { start } = prototype;
        prototype.start = function (...times) {
            window.sounds += 1;
            return start.apply(this, times);
        };
    }
"""
"""Notes what is animated, and counts tones. `isFrozen`: what moves from now on stands still at its beginning."""
FREEZE = "isFrozen = true; sessionStorage.setItem('frozen', 'yes')"
HAND = "[...document.querySelectorAll('[data-row=hand]')].map((each) => each.dataset.focus).join()"
SHOWN = """[...document.querySelector("main").children].map((each) => each.outerHTML).join()
    .replaceAll(/appears|tabindex="[-0-9]+"|<time.*?<\\/time>/g, "")"""
"""What a page shows, without what depends on the focus, and the class of news that fade in."""
LAYER = ".motion-layer"


def table(visits: Visits, account: Json, game: str, path: str = "games", **options: object) -> Page:
    """The table of a game, once things can move on it. It notes what does."""
    profile = visits.profile(account, **options)  # type: ignore[arg-type]
    profile.add_init_script(NOTED)
    page = profile.new_page()
    page.goto(f"/{path}/{game}")
    await_screen(page)
    page.locator("link[href$='motion.css']").wait_for(state="attached")
    return page


def do(person: Person, game: str, **intention: object) -> None:
    """An intention of this person."""
    person.ask("POST", f"/v1/games/{game}/intentions", **intention)


def planning(ada: Person) -> tuple[str, list[str]]:
    """A game of two in its first planning, and the cards that Ada has drafted."""
    game = ada.start_game(seats=2, bots=["greedy"])
    view = ada.play(game, until=lambda view: view["phase"] == "planning")
    return game, view["seats"][0]["drafted"]


@pytest.mark.usual("1--")
@pytest.mark.parametrize(("game_round", "sign"), [(1, "-"), (2, "")])
def test_hands_travel_to_the_neighbour_on_the_side_of_the_round(
    game_round: int, sign: str, ada: Person, visits: Visits
):
    """To the left in odd rounds, to the right in even ones (R12); and nothing moves for those who want it still."""
    game = ada.start_game(seats=2, bots=["greedy"])
    ada.play(game, until=lambda view: view["round"] == game_round and view["phase"] == "draft")
    wide = {"viewport": {"width": 1440, "height": 900}}  # where both rows of the comparison are in sight
    pages = [table(visits, ada.account, game, reduced_motion=motion, **wide) for motion in ("no-preference", "reduce")]
    held = pages[0].evaluate(HAND)
    do(ada, game, **ada.ask("GET", f"/v1/games/{game}/legal")[0])
    for page in pages:
        page.wait_for_function(
            f"(held) => document.querySelectorAll('.picked').length === 0 && held !== {HAND}", arg=held
        )
    moves: list[Json] = pages[0].evaluate("moves")
    [leaving] = [each["to"] for each in moves if each["id"] == "pass-on"]
    assert re.match(rf"translateX\({sign}\d", leaving)
    assert len([each for each in moves if each["id"] == "hand"]) == 2  # in the comparison of all players
    expect(pages[0].locator(LAYER)).to_have_count(0)
    assert pages[1].evaluate("moves") == []


def test_a_click_during_a_motion_works_and_what_is_taken_back_ends_it(ada: Person, visits: Visits):
    game, [card, other, *_] = planning(ada)
    page = table(visits, ada.account, game)
    page.evaluate(FREEZE)
    page.locator(f"[data-focus='{card}']").dblclick()
    expect(page.locator(f"{LAYER} .card")).to_have_count(1)
    page.locator(f"[data-row=sites][data-focus='{card}']").click()  # where it has not arrived yet
    expect(page.locator(".inspector")).to_be_visible()
    page.locator(f"[data-row=drafted][data-focus='{other}']").click()
    page.locator("[data-focus='act.main']").click()
    expect(page.locator("[data-row=sites]")).to_have_count(2)
    expect(page.locator(f"{LAYER} .card")).to_have_count(2)
    await_true(lambda: len(ada.ask("GET", f"/v1/games/{game}")["seats"][0]["construction"]) == 2)
    page.evaluate("moves.length = 0")
    page.locator("[data-focus='undo']").click()
    expect(page.locator("[data-row=sites]")).to_have_count(1)
    expect(page.locator(LAYER)).to_have_count(0)
    assert page.evaluate("moves") == []


@pytest.mark.verify
def test_after_a_motion_the_page_is_as_without_it(ada: Person, visits: Visits, axe: None):
    """For all who ask for no motion, in their system or on the page, nothing has moved."""
    game = ada.start_game(seats=3, bots=["greedy", "random"])
    still = table(visits, ada.account, game, reduced_motion="reduce")
    switched = table(visits, ada.account, game)
    switched.evaluate("localStorage.setItem('wonderful.motion', '\"none\"')")
    switched.reload()
    await_screen(switched)
    moving, watching = table(visits, ada.account, game), table(visits, visits.register("Ben"), game, "watch")
    for stop in ("planning", "production"):
        ada.play(game, until=lambda view, stop=stop: view["phase"] == stop)
        for page in (still, switched, moving):
            page.locator(f".own-main.{stop}").wait_for()
        watching.wait_for_function("() => moves.length > 0")
        expect(moving.locator(LAYER)).to_have_count(0)
        await_true(lambda: moving.evaluate(SHOWN) == still.evaluate(SHOWN))
    assert {"draft", "reveal", "pass-here", "hand"} <= {each["id"] for each in moving.evaluate("moves")}
    assert still.evaluate("moves") == switched.evaluate("moves") == []
    assert_accessible(moving)


@pytest.mark.verify
def test_the_end_builds_up_seat_by_seat_until_somebody_clicks(ada: Person, visits: Visits):
    game = ada.start_game(seats=3, bots=["greedy"] * 2)
    ada.play(game)
    page = table(visits, ada.account, game)
    page.evaluate(FREEZE)
    page.reload()
    page.locator(".scene-seat").last.wait_for(state="attached")
    page.wait_for_function("() => moves.filter(({ id }) => id === 'rise').length === 3")
    expect(page.locator(f"{LAYER} .motion-count")).to_have_count(3)
    page.get_by_role("button", name="Share").click()
    expect(page.locator(LAYER)).to_have_count(0)
    expect(page.get_by_text(re.compile("The link is copied|/replay/")).first).to_be_visible()


def test_the_table_sounds_once_it_is_switched_on_and_the_browser_remembers_it(ada: Person, visits: Visits):
    game, [card, other, *_] = planning(ada)
    page = table(visits, ada.account, game, reduced_motion="reduce")
    do(ada, game, type="slate", card=card)
    expect(page.locator("[data-row=sites]")).to_have_count(1)
    assert page.evaluate("sounds") == 0
    page.get_by_role("button", name="Menu").press("Enter")
    page.get_by_label("Sounds of cards and cubes").press("Space")
    page.wait_for_function("() => sounds > 0")
    page.reload()
    page.locator("link[href$='motion.css']").wait_for(state="attached")
    page.locator("[data-row=sites]").wait_for()
    do(ada, game, type="slate", card=other)
    page.wait_for_function("() => sounds > 0")
    assert page.evaluate("moves") == []
