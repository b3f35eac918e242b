"""Outages: the clocks are as if time had stood still while the service did not answer."""

import pytest

import game
from game.clocks import LONG_STILL_MS, Clocks
from game.lobby import GameAbandoned
from game.outages import Moment, Outage, end_after, may_give_back, owed_outages, without_outage
from game.rewinds import Rewound
from tests.game.clock_times import BEGIN_MS, Timed, started

PER_PHASE = {"kind": "per_phase", "seconds": 60}
BANK = {"kind": "bank", "seconds": 600, "increment": 5}


def outage(from_ms: int, to_ms: int) -> Outage:
    """An outage, in ms since the game began."""
    return Outage(BEGIN_MS + from_ms, BEGIN_MS + to_ms)


def clocks_after(*steps: Timed, given: Outage) -> Clocks:
    """The clocks after these appends, and after an outage was given back."""
    moments = [Moment(BEGIN_MS + step.ms, step.state, step.clocks) for step in steps]
    return without_outage(moments, given)[-1].clocks


def lefts(clocks: Clocks) -> list[int]:
    return [clock.left_ms for clock in clocks.seats if clock]


def deadlines(clocks: Clocks) -> list[int | None]:
    """Counted from the beginning."""
    return [clock.deadline_ms and clock.deadline_ms - BEGIN_MS for clock in clocks.seats if clock]


@pytest.mark.parametrize("clock", [PER_PHASE, BANK])
def test_deadlines_of_clocks_that_run_move_by_the_outage(clock: dict[str, object]):
    begun = started(clock)
    after = clocks_after(begun, given=outage(10_000, 90_000))
    assert deadlines(after) == [deadline + 80_000 for deadline in deadlines(begun.clocks) if deadline]
    assert after.settled_ms == BEGIN_MS + 90_000


def test_a_clock_that_stood_still_in_the_outage_gets_nothing():
    begun = started(BANK)
    picked = begun.pick(4_000, 0)
    after = clocks_after(begun, picked, given=outage(10_000, 90_000))
    assert (lefts(after), deadlines(after)) == ([596_000, 680_000], [None, 680_000])


def test_a_seat_that_moved_before_the_event_came_gets_back_what_the_outage_took():
    begun = started(BANK)
    moved = begun.pick(95_000, 0)
    again = moved.pick(97_000, 1).pick(99_000, 0)
    after = clocks_after(begun, moved, moved.pick(97_000, 1), again, given=outage(10_000, 90_000))
    assert lefts(after) == [600_000 - 15_000 + 5_000 - 2_000, 600_000 - 17_000 + 5_000]


def test_a_bank_that_the_outage_had_emptied_has_what_it_had_before():
    """It was charged for no more than it had, so it gets back no more than that."""
    begun = started({"kind": "bank", "seconds": 60})
    moved = begun.pick(95_000, 0)
    assert lefts(moved.clocks)[0] == 0
    after = clocks_after(begun, moved, given=outage(10_000, 90_000))
    assert lefts(after) == [45_000, 140_000]
    assert deadlines(after) == [None, 140_000]


def test_a_stage_that_is_over_has_its_time_back_when_a_rewind_returns_to_it():
    begun = started(PER_PHASE)
    one, two = begun.pick(95_000, 0), begun.pick(95_000, 0).pick(96_000, 1)
    back = two.at(97_000, [Rewound(begun.state.version)], {begun.state.version: begun.state})
    assert lefts(back.clocks) == [0, 0]
    late = clocks_after(begun, one, two, back, given=outage(10_000, 90_000))
    early = Timed(two.state, clocks_after(begun, one, two, given=outage(10_000, 90_000)), 96_000)
    assert early.at(97_000, [Rewound(begun.state.version)], {begun.state.version: begun.state}).clocks == late
    assert lefts(late) == [45_000, 44_000]


def test_what_bots_do_in_an_outage_begins_no_time():
    """A clock that starts in it runs from its end on."""
    begun = started(PER_PHASE, bots=["greedy"])
    picked = begun.pick(5_000, 0)
    revealed = picked.pick(30_000, 1)
    after = clocks_after(begun, picked, revealed, given=outage(10_000, 90_000))
    assert deadlines(after) == [150_000]


def test_two_outages_may_be_given_back_one_after_the_other_however_late():
    begun = started(BANK)
    moved = begun.pick(95_000, 0)
    moments = [Moment(BEGIN_MS + step.ms, step.state, step.clocks) for step in (begun, moved)]
    for given in (outage(10_000, 40_000), outage(50_000, 90_000)):
        moments = without_outage(moments, given)
    assert lefts(moments[-1].clocks) == [600_000 - 25_000, 670_000]
    assert deadlines(moments[-1].clocks) == [None, 670_000]


def test_without_the_games_before_an_outage_cannot_be_given_back():
    moved = started(BANK).pick(95_000, 0)
    with pytest.raises(game.TooEarly):
        clocks_after(moved, given=outage(10_000, 90_000))


def test_an_outage_is_owed_once_and_only_from_the_start_on():
    begun = started(PER_PHASE)
    outages = [outage(-9_000, -4_000), outage(-3_000, 2_000), outage(10_000, 90_000)]
    owed = owed_outages(begun.state, begun.clocks, BEGIN_MS, outages)
    assert owed == [outage(0, 2_000), outage(10_000, 90_000)]
    settled = begun.clocks._replace(settled_ms=BEGIN_MS + 90_000)
    assert owed_outages(begun.state, settled, BEGIN_MS, outages) == []


def test_outages_that_overlap_because_the_store_was_set_back_are_owed_as_one():
    begun = started(PER_PHASE)
    outages = [outage(10_000, 90_000), outage(80_000, 100_000), outage(20_000, 30_000)]
    owed = owed_outages(begun.state, begun.clocks, BEGIN_MS, outages)
    assert owed == [outage(10_000, 90_000), outage(90_000, 100_000)]


def test_nothing_is_owed_to_a_game_without_clocks_nor_while_none_runs():
    one = [outage(10_000, 90_000)]
    none = started(None)
    assert owed_outages(none.state, none.clocks, BEGIN_MS, one) == []
    still = started(PER_PHASE, bots=["greedy"]).pick(5_000, 0)
    assert owed_outages(still.state, still.clocks, BEGIN_MS + 5_000, one) == []
    over = started(PER_PHASE).at(5_000, [GameAbandoned()])
    assert owed_outages(over.state, over.clocks, BEGIN_MS + 5_000, one) == []


def test_after_a_long_time_in_which_no_clock_ran_nothing_of_it_is_owed():
    still = started(PER_PHASE, bots=["greedy"]).pick(5_000, 0)
    late = LONG_STILL_MS + 5_001
    on = still.pick(late, 1)
    assert owed_outages(on.state, on.clocks, BEGIN_MS + late, [outage(10_000, 90_000)]) == []
    assert on.clocks.settled_ms == BEGIN_MS + late


@pytest.mark.parametrize(
    ("from_ms", "to_ms", "may"),
    [(0, 90_000, True), (-1, 90_000, False), (0, 90_001, False), (5, 5, False), (9, 8, False)],
)
def test_an_outage_lies_between_the_start_and_now(from_ms: int, to_ms: int, may: bool):
    begun = started(PER_PHASE)
    assert may_give_back(begun.state, begun.clocks, outage(from_ms, to_ms), BEGIN_MS + 90_000) is may


def test_the_end_of_a_game_waits_for_outages_also_for_those_that_come_while_it_waits():
    assert end_after(1_000, 50, []) == 1_050
    assert end_after(1_000, 50, [Outage(900, 1_010), Outage(1_040, 2_000), Outage(3_000, 4_000)]) == 2_020
    state = game.fold(game.open({"seats": 2, "open_seconds": 60}, "ann"))
    late = [outage(30_000, 100_000)]
    assert game.ends_at_ms(state, Clocks(), BEGIN_MS, BEGIN_MS, late) == (BEGIN_MS + 130_000, "expired")
