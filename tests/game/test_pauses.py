"""Pauses: all people agree, the clocks stand still and nobody moves, until one of them goes on or a day has passed."""

from contextlib import suppress
from random import Random

import pytest

import game
from game.auto_ready import AutoReady
from game.clocks import next_deadline_ms
from game.declared import Event
from game.pauses import GamePaused, GameResumed, PauseAgreed
from tests.game.clock_times import Timed, started
from tests.game.positions import refused

CLOCK = {"kind": "bank", "seconds": 60}
NOON, SOON, EVENING = "2026-11-26T12:00:00.000Z", "2026-11-26T12:10:00.000Z", "2026-11-26T20:00:00.000Z"


def agree(timed: Timed, ms: int, seat: int, now: str = NOON) -> Timed:
    """After the seat asked for a pause, or agreed to one."""
    return timed.at(ms, game.agree_to_pause(timed.state, seat, now, SOON, EVENING))


def paused(seats: int = 2) -> Timed:
    """A game that was paused after five seconds."""
    timed = started(CLOCK, seats)
    for seat in range(seats):
        timed = agree(timed, 5_000, seat)
    assert game.is_paused(timed.state)
    return timed


def test_the_clocks_of_a_paused_game_stand_still_and_go_on_with_what_they_had():
    timed = paused()
    assert next_deadline_ms(timed.clocks) is None
    timed = timed.at(500_000, game.end_pause(timed.state, 1, NOON))
    assert [timed.left(0), timed.left(1)] == [55_000, 55_000]
    assert timed.deadline(0) == 555_000


def test_while_not_all_people_agree_the_game_goes_on():
    timed = agree(started(CLOCK, 3), 1_000, 0)
    timed = agree(timed, 2_000, 2)
    assert timed.state.pause is not None
    assert timed.state.pause.agreed == (0, 2)
    assert game.awaited_for_pause(timed.state) == (1,)
    assert game.waiting_on(timed.state) == (0, 1, 2)
    timed = timed.pick(3_000, 0)
    assert timed.deadline(1) == 60_000


def test_in_a_pause_nobody_is_waited_for_and_nobody_moves():
    state = paused().state
    card = state.seats[0].hand[0]
    assert game.waiting_on(state) == ()
    assert game.legal(state, 0) == []
    for intention in (game.intention(0, {"type": "draft", "card": card}), AutoReady(0, True)):
        assert refused(game.decide, state, intention) == "paused"
    assert refused(game.undo, state, 0) == "paused"
    assert not any(seat["ready"] for seat in game.view(state, 0)["seats"]), "who must act is not ready"


def test_bots_are_not_asked_and_do_not_play_in_a_pause():
    timed = agree(started(CLOCK, 3, bots=["greedy", "random"]), 1_000, 0)
    assert game.is_paused(timed.state)
    assert game.bots_due(timed.state, timed.clocks) == ()
    timed = timed.at(2_000, game.end_pause(timed.state, 0, NOON))
    assert game.bots_due(timed.state, timed.clocks) == (1, 2)


def test_a_seat_agrees_once():
    timed = agree(started(CLOCK, 3), 1_000, 0)
    assert game.agree_to_pause(timed.state, 0, NOON, SOON, EVENING) == []


@pytest.mark.parametrize("seat", [0, 1], ids=["withdrawn", "declined"])
def test_a_question_that_one_seat_takes_back_is_gone_for_all(seat: int):
    timed = agree(started(CLOCK, 3), 1_000, 0)
    timed = timed.at(2_000, game.end_pause(timed.state, seat, NOON))
    assert timed.state.pause is None
    assert refused(game.end_pause, timed.state, 0, NOON) == "no_pause"


def test_a_seat_asks_in_vain_once_in_a_hand():
    timed = agree(started(CLOCK, 3), 1_000, 0)
    timed = timed.at(2_000, game.end_pause(timed.state, 1, NOON))
    assert refused(game.agree_to_pause, timed.state, 0, NOON, SOON, EVENING) == "pause_asked"
    assert agree(timed, 3_000, 2).state.pause is not None, "another seat may ask"
    for seat in range(3):
        timed = timed.pick(4_000, seat)
    assert agree(timed, 5_000, 0).state.pause is not None, "in the next hand it may ask again"


def test_who_was_granted_a_pause_may_ask_for_another_one():
    timed = paused()
    timed = timed.at(6_000, game.end_pause(timed.state, 1, NOON))
    assert agree(timed, 7_000, 0).state.pause is not None


def test_a_question_expires_and_the_next_one_counts_from_its_beginning():
    timed = agree(started(CLOCK, 3), 1_000, 0)
    timed = agree(timed, 2_000, 2, now=SOON)
    assert timed.state.pause is not None
    assert timed.state.pause.agreed == (2,)
    assert refused(game.end_pause, timed.state, 0, SOON) == "no_pause"


def test_a_pause_ends_by_itself_when_its_time_is_over_and_no_earlier():
    timed = paused()
    assert game.paused_until(timed.state) == EVENING
    assert refused(game.resume, timed.state, "2026-11-26T19:59:59.999Z") == "time_left"
    assert game.resume(timed.state, EVENING) == [GameResumed()]


def test_nobody_who_resigned_is_asked_and_a_question_ends_with_a_resignation():
    timed = agree(started(CLOCK, 3), 1_000, 0)
    timed = timed.at(2_000, game.leave(timed.state, 1))
    assert timed.state.pause is None
    timed = agree(agree(timed, 3_000, 0), 4_000, 2)  # who asked may ask those who are left
    assert game.is_paused(timed.state)


def test_a_pause_stays_until_the_last_person_has_resigned():
    timed = paused(3)
    timed = timed.at(6_000, game.leave(timed.state, 0))
    timed = timed.at(7_000, game.leave(timed.state, 1))
    assert game.is_paused(timed.state)
    timed = timed.at(8_000, game.leave(timed.state, 2))
    assert (game.is_paused(timed.state), timed.state.resumed) == (False, timed.state.version)
    assert game.bots_due(timed.state, timed.clocks) == (0, 1, 2)


def test_a_rewind_in_a_pause_leaves_the_game_paused():
    timed = started(CLOCK)
    past = timed.state
    timed = agree(agree(timed.pick(1_000, 0), 2_000, 0), 2_000, 1)
    timed = timed.at(3_000, game.propose(timed.state, 0, past, NOON, SOON))
    timed = timed.at(4_000, game.accept(timed.state, 1, 1, NOON), {past.version: past})
    assert game.is_paused(timed.state)
    assert next_deadline_ms(timed.clocks) is None
    assert timed.state.seats[0].picked is None


def test_a_game_without_a_clock_has_nothing_to_pause():
    assert refused(game.agree_to_pause, started(None).state, 0, NOON, SOON, EVENING) == "no_clock"


def test_a_paused_game_is_not_paused_again():
    assert refused(game.agree_to_pause, paused().state, 0, NOON, SOON, EVENING) == "paused"


def test_views_show_who_agrees_and_until_when():
    asked = agree(started(CLOCK), 1_000, 1).state
    assert game.view(asked, 0)["pause"] == {"agreed": [1], "expires_at": SOON, "until": None}
    assert game.view(paused().state, None)["pause"] == {"agreed": [0, 1], "expires_at": SOON, "until": EVENING}
    assert game.state(game.facts(paused().state)) == paused().state


def test_a_decision_is_not_asked_for_the_view_of_a_paused_game():
    state = paused().state
    assert refused(game.check_view, game.view(state, 0)) == "nothing_to_decide"


def test_the_last_agreement_and_the_pause_are_one_group():
    timed = agree(started(CLOCK), 1_000, 0)
    assert game.agree_to_pause(timed.state, 1, NOON, SOON, EVENING) == [PauseAgreed(1, True), GamePaused(EVENING)]


def one_of_many(timed: Timed, seat: int, states: dict[int, game.State], rng: Random) -> list[Event]:
    """What a seat might ask for. Raises Refused."""
    state, what = timed.state, rng.randrange(4)
    if what == 0:
        return game.agree_to_pause(state, seat, NOON, SOON, EVENING)
    if what == 1:
        return game.end_pause(state, seat, NOON)
    if what == 2:
        return game.propose(state, seat, rng.choice([*states.values()]), SOON, EVENING)
    legal = game.legal(state, seat)
    return game.decide(state, rng.choice(legal)) if legal else []


def test_whatever_happens_no_clock_runs_in_a_pause_and_the_game_waits_outside_of_one():
    rng, timed = Random(3), started(CLOCK, 3)
    states, pauses = {timed.state.version: timed.state}, 0
    for ms in range(1_000, 400_000, 1_000):
        with suppress(game.Refused):
            timed = timed.at(ms, one_of_many(timed, rng.randrange(3), states, rng), states)
        states[timed.state.version] = timed.state
        is_paused = game.is_paused(timed.state)
        pauses += is_paused
        assert is_paused == (game.waiting_on(timed.state) == ())
        assert is_paused == (next_deadline_ms(timed.clocks) is None)
    assert pauses > 10
