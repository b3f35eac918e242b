"""Puzzles in a browser: from the start page, answered by one tap, on a phone and without sight."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from service.language.names import names
from service.puzzles.store import Puzzle, Puzzles
from service.run.embedded_redis import ensure_server
from store.keys import Keys
from store.server import connect
from tests.end_to_end.running import Running
from tests.service.puzzles.made import puzzle_of
from tests.web.visits import PHONE, Visits, assert_accessible, assert_no_sideways_scrolling

WIDE_PHONE = {**PHONE, "viewport": {"width": 390, "height": 844}}


@pytest.fixture(scope="module")
def puzzles(running: Running) -> Iterator[Puzzles]:
    """Those of the service: there are others when games of other tests were analysed."""
    redis = connect(ensure_server(running.data).url)
    yield Puzzles(redis, Keys())
    redis.close()


@pytest.fixture(scope="module")
def kept(puzzles: Puzzles) -> dict[str, Puzzle]:
    """A pick and a plan by id."""
    made = [puzzle_of("agame"), puzzle_of("agame", "planning", ("build",))]
    for each in made:
        puzzles.keep(each)
    return {puzzles.id_of(each.game, each.facts.phase): each for each in made}


def card_name(puzzle: Puzzle, at: int) -> str:
    """The English name of the card of a choice."""
    return names("en")[puzzle.choices[at]["intention"]["card"].partition(".")[0]]


def test_one_tap_on_a_card_answers_and_the_next_puzzle_follows(
    visits: Visits, puzzles: Puzzles, kept: dict[str, Puzzle], axe: None
):
    page = visits.open("/", visits.register("Ada"), **WIDE_PHONE)
    page.get_by_role("link", name="Puzzles").click()
    page.get_by_label("Theme").select_option("pick")
    page.get_by_role("button", name="Next puzzle for me").click()
    page.wait_for_url("**/puzzle/*p?theme=pick")
    id = page.url.rpartition("/")[2].partition("?")[0]
    puzzle = puzzles.read(id)
    assert puzzle is not None
    expect(page.get_by_role("heading", name="Which card do you pick?")).to_be_visible()
    expect(page.get_by_role("region", name="You", exact=True)).to_be_visible()
    assert_no_sideways_scrolling(page)
    assert_accessible(page)
    best = puzzle.choices[0]["intention"]["card"]
    page.get_by_role("list", name="What you can do").locator(f'[data-explain="card.{best}"]').tap()
    verdict = page.get_by_role("heading", name="Right! That is the best move.")
    expect(verdict).to_be_visible()
    expect(verdict).to_be_focused()
    expect(page.locator(".puzzle-ratings")).to_contain_text(re.compile("Your rating: 1[0-9]{3}"))
    expect(page.locator("main")).to_contain_text(f"Expert bot would pick {card_name(puzzle, 0)}.")
    assert_accessible(page)
    page.goto("/puzzles")
    page.get_by_role("button", name="Next puzzle for me").click()
    page.wait_for_url(re.compile(f"/puzzle/(?!{id})"))


def test_a_worse_move_is_shown_beside_the_best_one(visits: Visits, kept: dict[str, Puzzle]):
    id, puzzle = next((id, each) for id, each in kept.items() if each.facts.phase == "planning")
    page = visits.open(f"/puzzle/{id}", visits.register("Ben"), **WIDE_PHONE)
    expect(page.get_by_role("heading", name="Which move is best?")).to_be_visible()
    moves = page.get_by_role("list", name="What you can do").get_by_role("button")
    assert len(moves.all()) == len(puzzle.choices)
    moves.filter(has_text=card_name(puzzle, -1)).last.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Another move is better.")).to_be_visible()
    expect(page.locator(".puzzle-both figcaption")).to_have_text(["Chosen", "Best"])
    assert_no_sideways_scrolling(page)
    page.reload()
    expect(page.get_by_text("You have tried this puzzle before")).to_be_visible()


def test_who_follows_a_link_to_a_puzzle_needs_a_name_only(visits: Visits, kept: dict[str, Puzzle]):
    page = visits.open(f"/puzzle/{next(iter(kept))}", **WIDE_PHONE)
    page.get_by_label("Your name").fill("Carol")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("list", name="What you can do")).to_be_visible()


def test_a_list_without_a_puzzle_that_is_left_asks_for_no_next_one(visits: Visits, kept: dict[str, Puzzle]):
    """Else the browser would write the answer, that there is none, on the console: the visits would notice."""
    page = visits.profile(visits.register("Dora")).new_page()
    page.route("**/v1/puzzles?*", lambda route: route.fulfill(json=[]))
    page.route("**/v1/puzzles", lambda route: route.fulfill(json=[]))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/puzzles")
    expect(page.get_by_role("status").filter(has_text="no new puzzle")).to_be_visible()
    assert not any("/next" in url for url in asked)


def test_after_the_last_puzzle_the_page_says_that_none_is_left(visits: Visits, kept: dict[str, Puzzle]):
    id, puzzle = next((id, each) for id, each in kept.items() if each.facts.phase == "draft")
    page = visits.open(f"/puzzle/{id}", visits.register("Eve"))
    best = puzzle.choices[0]["intention"]["card"]
    page.get_by_role("list", name="What you can do").locator(f'[data-explain="card.{best}"]').click()
    all_tried = [{"solved": True}]
    more = {"Link": '</v1/puzzles?cursor=1>; rel="next"'}
    page.route(re.compile(r"/v1/puzzles$"), lambda route: route.fulfill(json=all_tried, headers=more))
    page.route(re.compile(r"/v1/puzzles\?cursor=1$"), lambda route: route.fulfill(json=all_tried))
    next_one = page.get_by_role("button", name="Next puzzle")
    next_one.click()
    expect(page.get_by_role("status").filter(has_text="no new puzzle")).to_be_visible()
    expect(next_one).to_have_count(0)
