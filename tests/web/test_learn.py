"""Somebody who never played gets through a first game by doing what the coach points at."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.play import Person
from tests.web.visits import PHONE, Visits, assert_no_sideways_scrolling

MAX_STEPS = 1500
"""A game takes about 250."""
OVERTAKEN = [r"status of 409"]
"""A click may come when the game has just gone on. The service refuses it, and the page shows what is next."""
UNDERSTOOD = ".coach-topic button"
TARGET = "[data-coached]"


def begin(visits: Visits, **device: Any) -> Page:
    page = visits.open(allow=OVERTAKEN, **device)
    page.get_by_label("Your name").fill("Newcomer")
    page.get_by_role("button", name="Show me how").click()
    page.locator(".coach").wait_for()
    return page


def follow(page: Page, last: str) -> list[str]:
    """Do what the coach says until it has explained `last`, or the game is over. What it has explained, in order.

    Each click goes to what the page shows at that moment, as the page may go on at any time. It draws once a frame: so
    what the last click changes is drawn by then.
    """
    explained: list[str] = []
    for _ in range(MAX_STEPS):
        step = page.evaluate(
            """async ([understood, target]) => {
                await new Promise(requestAnimationFrame);
                const topic = document.querySelector(understood);
                const title = topic && document.querySelector(".coach-topic h2").textContent;
                (topic ?? document.querySelector(target))?.click();
                return { title, isOver: !topic && Boolean(document.querySelector(".table.over")) };
            }""",
            [UNDERSTOOD, TARGET],
        )
        if step["title"]:
            explained.append(step["title"])
        if step["isOver"] or step["title"] == last:
            return explained
        page.wait_for_timeout(40)  # a person is slower; without it the loop only keeps the machine busy
    raise AssertionError(f"not over after {MAX_STEPS} steps: {page.locator('.coach').inner_text()}")


def test_the_coach_leads_a_newcomer_on_a_phone_through_the_first_round(visits: Visits):
    page = begin(visits, **PHONE)
    assert follow(page, "Production")[:3] == ["The draft", "How to read a card", "Hands are passed on"]
    assert_no_sideways_scrolling(page)


@pytest.mark.verify
def test_a_newcomer_gets_through_the_first_game_on_a_phone_by_the_coach_alone(visits: Visits):
    page = begin(visits, **PHONE)
    explained = follow(page, "")
    assert {"Planning", "Production", "The last round", "Your first game is over"} <= set(explained)
    assert len(explained) == len(set(explained))
    scores = page.evaluate(
        """async () => {
            const { token } = JSON.parse(localStorage.getItem("wonderful.account"));
            const game = location.pathname.split("/").pop();
            const answer = await fetch(`/v1/games/${game}`, { headers: { Authorization: `Bearer ${token}` } });
            return (await answer.json()).result.scores.map((each) => each.total);
        }"""
    )
    assert scores[0] > 0, scores
    assert_no_sideways_scrolling(page)


@pytest.mark.verify
def test_the_coach_can_be_closed_and_opened_again(visits: Visits):
    page = begin(visits)
    page.get_by_role("button", name="Close the coach").click()
    expect(page.locator(".coach")).to_have_count(0)
    expect(page.locator(TARGET)).to_have_count(0)
    page.get_by_role("button", name="Coach").click()
    expect(page.locator(".coach")).to_be_visible()
    expect(page.locator(TARGET)).to_have_count(1)


@pytest.mark.verify
def test_the_coach_leads_the_keyboard_to_what_is_next(visits: Visits):
    page = begin(visits)
    page.get_by_role("button", name="Show me where").press("Enter")
    page.wait_for_function("() => document.activeElement.hasAttribute('data-coached')")


@pytest.fixture
def person(visits: Visits) -> Iterator[Callable[[str], Person]]:
    """Registers people, and ends their connections."""
    people: list[Person] = []

    def register(name: str) -> Person:
        people.append(Person(visits.url, name))
        return people[-1]

    yield register
    for each in people:
        each.client.close()


def test_a_hint_says_what_a_strong_bot_would_do_and_why_until_the_player_moves(
    visits: Visits, person: Callable[[str], Person]
):
    player = person("Curious")
    game = player.start_game(seats=2, bots=["random"])
    page = visits.open(f"/games/{game}", player.account, **PHONE)
    page.get_by_role("button", name="Hint").click()
    hint = page.locator(".hint")
    expect(hint.locator(".coach-do")).to_have_text(re.compile("^Pick .+\\.$"))
    expect(hint).to_contain_text(re.compile(r"Your score is 0 now\. The bot expects you to (lead by|be) \d"))
    expect(hint).to_contain_text("This round it constructs")
    assert_no_sideways_scrolling(page)
    view = player.ask("GET", f"/v1/games/{game}")
    assert hint.locator(".coach-do").inner_text().removeprefix("Pick ").removesuffix(".") in names_of(
        player, view["hand"]
    )
    player.ask("POST", f"/v1/games/{game}/intentions", type="draft", card=view["hand"][0])
    expect(hint).to_have_count(0)


def names_of(player: Person, cards: list[str]) -> set[str]:
    developments = player.ask("GET", "/v1/catalogue")["developments"]
    names = {each["id"]: each["name"] for each in developments}
    return {names[card.partition(".")[0]] for card in cards}


@pytest.mark.verify
def test_alone_the_bot_expects_a_score_and_the_hint_closes(visits: Visits, person: Callable[[str], Person]):
    player = person("Alone")
    page = visits.open(f"/games/{player.start_game(seats=1)}", player.account)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint")).to_contain_text("at the end.")
    page.get_by_role("button", name="Close the hint").click()
    expect(page.locator(".hint")).to_have_count(0)


def test_with_other_people_there_are_no_hints(visits: Visits, person: Callable[[str], Person]):
    ada, ben = person("Ada"), person("Ben")
    game = ada.open_game(seats=2)
    ben.ask("POST", f"/v1/games/{game}/seats")
    ada.ask("POST", f"/v1/games/{game}/start")
    page = visits.open(f"/games/{game}", ada.account)
    expect(page.locator(".own-board")).to_be_visible()
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)


def test_the_rules_show_every_section_with_cards_as_examples(visits: Visits):
    page = visits.open("/rules", **PHONE)
    expect(page.locator(".rules-cards .card")).to_have_count(3)
    facts = page.locator(".anatomy-facts li")
    assert len(facts.all()) == page.locator(".anatomy-card .spot").count()  # each place of the card is explained
    expect(facts.first).to_contain_text("Costs 2 Science, 1 Gold")
    assert page.locator(".rules section").count() == page.locator(".rules-nav a").count() > 8
    assert_no_sideways_scrolling(page)
