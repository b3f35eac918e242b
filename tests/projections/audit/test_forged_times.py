"""Logs in which somebody cheats with time: the audit reads the clocks from the log's own times and finds it."""

from collections.abc import Callable, Sequence
from random import Random

import pytest

import game as rules
from events import Group
from events.entry import timestamp
from game.clocks import next_deadline_ms
from game.draft import CardDrafted
from game.lobby import GameAbandoned
from game.outages import TimeGivenBack
from game.pauses import GamePaused, PauseAgreed
from game.time_limits import SeatReturned, SeatTakenOver, TimeExpired
from projections.audit import Fault, verify
from tests.amounts import SEED, amounts
from tests.projections.archive import START_MS, make_log
from tests.projections.timed_games import (
    Append,
    TimedRecorder,
    appends_of,
    loaded_before,
    log_again,
    record_timed,
)

CLOCK = {"kind": "per_phase", "seconds": 60, "misses": 2}


def started(**clock: object) -> TimedRecorder:
    recorder = TimedRecorder()
    recorder.open({"seats": 3, "clock": CLOCK | clock})
    return recorder


def expired(**clock: object) -> TimedRecorder:
    """A game in which seat 2 was too late in its first hand."""
    recorder = started(**clock)
    recorder.ms += 30_000
    recorder.pick(0)
    recorder.pick(1)
    recorder.ms += 30_000
    assert recorder.expire(Random(1))
    return recorder


def fault_of(appends: Sequence[Append]) -> Fault | None:
    """The fault of a log of these appends, other than that it has no end."""
    fault = verify(make_log("aaaaaaaa", log_again("aaaaaaaa", appends))).fault
    return None if fault and fault.kind == "end" else fault


def test_the_games_of_these_tests_are_correct_as_they_are():
    for recorder in (started(), expired(), expired(misses=1)):
        assert fault_of(appends_of(recorder.entries)) is None


def test_an_expiry_a_millisecond_early_is_found():
    *before, last = appends_of(expired().entries)
    found = fault_of([*before, last._replace(ms=last.ms - 1)])
    assert found
    assert (found.kind, found.detail) == ("rules", "time_expired is refused: time_left: seat 2 has time left")
    assert fault_of([*before, last._replace(ms=last.ms + 86_400_000)]) is None, "late is no fault"


@pytest.mark.slow
@amounts("expiries", 6, 1_000)
@pytest.mark.parametrize("clock", ["per phase", "bank"])
def test_an_expiry_is_exact_to_the_millisecond_at_any_time_of_a_game(clock: str, expiries: int):
    recorder = record_timed(clock, 1)
    appends, version = appends_of(recorder.entries), 0
    possible = [at for at, append in enumerate(appends) if isinstance(append.groups[0].events[0], TimeExpired)]
    chosen = {*Random(SEED).sample(possible, min(expiries, len(possible)))}
    for at, append in enumerate(appends):
        first = append.groups[0].events[0]
        if at in chosen and isinstance(first, TimeExpired):
            clocks = loaded_before(recorder.id, recorder.entries, version + 1).clocks
            own = clocks.seats[first.seat]
            assert own
            assert own.deadline_ms is not None
            found = fault_of([*appends[:at], append._replace(ms=own.deadline_ms - 1)])
            assert found
            assert found.kind == "rules"
            assert fault_of([*appends[:at], append._replace(ms=own.deadline_ms)]) is None or len(append.groups) > 1
        version += sum(len(group.events) for group in append.groups)


def edit(recorder: TimedRecorder, change: Callable[[list[Group]], list[Group]]) -> Fault:
    """The fault of the log whose last append was changed."""
    *before, last = appends_of(recorder.entries)
    found = fault_of([*before, last._replace(groups=change(last.groups))])
    assert found, "the forgery was not found out"
    return found


def paused() -> TimedRecorder:
    """A game that its players paused, the last of them in the last append."""
    recorder = started()
    now, soon, until = (timestamp(recorder.ms + seconds * 1000) for seconds in (0, 600, rules.MAX_PAUSE_SECONDS))
    for seat in range(3):
        recorder.add(f"player-{seat}", rules.agree_to_pause(recorder.state, seat, now, soon, until))
    return recorder


def test_a_pause_lasts_a_day_at_most_and_begins_when_all_agree():
    assert fault_of(appends_of(paused().entries)) is None
    later = timestamp(START_MS + 2 * rules.MAX_PAUSE_SECONDS * 1000)
    agreed = PauseAgreed(2, True)
    for forged in ([agreed, GamePaused(later)], [agreed, GamePaused("tomorrow")], [agreed]):
        assert edit(paused(), lambda groups, forged=forged: [groups[0]._replace(events=forged)]).kind == "rules"
    assert edit(paused(), lambda groups: [groups[0]._replace(actor="player-1")]).kind == "actor"
    assert edit(paused(), lambda groups: [groups[0]._replace(events=[PauseAgreed(2, True, later)])]).kind == "rules"


def test_a_pause_ends_by_itself_at_its_time_and_not_before():
    recorder = paused()
    recorder.ms += rules.MAX_PAUSE_SECONDS * 1000
    assert recorder.expire(Random(1))
    *before, last = appends_of(recorder.entries)
    assert fault_of([*before, last]) is None
    found = fault_of([*before, last._replace(ms=last.ms - 1)])
    assert found
    assert (found.kind, found.detail.partition(":")[0]) == ("rules", "game_resumed is refused")
    assert edit(recorder, lambda groups: [groups[0]._replace(actor="player-0")]).kind == "actor"


def test_nobody_moves_in_a_pause():
    recorder = paused()
    card = recorder.state.seats[0].hand[0]
    assert edit(recorder, lambda groups: [*groups, Group("player-0", [CardDrafted(0, card)])]).kind == "rules"


def test_the_fallback_cannot_move_for_a_seat_that_has_time_left():
    recorder = started()
    recorder.pick(1)
    found = edit(recorder, lambda groups: [groups[0]._replace(actor="bot:greedy")])
    assert (found.kind, found.expected, found.found) == ("actor", "player-1", "bot:greedy")


def test_the_fallback_cannot_move_without_the_expiry():
    assert edit(expired(), lambda groups: groups[1:]).kind == "actor"


def test_a_player_may_be_late_as_long_as_the_service_has_not_noticed():
    recorder = started()
    recorder.ms += 61_000
    recorder.pick(1)
    assert fault_of(appends_of(recorder.entries)) is None


def test_the_fallback_cannot_play_beyond_the_stage():
    recorder = expired()
    pick = rules.decide(recorder.state, rules.legal(recorder.state, 2)[0])
    assert edit(recorder, lambda groups: [*groups, Group("bot:greedy", pick)]).kind == "actor"


def test_a_seat_cannot_expire_again_in_the_stage_that_its_expiry_ended():
    assert edit(expired(), lambda groups: [*groups, Group("service", [TimeExpired(2)])]).kind == "rules"
    assert edit(expired(), lambda groups: [groups[0], *groups]).kind == "rules"


def test_a_seat_that_was_in_time_cannot_expire():
    assert edit(expired(), lambda groups: [Group("service", [TimeExpired(0)]), *groups]).kind == "rules"


def test_a_seat_is_not_taken_over_before_its_misses():
    taken = Group("service", [TimeExpired(2), SeatTakenOver(2, "greedy")])
    assert edit(expired(), lambda groups: [taken, *groups[1:]]).kind == "rules"
    alone = Group("service", [SeatTakenOver(2, "greedy")])
    assert edit(expired(), lambda groups: [groups[0], alone, *groups[1:]]).kind in ("rules", "actor")


def test_a_seat_is_taken_over_once_its_misses_are_reached():
    kept = Group("service", [TimeExpired(2)])
    assert edit(expired(misses=1), lambda groups: [kept, *groups[1:]]).kind == "rules"


def test_another_strategy_than_the_first_fallback_cannot_take_the_seat():
    taken = Group("service", [TimeExpired(2), SeatTakenOver(2, "random")])
    assert edit(expired(misses=1), lambda groups: [taken, *groups[1:]]).kind == "rules"


def test_only_the_service_says_that_time_is_up():
    for actor in ("player-2", "bot:greedy", "player-0"):
        found = edit(expired(), lambda groups, actor=actor: [groups[0]._replace(actor=actor), *groups[1:]])
        assert (found.kind, found.expected) == ("actor", "service")


def returned() -> TimedRecorder:
    recorder = expired(misses=1)
    recorder.come_back(2)
    assert recorder.entries[-1].name == "seat_returned"
    return recorder


def test_only_its_player_returns_to_a_seat_and_only_once():
    assert fault_of(appends_of(returned().entries)) is None
    found = edit(returned(), lambda groups: [groups[0]._replace(actor="player-1")])
    assert (found.kind, found.expected) == ("actor", "player-2")
    assert edit(returned(), lambda groups: [*groups, groups[0]]).kind == "rules"
    assert edit(returned(), lambda groups: [Group("player-1", [SeatReturned(1)])]).kind == "rules"


@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_seats_that_do_not_exist_have_no_time(seat: int):
    for event in (TimeExpired(seat), SeatReturned(seat)):
        assert edit(expired(), lambda groups, event=event: [Group("service", [event])])


def everybody_gone() -> TimedRecorder:
    recorder = started(misses=1)
    recorder.ms += 60_000
    recorder.expire(Random(1))
    assert not rules.attended(recorder.state)
    return recorder


def test_nobody_plays_for_seats_that_are_away_while_nobody_is_present():
    recorder = everybody_gone()
    recorder.pick(0)
    found = fault_of(appends_of(recorder.entries))
    assert found
    assert (found.kind, found.found) == ("actor", "bot:greedy")


def test_a_game_that_nobody_plays_ends_when_its_time_has_come():
    recorder = everybody_gone()
    end_ms = recorder.ms + 14 * 86_400_000
    recorder.ms = end_ms
    recorder.add("service", [GameAbandoned("idle")])
    appends = appends_of(recorder.entries)
    assert fault_of(appends) is None
    for forged in (
        appends[-1]._replace(ms=end_ms - 1),
        appends[-1]._replace(groups=[Group("player-0", [GameAbandoned("idle")])]),
        appends[-1]._replace(groups=[Group("service", [GameAbandoned("expired")])]),
    ):
        assert fault_of([*appends[:-1], forged])


def silent() -> TimedRecorder:
    """A game without a clock in which seat 2 was taken over after an hour, and the others have picked."""
    recorder = TimedRecorder()
    recorder.open({"seats": 3, "idle_seconds": 3600})
    recorder.pick(0)
    recorder.pick(1)
    recorder.ms = recorder.loaded.changed_ms[2] + 3_600_000
    assert recorder.expire(Random(1))
    assert recorder.entries[-1].name == "seat_taken_over"
    return recorder


def test_a_silent_player_loses_the_seat_when_the_time_has_come_and_to_the_first_fallback():
    recorder = silent()
    *before, last = appends = appends_of(recorder.entries)
    assert fault_of(appends) is None
    assert fault_of([*before, last._replace(ms=last.ms - 1)])
    for forged in (
        Group("player-2", [SeatTakenOver(2, "greedy")]),
        Group("service", [SeatTakenOver(2, "random")]),
        Group("service", [SeatTakenOver(0, "greedy")]),
    ):
        assert edit(recorder, lambda groups, forged=forged: [forged])


def test_a_game_may_have_ended_as_a_whole_although_a_bot_would_now_take_over():
    recorder = silent()
    *before, last = appends_of(recorder.entries)
    idle = last._replace(ms=before[-1].ms + 3_600_000, groups=[Group("service", [GameAbandoned("idle")])])
    assert fault_of([*before, idle]) is None, "as earlier versions of the service had it"
    assert fault_of([*before, idle._replace(ms=idle.ms - 1)])


def test_an_open_game_expires_when_its_time_has_come():
    recorder = TimedRecorder()
    recorder.add("player-0", rules.open({"seats": 2, "open_seconds": 60}, "player-0", recorder.id, "c0ff"))
    recorder.ms += 60_000
    recorder.add("service", [GameAbandoned("expired")])
    appends = appends_of(recorder.entries)
    assert fault_of(appends) is None
    assert fault_of([appends[0], appends[1]._replace(ms=START_MS + 59_999)])


def test_no_game_is_abandoned_while_a_clock_runs():
    recorder = started()
    assert next_deadline_ms(recorder.loaded.clocks)
    recorder.ms += 365 * 86_400_000
    recorder.add("service", [GameAbandoned("idle")])
    assert fault_of(appends_of(recorder.entries))


# Outages


def given_back(**clock: object) -> TimedRecorder:
    """A game in which an outage of 100 s was given back, after seat 0 had moved."""
    recorder = started(**clock)
    recorder.ms += 110_000
    recorder.pick(0)
    recorder.ms += 1_000
    recorder.add("service", [TimeGivenBack(START_MS + 5_000, START_MS + 105_000)])
    return recorder


def test_an_outage_that_was_given_back_is_correct_and_nobody_was_late():
    recorder = given_back()
    recorder.ms = START_MS + 159_999
    assert not recorder.expire(Random(1))
    recorder.ms += 1
    assert recorder.expire(Random(1))
    appends = appends_of(recorder.entries)
    assert fault_of(appends) is None
    assert [entry.seat for entry in recorder.entries if entry.name == "time_expired"] == [1, 2]
    found = fault_of([*appends[:-1], appends[-1]._replace(ms=appends[-1].ms - 1)])
    assert found
    assert found.detail == "time_expired is refused: time_left: seat 1 has time left"


@pytest.mark.parametrize(
    ("from_ms", "to_ms"),
    [(-1, 105_000), (5_000, 111_001), (5_000, 5_000), (7_000, 6_000), (5_000.0, 105_000), (True, 105_000)],
    ids=str,
)
def test_an_outage_is_not_longer_than_the_time_that_passed(from_ms: int, to_ms: int):
    forged = TimeGivenBack(from_ms + START_MS if type(from_ms) is not bool else from_ms, to_ms + START_MS)
    found = edit(given_back(), lambda groups: [groups[0]._replace(events=[forged])])
    assert found.kind == "rules"
    assert "outage" in found.detail


def test_an_outage_is_given_back_once():
    found = edit(given_back(), lambda groups: [*groups, groups[0]])
    assert found.expected == f"within {START_MS + 105_000} to {START_MS + 111_000}"
    assert found.found == f"{START_MS + 5_000} to {START_MS + 105_000}"
    overlap = Group("service", [TimeGivenBack(START_MS + 104_999, START_MS + 111_000)])
    assert edit(given_back(), lambda groups: [*groups, overlap]).kind == "rules"


def test_only_the_service_gives_time_back_and_only_in_games_with_clocks():
    found = edit(given_back(), lambda groups: [groups[0]._replace(actor="player-1")])
    assert (found.kind, found.expected, found.found) == ("actor", "service", "player-1")
    recorder = TimedRecorder()
    recorder.open({"seats": 3})
    recorder.ms += 9_000
    recorder.add("service", [TimeGivenBack(START_MS, START_MS + 5_000)])
    assert (found := fault_of(appends_of(recorder.entries)))
    assert found.kind == "rules"


def test_a_log_that_gives_back_late_what_costs_long_is_given_up(monkeypatch: pytest.MonkeyPatch):
    assert fault_of(appends_of(given_back().entries)) is None
    monkeypatch.setattr("projections.audit.redecide.MAX_LOOKS", 0)
    found = fault_of(appends_of(given_back().entries))
    assert found
    assert found.detail == "too much happened before outages were given back"
