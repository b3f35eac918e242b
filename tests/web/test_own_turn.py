"""What calls at the own table: sound and notifications; and how to leave it."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.end_to_end.running import Running, await_true
from tests.web.play import Person
from tests.web.visits import Visits, await_screen

NOTED = """
    window.tones = [];
    const start = AudioScheduledSourceNode.prototype.start;
    AudioScheduledSourceNode.prototype.start = function (...times) {
        window.tones.push(this.frequency.value);
        return start.apply(this, times);
    };
    window.notes = [];
    window.Notification = class extends Notification {
        constructor(title, options) {
            super(title, options);
            window.notes.push([title, options.body]);
        }
    };
    window.isAway = false;
    Object.defineProperty(document, "hidden", { get: () => window.isAway });
"""
"""Notes tones and notifications. `isAway`: the tab is hidden."""


@pytest.fixture
def ben(running: Running) -> Iterator[Person]:
    """Another one."""
    person = Person(running.url, "Ben")
    with person.client:
        yield person


def table(visits: Visits, person: Person, game: str, **options: object) -> Page:
    """The table of a game, which notes what happens."""
    profile = visits.profile(person.account, **options)  # type: ignore[arg-type]
    profile.add_init_script(NOTED)
    page = profile.new_page()
    page.goto(f"/games/{game}")
    await_screen(page)
    page.locator(".own-board").wait_for()
    return page


def pick(person: Person, game: str) -> None:
    """Pick the first card of the own hand."""
    [first, *_] = person.ask("GET", f"/v1/games/{game}/legal")
    person.ask("POST", f"/v1/games/{game}/intentions", **first)


def game_of(ada: Person, ben: Person, **options: object) -> str:
    """A game of these two that has started."""
    game = ada.open_game(seats=2, **options)
    ben.ask("POST", f"/v1/games/{game}/seats")
    ada.ask("POST", f"/v1/games/{game}/start")
    return game


def test_the_own_turn_is_heard_and_shown_to_who_looks_elsewhere(ada: Person, ben: Person, visits: Visits):
    game = game_of(ada, ben, name="Friday")
    pick(ada, game)
    page = table(visits, ada, game, permissions=["notifications"])
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("Sound when it is my turn").check()
    page.wait_for_function("() => tones.join() === '660,880'")  # at once, so that one knows the sound
    page.get_by_label("Notification when it is my turn").check()
    page.get_by_role("button", name="Close").click()
    page.evaluate("isAway = true")
    pick(ben, game)
    page.wait_for_function("() => notes.length > 0")
    page.wait_for_function("() => tones.join() === '660,880,660,880'")
    expect(page).to_have_title(re.compile("^● Your turn"))
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", re.compile("turn.svg"))
    assert page.evaluate("notes") == [["Your turn", "Friday"]]


@pytest.mark.usual("Menu")
@pytest.mark.parametrize("sheet", ["Menu", "Say", "Go back in the game", "Tell a chat", "Resign"])
def test_the_end_comes_behind_an_open_dialog(sheet: str, ada: Person, ben: Person, visits: Visits):
    game = ada.open_game(seats=2)
    ben.ask("POST", f"/v1/games/{game}/seats")
    ada.client.start_game(game)
    page = table(visits, ada, game)
    page.get_by_role("button", name="Say" if sheet == "Say" else "Menu").click()
    dialog = page.get_by_role("dialog")
    if sheet not in ("Menu", "Say"):
        dialog.get_by_role("button", name=sheet).click()
    ben.ask("POST", f"/v1/games/{game}/abort")
    expect(page.locator(".over")).to_be_attached()
    expect(dialog).to_be_visible()
    dialog.get_by_role("button", name="Close").click()
    expect(page.locator(".end-headline")).to_be_visible()


def test_a_table_is_left_by_the_menu(ada: Person, visits: Visits):
    """Before the first picks the game ends for all; later one resigns, and a bot goes on."""
    aborted = ada.start_game(seats=2, bots=["greedy"])
    page = table(visits, ada, aborted)
    page.get_by_role("button", name="Menu").press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="End the game for all").press("Enter")
    is_asked = expect(page.get_by_role("dialog").get_by_role("button", name="No, go on"))
    is_asked.to_be_visible()  # until then, the button that asks has the name of the one that ends
    expect(page.locator("dialog[open] :focus")).to_have_count(1)
    page.get_by_role("dialog").get_by_role("button", name="End the game for all").press("Enter")
    expect(page.locator(".over")).to_be_visible()
    expect(page.locator(":focus")).to_have_count(1)
    assert ada.ask("GET", f"/v1/games/{aborted}")["status"] == "abandoned"

    resigned = ada.start_game(seats=2, bots=["greedy"])
    pick(ada, resigned)
    page.goto(f"/games/{resigned}")
    page.locator(".own-board").wait_for()
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("dialog").get_by_role("button", name="End the game for all")).to_have_count(0)
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="No, go on").click()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    is_asked.to_be_visible()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    await_true(lambda: ada.ask("GET", f"/v1/games/{resigned}")["seats"][0]["bot"])


@pytest.mark.verify
def test_another_language_names_the_cards_at_once(ada: Person, visits: Visits):
    game = ada.start_game(seats=2, bots=["greedy"])
    page = table(visits, ada, game)
    hand = ada.ask("GET", f"/v1/games/{game}")["hand"]
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("Language").select_option("fr")
    names = {each["id"]: each["name"] for each in ada.client.get_catalogue(lang="fr")["developments"]}
    shown = page.locator(".zone.hand .card-name-text")
    expect(shown).to_have_text([names[card.partition(".")[0]] for card in hand])
