"""What a finished game adds to the record: it follows from its log alone."""

import pytest

import game as rules
from events import Group, MemoryLog
from game.lobby import SeatResigned
from game.model import Origin, Seat
from game.outages import TimeGivenBack
from game.time_limits import SeatReturned, SeatTakenOver
from game.undos import undo
from projections.games import with_states
from projections.record.outcomes import outcome, place
from projections.record.result import counts, result_of
from projections.record.waits import waits_of
from tests.events.stories import write
from tests.projections.table import act, bot_game, fold_game, join, leave, open_game, play, score, start, whole_game


class Clock:
    """The time of a log, in seconds; it stands still unless a test lets it pass."""

    def __init__(self):
        self.now = 1_000_000.0

    def __call__(self):
        return self.now


def result(log, game="g"):
    return result_of(game, log.read(game))


def test_the_result_of_a_game_says_who_played_what_and_scored_how_much():
    log = MemoryLog(Clock())
    whole_game(log, "g")
    made, state = result(log), fold_game(log, "g").state
    assert (made.mode, made.side, made.scenario, made.grade) == ("standard", "A", None, None)
    assert made.ended_ms == 1_000_000_000
    assert [each.player for each in made.seats] == ["ann", "bob"]
    assert [each.score for each in made.seats] == [points["total"] for points in state.result.scores]
    assert [each.empire for each in made.seats] == [seat.empire for seat in state.seats]
    assert sorted(each.outcome for each in made.seats) == ["lost", "won"]
    assert [each.place for each in made.seats] == [1 if each.outcome == "won" else 2 for each in made.seats]


def test_the_time_of_a_result_is_that_of_its_score():
    clock = Clock()
    log = MemoryLog(clock)
    bot_game(log_parts(log), "g")
    play(log, "g")
    clock.now += 60
    score(log, "g")
    assert result(log).ended_ms == 1_000_060_000
    assert result(log).position == "0001000060000-g"


def log_parts(log):
    class Parts:
        pass

    Parts.log = log
    return Parts


def test_a_player_who_resigned_has_lost_whatever_the_strategy_scored():
    log = MemoryLog(Clock())
    open_game(log, "g")
    join(log, "g")
    start(log, "g")
    play(log, "g", turns=20)
    leave(log, "g", 1)
    play(log, "g")
    score(log, "g")
    bob = result(log).seats[1]
    assert (bob.player, bob.stayed, bob.outcome) == ("bob", False, "lost")


def table_of(*seats, ranking):
    """A finished game. `seats`: what each player did (`stays`, `resigned`, `away`), or the name of a strategy."""
    made = {"resigned": {"bot": "greedy"}, "away": {"bot": "greedy", "away": True}}
    state = fold_game(finished(), "g").state
    own = [
        Seat(f"player-{index}", **made.get(what, {})) if what in (*made, "stays") else Seat(f"bot:{what}", bot=what)
        for index, what in enumerate(seats)
    ]
    scores = state.result.scores[:1] * len(seats)
    return state._replace(seats=tuple(own), result=state.result.__class__(scores, ranking))


def test_the_best_of_those_who_stay_win_whatever_the_strategies_of_the_others_score():
    for what in ("resigned", "away"):
        state = table_of(what, "stays", "stays", "greedy", ranking=((0,), (1, 3), (2,)))
        assert [outcome(state, seat) for seat in range(4)] == ["lost", "shared", "lost", "shared"]
        state = table_of(what, "stays", ranking=((0,), (1,)))
        assert [outcome(state, seat) for seat in range(2)] == ["lost", "won"]


def test_when_all_have_left_all_have_lost():
    state = table_of("resigned", "away", ranking=((0,), (1,)))
    assert [outcome(state, seat) for seat in range(2)] == ["lost", "lost"]
    assert outcome(table_of("resigned", ranking=((0,),)), 0) == "lost", "a solo game"


def table_that_players_leave(*appends):
    """The places of a game of three and a strategy, by seat. `appends`: what the players do, by (seat, event)."""
    log = MemoryLog(Clock())
    open_game(log, "g", seats=4, bots=["greedy"])
    for player in ("bob", "cat"):
        join(log, "g", player)
    start(log, "g")
    for steps in appends:
        write(log, "g", [Group("somebody", [event(seat)]) for seat, event in steps])
    play(log, "g")
    score(log, "g")
    return [seat.place for seat in result(log).seats], fold_game(log, "g").state


def resigns(seat):
    return SeatResigned(seat, "greedy")


def is_taken_over(seat):
    return SeatTakenOver(seat, "greedy")


@pytest.mark.parametrize("leaves", [resigns, is_taken_over])
def test_players_who_left_have_the_last_places_the_first_one_the_very_last(leaves):
    places, state = table_that_players_leave([(1, leaves)], [(0, resigns)])
    assert (places[0], places[1]) == (3, 4)
    assert places[2:] == [1 + sum(place(state, other) < place(state, seat) for other in (2, 3)) for seat in (2, 3)]


@pytest.mark.parametrize(("before", "after"), [(5, 2), (2, 4)])
def test_a_table_that_got_other_seats_before_the_start_has_a_result_for_each_that_is_left(before, after):
    log = MemoryLog(Clock())
    open_game(log, "g", seats=before)
    state = fold_game(log, "g").state
    write(log, "g", [Group("ann", rules.change_table(state, 0, after, ["greedy"] * (after - 1)))])
    start(log, "g")
    write(log, "g", [Group("ann", [resigns(0)])])
    play(log, "g")
    score(log, "g")
    state, places = fold_game(log, "g").state, [seat.place for seat in result(log).seats]
    assert places[0] == len(places) == after
    assert places[1:] == [1 + sum(place(state, o) < place(state, s) for o in range(1, after)) for s in range(1, after)]


def test_players_whose_time_is_up_at_the_same_moment_share_a_place():
    places, _ = table_that_players_leave([(0, is_taken_over), (1, is_taken_over)])
    assert places[0] == places[1] == 3


def test_a_player_who_returned_has_not_left():
    places, state = table_that_players_leave([(0, is_taken_over)], [(0, SeatReturned)])
    assert places == [place(state, seat) for seat in range(4)]
    places, _ = table_that_players_leave([(0, is_taken_over)], [(0, SeatReturned)], [(1, resigns)], [(0, resigns)])
    assert (places[0], places[1]) == (3, 4)


def test_a_player_who_resigned_while_away_left_when_time_was_up():
    places, _ = table_that_players_leave([(0, is_taken_over)], [(1, resigns)], [(0, resigns)])
    assert (places[1], places[0]) == (3, 4)


def test_strategies_play_to_the_end_as_players_of_their_own():
    log = MemoryLog(Clock())
    bot_game(log_parts(log), "g")
    play(log, "g")
    score(log, "g")
    bot = result(log).seats[1]
    assert (bot.player, bot.kind, bot.stayed) == ("bot:greedy", "strategy", True)


def test_seats_of_equal_rank_share_their_place_and_the_win():
    state = fold_game(finished(), "g").state
    drawn = state._replace(result=state.result.__class__(state.result.scores, ((0, 1),)))
    assert [(outcome(drawn, seat), place(drawn, seat)) for seat in (0, 1)] == [("shared", 1), ("shared", 1)]


def finished():
    log = MemoryLog(Clock())
    whole_game(log, "g")
    return log


def test_a_lost_scenario_is_lost_although_nobody_else_played():
    state = fold_game(finished(), "g").state
    alone = state._replace(seats=state.seats[:1])
    for medal, expected in (("lost", "lost"), ("none", "won"), ("gold", "won")):
        graded = alone._replace(result=state.result.__class__(state.result.scores[:1], ((0,),), None, medal))
        assert outcome(graded, 0) == expected


def test_only_finished_games_count_in_which_nobody_knew_hidden_cards():
    state = fold_game(finished(), "g").state
    assert counts(state)
    assert not counts(state._replace(assisted=True))
    assert not counts(state._replace(origin=Origin("h", 3)))
    assert not counts(state._replace(status="abandoned"))


# Times


def waits(log):
    entries = log.read("g")
    return waits_of(entries, with_states("g", entries)[1])


def started():
    """The clock and the log of a game of two that has just started."""
    clock = Clock()
    log = MemoryLog(clock)
    open_game(log, "g")
    join(log, "g")
    start(log, "g")
    return clock, log


def draft(log, game, seat):
    """The seat drafts its first legal card."""
    state = fold_game(log, game).state
    card = next(intention for intention in rules.legal(state, seat) if rules.body(intention)["type"] == "draft")
    write(log, game, [Group("somebody", rules.decide(state, card))])


def test_time_counts_for_every_seat_that_the_table_waits_for():
    clock = Clock()
    log = MemoryLog(clock)
    open_game(log, "g")
    clock.now += 500  # the table waits for nobody before the start
    join(log, "g")
    start(log, "g")
    clock.now += 10
    draft(log, "g", 0)
    clock.now += 5
    draft(log, "g", 1)
    assert waits(log) == ({"draft": 10_000}, {"draft": 15_000})


def test_time_counts_also_if_the_move_is_undone():
    clock, log = started()
    clock.now += 10
    draft(log, "g", 0)
    act(log, "g", "ann", lambda state: undo(state, 0))
    clock.now += 3
    draft(log, "g", 0)
    assert waits(log) == ({"draft": 13_000}, {"draft": 13_000})


def test_no_time_counts_in_an_outage_that_was_given_back():
    clock, log = started()
    clock.now += 10
    begun_ms = int(clock.now * 1000)
    clock.now += 100
    ended_ms = int(clock.now * 1000)
    clock.now += 3
    draft(log, "g", 0)
    write(log, "g", [Group("service", [TimeGivenBack(begun_ms, ended_ms)])])
    clock.now += 2
    draft(log, "g", 1)
    assert waits(log) == ({"draft": 13_000}, {"draft": 15_000})


def test_no_time_counts_while_a_strategy_plays_for_the_player():
    clock, log = started()
    clock.now += 10
    leave(log, "g", 1)
    clock.now += 60
    draft(log, "g", 0)
    assert waits(log) == ({"draft": 70_000}, {"draft": 10_000})


def test_a_clock_that_goes_back_costs_nobody_time():
    clock, log = started()
    clock.now -= 10
    draft(log, "g", 0)
    draft(log, "g", 1)
    assert all(wait >= 0 for seat in waits(log) for wait in seat.values())
