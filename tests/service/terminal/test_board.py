"""The board shows everything that a view holds, and nothing else, at any width and without colour."""

from collections.abc import Iterator
from dataclasses import replace
from io import StringIO
from typing import Any

import pytest
from rich.console import Console

import game
from game.cards import CARDS, KINDS, RESOURCES
from game.model import Supremacy
from service.language.languages import LANGUAGES
from service.language.names import MEDAL_NAMES, RANK_NAMES, names
from service.language.translations import score_words
from service.terminal.board import draw_board
from service.terminal.board.seat import points_by_card
from tests.game.play import Play, walk

TABLES = [Play(2, 2), Play(4, 4, "B")]
ALONE = [Play(6, 1, "A", "curious"), Play(8, 1, "B", scenario="SC01")]
MOMENTS = {("draft", None), ("planning", None), *[("production", step) for step in RESOURCES], ("finished", None)}
PLAYERS = ("Ada", "Bo", "Cy", "Dee", "Eve")


def view_with_names(state: game.State, seat: int | None = None) -> dict[str, Any]:
    """A view with the names of the players, as the callers of `board` make it."""
    view = game.view(state, seat)
    for player, other in zip(PLAYERS, view["seats"], strict=False):
        other["player"] = {"id": f"id-{player}", "name": player, "kind": "human"}
    return view


def draw(view: dict[str, Any], width: int = 80, language: str = "en", colour: bool = False) -> str:
    console = Console(file=StringIO(), width=width, force_terminal=colour, color_system="truecolor" if colour else None)
    console.print(draw_board(view, language))
    return console.file.getvalue()


def last_states(play: Play) -> dict[tuple[str, str | None], game.State]:
    """The last state of each phase and step of a random game; that of its end is scored."""
    last = {(state.phase, state.step): state for state in walk(play).states}
    end = last["finished", None]
    return {moment: state for moment, state in last.items() if moment[0]} | {
        ("finished", None): game.fold([game.score_event(end)], end)
    }


def finish(play: Play) -> game.State:
    return last_states(play)["finished", None]


@pytest.mark.parametrize("play", [*TABLES, *ALONE], ids=str)
def test_every_phase_of_every_mode_fits_any_width(play: Play):
    states = last_states(play)
    assert states.keys() == MOMENTS - ({("draft", None)} if play.seats == 1 else set())
    for state in states.values():
        for width in (80, 140):
            text = draw(view_with_names(state, 0), width)
            assert max(map(len, text.splitlines())) <= width
            assert "…" not in text
            for seat in range(play.seats):
                assert f"{PLAYERS[seat]} #{seat} · {game.score(state)[seat]['total']} point" in text


@pytest.mark.parametrize("play", [*TABLES, *ALONE], ids=str)
def test_the_board_names_all_cards_on_the_table(play: Play):
    state = finish(play)
    text = draw(view_with_names(state))
    for seat in state.seats:
        for card in (*seat.constructed, *[site.card for site in seat.construction], seat.empire or ""):
            assert names("en")[card.partition(".")[0]] in text


def test_spaces_differ_without_colour():
    letters, signs = dict(zip(KINDS, "MESGXK*$", strict=True)), set()
    for state in last_states(TABLES[1]).values():
        lines = draw(view_with_names(state)).splitlines()
        for site in [site for seat in state.seats for site in seat.construction]:
            spaces = ""
            for kind, item in zip(CARDS[site.card].spaces, site.filled, strict=True):
                sign = "□" if item is None else "◆" if item == "krystallium" else "■"
                spaces += sign if f" {letters[kind]}" in spaces else f" {letters[kind]}{sign}"
            signs.update(spaces)
            assert any(names("en")[site.card.partition(".")[0]] in line and spaces in line for line in lines)
    assert signs > {"□", "■", "◆"}


def test_colour_adds_nothing_to_the_text():
    view = view_with_names(finish(TABLES[0]), 0)
    coloured = Console(file=StringIO(), width=80, record=True, force_terminal=True)
    coloured.print(draw_board(view))
    assert coloured.export_text() == draw(view)
    assert "\x1b[" in draw(view, colour=True)
    assert "\x1b" not in draw(view)


def names_hidden_from(state: game.State, view: dict[str, Any]) -> set[str]:
    """Names of cards that only other seats have in hand, picked or drawn."""
    others = [seat for index, seat in enumerate(state.seats) if index != view["seat"]]
    away = {card for seat in others for card in (*seat.hand, seat.picked, *seat.candidates) if card}
    open_ = [*view["hand"], view["picked"], *view["candidates"]]
    for seat in view["seats"]:
        open_ += [*seat["drafted"], *seat["constructed"], *[site["card"] for site in seat["construction"]]]
    return card_names(away) - card_names(card for card in open_ if card)


def card_names(cards: Any) -> set[str]:
    return {names("en")[card.partition(".")[0]] for card in cards}


@pytest.mark.parametrize("seat", [0, None])
def test_the_board_shows_only_the_hands_in_the_view(seat: int | None):
    state = walk(replace(TABLES[1], steps=10)).state
    view = view_with_names(state, seat)
    text, secrets = draw(view, 140), names_hidden_from(state, view)
    assert len(secrets) >= 10
    assert not [name for name in secrets if name in text]
    assert all(name in text for name in card_names(view["hand"]))
    assert f"hand         {len(state.seats[3].hand)} cards" in text
    for index, other in enumerate(view["seats"]):  # as for a game that is over
        held = state.seats[index]
        other |= {"hand": list(held.hand), "picked": held.picked, "candidates": list(held.candidates)}
    opened = draw(view, 140)
    assert all(name in opened for name in secrets)


def test_only_the_own_candidates_are_shown():
    state = next(state for state in walk(ALONE[0]).states if state.seats[0].candidates)
    own, public = draw(view_with_names(state, 0)), draw(view_with_names(state))
    assert all(name in own for name in card_names(state.seats[0].candidates))
    assert f"one of {len(state.seats[0].candidates)} cards" in public


@pytest.mark.parametrize("play", [*TABLES, *ALONE], ids=str)
def test_points_of_cards_and_characters_add_up_to_the_score(play: Play):
    for state in last_states(play).values():
        for seat in game.view(state, None)["seats"]:
            characters = seat["generals"] + seat["financiers"]
            assert sum(points_by_card(seat, play.side).values()) + characters == seat["score"]["total"]


def test_copies_are_grouped_with_their_points():
    state = finish(TABLES[0])
    seat = state.seats[0]._replace(constructed=("museum.1", "museum.2", "atlantis.1", "roswell.1"), generals=3)
    text = draw(view_with_names(state._replace(seats=(seat, *state.seats[1:]))), 140)
    assert "project 2    2× Museum +8" in text
    assert "discovery 2  Atlantis +6, Roswell +3" in text


def test_the_board_shows_the_numbers_of_a_seat():
    state = last_states(TABLES[0])["production", "gold"]
    seat = state.seats[0]._replace(
        cubes=3, produced=4, krystallium=2, generals=1, financiers=0, empire_cubes=("gold", "energy", "gold")
    )
    view = view_with_names(state._replace(seats=(seat, *state.seats[1:])))
    view["seats"][0]["production"] = dict(zip(RESOURCES, (1, 0, 2, 14, 0), strict=True))
    text = draw(view)
    assert "M 1  E ·  S 2  G 14  X ·   to place G 3 of 4" in text
    assert "K 2  * 1  $ ·   empire card E■ G■■" in text


def test_the_header_shows_the_progress_and_the_facts_of_the_game():
    state = walk(replace(TABLES[0], steps=0)).first
    view = view_with_names(state._replace(id="G4M3")) | {
        "name": "Friday",
        "assisted": True,
        "origin": {"game": "OLD", "version": 7},
    }
    text = " ".join(draw(view).split())
    assert "Round 1 of 4, draft, pick 1 of 7 waiting for Ada, Bo" in text
    facts = ("game G4M3", "“Friday”", "standard", "side A", f"version {state.version}", f"deck {len(state.deck)}")
    for fact in (*facts, "discarded 0", "assisted", "from game OLD version 7"):
        assert f"{fact} ·" in text or text.partition("╭")[0].rstrip().endswith(fact)
    begun = view_with_names(last_states(ALONE[0])["planning", None])
    assert "Round 4 of 4, planning, pool 2 of 2" in draw(begun)
    assert "Abandoned: Round 4 of 4, planning" in draw(begun | {"status": "abandoned"})


def test_the_header_says_of_a_paused_game_that_it_waits_for_nobody():
    view = view_with_names(walk(replace(TABLES[0], steps=0)).first)
    for until, words in ((None, "waiting for"), ("2026-11-29T12:00:00.000Z", "paused")):
        text = draw(view | {"pause": {"agreed": [], "until": until}})
        assert [each for each in ("waiting for", "paused") if each in text] == [words]


def test_an_open_game_has_open_seats():
    opened = game.fold(game.open({"seats": 3, "bots": ["greedy"]}, "id-Ada", "g", "00"))
    view = game.view(opened, None)
    text = draw(view)
    assert "Not started, 2 of 3 seats taken" in text
    for title in ("id-Ada #0", "open seat #1", "greedy #2 · bot"):
        assert title in text
    assert "Abandoned before the start" in draw(view | {"status": "abandoned"})


def test_the_board_marks_seats_that_are_waited_for_ready_or_played_by_a_bot():
    state = last_states(TABLES[0])["production", "science"]
    seats = [state.seats[0]._replace(ready=False, choosing=True, auto_ready=True, bot="greedy")]
    seats.append(state.seats[1]._replace(ready=True))
    text = draw(view_with_names(state._replace(seats=tuple(seats))))
    assert "played by greedy · to choose a character · auto-ready" in text
    assert text.count("· ready ") == 1


def test_the_board_lists_supremacies_by_round():
    state = finish(TABLES[0])
    wins = [Supremacy(1, "gold", 1, "financier"), Supremacy(2, "science", 0, None)]
    text = draw(view_with_names(state) | {"supremacy": [won._asdict() for won in wins]})
    assert "round 1  G Bo $" in text
    assert "round 2  S Ada ?" in text


def test_players_that_share_a_name_get_the_number_of_their_seat():
    view = view_with_names(walk(replace(TABLES[0], steps=0)).first)
    view["seats"][1]["player"]["name"] = "Ada"
    assert "waiting for Ada #0, Ada #1" in draw(view)


def test_control_characters_do_not_reach_the_terminal():
    view = view_with_names(walk(replace(TABLES[0], steps=0)).first) | {"name": "one\x1b[2Jtwo\nthree"}
    view["seats"][0]["player"]["name"] = "[red]Ada\x07\u202e"
    text = draw(view)
    assert "“one�[2Jtwo�three”" in text
    assert "[red]Ada�� #0" in text


def test_seats_stand_side_by_side_where_there_is_room():
    view = view_with_names(finish(TABLES[1]))
    panels = {width: max(line.count("╭") for line in draw(view, width).splitlines()) for width in (80, 119, 120, 180)}
    assert panels == {80: 1, 119: 1, 120: 2, 180: 3}


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_and_the_end_have_their_names_in_every_language(language: str):
    for play in ALONE:
        state = finish(play)
        text = draw(view_with_names(state), language=language)
        result = state.result
        assert result
        assert names(language)[state.seats[0].constructed[0].partition(".")[0]] in text
        assert score_words(language)["combo"] in text
        outcome = RANK_NAMES[result.rank] if result.rank else MEDAL_NAMES[result.medal or ""]
        assert f": {outcome[language]}" in text


def test_the_score_table_is_in_the_order_of_the_ranking_and_places_are_shared():
    view = view_with_names(finish(TABLES[1]))
    view["result"] |= {"ranking": [[2], [0, 3], [1]]}
    rows = list(table_rows(draw(view, 120)))
    assert rows[0] == ["", "1. Cy", "2. Ada", "2. Dee", "4. Bo"]
    totals = [str(view["result"]["scores"][seat]["total"]) for seat in (2, 0, 3, 1)]
    assert rows[-1] == ["Total", *totals]


def table_rows(text: str) -> Iterator[list[str]]:
    for line in text.splitlines():
        if line[:1] in "┃│" and not line.startswith("│ produces") and line.replace("┃", "│").count("│") == 6:
            yield [cell.strip() for cell in line.replace("┃", "│").strip("│").split("│")]


def test_the_board_shows_the_goals_of_a_scenario():
    state = last_states(ALONE[1])["planning", None]
    text = draw(view_with_names(state), 140)
    signs = {"constructed": "■", "under_construction": "◧", "missing": "□"}
    for one in game.view(state, None)["required"]:
        assert f"{signs[one['state']]} {names('en')[one['design']]}" in text
    assert "bronze 70, silver 95, gold 115 points" in text
