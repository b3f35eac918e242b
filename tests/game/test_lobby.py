"""Opening, joining, starting and leaving a game."""

import hashlib

import pytest

import game
from game.draft import HandsDealt
from game.lobby import GameAbandoned, GameOpened, SeatLeft, SeatResigned, SeatTaken
from game.opening import GameStarted
from game.rulesets import CURRENT_RULESET
from game.value_shapes import OPERATOR_REASONS
from tests.game.positions import refused

SEED = "5eed" * 16


def opened(options, *players):
    """A game opened by `ann` and joined by others."""
    state = game.fold(game.open(options, "ann", "g1", "c0ffee"))
    for player in players:
        state = game.fold(game.join(state, player), state)
    return state


def test_opening_records_game_ruleset_and_commitment_and_seats_the_creator():
    options = {"seats": 2, "side": "A", "bots": [], "visibility": "public"}
    assert game.open({"seats": 2}, "ann", "g1", "c0ffee") == [
        GameOpened("g1", CURRENT_RULESET, options, "c0ffee"),
        SeatTaken(0, "ann"),
    ]


def test_a_new_game_commits_to_its_server_seed():
    state = game.fold(game.new({"seats": 2}, seed=SEED))
    assert state.commitment == hashlib.sha256(bytes.fromhex(SEED)).hexdigest()


def test_bots_take_the_last_seats():
    state = opened({"seats": 4, "bots": ["random", "greedy"]})
    assert [seat.player for seat in state.seats] == ["ann", None, "bot:random", "bot:greedy"]
    assert [seat.bot for seat in state.seats] == [None, None, "random", "greedy"]
    kinds = [other["player"] and other["player"]["kind"] for other in game.view(state, 0)["seats"]]
    assert kinds == ["human", None, "bot", "bot"]


def test_an_open_game_is_in_no_phase():
    view = game.view(opened({"seats": 3}), 0)
    assert (view["status"], view["round"], view["phase"], view["step"]) == ("open", 0, None, None)
    assert view["waiting_on"] == []
    assert game.legal(opened({"seats": 3}), 0) == []


@pytest.mark.parametrize(
    "options",
    [
        {"seats": 1, "scenario": "any"},
        {"seats": 2, "scenario": "SC01"},
        {"seats": 1, "bots": ["random", "random"]},
        {"seats": 2, "clock": {"per_turn": 60}},
        {"seats": 2, "clock": 0},
        {"seats": 2, "bots": ["random", "random", "random"]},
        {"seats": 2, "empires": ["noram-states", "noram-states"]},
        {"seats": 2, "empires": [None, None, "noram-states"]},
        {"seats": 2, "empires": ["atlantis"]},
        {"seats": 2, "colour": "red"},
        {"seats": 2, "Seats": 3},
        {},
        [],
        [{"seats": 2}],
        "seats",
        {"seats": 0},
        {"seats": -1},
        {"seats": 6},
        {"seats": 10**40},
        {"seats": 2.5},
        {"seats": 1e300},
        {"seats": "2"},
        {"seats": True},
        {"seats": None},
        {"seats": 2, "side": "C"},
        {"seats": 2, "side": ["A"]},
        {"seats": 2, "visibility": "secret"},
        {"seats": 2, "bots": "random"},
        {"seats": 2, "bots": ["random"] * 6},
        {"seats": 2, "bots": ["x" * 81]},
        {"seats": 2, "bots": [["random"]]},
        {"seats": 2, "name": ""},
        {"seats": 2, "name": "x" * 81},
        {"seats": 2, "name": "two\nlines"},
    ],
)
def test_impossible_options_are_refused(options):
    assert refused(game.open, options, "ann") == "invalid_options"


def test_an_option_left_empty_has_its_default():
    empty = {"side": None, "scenario": None, "empires": None, "bots": None, "clock": None, "name": None}
    assert game.open({"seats": 2} | empty, "ann") == game.open({"seats": 2}, "ann")


def test_players_take_the_first_free_seat():
    state = opened({"seats": 3}, "bob")
    assert game.join(state, "cy", client_seed="salt") == [SeatTaken(2, "cy", None, "salt")]
    assert refused(game.join, state, "bob") == "already_seated"
    assert refused(game.join, opened({"seats": 3}, "bob", "cy"), "dee") == "no_free_seat"


def test_r3_a_player_may_choose_an_empire_nobody_has():
    state = opened({"seats": 3, "empires": [None, None, "aztec-empire"]})
    assert refused(game.join, state, "bob", "atlantis") == "unknown_empire"
    assert refused(game.join, state, "bob", "aztec-empire") == "empire_taken"
    state = game.fold(game.join(state, "bob", "noram-states"), state)
    assert refused(game.join, state, "cy", "noram-states") == "empire_taken"
    assert refused(game.join, state, "cy", "panafrican-union") == "empire_taken"
    state = game.fold(game.join(state, "cy"), state)
    state = game.fold(game.start(state, 0, SEED), state)
    assert [seat.empire for seat in state.seats][1:] == ["noram-states", "aztec-empire"]
    assert len({seat.empire for seat in state.seats}) == 3


def test_a_seat_that_was_left_is_free_again():
    state = opened({"seats": 3}, "bob", "cy")
    assert game.leave(state, 1) == [SeatLeft(1)]
    state = game.fold(game.leave(state, 1), state)
    assert game.join(state, "dee") == [SeatTaken(1, "dee")]


def test_a_game_starts_when_all_seats_are_taken():
    assert refused(game.start, opened({"seats": 3}, "bob"), 0, SEED) == "seats_open"
    started, dealt = game.start(opened({"seats": 2}, "bob"), 0, SEED)
    assert isinstance(started, GameStarted)
    assert isinstance(dealt, HandsDealt)
    assert started.server_seed == SEED


def test_a_started_game_is_neither_joined_nor_started_again():
    state = game.fold(game.new({"seats": 2}))
    assert refused(game.join, state, "zoe") == "not_open"
    assert refused(game.start, state, 0, SEED) == "not_open"


def test_r2_client_seeds_of_joining_and_starting_players_enter_the_shuffle():
    state = opened({"seats": 3})
    state = game.fold(game.join(state, "bob", client_seed="bob's"), state)
    state = game.fold(game.join(state, "cy"), state)
    started, _ = game.start(state, 0, SEED, client_seed="ann's")
    assert started.client_seeds == ("ann's", "bob's", "")
    assert started.deck == game.new({"seats": 3}, seed=SEED, client_seeds=("ann's", "bob's"))[-2].deck


def test_the_last_human_who_leaves_an_open_game_abandons_it():
    state = opened({"seats": 2, "bots": ["greedy"]})
    assert game.leave(state, 0) == [SeatLeft(0), GameAbandoned()]
    state = game.fold(game.leave(state, 0), state)
    assert state.status == "abandoned"
    assert refused(game.join, state, "bob") == "not_open"
    assert refused(game.leave, state, 0) == "not_playing"


def test_a_seat_that_resigns_is_played_on_by_a_bot():
    state = game.fold(game.new({"seats": 3}))
    assert game.leave(state, 1) == [SeatResigned(1, "greedy")]
    state = game.fold(game.leave(state, 1), state)
    assert game.bots_due(state, game.Clocks()) == (1,)
    assert game.view(state, 0)["seats"][1]["player"]["id"] == "player-1"
    assert refused(game.leave, state, 1) == "already_resigned"


def test_with_the_last_human_gone_bots_play_the_game_to_its_end():
    for options in ({"seats": 2, "bots": ["greedy"]}, {"seats": 1}):
        state = game.fold(game.new(options))
        assert game.leave(state, 0) == [SeatResigned(0, "greedy")]
        state = game.fold(game.leave(state, 0), state)
        assert game.waiting_on(state) == game.bots_due(state, game.Clocks()) == (*range(options["seats"]),)


@pytest.mark.parametrize("reason", OPERATOR_REASONS)
def test_an_operator_closes_a_game_in_any_phase_and_then_nothing_is_due(reason: str):
    running = game.fold(game.new({"seats": 2, "bots": ["greedy"], "clock": {"kind": "per_phase", "seconds": 60}}))
    paused = game.fold(game.agree_to_pause(running, 0, "2026-01-01", "2026-01-02", "2026-01-03"), running)
    assert paused.pause
    for state in (opened({"seats": 2}), running, paused, running._replace(phase="finished")):
        closed = game.fold(game.close(state, reason), state)
        assert (closed.status, closed.end_reason, closed.pause) == ("abandoned", f"closed_{reason}", None)
        assert game.waiting_on(closed) == game.bots_due(closed, game.Clocks()) == ()
        assert game.ends_at_ms(closed, game.Clocks(), 0, [0, 0]) is None
        assert refused(game.close, closed, reason) == "not_playing"


def test_an_older_game_that_its_last_human_resigned_is_over():
    state = game.fold(game.new({"seats": 2, "bots": ["greedy"]}))
    state = game.fold([SeatResigned(0, "greedy"), GameAbandoned()], state)
    assert (state.status, state.end_reason) == ("abandoned", "left")
    assert game.waiting_on(state) == game.bots_due(state, game.Clocks()) == ()
    assert game.legal(state, 1) == []
    assert refused(game.decide, state, game.intention(1, {"type": "ready"})) == "not_playing"


def test_nobody_resigns_a_game_that_has_ended():
    state = game.state({"status": "playing", "phase": "finished", "round": 4, "seats": [{"player": "ann"}, {}]})
    assert refused(game.leave, state, 0) == "not_playing"
