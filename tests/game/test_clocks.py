"""Clocks: time runs for a seat only while the game waits for it, and nothing gives time back."""

from itertools import pairwise

import pytest

import game
from game.auto_ready import AutoReady
from game.clocks import MAX_LOW_MS, Clocks, SeatClock, advance, clock_of, low_at_ms, next_deadline_ms, out_of_time
from game.lobby import GameAbandoned
from game.options import Clock
from game.rewinds import Rewound
from game.stages import stage_number
from tests.game.clock_times import BEGIN_MS, started
from tests.game.play import Play, walk
from tests.game.random_games import for_random_games

PER_PHASE = {"kind": "per_phase", "seconds": 60}
BANK = {"kind": "bank", "seconds": 600, "increment": 5}


def test_all_clocks_run_from_the_deal_on():
    timed = started(PER_PHASE)
    assert [timed.deadline(seat) for seat in (0, 1)] == [60_000, 60_000]
    assert next_deadline_ms(timed.clocks) == BEGIN_MS + 60_000


def test_a_seat_that_has_picked_stops_its_clock_and_the_other_runs_on():
    timed = started(PER_PHASE).pick(10_000, 0)
    assert (timed.left(0), timed.deadline(0)) == (50_000, None)
    assert timed.deadline(1) == 60_000


def test_a_clock_that_runs_on_stays_as_it_is_whatever_others_do():
    before = started(BANK, 3)
    after = before.pick(1_000, 0).act(2_000, AutoReady(0, True)).pick(3_000, 1)
    assert after.clocks.seats[2] is before.clocks.seats[2]


def test_each_hand_gives_a_clock_per_phase_its_seconds_anew():
    timed = started(PER_PHASE).pick(10_000, 0).pick(40_000, 1)
    assert [timed.deadline(seat) for seat in (0, 1)] == [100_000, 100_000]


def test_each_hand_adds_the_increment_to_a_bank():
    timed = started(BANK).pick(10_000, 0).pick(40_000, 1)
    assert [timed.left(seat) for seat in (0, 1)] == [595_000, 565_000]


def test_a_bank_without_increment_only_shrinks():
    timed = started({"kind": "bank", "seconds": 600}).pick(10_000, 0).pick(40_000, 1)
    assert [timed.left(seat) for seat in (0, 1)] == [590_000, 560_000]


def test_an_undo_gives_no_time_back():
    picked = started(PER_PHASE).pick(10_000, 0)
    undone = picked.at(25_000, game.undo(picked.state, 0))
    assert (undone.left(0), undone.deadline(0)) == (50_000, 75_000), "the time between cost the seat nothing"


def test_a_rewind_gives_no_time_back_and_no_increment_twice():
    first = started(BANK)
    second = first.pick(10_000, 0).pick(40_000, 1)
    past = {first.state.version: first.state}
    back = second.at(50_000, [Rewound(first.state.version)], past)
    assert stage_number(back.state) == 1
    assert [back.left(seat) for seat in (0, 1)] == [585_000, 555_000], "both clocks ran on"
    again = back.pick(55_000, 0).pick(60_000, 1)
    assert stage_number(again.state) == 2
    assert [again.left(seat) for seat in (0, 1)] == [580_000, 545_000], "the second hand gave its increment before"


def test_a_rewind_gives_no_time_back_for_a_stage_that_was_played_before():
    """Otherwise two players who agree could rewind for time as often as they like."""
    first = started(PER_PHASE)
    second = first.pick(10_000, 0).pick(40_000, 1)
    past = {first.state.version: first.state}
    back = second.at(45_000, [Rewound(first.state.version)], past)
    assert [back.left(seat) for seat in (0, 1)] == [50_000, 20_000]
    assert [back.deadline(seat) for seat in (0, 1)] == [95_000, 65_000]
    again = back.pick(46_000, 0).pick(55_000, 1)
    assert stage_number(again.state) == 2
    assert [again.left(seat) for seat in (0, 1)] == [55_000, 55_000], "five seconds of the second hand had passed"
    third = again.pick(56_000, 0).pick(57_000, 1)
    assert [third.left(seat) for seat in (0, 1)] == [60_000, 60_000], "a stage that nobody has seen"


def test_after_a_rewind_a_phase_that_is_played_again_has_what_was_left():
    first = started(PER_PHASE)
    late = first.pick(10_000, 0)
    back = late.at(20_000, [Rewound(first.state.version)], {first.state.version: first.state})
    assert (back.left(0), back.deadline(0), back.deadline(1)) == (50_000, 70_000, 60_000)


def test_only_bot_accounts_have_a_limit_in_a_game_without_a_clock():
    events = game.open({"seats": 3, "bots": ["greedy"], "bot_seconds": 7}, "ann")
    state = game.fold([*events, *game.join(game.fold(events), "marvin", external=True)])
    assert [clock_of(state, seat) for seat in range(3)] == [None, Clock("per_phase", 7), None]


def test_bots_of_the_service_and_seats_that_resigned_have_no_clock():
    timed = started(PER_PHASE, 3, bots=["greedy"])
    assert [clock is None for clock in timed.clocks.seats] == [False, False, True]
    resigned = timed.at(5_000, game.leave(timed.state, 1))
    assert [clock is None for clock in resigned.clocks.seats] == [False, True, True]


def test_a_game_in_which_nobody_has_a_limit_has_no_clocks():
    assert started(None).pick(1_000, 0).clocks == Clocks()


def test_an_open_game_has_no_clocks_yet():
    state = game.fold(game.open({"seats": 2, "clock": PER_PHASE}, "ann"))
    assert advance(Clocks(), state, BEGIN_MS) == Clocks()


def test_no_clock_runs_in_a_game_that_is_abandoned():
    timed = started(PER_PHASE).at(5_000, [GameAbandoned()])
    assert next_deadline_ms(timed.clocks) is None


def test_a_time_before_the_newest_takes_nothing_and_gives_nothing():
    """The clock of another machine may be behind."""
    timed = started(BANK).pick(-3_000, 0)
    assert timed.left(0) == 600_000


def test_a_seat_is_out_of_time_from_its_deadline_on():
    clocks = started(PER_PHASE).pick(10_000, 0).clocks
    assert out_of_time(clocks, BEGIN_MS + 59_999) == ()
    assert out_of_time(clocks, BEGIN_MS + 60_000) == (1,)


@pytest.mark.parametrize(
    ("left_ms", "low_ms"),
    [
        (5_000, 5_000),
        (10_000, 10_000),
        (30_000, 10_000),
        (60_000, 12_000),
        (600_000, 120_000),
        (30 * MAX_LOW_MS, MAX_LOW_MS),
    ],
)
def test_time_is_low_when_a_fifth_is_left_at_least_ten_seconds_and_at_most_a_day(left_ms: int, low_ms: int):
    clocks = Clocks((SeatClock(left_ms, BEGIN_MS), SeatClock(left_ms), None))
    assert low_at_ms(clocks, 0) == BEGIN_MS + left_ms - low_ms
    assert low_at_ms(clocks, 1) is low_at_ms(clocks, 2) is low_at_ms(Clocks(), 0) is None


@for_random_games(5)
def test_stages_ascend_through_a_whole_game_and_change_when_something_begins_for_all(play: Play):
    states = walk(play).states
    numbers = [stage_number(state) for state in states]
    assert numbers == sorted(numbers)
    assert numbers[0] == 1
    for before, after in pairwise(states):
        if stage_number(before) != stage_number(after):
            assert before.since != after.since


@for_random_games(5)
def test_no_seat_ever_has_more_than_it_was_given_and_waits_for_exactly_those_whose_clocks_run(play: Play):
    clock = {"kind": "bank", "seconds": 1_000, "increment": 3}
    timed = started(clock, play.seats, **({"scenario": play.scenario} if play.scenario else {}))
    for number, turn in enumerate(walk(play).turns[:80]):
        after = turn.after._replace(options=timed.state.options)
        timed = timed._replace(state=after, clocks=advance(timed.clocks, after, BEGIN_MS + 700 * number))
        running = [seat for seat, clock in enumerate(timed.clocks.seats) if clock and clock.since_ms is not None]
        assert tuple(running) == game.waiting_on(after)
        assert all(0 <= timed.left(seat) <= 1_000_000 + 3_000 * timed.clocks.furthest for seat in range(play.seats))
