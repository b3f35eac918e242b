"""Beats: the store knows when the service answered, and records each time in which it did not."""

import pytest

from events.answering import KEPT_MS, MAX_OUTAGES, OUTAGE_MS, Answering, Answers
from game.outages import Outage
from service.backend import Backend
from tests.projections.table import now_ms


@pytest.fixture
def answering(parts: Backend) -> Answering:
    return parts.answering


def set_beat(parts: Backend, ms: int) -> None:
    """Let the last beat be at this time."""
    parts.redis.set(parts.keys.lobby("beat"), ms)


def test_a_store_that_never_got_a_beat_says_nothing_about_outages(answering: Answering):
    assert answering.read() == Answers()
    assert answering.read().known_until(5.0) == 5.0


def test_the_first_beat_of_a_store_is_no_outage(answering: Answering):
    began = now_ms()
    assert answering.beat() == 0
    answers = answering.read()
    assert answers.outages == ()
    assert began - 1000 <= (answers.beat_ms or 0) <= now_ms() + 1000


def test_a_long_time_without_a_beat_is_an_outage_from_the_last_beat_to_the_next(parts: Backend, answering: Answering):
    last = now_ms() - 60_000
    set_beat(parts, last)
    assert answering.beat() >= 60_000
    answers = answering.read()
    assert answers.outages == (Outage(last, answers.beat_ms or 0),)
    assert answering.beat() == 0, "of several processes, the first one records it"
    assert answering.read().outages == answers.outages


def test_a_short_time_without_a_beat_is_none(parts: Backend, answering: Answering):
    set_beat(parts, now_ms() - OUTAGE_MS // 2)
    assert answering.beat() == 0
    assert answering.read().outages == ()
    assert now_ms() - (answering.read().beat_ms or 0) < OUTAGE_MS // 2


def test_a_clock_of_the_store_that_was_set_back_makes_no_outage(parts: Backend, answering: Answering):
    set_beat(parts, now_ms() + 3_600_000)
    assert answering.beat() == 0
    assert (answering.read().beat_ms or 0) < now_ms() + 60_000, "beats go on from the new time"


def test_no_outage_lasts_into_the_future_once_the_clock_of_the_store_was_set_back(parts: Backend, answering: Answering):
    """It was an hour ahead for a while, with a restart in that time."""
    now = now_ms()
    past, ahead = Outage(now - 90_000, now - 80_000), Outage(now - 60_000, now + 3_600_000)
    for outage in (past, ahead, Outage(now + 3_610_000, now + 3_620_000)):
        parts.redis.rpush(parts.keys.lobby("outages"), f"{outage.from_ms}-{outage.to_ms}")
    set_beat(parts, now + 3_630_000)
    assert answering.beat() == 0
    answers = answering.read()
    assert answers.outages == (past, Outage(ahead.from_ms, answers.beat_ms or 0))
    assert answering.beat() == 0
    set_beat(parts, now + 3_600_000)
    parts.redis.delete(parts.keys.lobby("outages"))
    assert answering.beat() == 0
    assert answering.read().outages == ()


def test_old_outages_and_too_many_of_them_are_dropped(parts: Backend, answering: Answering):
    old = now_ms() - KEPT_MS
    stored = [Outage(old - 20_000, old - 10_000)] + [Outage(now_ms() - 9_000, now_ms() - 8_000)] * 2 * MAX_OUTAGES
    for outage in stored[:2]:
        parts.redis.rpush(parts.keys.lobby("outages"), f"{outage.from_ms}-{outage.to_ms}")
    set_beat(parts, now_ms() - 5_000)
    assert answering.beat()
    assert len(answering.read().outages) == 2
    for outage in stored[2:]:
        parts.redis.rpush(parts.keys.lobby("outages"), f"{outage.from_ms}-{outage.to_ms}")
    set_beat(parts, now_ms() - 4_000)
    assert answering.beat()
    assert len(answering.read().outages) == MAX_OUTAGES
    assert answering.read().outages[-1].to_ms == answering.read().beat_ms


def test_nothing_is_known_after_the_last_beat():
    assert Answers(70).known_until(100) == 70
    assert Answers(170).known_until(100) == 100
