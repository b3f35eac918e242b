"""Rates in the store: what processes may take together, what comes back, what is drawn ahead; how refusals wait."""

from itertools import count

import pytest

from service.backend import Backend
from service.limits.buckets import Buckets, Want
from service.limits.level import LimitExceeded
from service.limits.policies import Policy
from service.limits.refusals import APART_SECONDS, MAX_SECONDS, MIN_SECONDS, Refusals

HUNDRED = Policy("requests", "account", 100, 1000, "", leased=True)


def buckets(parts: Backend) -> Buckets:
    """The buckets of another process."""
    return Buckets(parts.redis, parts.keys)


def want(policy: Policy = HUNDRED, cost: int = 1, subject: str = "ada") -> Want:
    return Want(policy, subject, "", cost)


def taken_by(made: Buckets, wanted: Want, tries: int) -> int:
    """How many of so many tries get what they want."""
    got = 0
    for _ in range(tries):
        try:
            made.take([wanted])
            got += 1
        except LimitExceeded:
            pass
    return got


def test_a_process_draws_a_block_and_then_asks_the_store_no_more(parts: Backend, monkeypatch: pytest.MonkeyPatch):
    made = buckets(parts)
    [first] = made.take([want()])
    assert (first.remaining, first.quota) == (99, 100)
    monkeypatch.setattr(made, "_ask", None)
    assert [made.take([want()])[0].remaining for _ in range(4)] == [98, 97, 96, 95]
    with pytest.raises(TypeError):
        made.take([want()])


def test_two_processes_never_let_more_pass_than_the_quota(parts: Backend):
    one, other = buckets(parts), buckets(parts)
    got = sum(taken_by(made, want(), 1) for _ in range(80) for made in (one, other))
    assert got == 100


def test_a_process_refuses_at_most_a_block_early(parts: Backend):
    one, other = buckets(parts), buckets(parts)
    one.take([want()])
    assert taken_by(other, want(), 120) == 95
    assert taken_by(one, want(), 10) == 4


def test_what_a_process_does_not_spend_comes_back(parts: Backend):
    clock = [0.0]
    one = Buckets(parts.redis, parts.keys, lambda: clock[0])
    one.take([want()])
    clock[0] += 1000
    one.take([want()])
    assert one.look([want()])[0].remaining == 98


def test_a_process_that_stands_still_is_refused_nothing_that_it_has_drawn(parts: Backend):
    """On a busy machine seconds may pass between two lines of the program: here before each look at the clock."""
    seconds = count(0.0, 2.0)
    made = Buckets(parts.redis, parts.keys, lambda: next(seconds))
    assert taken_by(made, want(HUNDRED._replace(window=20)), 5) == 5


def test_all_is_taken_or_nothing(parts: Backend):
    made, scarce = buckets(parts), want(HUNDRED._replace(name="decisions", quota=1, leased=False))
    made.take([want(), scarce])
    for _ in range(3):
        with pytest.raises(LimitExceeded) as refused:
            made.take([want(), scarce])
        assert refused.value.level.policy.name == "decisions"
    assert made.look([want()])[0].remaining == 99


def test_a_refusal_says_when_to_come_back(parts: Backend):
    made, policy = buckets(parts), HUNDRED._replace(quota=10)
    made.take([want(policy, cost=10)])
    with pytest.raises(LimitExceeded) as refused:
        made.take([want(policy, cost=3)])
    assert refused.value.level.seconds == 300


def test_nobody_gets_anything_of_an_empty_quota(parts: Backend):
    with pytest.raises(LimitExceeded) as refused:
        buckets(parts).take([want(HUNDRED._replace(quota=0))])
    assert refused.value.level.seconds == 1000


def test_what_is_given_back_can_be_taken_again(parts: Backend):
    made = buckets(parts)
    for _ in range(500):
        made.take([want()])
        made.give_back([(want(), 1)])
    assert made.look([want()])[0].remaining == 100


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
