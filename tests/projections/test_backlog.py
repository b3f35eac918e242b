"""The backlog of the projector: nobody waits for all games of another account."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import game as rules
from projections.backlog import MAX_COUNTED_SECONDS, MAX_POINTERS, Backlog, Next
from projections.feed import Pointer


def pointer(number: int, actor: str = "eve") -> Pointer:
    return Pointer(0, b"%d-0" % number, actor)


def opened_by(account: str) -> rules.State:
    """A game of the account."""
    return rules.State()._replace(opener=account)


def take(backlog: Backlog, seconds: float = 0.01) -> Next:
    """Take the next game, of which there is one, and count so many seconds."""
    due = backlog.take()
    assert due
    backlog.count(due, seconds, opened_by("eve"))
    return due


def taken(backlog: Backlog, seconds: float = 0.01) -> list[str]:
    """All games in the order in which they are projected; each takes so many seconds."""
    found = []
    while due := backlog.take():
        backlog.count(due, seconds, opened_by("eve"))
        found.append(due.game)
    return found


def test_games_of_one_account_are_taken_in_the_order_of_their_pointers():
    backlog = Backlog()
    backlog.add({f"g{number}": [pointer(number)] for number in range(5)})
    assert taken(backlog) == ["g0", "g1", "g2", "g3", "g4"]
    assert not backlog


def test_who_comes_anew_goes_next_however_many_games_of_another_account_wait():
    backlog = Backlog()
    backlog.add({f"flood{number}": [pointer(number)] for number in range(100)})
    take(backlog)
    backlog.add({"own": [pointer(1000, "ada")]})
    assert "own" in taken(backlog)[:2]


def test_who_has_used_much_waits_for_one_game_of_each_newcomer_at_most():
    backlog = Backlog()
    for number in range(100):
        backlog.add({"own": [pointer(number, "ada")]})
        take(backlog)
    backlog.add({f"{name}{number}": [pointer(number, name)] for name in ("eve", "fay", "gil") for number in range(100)})
    take(backlog)
    backlog.add({"own": [pointer(1000, "ada")]})
    assert "own" in taken(backlog)[:4]


def test_accounts_take_turns():
    backlog = Backlog()
    backlog.add({f"{name}{number}": [pointer(number, name)] for name in ("ada", "eve") for number in range(3)})
    assert taken(backlog) == ["ada0", "eve0", "ada1", "eve1", "ada2", "eve2"]


def test_an_account_whose_games_take_longer_has_fewer_turns():
    backlog = Backlog()
    backlog.add({f"{name}{number}": [pointer(number, name)] for name in ("ada", "eve") for number in range(9)})
    order = ""
    while due := backlog.take():
        backlog.count(due, 0.03 if due.game.startswith("eve") else 0.01, opened_by("eve"))
        order += due.game[0]
    assert order[:8].count("a") == 6


@pytest.mark.parametrize("actor", ["bot:greedy", "service", ""])
def test_moves_of_bots_and_of_the_service_count_for_the_account_behind_the_game(actor):
    backlog = Backlog()
    backlog.add({"solo": [pointer(1)]})
    take(backlog)
    backlog.add({"another": [pointer(2)], "solo": [pointer(3, actor)], "own": [pointer(4, "ada")]})
    assert taken(backlog) == ["another", "own", "solo"]


def test_the_first_moves_of_a_game_that_is_not_known_count_for_the_account_behind_it():
    backlog = Backlog()
    backlog.add({f"g{number}": [pointer(number, "bot:greedy")] for number in range(3)})
    take(backlog, 0.05)
    backlog.add({"flood": [pointer(10)], "own": [pointer(11, "ada")]})
    order = taken(backlog)
    assert order.index("own") < order.index("flood")


def test_a_game_to_which_two_accounts_wrote_is_projected_once_and_both_pay():
    backlog = Backlog()
    backlog.add({"table": [pointer(1), pointer(2, "ada")], "fay0": [pointer(3, "fay")]})
    due = take(backlog, 0.04)
    assert (due.game, due.accounts, due.pointers) == ("table", ("eve", "ada"), [pointer(1), pointer(2, "ada")])
    backlog.add({f"{name}1": [pointer(number, name)] for number, name in enumerate(("ada", "eve", "fay"))})
    assert taken(backlog) == ["fay0", "fay1", "ada1", "eve1"]


def test_a_pointer_that_the_feed_gives_again_is_held_once():
    backlog = Backlog()
    for _ in range(2):
        backlog.add({"g": [pointer(1), pointer(2)]})
    assert take(backlog).pointers == [pointer(1), pointer(2)]
    assert backlog.take() is None


def test_no_more_is_read_while_too_many_pointers_are_held():
    backlog = Backlog()
    backlog.add({"g": [pointer(number) for number in range(MAX_POINTERS)]})
    assert backlog.is_full
    backlog.take()
    assert not backlog.is_full


def test_an_account_is_not_to_blame_for_a_store_that_does_not_answer():
    backlog = Backlog()
    backlog.add({"own": [pointer(1, "ada")]})
    take(backlog, 60.0)
    backlog.add({f"flood{number}": [pointer(number)] for number in range(100)} | {"own": [pointer(2, "ada")]})
    assert taken(backlog, 0.01).index("own") <= MAX_COUNTED_SECONDS / 0.01 + 1


@given(
    st.lists(
        st.tuples(st.sampled_from(["ada", "eve", "bot:greedy", ""]), st.integers(0, 5), st.sampled_from([0, 0.01, 0.2]))
    )
)
def test_every_pointer_is_given_once_whoever_wrote_it(steps):
    """A time of 0: nothing is taken at this step."""
    backlog, added, given_out = Backlog(), [], []
    for number, (actor, game, seconds) in enumerate(steps):
        added.append(pointer(number, actor))
        backlog.add({f"g{game}": [added[-1]]})
        if seconds:
            given_out += take(backlog, seconds).pointers
    while due := backlog.take():
        given_out += due.pointers
    assert sorted(given_out) == sorted(added)
    assert not backlog
