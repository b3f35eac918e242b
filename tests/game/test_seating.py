"""Before the game: the host changes the number of seats, and adds and takes away bots."""

import pytest

import game
from game.hosting import InvitationWithdrawn
from game.seating import TableChanged
from tests.game.positions import refused
from tests.game.test_hosting import opened, then


def changed(state, seats=None, bots=None, host=0):
    return then(state, game.change_table(state, host, seats, bots))


def players(state):
    return [seat.player for seat in state.seats]


def test_the_host_adds_seats_and_bots_have_the_last_ones():
    state = changed(opened(seats=2), 4, ["greedy", "random"])
    assert players(state) == ["ann", None, "bot:greedy", "bot:random"]
    assert [seat.bot for seat in state.seats] == [None, None, "greedy", "random"]
    assert (state.options.seats, state.options.bots) == (4, ("greedy", "random"))


def test_what_is_left_out_stays():
    state = changed(opened(seats=3, bots=["greedy"]), seats=5)
    assert players(state) == ["ann", None, None, None, "bot:greedy"]
    assert players(changed(state, bots=[])) == ["ann"] + [None] * 4
    assert players(changed(state, bots=["random", "greedy"])) == ["ann", None, None, "bot:random", "bot:greedy"]
    assert game.change_table(state, 0) == []
    assert game.change_table(state, 0, 5, ["greedy"]) == []


def test_people_keep_their_seats_and_those_whose_seat_goes_have_the_first_free_one():
    state = opened("bob", "cem", "dan")
    state = then(state, game.leave(state, 1))
    state = then(state, game.leave(state, 2))
    assert players(changed(state, 2)) == ["ann", "dan"]
    assert players(changed(state, 3)) == ["ann", "dan", None]
    assert players(changed(state, 5, ["greedy"])) == ["ann", None, None, "dan", "bot:greedy"]
    assert players(changed(state, 4, ["greedy", "random"])) == ["ann", "bot:greedy", "bot:random", "dan"]


def test_who_moves_keeps_empire_seed_and_role():
    state = opened("bob", "cem", seats=4)
    state = then(state, game.join(state, "dan", "federation-of-asia", "of dan"))
    state = then(state, game.leave(state, 1))
    state = then(state, game.hand_on(state, 0, 3))
    state = changed(state, 3, host=3)
    assert players(state) == ["ann", "dan", "cem"]
    assert (state.seats[1].empire, state.seats[1].client_seed, state.host) == ("federation-of-asia", "of dan", 1)


def test_an_empire_that_the_options_give_goes_with_who_has_the_seat():
    state = opened("bob", "cem", seats=3, empires=["federation-of-asia", "republic-of-europe", "panafrican-union"])
    state = changed(then(state, game.leave(state, 1)), 2)
    assert (players(state), state.options.empires) == (["ann", "cem"], ("federation-of-asia", "panafrican-union"))
    assert changed(state, 4).options.empires == ("federation-of-asia", "panafrican-union", None, None)
    assert changed(opened(seats=3, empires=[None, None, "federation-of-asia"]), 2).options.empires == ()


def test_bots_accounts_stay_programs():
    state = opened("bot-1", seats=2)
    assert changed(state, 3).seats[1].external


def test_nobody_agrees_to_another_table():
    state = opened("bob", seats=3)
    for seat in (0, 1):
        state = then(state, game.agree(state, seat, True))
    state = changed(state, bots=["greedy"])
    assert not any(seat.ready for seat in state.seats)
    assert not game.is_agreed(state)


def test_people_are_never_dropped():
    state = opened("bob", "cem", seats=4, bots=["greedy"])
    assert refused(game.change_table, state, 0, 2, []) == "too_few_seats"
    assert refused(game.change_table, state, 0, 3) == "too_few_seats"
    assert refused(game.change_table, state, 0, None, ["greedy", "greedy"]) == "too_few_seats"
    assert players(changed(state, 3, [])) == ["ann", "bob", "cem"]


def test_solo_stays_solo_and_a_table_a_table():
    solo = game.fold(game.open({"seats": 1}, "ann"))
    assert refused(game.change_table, solo, 0, 2) == "seats_fixed"
    assert refused(game.change_table, solo, 0, None, ["greedy"]) == "too_few_seats"
    assert refused(game.change_table, opened(), 0, 1) == "seats_fixed"


def test_only_the_host_and_only_before_the_start():
    state = opened("bob", seats=2)
    assert refused(game.change_table, state, 1, 3) == "not_host"
    assert refused(game.change_table, then(state, game.start(state, 0, "5eed")), 0, 3) == "not_open"


def test_a_fork_keeps_its_seats_but_not_its_bots():
    options = game.check_options({"seats": 3, "bots": ["greedy"]})
    forked = game.fold(game.fork(game.State(), game.Origin("g", 9), options, "ann", 1))
    assert refused(game.change_table, forked, 0, 4) == "not_host"
    assert refused(game.change_table, forked, 1, 4) == "seats_fixed"
    assert players(changed(forked, bots=["random", "greedy"], host=1)) == ["bot:random", "ann", "bot:greedy"]


def test_a_rematch_keeps_the_seats_of_who_is_still_to_come():
    players_before = ["bob", "ann", "bot:greedy", "cem"]
    options = {"seats": 4, "bots": ["greedy"], "invited": ["bob", "cem"]}
    state = game.fold(game.open_rematch(options, "before", players_before, "ann"))
    assert refused(game.change_table, state, 1, 3) == "too_few_seats"
    smaller = game.change_table(state, 1, 3, [])
    assert smaller == [TableChanged((None, "ann", None), ("bob", None, "cem"))]
    state = then(state, smaller)
    assert game.is_expected(state, "cem")
    state = then(state, game.join(state, "cem"))
    assert (players(state), state.seats[2].ready) == ([None, "ann", "cem"], True)
    state = then(state, [InvitationWithdrawn("bob")])
    assert changed(state, 2, host=1).reserved == ()
    assert players(changed(state, 2, host=1)) == ["cem", "ann"]


def test_a_rematch_of_a_changed_table_has_its_seats():
    state = changed(opened(seats=2, empires=["federation-of-asia"]), 3, ["greedy", "random"])
    state = then(state, game.start(state, 0, "5eed" * 16))
    state = state._replace(status="finished", phase="finished")
    again = game.fold(game.rematch(state, "ann"))
    assert players(again) == ["bot:random", "ann", "bot:greedy"]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("bots", [0, 1, 2, 3, 4])
@pytest.mark.parametrize("gone", [(), (1,), (1, 2), (2,)])
def test_a_table_holds_everybody_once_or_is_refused(seats: int, bots: int, gone: tuple[int, ...]):
    state = opened("bob", "cem", "dan", seats=4)
    for seat in gone:
        state = then(state, game.leave(state, seat))
    people = [player for player in players(state) if player]
    if len(people) + bots > seats:
        assert refused(game.change_table, state, 0, seats, ["greedy"] * bots) == "too_few_seats"
        return
    after = changed(state, seats, ["greedy"] * bots)
    assert len(after.seats) == after.options.seats == seats
    assert sorted(player for player in players(after) if player) == sorted([*people, *["bot:greedy"] * bots])
    kept = [at for at, player in enumerate(players(state)) if player and at < seats]
    assert [players(after)[at] for at in kept] == [players(state)[at] for at in kept]
    assert game.state(game.facts(after)) == after
