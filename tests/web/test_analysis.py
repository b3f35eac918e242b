"""The analysis of a game in a browser: asked for, looked at move by move, and played better."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.end_to_end.running import Running, await_true
from tests.web.play import Json, Person
from tests.web.visits import PHONE, Visits, assert_accessible, assert_no_sideways_scrolling

ANALYSIS_SECONDS = 240
"""On a busy machine it takes long: its worker leaves the CPU to all others."""


class Analysed:
    """A finished game of a person and a bot that plays at random, and its analysis."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.game = self.person.start_game(seats=2, bots=["random"])
        self.person.play(self.game)
        path = f"/v1/games/{self.game}/analysis"
        self.person.ask("POST", path)
        await_true(lambda: self.person.ask("GET", path)["status"] == "done", seconds=ANALYSIS_SECONDS)
        self.analysis: Json = self.person.ask("GET", path)["analysis"]


@pytest.fixture(scope="module")
def analysed(running: Running) -> Iterator[Analysed]:
    person = Person(running.url, "Ada")
    with person.client:
        yield Analysed(person)


def open_analysis(visits: Visits, analysed: Analysed, path: str, **options: Json) -> Page:
    """A page of the game, with its analysis."""
    page = visits.open(f"{path}/{analysed.game}", analysed.person.account, **options)
    page.get_by_role("button", name="Analyse this game").click()
    page.get_by_role("region", name="Luck and skill").wait_for()
    return page


def own_weak(analysed: Analysed) -> list[Json]:
    """The weak decisions of the person, the dearest first."""
    weak = [
        each
        for each in analysed.analysis["decisions"]
        if each["seat"] == 0 and each["class"] in ("inaccuracy", "mistake", "blunder")
    ]
    return sorted(weak, key=lambda each: round(each["made_value"] - each["best_value"], 1))


@pytest.mark.verify
def test_who_has_lost_sees_where_and_plays_it_better(analysed: Analysed, visits: Visits):
    page = open_analysis(visits, analysed, "/games", **PHONE)
    assert_no_sideways_scrolling(page)
    assert_accessible(page)
    moments = analysed.analysis["moments"]
    named = [each["text"].replace("random", "Easy bot") for each in moments]
    expect(page.locator(".analysis-moments > li > p")).to_have_text(named)
    expect(page.get_by_role("heading", name="Your costliest decision")).to_be_visible()
    page.get_by_role("button", name="Play it better").first.click()
    page.wait_for_url(re.compile(r"/games/(?!" + analysed.game + r")\w+"))
    fork = page.url.rpartition("/")[2]
    assert analysed.person.ask("GET", f"/v1/games/{fork}")["origin"]["version"] <= own_weak(analysed)[0]["version"]
    expect(page.locator("#told")).to_contain_text("Better was")
    analysed.person.play(fork)
    expect(page.get_by_role("button", name="Where did the points go?")).to_be_visible()
    expect(page.get_by_role("button", name="Share")).to_be_visible()
    totals = [
        analysed.person.ask("GET", f"/v1/games/{game}")["result"]["scores"][0]["total"]
        for game in (analysed.game, fork)
    ]
    expect(page.locator("main")).to_contain_text(f"you had {totals[0]} points. Now you have {totals[1]}.")


@pytest.mark.verify
def test_a_stranger_plays_a_shared_game_better_in_the_own_name(analysed: Analysed, visits: Visits):
    page = visits.open(f"/replay/{analysed.game}", None)
    page.get_by_role("button", name="Analyse this game").click()
    page.get_by_role("button", name=re.compile("^Play on as .Ada")).first.click()
    page.wait_for_url(re.compile(r"/games/(?!" + analysed.game + r")\w+"))
    expect(page.locator(".own-main")).to_be_visible()


@pytest.mark.verify
def test_an_analysis_that_was_asked_for_is_there_again(analysed: Analysed, visits: Visits):
    page = open_analysis(visits, analysed, "/games")
    page.reload()
    page.get_by_role("region", name="Luck and skill").wait_for()


def test_the_end_tells_those_who_lose_their_own_points(analysed: Analysed, visits: Visits):
    page = visits.open(f"/games/{analysed.game}", analysed.person.account)
    result = analysed.person.ask("GET", f"/v1/games/{analysed.game}")["result"]
    page.locator(".end-headline").wait_for()
    own = page.get_by_text(f"You have {result['scores'][0]['total']} points.")
    expect(own).to_have_count(0 if 0 in result["ranking"][0] else 1)


def test_luck_and_skill_are_those_of_the_api(analysed: Analysed, visits: Visits):
    page = open_analysis(visits, analysed, "/games")
    rows = page.get_by_role("region", name="Luck and skill").locator("tbody tr")
    for seat, row in zip(analysed.analysis["seats"], rows.all(), strict=True):
        shown = [float(text.replace("+", "").replace("%", "")) for text in row.locator("td").all_text_contents()]
        assert shown == pytest.approx(
            [
                seat["start"],
                seat["luck"] - seat["others"],
                seat["others"],
                seat["skill"],
                seat["result"],
                seat["accuracy"],
            ],
            abs=0.051,
        )


@pytest.mark.verify
def test_in_a_replay_one_steps_from_mistake_to_mistake_and_sees_both_moves(analysed: Analysed, visits: Visits):
    page = open_analysis(visits, analysed, "/replay")
    weak = sorted(own_weak(analysed), key=lambda each: each["version"])
    page.locator(".scrubber").fill("1")
    for decision in weak[:3]:
        page.get_by_role("button", name="Next mistake").click()
        expect(page.locator(".where")).to_contain_text(f"Version {decision['version']} of")
        here = page.locator(".analysis-here")
        expect(here.locator("figcaption")).to_have_text(["Chosen", "Better"])
        expect(here.locator("h3")).to_contain_text(decision["class"])
    pick = next(each for each in weak if each["phase"] == "draft")
    page.locator(".scrubber").fill(str(pick["version"]))
    here.get_by_text("What strong players did here").click()
    rows = here.locator(".explorer-table tbody th")
    view = analysed.person.ask("GET", f"/v1/games/{analysed.game}?at={pick['version']}")
    hand = view["hand"] if pick["seat"] == view["seat"] else None
    expect(rows.first).to_be_visible()
    assert 1 <= rows.count() <= 10
    assert hand is None or rows.count() == len({card.partition(".")[0] for card in hand})
    page.locator(".scrubber").fill(str(weak[2]["version"]))
    page.get_by_role("button", name="Mistake before").click()
    expect(page.locator(".where")).to_contain_text(f"Version {weak[1]['version']} of")
    page.locator(".analysis-moments").get_by_role("button", name="Look").first.click()
    expect(page.locator(".where")).to_contain_text(f"Version {analysed.analysis['moments'][0]['version']} of")
    assert_accessible(page)
