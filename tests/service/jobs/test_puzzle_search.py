"""The search for puzzles in a game: what is kept, and of which games."""

from collections.abc import Iterator
from time import sleep

import pytest

from service.accounts.layout import puzzle_tries_key
from service.jobs import puzzle_search
from service.jobs.puzzle_search import search_game
from service.puzzles import finding
from service.puzzles.store import ALL, Puzzles
from tests.service.client import Caller, Service, id_of

pytestmark = pytest.mark.slow


def finished_game(service: Service, ada: Caller, **options: object) -> str:
    game = service.seat_and_start(ada, bots=["random"], **options)
    service.play(game, [ada])
    return game


def picks_of(service: Service, game: str, most: int) -> list[int]:
    """The versions of the last picks of a game, before which the seat had a choice."""
    entries = service.parts.log.read(id_of(game))
    return [each.version - 1 for each in entries if each.name == "card_drafted"][-6 : most - 6]


def test_what_is_clear_is_kept_with_the_view_of_its_seat(
    service: Service, ada: Caller, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(finding, "MARGIN_POINTS", 0.0)  # so any best move will do
    game = finished_game(service, ada)
    puzzles = Puzzles(service.parts.redis, service.parts.keys)
    for _ in range(2):  # a job may run twice
        search_game(service.parts, id_of(game), picks_of(service, game, 2))
    found = [each for each in puzzles.page("", ALL, -9999, 9999, 0, 50) if puzzles.read(each.id).game == id_of(game)]
    assert len(found) == 1
    puzzle = puzzles.read(found[0].id)
    assert puzzle is not None
    assert (puzzle.facts.phase, puzzle.facts.round, puzzle.facts.themes) == ("draft", 4, ["pick", "last_round"])
    at_version = ada.get(f"{game}?at={puzzle.version}").json
    own = at_version["seats"][puzzle.seat]
    assert own["hand"] == puzzle.view["hand"]
    assert puzzle.choices[0]["intention"] in puzzle.legal
    assert puzzle.choices[0]["value"] >= puzzle.choices[1]["value"]


def test_a_search_that_gets_too_little_of_the_cpu_ends_and_fails_no_job(
    service: Service, ada: Caller, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    def endless(*_: object) -> Iterator[finding.Found]:
        while True:
            sleep(1.0)
        yield

    game = finished_game(service, ada)
    monkeypatch.setattr(finding, "find_puzzles", endless)
    monkeypatch.setattr(puzzle_search, "LIMIT_SECONDS", 0.05)
    search_game(service.parts, id_of(game), picks_of(service, game, 2))
    assert "too little of the CPU" in caplog.text


def test_what_is_not_clear_is_not_kept(service: Service, ada: Caller, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(finding, "MARGIN_POINTS", 1000.0)
    puzzles = Puzzles(service.parts.redis, service.parts.keys)
    game, before = finished_game(service, ada), puzzles.count()
    search_game(service.parts, id_of(game), picks_of(service, game, 1))
    assert puzzles.count() == before


def test_a_game_that_not_everybody_may_see_gives_none(service: Service, ada: Caller, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(finding, "MARGIN_POINTS", -1000.0)
    puzzles = Puzzles(service.parts.redis, service.parts.keys)
    before = puzzles.count()
    for options in ({"visibility": "private"}, {"spectators": False}):
        game = finished_game(service, ada, **options)
        search_game(service.parts, id_of(game), picks_of(service, game, 1))
    assert puzzles.count() == before


def test_it_is_noted_for_those_who_played_the_game_and_for_no_deleted_account(
    service: Service, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(finding, "MARGIN_POINTS", 0.0)
    noted = []
    for leaves in (False, True):
        person = service.new_player()
        game = finished_game(service, person)
        if leaves:
            assert person.ask("DELETE", "/v1/players/me").status_code == 204
        search_game(service.parts, id_of(game), picks_of(service, game, 2))
        noted.append(service.parts.redis.hlen(puzzle_tries_key(service.parts.keys, person.id)))
    assert noted == [1, 0]
