"""Notices: which players a game concerns now."""

import game as rules
from projections.notices import concerned_players
from tests.game.play import Play, walk


def test_an_open_game_concerns_the_invited_players_that_have_not_joined():
    opened = rules.fold(rules.open({"seats": 3, "bots": ["greedy"], "invited": ["marvin"]}, "ada"))
    assert concerned_players(opened) == ["marvin"]
    assert concerned_players(rules.fold(rules.join(opened, "marvin", external=True), opened)) == []


def test_a_full_game_invites_nobody():
    opened = rules.fold(rules.open({"seats": 2, "invited": ["marvin"]}, "ada"))
    assert concerned_players(rules.fold(rules.join(opened, "ben"), opened)) == []


def test_a_game_under_way_concerns_the_players_it_waits_for():
    state = rules.fold(rules.new({"seats": 3, "bots": ["greedy"]}))
    assert concerned_players(state) == ["player-0", "player-1"]
    state = rules.fold(rules.decide(state, rules.legal(state, 0)[0]), state)
    assert concerned_players(state) == ["player-1"]


def test_a_player_that_resigned_is_not_concerned():
    state = rules.fold(rules.new({"seats": 3}))
    state = rules.fold(rules.leave(state, 1), state)
    assert concerned_players(state) == ["player-0", "player-2"]


def test_a_finished_game_concerns_all_its_players():
    ended = walk(Play(seed=1, seats=3)).state
    finished = rules.fold([rules.score_event(ended)], ended)
    assert concerned_players(finished) == ["player-0", "player-1", "player-2"]
