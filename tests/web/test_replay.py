"""The replay in a browser: it shows at each version what the API shows, plays by keys, verifies, and leads on."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Download, Locator, Page, expect

from tests.end_to_end.running import Running
from tests.web.play import Json, Person
from tests.web.visits import PHONE, Visits, assert_accessible, assert_no_sideways_scrolling

ROUND_WITH_UNDO = 2
STYLES = "[...document.styleSheets].filter((each) => !each.disabled).map(({ href }) => href.split('/').pop()).sort()"
"""The style sheets that count now."""
VERSIONS = 3
"""How many versions of a game are compared with each pair of eyes."""


class Played:
    """A finished game of one person and two bots, in which the person has taken back a move."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.game = self.person.start_game(seats=3, bots=["greedy", "random"])
        self.person.play(self.game, lambda view: view["round"] == ROUND_WITH_UNDO and view["phase"] == "planning")
        self.undone: int = self._slate_and_undo()
        self.view = self.person.play(self.game)

    def _slate_and_undo(self) -> int:
        """The version of the move that was taken back."""
        legal = self.person.ask("GET", f"/v1/games/{self.game}/legal")
        slate = next(each for each in legal if each["type"] == "slate")
        version: int = self.person.ask("POST", f"/v1/games/{self.game}/intentions", **slate)["events"][0]["version"]
        self.person.ask("POST", f"/v1/games/{self.game}/undo")
        return version

    def frame(self, version: int, eyes: str) -> Json:
        """The view at a version: with `all` cards, or as a seat or a spectator (`none`) saw it."""
        if eyes == "all":
            view: Json = self.person.ask("GET", f"/v1/games/{self.game}?at={version}")
        else:
            query = f"from={version}&to={version}&seat={eyes}"
            view = self.person.ask("GET", f"/v1/games/{self.game}/replay?{query}")[0]["view"]
        return view

    def log(self) -> str:
        return self.person.client.get_log(self.game).decode()


@pytest.fixture(scope="module")
def played(running: Running) -> Iterator[Played]:
    person = Person(running.url, "Ada")
    with person.client:
        yield Played(person)


def open_replay(visits: Visits, played: Played, query: str = "", **options: Json) -> Page:
    page = visits.open(f"/replay/{played.game}{query}", played.person.account, **options)
    page.locator(".scrubber").wait_for()
    return page


def scrub(page: Page, version: int) -> None:
    page.locator(".scrubber").fill(str(version))
    expect(page.locator(".where")).to_contain_text(f"Version {version} of")


def assert_drawn(page: Page, view: Json, *when: object) -> None:
    """The board shows the view; panels out of sight may come a moment later."""
    for _ in range(100):
        if drawn(page) == expected(view):
            return
        page.wait_for_timeout(50)
    assert drawn(page) == expected(view), when


def drawn(page: Page) -> list[Json]:
    """What the board shows of each seat."""
    return [_drawn_seat(page.locator(".board-seat").nth(seat)) for seat in range(page.locator(".board-seat").count())]


def _drawn_seat(seat: Locator) -> Json:
    found: Json = seat.evaluate(
        """(seat) => {
            const part = (name, what) => [...seat.querySelectorAll(`[data-part="${name}"] ${what}`)];
            const cards = (name) => part(name, "[data-card]").map((each) => each.dataset.card);
            const isFilled = (cube) => !cube.classList.contains("space");
            const spaces = (card) => [...card.querySelectorAll(".card-cost .cube")].map(isFilled);
            return {
                points: seat.querySelector(".seat-score").textContent,
                hand: cards("hand"),
                hidden: part("hand", ".back").length,
                picked: cards("picked"),
                drafted: cards("drafted"),
                built: cards("built").sort(),
                sites: part("construction", ".card").map((each) => [each.dataset.card, spaces(each)]),
            };
        }"""
    )
    return found


def expected(view: Json) -> list[Json]:
    """What the board must show of each seat of a view."""
    return [_expected_seat(view, seat) for seat in view["seats"]]


def _expected_seat(view: Json, seat: Json) -> Json:
    own = view if view["seat"] == seat["seat"] and "deck" not in view else seat
    total, hand = seat["score"]["total"], own.get("hand", [])
    return {
        "points": f"{total} point" if total == 1 else f"{total} points",
        "hand": hand,
        "hidden": seat["hand_size"] - len(hand),
        "picked": [own["picked"]] if own.get("picked") else [],
        "drafted": seat["drafted"],
        "built": sorted(seat["constructed"]),
        "sites": [
            [site["card"], [space["filled"] is not None for space in site["spaces"]]] for site in seat["construction"]
        ],
    }


@pytest.mark.verify
def test_a_replay_scrubbed_to_random_versions_shows_what_the_service_shows(played: Played, visits: Visits):
    page = open_replay(visits, played)
    for eyes in ("all", "2", "none"):
        page.get_by_label("Whose eyes").select_option(eyes)
        for version in Random(eyes).sample(range(1, played.view["version"] + 1), VERSIONS):
            scrub(page, version)
            assert_drawn(page, played.frame(version, eyes), eyes, version)


def test_keys_move_the_cursor_and_the_address_follows(played: Played, visits: Visits):
    page = open_replay(visits, played, "?at=40")
    last = played.view["version"]
    steps = [("ArrowRight", 41), ("ArrowLeft", 40), ("Home", 1), ("End", last), ("ArrowLeft", last - 1)]
    for key, version in steps:
        page.keyboard.press(key)
        expect(page.locator(".where")).to_contain_text(f"Version {version} of {last}")
    expect(page).to_have_url(re.compile(rf"at={last - 1}\b"))
    page.keyboard.press("PageUp")
    expect(page.locator(".where")).to_contain_text("Round 4")
    page.keyboard.press("Home")
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.locator(".where")).not_to_contain_text(f"Version 1 of {last}")
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


@pytest.mark.verify
def test_a_move_that_was_taken_back_is_struck_out_and_can_be_looked_at(played: Played, visits: Visits):
    page = open_replay(visits, played)
    struck = page.locator(".moves s")
    expect(struck).to_have_count(1)
    struck.locator("xpath=..").click()
    expect(page.locator(".where")).to_contain_text(f"Version {played.undone} of")
    assert_drawn(page, played.frame(played.undone, "all"))


def test_the_page_verifies_the_log_and_shows_its_head(played: Played, visits: Visits):
    page = open_replay(visits, played)
    page.get_by_role("button", name="Verify this game").click()
    expect(page.locator(".audit-good li")).to_have_count(3)
    head = re.findall(r'"head":"(\w+)"', played.log())[-1]
    expect(page.locator(".audit-facts")).to_contain_text(head)


def test_a_log_from_disk_is_verified_and_replayed_without_an_account(played: Played, visits: Visits, tmp_path: Path):
    file = tmp_path / "game.jsonl"
    file.write_text(played.log(), "utf-8")
    page = visits.open("/audit")
    page.locator("input[type=file]").set_input_files(file)
    expect(page.locator(".audit-good li")).to_have_count(3)
    scrub(page, 60)
    assert_drawn(page, played.frame(60, "all"))


def test_each_broken_file_gets_one_sentence(played: Played, visits: Visits, tmp_path: Path):
    log = played.log()
    cases = [
        (log.replace('"random"', '"greedy"', 1), "Line 2: "),
        ("<script>alert(1)</script>\n" + log, "Line 1: this is not JSON"),
        (log[: len(log) // 2], "this is not JSON"),
        ("", "Line 1: "),
    ]
    page = visits.open("/audit")
    for number, (broken, sentence) in enumerate(cases):
        file = tmp_path / f"<b>broken {number}.jsonl"
        file.write_text(broken, "utf-8")
        page.locator("input[type=file]").set_input_files(file)
        expect(page.locator("main")).to_contain_text(file.name)
        expect(page.locator(".audit-bad")).to_contain_text(sentence)
        expect(page.locator(".replay-player")).to_have_count(0)


def test_receipts_that_were_kept_are_held_against_the_log(played: Played, visits: Visits, tmp_path: Path):
    receipt = played.person.client.get_receipt(played.game)
    files = {"game.jsonl": played.log(), "kept.txt": receipt, "changed.txt": receipt.replace("\n179", "\n178", 1)}
    for name, text in files.items():
        (tmp_path / name).write_text(text, "utf-8")
    page = visits.open("/audit")
    page.locator("input[type=file]").set_input_files([tmp_path / name for name in files])
    expect(page.locator(".audit-good li")).to_have_count(3)
    expect(page.locator(".audit-agrees")).to_contain_text("kept.txt: The receipt agrees with the log")
    expect(page.locator(".audit-signed .audit-bad")).to_contain_text(
        "changed.txt: The signature is not one of this text"
    )


def test_the_log_and_the_receipt_are_saved_and_agree_when_they_are_dropped(
    played: Played, visits: Visits, tmp_path: Path
):
    page, saved = open_replay(visits, played), []

    def keep(download: Download) -> None:
        saved.append(download)

    page.on("download", keep)
    page.get_by_role("button", name="Save log, receipt and proof").click()
    for _ in range(200):
        if len(saved) >= 2:
            break
        page.wait_for_timeout(50)
    for each in saved:
        each.save_as(tmp_path / each.suggested_filename)
    names = sorted(each.suggested_filename for each in saved)
    assert names[:2] == [f"{played.game}-{played.view['version']}.receipt.txt", f"{played.game}.jsonl"]
    page = visits.open("/audit")
    page.locator("input[type=file]").set_input_files([tmp_path / name for name in reversed(names)])
    expect(page.locator(".audit-good li")).to_have_count(3)
    expect(page.locator(".audit-agrees").last).to_contain_text("The receipt agrees with the log")


def test_a_fork_leads_to_its_table(played: Played, visits: Visits):
    page = open_replay(visits, played, "?at=60")
    page.get_by_text("Play on from here").click()
    page.get_by_role("button", name="Start this game").click()
    page.wait_for_url(re.compile(r"/games/(?!" + played.game + r")\w+"))


@pytest.mark.verify
def test_a_moment_without_anything_to_play_offers_no_fork(played: Played, visits: Visits):
    for version in (1, played.view["version"]):
        page = open_replay(visits, played, f"?at={version}")
        page.get_by_text("Play on from here").click()
        expect(page.get_by_text("Choose a moment between the deal")).to_be_visible()
        expect(page.get_by_role("button", name="Start this game")).to_have_count(0)


@pytest.mark.parametrize("at", ["2.5", "-3", "never", "1e9"])
def test_a_link_to_a_version_that_is_none_opens_the_replay(at: str, played: Played, visits: Visits):
    expect(open_replay(visits, played, f"?at={at}").locator(".where")).to_contain_text("Version")


def test_the_end_shows_the_points_in_their_parts(played: Played, visits: Visits):
    page = open_replay(visits, played, f"?at={played.view['version']}")
    score = played.view["result"]["scores"][0]
    parts = [str(score[part]) for part in ("gross", "combo", "generals", "financiers", "total")]
    expect(page.locator(".scores tr.own td.number")).to_have_text(parts)


def test_a_language_chosen_elsewhere_is_spoken_in_a_replay_that_was_open_before(played: Played, visits: Visits):
    page = open_replay(visits, played, "?at=60")
    page.locator("#bar").get_by_role("link", name="Ada").click()
    page.get_by_label("Language").select_option("fr")
    expect(page.get_by_role("heading", name="Réglages")).to_be_visible()
    page.wait_for_function(f"() => !{STYLES}.includes('replay.css')")
    page.go_back()
    page.locator(".scrubber").wait_for()
    page.wait_for_function(f"() => !{STYLES}.includes('start.css')")
    french = played.person.client.get_catalogue(lang="fr")["developments"]
    assert set(page.locator(".card-name-text").all_text_contents()) <= {each["name"] for each in french}


def test_an_embedded_replay_has_no_frame_of_the_page(played: Played, visits: Visits):
    page = visits.open(f"/replay/{played.game}?at=30&embed")
    expect(page.locator(".where")).to_contain_text("Version 30 of")
    expect(page.locator("#bar")).not_to_be_visible()


@pytest.mark.usual("phone")
@pytest.mark.parametrize(
    "look", [{"color_scheme": "light"}, {"color_scheme": "dark", **PHONE}], ids=["desktop", "phone"]
)
def test_a_replay_fits_its_screen_and_axe_finds_nothing_serious(look: Json, played: Played, visits: Visits, axe: None):
    page = open_replay(visits, played, "?at=200", **look)
    assert_no_sideways_scrolling(page)
    assert_accessible(page)
    page.keyboard.press("End")
    page.locator(".scores").wait_for()
    assert_no_sideways_scrolling(page)
    assert_accessible(page)
