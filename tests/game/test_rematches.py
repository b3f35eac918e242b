"""Rematches: the same players once more, each one seat further on."""

import pytest

import game
from game.lobby import GameOpened, SeatTaken, StartAgreed
from game.model import State
from game.options import options_body
from tests.game.positions import refused

OPTIONS = {
    "seats": 3,
    "bots": ["random"],
    "name": "again",
    "visibility": "private",
    "clock": {"kind": "bank", "seconds": 600, "increment": 5},
    "empires": ["aztec-empire"],
}


def over(**options) -> State:
    """A finished game of `player-0`, `player-1` and a bot."""
    return game.fold(game.new(OPTIONS | options))._replace(id="g1", status="finished")


def test_everybody_moves_one_seat_on_and_the_others_are_invited():
    opened, *taken = game.rematch(over(), "player-0", "g2", "c0ff")
    assert isinstance(opened, GameOpened)
    assert opened.rematch == {"game": "g1", "players": ["bot:random", "player-0", "player-1"]}
    assert opened.options["invited"] == ["player-1"]
    assert taken == [SeatTaken(0, "bot:random"), SeatTaken(1, "player-0"), StartAgreed(1, True)]
    state = game.fold([opened, *taken])
    assert (state.rematch_of, game.host_of(state), state.commitment) == ("g1", 1, "c0ff")


def test_the_options_are_those_of_the_game_before():
    source = over()
    state = game.fold(game.rematch(source, "player-0"))
    assert options_body(state.options) == options_body(source.options) | {"invited": ["player-1"]}
    assert state.options.clock == source.options.clock


def test_the_seat_of_a_player_is_kept_and_taking_it_is_to_agree():
    state = game.fold(game.rematch(over(), "player-1"))
    assert refused(game.join, state, "eve") == "no_free_seat"
    assert game.view(state, None)["seats"][1]["reserved"] == "player-0"
    joined = game.join(state, "player-0")
    assert joined == [SeatTaken(1, "player-0"), StartAgreed(1, True)]
    assert game.is_agreed(game.fold(joined, state))


def test_a_declined_seat_is_free_for_others_who_agree_for_themselves():
    state = game.fold(game.rematch(over(), "player-0"))
    state = game.fold(game.withdraw(state, None, "player-1"), state)
    state = game.fold(game.join(state, "eve"), state)
    assert (state.seats[2].player, game.is_agreed(state)) == ("eve", False)
    assert game.is_agreed(game.fold(game.agree(state, 2, True), state))


def test_who_leaves_a_rematch_gives_up_the_seat():
    state = game.fold(game.rematch(over(), "player-0"))
    state = game.fold(game.join(state, "player-1"), state)
    state = game.fold(game.leave(state, 2), state)
    assert game.join(state, "eve") == [SeatTaken(2, "eve")]


def test_a_player_who_took_the_seat_of_a_removed_bot_is_a_player_of_the_rematch():
    source = game.fold(game.open({"seats": 3, "bots": ["greedy", "random"]}, "ann"))
    source = game.fold(game.remove(source, 0, 1), source)
    source = game.fold(game.join(source, "ben"), source)
    source = game.fold(game.start(source, 0, "5eed"), source)._replace(status="finished")
    state = game.fold(game.rematch(source, "ann"))
    assert [seat.player for seat in state.seats] == ["bot:random", "ann", None]
    assert (state.options.bots, state.options.invited) == (("random",), ("ben",))


def test_against_bots_alone_a_rematch_is_agreed_at_once():
    source = game.fold(game.new({"seats": 2, "bots": ["greedy"]}))._replace(status="finished")
    assert game.is_agreed(game.fold(game.rematch(source, "player-0")))


def test_the_opener_of_a_game_of_bots_plays_it_again():
    source = game.fold(game.open({"seats": 2, "bots": ["greedy", "random"]}, "ann"))
    source = game.fold(game.start(source, None, "5eed"), source)._replace(status="finished")
    state = game.fold(game.rematch(source, "ann"))
    assert ([seat.bot for seat in state.seats], state.opener) == (["random", "greedy"], "ann")
    assert game.is_agreed(state)


def test_who_resigned_plays_again_too():
    source = game.fold(game.new({"seats": 3}))
    source = game.fold(game.leave(source, 1), source)._replace(status="finished")
    state = game.fold(game.rematch(source, "player-1"))
    assert (state.seats[2].player, state.seats[2].bot) == ("player-1", None)


@pytest.mark.parametrize(
    "source", [over()._replace(status="playing"), over()._replace(phase=None)], ids=["on", "never"]
)
def test_a_game_that_is_not_over_or_never_began_has_no_rematch(source):
    assert refused(game.rematch, source, "player-0") in ("not_over", "not_started")


@pytest.mark.parametrize(
    "change",
    [
        {"players": ["player-0", "player-1"]},
        {"players": ["bot:greedy", "player-0", "player-1"]},
        {"players": ["bot:random", "player-0", "player-0"]},
        {"options": OPTIONS | {"invited": ["eve"]}},
        {"player": "eve"},
    ],
    ids=str,
)
def test_a_rematch_of_other_players_is_refused(change):
    told = {
        "options": OPTIONS | {"invited": ["player-1"]},
        "source": "g1",
        "players": ["bot:random", "player-0", "player-1"],
        "player": "player-0",
    }
    assert game.open_rematch(**told)
    with pytest.raises(game.Refused):
        game.open_rematch(**(told | change))
