"""Time that is up: the seat is played for, taken over after misses, and given back; games that nobody plays end."""

import pytest

import game
from game.auto_ready import AutoReady
from game.clocks import Clocks
from game.lobby import GameAbandoned, SeatResigned
from game.production import ReadyDeclared
from game.rewinds import Rewound
from game.time_limits import SeatReturned, SeatTakenOver, TimeExpired
from tests.game.clock_times import BEGIN_MS, Timed, started
from tests.game.positions import refused

CLOCK = {"kind": "per_phase", "seconds": 60, "misses": 2}
BANK = {"kind": "bank", "seconds": 60, "misses": 2}
DAY_MS = 86_400_000


def next_hand(timed: Timed, ms: int) -> Timed:
    """The seats that the game waits for pick, so that the next hand begins."""
    for seat in game.waiting_on(timed.state):
        timed = timed.pick(ms, seat)
    return timed


def test_a_seat_expires_at_its_deadline_and_not_a_millisecond_before():
    timed = started(CLOCK)
    assert refused(game.expire, timed.state, timed.clocks, 0, BEGIN_MS + 59_999) == "time_left"
    assert game.expire(timed.state, timed.clocks, 0, BEGIN_MS + 60_000) == [TimeExpired(0)]


def test_a_seat_that_was_in_time_does_not_expire():
    timed = started(CLOCK).pick(10_000, 0)
    assert refused(game.expire, timed.state, timed.clocks, 0, BEGIN_MS + 99_000) == "time_left"


def test_a_seat_expires_once_in_a_stage():
    timed = started(CLOCK).expire(60_000, 0)
    assert refused(game.expire, timed.state, timed.clocks, 0, BEGIN_MS + 61_000) == "time_left"


def test_a_seat_does_not_expire_in_a_stage_that_began_after_the_clocks_were_read():
    timed = started(CLOCK)
    later = game.fold(game.decide(timed.state, game.legal(timed.state, 0)[0]), timed.state)
    later = game.fold(game.decide(later, game.legal(later, 1)[0]), later)
    assert game.overdue(later, timed.clocks, BEGIN_MS + 99_000) == ()
    assert refused(game.expire, later, timed.clocks, 0, BEGIN_MS + 99_000) == "time_left"


def test_an_expired_seat_has_missed_the_stage_and_cannot_undo_in_it():
    timed = started(CLOCK, 3).expire(60_000, 0).pick(60_000, 0)
    seat = timed.state.seats[0]
    assert (seat.expired, seat.misses, seat.away) == (True, 1, False)
    assert refused(game.undo, timed.state, 0) == "time_is_up"


def test_the_next_stage_ends_the_expiry_and_keeps_the_misses():
    timed = next_hand(started(CLOCK).expire(60_000, 0), 60_000)
    assert (timed.state.seats[0].expired, timed.state.seats[0].misses) == (False, 1)


def test_a_stage_in_time_clears_the_misses():
    timed = next_hand(next_hand(started(CLOCK).expire(60_000, 0), 60_000), 70_000)
    assert timed.state.seats[0].misses == 0


def test_auto_ready_alone_clears_no_misses():
    state = game.fold(game.new({"seats": 2}))
    seat = state.seats[0]._replace(misses=1)
    state = state._replace(seats=(seat, state.seats[1]))
    assert game.evolve(state, ReadyDeclared(0, auto=True)).seats[0].misses == 1
    assert game.evolve(state, ReadyDeclared(0)).seats[0].misses == 0


def test_the_fallback_takes_the_seat_after_the_misses_in_a_row():
    timed = next_hand(started(CLOCK).expire(60_000, 0), 60_000)
    events = game.expire(timed.state, timed.clocks, 0, BEGIN_MS + 120_000)
    assert events == [TimeExpired(0), SeatTakenOver(0, "greedy")]
    taken = timed.at(120_000, events)
    assert (taken.state.seats[0].bot, taken.state.seats[0].away) == ("greedy", True)
    assert taken.deadline(0) is None, "no clock runs for a seat that a bot plays"


def taken_over(clock: dict[str, object], seats: int = 2) -> Timed:
    """A game in which seat 0 was taken over at the end of its first hand, and the second hand has begun."""
    timed = started({**clock, "misses": 1}, seats)
    return next_hand(timed.expire(60_000, 0), 60_000)


def test_a_seat_that_is_away_is_a_bots_turn_while_somebody_is_present():
    timed = taken_over(CLOCK)
    assert game.bots_due(timed.state, timed.clocks) == (0,)
    gone = timed.expire(120_000, 1)
    assert gone.state.seats[1].away
    assert game.bots_due(gone.state, gone.clocks) == (), "all are away: the game waits"


def test_a_player_returns_with_the_time_of_the_stage():
    timed = taken_over(CLOCK)
    back = timed.at(75_000, game.come_back(timed.state, timed.clocks, 0))
    seat = back.state.seats[0]
    assert (seat.bot, seat.away, seat.misses) == (None, False, 0)
    assert back.deadline(0) == 135_000
    assert game.bots_due(back.state, back.clocks) == ()


def test_a_player_who_is_not_away_cannot_return():
    timed = started(CLOCK)
    assert refused(game.come_back, timed.state, timed.clocks, 0) == "not_away"


def test_nobody_returns_to_a_game_that_is_over():
    state = taken_over(CLOCK).state._replace(phase="finished")
    assert refused(game.come_back, state, Clocks(), 0) == "not_playing"


@pytest.mark.parametrize(("increment", "returns"), [(0, False), (1, True)])
def test_a_player_whose_bank_is_empty_returns_only_if_it_gains_time(increment: int, returns: bool):
    timed = taken_over({**BANK, "increment": increment})
    if returns:
        assert game.come_back(timed.state, timed.clocks, 0) == [SeatReturned(0)]
    else:
        assert refused(game.come_back, timed.state, timed.clocks, 0) == "no_time_left"


def test_a_pending_rewind_lapses_when_a_seat_is_taken_over():
    timed = started({**CLOCK, "misses": 1}, 3)
    before = timed.state
    timed = timed.pick(1_000, 1)
    proposed = game.propose(timed.state, 1, before, "2026-01-01T00:00:00.000Z", "2026-01-01T00:10:00.000Z")
    timed = timed.at(2_000, proposed)
    assert timed.state.proposal
    assert timed.expire(60_000, 0).state.proposal is None


def test_a_rewind_in_the_same_stage_leaves_the_time_up_and_counts_no_second_miss():
    first = started(CLOCK, 3)
    timed = first.expire(60_000, 0).pick(60_000, 0)
    back = timed.at(61_000, [Rewound(first.state.version)], {first.state.version: first.state})
    assert (back.state.seats[0].expired, back.state.seats[0].misses) == (True, 1)
    assert 0 in game.overdue(back.state, back.clocks, BEGIN_MS + 61_000), "the fallback plays the stage again"


def test_who_is_away_may_resign_and_is_away_no_more():
    timed = taken_over(CLOCK, 3)
    events = game.leave(timed.state, 0)
    assert events == [SeatResigned(0, "greedy")]
    seat = game.fold(events, timed.state).seats[0]
    assert (seat.bot, seat.away) == ("greedy", False)


def test_a_game_goes_on_without_players_at_the_table():
    timed = taken_over(CLOCK)
    assert game.leave(timed.state, 1) == [SeatResigned(1, "greedy")]
    resigned = game.fold(game.leave(timed.state, 1), timed.state)
    assert game.leave(resigned, 0) == [SeatResigned(0, "greedy")]


def test_auto_ready_does_not_play_for_a_seat_that_is_out_of_time():
    timed = started(CLOCK).act(1_000, AutoReady(0, True))
    assert 0 in game.overdue(timed.state, timed.clocks, BEGIN_MS + 60_000)


# The end of games that nobody plays


def test_an_open_game_expires_a_day_after_it_was_opened():
    state = game.fold(game.open({"seats": 2}, "ann"))
    assert game.ends_at_ms(state, Clocks(), BEGIN_MS, (BEGIN_MS + 5,) * 2) == (BEGIN_MS + DAY_MS, "expired")
    assert refused(game.abandon, state, Clocks(), BEGIN_MS, (), BEGIN_MS + DAY_MS - 1) == "time_left"
    ended = game.abandon(state, Clocks(), BEGIN_MS, (), BEGIN_MS + DAY_MS)
    assert ended == [GameAbandoned("expired")]
    assert game.fold(ended, state).end_reason == "expired"


def test_a_game_without_clocks_ends_14_days_after_the_last_event():
    state = started(None).state
    end = game.ends_at_ms(state, Clocks(), BEGIN_MS, (BEGIN_MS + 5,) * 2)
    assert end == (BEGIN_MS + 5 + 14 * DAY_MS, "idle")


def test_the_opener_says_when_a_game_ends_that_nobody_plays():
    state = game.fold(game.open({"seats": 2, "open_seconds": 60}, "ann"))
    assert game.ends_at_ms(state, Clocks(), BEGIN_MS, (BEGIN_MS,) * 2) == (BEGIN_MS + 60_000, "expired")
    state = started(None, idle_seconds=90).state
    assert game.ends_at_ms(state, Clocks(), BEGIN_MS, (BEGIN_MS,) * 2) == (BEGIN_MS + 90_000, "idle")


def test_a_game_is_not_idle_while_a_clock_runs_or_a_bot_is_to_move():
    timed = started(CLOCK)
    assert game.ends_at_ms(timed.state, timed.clocks, BEGIN_MS, (BEGIN_MS,) * 2) is None
    bots = started(None, bots=["greedy"])
    assert game.ends_at_ms(bots.state, bots.clocks, BEGIN_MS, (BEGIN_MS,) * 2) is None


def test_a_game_whose_players_are_all_away_is_idle():
    timed = taken_over(CLOCK).expire(120_000, 1)
    assert game.ends_at_ms(timed.state, timed.clocks, BEGIN_MS, (BEGIN_MS,) * 2) == (BEGIN_MS + 14 * DAY_MS, "idle")


@pytest.mark.parametrize("status", ["finished", "abandoned"])
def test_a_game_that_is_over_does_not_end_again(status: str):
    state = started(None).state._replace(status=status)
    assert game.ends_at_ms(state, Clocks(), BEGIN_MS, (BEGIN_MS,) * 2) is None
