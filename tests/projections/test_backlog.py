"""The backlog of the projector: who used least goes first, and nobody waits for all games of another account."""

import game as rules
from projections.backlog import MAX_POINTERS, USE_SECONDS, Backlog, Next
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
    backlog.count(due, opened_by("eve"), seconds)
    return due


def taken(backlog: Backlog, seconds: float = 0.01) -> list[str]:
    """All games in the order in which they are projected; each takes so many seconds."""
    found = []
    while due := backlog.take():
        backlog.count(due, opened_by(due.account), seconds)
        found.append(due.game)
    return found


def test_games_of_one_account_are_taken_in_the_order_of_their_pointers():
    backlog = Backlog()
    backlog.add({f"g{number}": [pointer(number)] for number in range(5)})
    assert taken(backlog) == ["g0", "g1", "g2", "g3", "g4"]
    assert not backlog


def test_who_used_least_goes_first_however_many_games_of_another_account_wait():
    backlog = Backlog()
    backlog.add({f"flood{number}": [pointer(number)] for number in range(100)})
    take(backlog)
    backlog.add({"own": [pointer(1000, "ada")]})
    assert taken(backlog)[0] == "own"


def test_accounts_that_use_the_same_take_turns():
    backlog = Backlog()
    backlog.add({f"{name}{number}": [pointer(number, name)] for name in ("ada", "eve") for number in range(3)})
    assert taken(backlog) == ["ada0", "eve0", "ada1", "eve1", "ada2", "eve2"]


def test_moves_of_bots_and_of_the_service_count_for_the_account_behind_the_game():
    backlog = Backlog()
    backlog.add({"solo": [pointer(1)]})
    assert taken(backlog, seconds=1.0) == ["solo"]
    for actor in ("bot:greedy", "service", ""):
        backlog.add({"solo": [pointer(2, actor)], "own": [pointer(3, "ada")]})
        assert taken(backlog, seconds=0.01) == ["own", "solo"]


def test_a_game_to_which_two_accounts_wrote_is_projected_once_at_the_turn_of_the_first():
    backlog = Backlog()
    backlog.add({f"flood{number}": [pointer(number)] for number in range(3)})
    backlog.add({"table": [pointer(10), pointer(11, "ada")]})
    take(backlog)
    due = take(backlog)
    assert (due.game, due.account, due.pointers) == ("table", "ada", [pointer(10), pointer(11, "ada")])
    assert taken(backlog) == ["flood1", "flood2"]


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


def test_what_an_account_used_is_forgotten_after_the_period_that_follows():
    for periods, first in ((0, "own"), (1, "own"), (2, "flood"), (3, "flood")):
        now = [0.0]
        backlog = Backlog(lambda now=now: now[0])
        backlog.add({"flood": [pointer(1)]})
        assert taken(backlog) == ["flood"]
        now[0] = periods * USE_SECONDS
        backlog.add({"flood": [pointer(2)], "own": [pointer(3, "ada")]})
        assert taken(backlog)[0] == first, periods
