"""Refusals wait, so that to ask again at once is worth nothing."""

import pytest

from service.limits.refusals import APART_SECONDS, MAX_SECONDS, MIN_SECONDS, Refusals


def test_the_refusals_of_one_account_come_one_after_the_other():
    refusals = Refusals(now=lambda: 7.0)
    waits = [refusals.seconds("ada") for _ in range(3)]
    assert waits == pytest.approx([MIN_SECONDS, MIN_SECONDS + APART_SECONDS, MIN_SECONDS + 2 * APART_SECONDS])
    assert refusals.seconds("ben") == MIN_SECONDS


def test_no_refusal_waits_for_long():
    refusals = Refusals(now=lambda: 7.0)
    waits = [refusals.seconds("ada") for _ in range(1000)]
    assert max(waits) <= MAX_SECONDS
    assert len({*waits[500:]}) == 500, "they are not answered together"
    assert min(waits[500:]) >= MAX_SECONDS / 2


def test_who_was_quiet_for_a_while_begins_anew():
    moment = 7.0
    refusals = Refusals(now=lambda: moment)
    for _ in range(1000):
        refusals.seconds("ada")
    moment += MAX_SECONDS
    assert refusals.seconds("ada") == pytest.approx(MIN_SECONDS)
    assert len(refusals._last) == 1
