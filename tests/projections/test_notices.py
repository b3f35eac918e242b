"""Notices: which players a game concerns now."""

from dataclasses import replace

import game as rules
from game.time_limits import SeatTakenOver
from projections.notices import concerned_players
from tests.game.play import Play, walk


def test_an_open_game_concerns_its_players_and_the_invited_ones_that_have_not_joined():
    opened = rules.fold(rules.open({"seats": 3, "bots": ["greedy"], "invited": ["marvin"]}, "ada"))
    assert concerned_players(opened) == ["ada", "marvin"]
    joined = rules.fold(rules.join(opened, "marvin", external=True), opened)
    assert concerned_players(joined) == ["ada", "marvin"]


def test_a_full_game_concerns_the_invited_ones_too_for_whom_it_was_open_before():
    opened = rules.fold(rules.open({"seats": 2, "invited": ["marvin"]}, "ada"))
    full = rules.fold(rules.join(opened, "ben"), opened)
    assert concerned_players(full) == ["ada", "ben", "marvin"]


def test_an_open_rematch_concerns_the_players_for_whom_seats_are_kept_and_the_invited_ones():
    [opened, *taken] = rules.open({"seats": 3, "invited": ["eve"]}, "ada")
    rematch = replace(opened, rematch={"game": "before", "players": ["ada", "ben", "cat"]})
    assert concerned_players(rules.fold([rematch, *taken])) == ["ada", "eve", "ben", "cat"]


def picked(state: rules.State, *seats: int) -> rules.State:
    """The game after picks of these seats."""
    for seat in seats:
        state = rules.fold(rules.decide(state, rules.legal(state, seat)[0]), state)
    return state


def test_a_game_under_way_concerns_the_players_it_waits_for():
    state = picked(rules.fold(rules.new({"seats": 3, "bots": ["greedy"]})), 0, 1, 2)
    assert concerned_players(state) == ["player-0", "player-1"]
    assert concerned_players(picked(state, 0)) == ["player-1"]


def test_in_its_first_hand_a_game_concerns_all_its_players():
    state = rules.fold(rules.new({"seats": 3, "bots": ["greedy"]}))
    assert concerned_players(picked(state, 0)) == ["player-0", "player-1"]


def test_a_fork_that_starts_where_a_player_has_nothing_to_do_concerns_that_player_too():
    state = picked(rules.fold(rules.new({"seats": 3})), 0, 1, 2)
    fork = picked(state._replace(origin=rules.Origin("before", state.version)), 1)
    assert concerned_players(fork) == ["player-0", "player-1", "player-2"]


def test_a_proposed_rewind_concerns_those_whose_consent_it_needs():
    first = picked(rules.fold(rules.new({"seats": 3})), 0, 1, 2)
    state = picked(first, 0, 1)
    state = rules.fold(rules.propose(state, 2, first, "2026-01-01", "2026-01-02"), state)
    assert concerned_players(state) == ["player-0", "player-1", "player-2"]
    state = rules.fold(rules.accept(state, 0, 1, "2026-01-01"), state)
    assert concerned_players(state) == ["player-1", "player-2"]


def test_a_player_that_resigned_is_not_concerned_before_the_end_and_one_who_is_away_is():
    state = picked(rules.fold(rules.new({"seats": 3})), 0, 1, 2)
    assert concerned_players(rules.fold(rules.leave(state, 1), state)) == ["player-0", "player-2"]
    assert concerned_players(picked(rules.fold([SeatTakenOver(1, "greedy")], state), 1)) == [
        "player-0",
        "player-1",
        "player-2",
    ]


def test_a_finished_game_concerns_all_its_players():
    ended = walk(Play(seed=1, seats=3)).state
    finished = rules.fold([rules.score_event(ended)], ended)
    assert concerned_players(finished) == ["player-0", "player-1", "player-2"]
