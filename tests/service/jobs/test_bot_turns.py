"""The bots' turns: a strategy decides for each seat that is due, and its faults do not stop the game."""

import json
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import bots
import game as rules
from game.lobby import FALLBACKS
from service.jobs import bot_turns
from service.jobs.bot_turns import is_slow, play_bots, play_quick_bots, play_slow_bots
from service.jobs.scores import score_game
from tests.service.client import Caller, Service, id_of

Decide = Callable[[dict[str, Any], Any, bots.Budget], rules.Intention]


@pytest.fixture
def game(service: Service, ada: Caller) -> str:
    """The address of a game of Ada and three bots that have not moved yet."""
    game = service.open_game(ada, seats=4, bots=["random", "greedy", "random"])
    assert ada.post(f"{game}/start").status_code == 200
    return game


@pytest.fixture
def replace_strategy(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, Decide], None]:
    """A function that lets the strategy of a name decide in another way."""
    replaced: dict[str, Decide] = {}

    def find(name: str) -> bots.Strategy:
        found = bots.strategy(name)
        return replace(found, decide=replaced[name]) if name in replaced else found

    monkeypatch.setattr(bot_turns, "strategy", find)
    return replaced.__setitem__


def test_one_job_plays_all_bots_until_the_human_is_to_move(service: Service, ada: Caller, game: str):
    play_bots(service.parts, id_of(game))
    assert ada.get(game).json["waiting_on"] == [0]
    appended = service.parts.log.read(id_of(game))[-3:]
    assert [(entry.name, entry.seat, entry.actor) for entry in appended] == [
        ("card_drafted", 1, "bot:random"),
        ("card_drafted", 2, "bot:greedy"),
        ("card_drafted", 3, "bot:random"),
    ]
    assert [bool(entry.hash) for entry in appended] == [False, False, True], "one append"


def test_a_job_with_nothing_to_do_appends_nothing(service: Service, game: str):
    play_bots(service.parts, id_of(game))
    before = service.version(game)
    play_bots(service.parts, id_of(game))
    score_game(service.parts, id_of(game))
    assert service.version(game) == before


def test_a_bot_gets_a_copy_of_its_own_view_and_no_more(
    service: Service, ada: Caller, game: str, replace_strategy: Callable[[str, Decide], None]
):
    views: list[Any] = []

    def record_and_clear(view: dict[str, Any], rng: Any, budget: bots.Budget) -> rules.Intention:
        views.append(json.loads(json.dumps(view)))
        view.clear()
        return bots.strategy("random").decide(views[-1], rng, budget)

    replace_strategy("greedy", record_and_clear)
    state = service.parts.games.load(id_of(game)).state
    play_bots(service.parts, id_of(game))
    [view] = views
    assert view["seat"] == 2
    assert view["hand"] == list(state.seats[2].hand)
    assert not any(card in json.dumps(view) for seat in (0, 1, 3) for card in state.seats[seat].hand)
    assert not any(card in json.dumps(view) for card in state.deck)
    assert ada.get(game).json["waiting_on"] == [0]


@pytest.mark.parametrize("fault", ["an error", "nothing", "another seat", "a card of another seat"])
def test_the_game_goes_on_when_a_strategy_fails(
    fault: str,
    service: Service,
    game: str,
    replace_strategy: Callable[[str, Decide], None],
    caplog: pytest.LogCaptureFixture,
):
    def fail(view: dict[str, Any], rng: Any, budget: bots.Budget) -> Any:
        if fault == "an error":
            raise RecursionError
        if fault == "nothing":
            return None
        seat = 1 if fault == "another seat" else view["seat"]
        card = service.parts.games.load(id_of(game)).state.seats[1].hand[0]
        return rules.intention(seat, {"type": "draft", "card": card})

    replace_strategy("greedy", fail)
    play_bots(service.parts, id_of(game))
    assert rules.waiting_on(service.parts.games.load(id_of(game)).state) == (0,)
    appended = service.parts.log.read(id_of(game))[-3:]
    assert [entry.actor for entry in appended] == ["bot:random"] * 3, "greedy, the first fallback, failed as well"
    assert [entry.seat for entry in appended] == [1, 2, 3]
    assert "strategy greedy failed" in caplog.text


def test_a_game_in_which_all_strategies_fail_stays_as_it_is(
    service: Service, game: str, replace_strategy: Callable[[str, Decide], None]
):
    def fail(view: dict[str, Any], rng: Any, budget: bots.Budget) -> Any:
        raise RecursionError

    for name in FALLBACKS:
        replace_strategy(name, fail)
    version = service.version(game)
    with pytest.raises(AssertionError, match="the last fallback decides what is legal"):
        play_bots(service.parts, id_of(game))
    assert service.version(game) == version


def test_a_refused_strategy_is_asked_again_with_the_refusal_in_its_view(
    service: Service, game: str, replace_strategy: Callable[[str, Decide], None]
):
    refusals: list[Any] = []

    def decide_at_the_third_call(view: dict[str, Any], rng: Any, budget: bots.Budget) -> rules.Intention:
        refusals.append(view.get("refused"))
        card = "nonsense" if len(refusals) < 3 else view["hand"][0]
        return rules.intention(view["seat"], {"type": "draft", "card": card})

    replace_strategy("greedy", decide_at_the_third_call)
    play_bots(service.parts, id_of(game))
    assert refusals == [None] + [{"code": "card_not_in_hand", "detail": "nonsense is not in your hand"}] * 2
    actors = [entry.actor for entry in service.parts.log.read(id_of(game))[-3:]]
    assert actors == ["bot:random", "bot:greedy", "bot:random"]


def test_a_strategy_that_never_ends_is_interrupted(
    service: Service, game: str, replace_strategy: Callable[[str, Decide], None], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(bot_turns, "DECISION_LIMIT_SECONDS", 0.05)

    def count_for_ever(view: dict[str, Any], rng: Any, budget: bots.Budget) -> rules.Intention:
        while True:
            view["round"] += 1

    replace_strategy("greedy", count_for_ever)
    play_bots(service.parts, id_of(game))
    assert [entry.actor for entry in service.parts.log.read(id_of(game))[-3:]] == ["bot:random"] * 3


@pytest.mark.slow
def test_a_strategy_that_waits_for_the_processor_is_not_interrupted(
    service: Service, game: str, replace_strategy: Callable[[str, Decide], None], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(bot_turns, "DECISION_LIMIT_SECONDS", 0.5)

    def wait_and_draft(view: dict[str, Any], rng: Any, budget: bots.Budget) -> rules.Intention:
        time.sleep(0.6)
        return rules.intention(view["seat"], {"type": "draft", "card": view["hand"][0]})

    replace_strategy("greedy", wait_and_draft)
    play_bots(service.parts, id_of(game))
    assert [entry.actor for entry in service.parts.log.read(id_of(game))[-3:]][1] == "bot:greedy"


@pytest.fixture
def mixed(service: Service, ada: Caller) -> str:
    """The address of a game of Ada, a quick bot and a slow one that have not moved yet."""
    game = service.open_game(ada, seats=3, bots=["planner", "greedy"])
    assert ada.post(f"{game}/start").status_code == 200
    return game


def test_quick_bots_do_not_wait_for_slow_ones_at_their_table(service: Service, ada: Caller, mixed: str):
    since = service.parts.games.load(id_of(mixed)).state.since
    assert not play_quick_bots(service.parts, id_of(mixed))
    assert ada.get(mixed).json["waiting_on"] == [0, 1]
    assert not play_slow_bots(service.parts, id_of(mixed), since)
    assert ada.get(mixed).json["waiting_on"] == [0]


def test_slow_bots_of_a_step_that_is_over_are_not_played_by_its_job(service: Service, mixed: str):
    before = service.version(mixed)
    assert not play_slow_bots(service.parts, id_of(mixed), since=before - 1)
    assert service.version(mixed) == before


def test_a_job_ends_after_its_slice_of_time_and_says_that_more_is_due(
    service: Service, ada: Caller, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(bot_turns, "SLICE_SECONDS", {"quick": 0.0, "slow": 0.0})
    game = service.open_game(ada, seats=3, bots=["planner"] * 3)
    assert ada.post(f"{game}/start").status_code == 200
    start, since = service.version(game), service.parts.games.load(id_of(game)).state.since
    assert [play_slow_bots(service.parts, id_of(game), since) for _ in range(2)] == [True, True]
    assert service.version(game) == start + 2, "one move each"
    assert not play_slow_bots(service.parts, id_of(game), since), "then the next hand begins, which has its own job"


@pytest.mark.parametrize(
    ("name", "slow"), [("random", False), ("greedy", False), ("planner", True), ("search", True), ("master", True)]
)
def test_a_strategy_is_slow_if_a_decision_takes_longer_than_a_moment(name: str, slow: bool):
    assert is_slow(name) is slow


def test_a_strategy_that_this_version_does_not_know_is_played_by_a_fallback_at_once():
    assert not is_slow("oracle")
    assert not is_slow(None)
