"""Failed messages are sent again, later and later; a webhook that fails for days is disabled."""

from service.webhooks.retries import DELAYS_SECONDS, MAX_FAILING_MS, Health, Verdict, verdict
from service.webhooks.sent import Sent

NOW_MS = 1_800_000_000_000
DAY_MS = 86_400_000


def after(sent: Sent, tries: int = 0, health: Health = Health()) -> Verdict:  # noqa: B008  # it never changes
    return verdict(sent, tries, health, NOW_MS, 0.0)


def test_a_success_ends_all_failures_and_sends_what_waited_during_a_long_one():
    assert after(Sent(204)) == Verdict(Health(0, 0, NOW_MS), gate_ms=NOW_MS)
    assert after(Sent(200), health=Health(5, NOW_MS - DAY_MS)).revived_ms == NOW_MS


def test_delays_grow_to_about_two_days_then_the_message_is_given_up():
    delays = [after(Sent(500), tries).again_ms for tries in range(len(DELAYS_SECONDS) + 1)]
    assert delays == [NOW_MS + seconds * 1000 for seconds in DELAYS_SECONDS] + [None]
    assert 1.5 * 86_400 < sum(DELAYS_SECONDS) < 2.5 * 86_400


def test_delays_have_a_random_part():
    assert verdict(Sent(500), 0, Health(), NOW_MS, 1.0).gate_ms > after(Sent(500)).gate_ms


def test_the_webhook_waits_by_its_own_failures_and_the_message_by_its_own():
    follows = after(Sent(None, "timeout"), tries=0, health=Health(3, NOW_MS - 1))
    assert (follows.gate_ms, follows.again_ms) == (NOW_MS + 600_000, NOW_MS + 5_000)
    assert follows.health == Health(4, NOW_MS - 1)


def test_an_answer_that_cannot_be_used_is_a_failure():
    for sent in (Sent(302, "redirected"), Sent(200, "answer_too_large"), Sent(404), Sent(None, "address_refused")):
        assert after(sent).health.failures == 1


def test_retry_after_is_respected_within_bounds():
    assert after(Sent(429, retry_after="900")).gate_ms == NOW_MS + 900_000
    assert after(Sent(503, retry_after="999999999")).gate_ms == NOW_MS + DAY_MS
    for text in ("", "soon", "-5", "٣", "9" * 50):
        assert after(Sent(503, retry_after=text)).gate_ms == NOW_MS + 5_000


def test_a_webhook_is_disabled_when_it_is_gone_or_has_failed_for_days():
    assert after(Sent(410)).disabled == "gone"
    assert after(Sent(500), health=Health(9, NOW_MS - MAX_FAILING_MS + 1)).disabled is None
    assert after(Sent(500), health=Health(9, NOW_MS - MAX_FAILING_MS)).disabled == "failing"
