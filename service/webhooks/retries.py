"""What follows from an attempt to send a message: whether and when it is sent again, and when a webhook is disabled."""

import re
from typing import NamedTuple

from service.webhooks.sent import Sent
from store.clock import DAY_MS

DELAYS_SECONDS = (5, 30, 120, 600, 3600, 3 * 3600, 6 * 3600, 12 * 3600, 24 * 3600)
"""After the first failed attempt, the second, …: together about two days. Then a message is given up."""
JITTER = 0.2
"""A delay is up to so much longer, at random: webhooks that failed together are not tried together again."""
MAX_FAILING_MS = 3 * DAY_MS
"""A webhook that has failed for this time without a success is disabled. A message that waited as long is dropped."""
MAX_RETRY_AFTER_SECONDS = 86_400
LONG_FAILURE = 3
"""Failures in a row, after which a success sends all that waits at once: the receiver was down, and is up again."""
GONE_STATUS = 410
DISABLED_REASONS = ("failing", "gone")


class Health(NamedTuple):
    """How a webhook does. `failures`: in a row; `since_ms`: when the first of them was, 0 for none.

    `ok_ms`: the last success, 0 for none. Times in ms since 1970.
    """

    failures: int = 0
    since_ms: int = 0
    ok_ms: int = 0


class Verdict(NamedTuple):
    """What follows from an attempt. Times in ms since 1970.

    `again_ms`: when the message is sent again; None: it is done, or given up. `gate_ms`: nothing is sent to the webhook
    before. After a success this is now, so that a webhook with many messages goes behind those that wait already.
    `disabled`: why it is, `gone` or `failing`. `revived_ms`: from when all messages that wait may be sent.
    """

    health: Health
    again_ms: int | None = None
    gate_ms: int = 0
    disabled: str | None = None
    revived_ms: int | None = None


def is_success(sent: Sent) -> bool:
    """Whether the receiver has the message: it answered with 2xx, within the limits."""
    return sent.error is None and sent.status is not None and 200 <= sent.status < 300


def verdict(sent: Sent, tries: int, health: Health, now_ms: int, jitter: float) -> Verdict:
    """What follows from an attempt after `tries` others of the same message. `jitter`: at random, 0 to 1."""
    if is_success(sent):
        revived = now_ms if health.failures >= LONG_FAILURE else None
        return Verdict(Health(0, 0, now_ms), gate_ms=now_ms, revived_ms=revived)
    failing = Health(health.failures + 1, health.since_ms or now_ms, health.ok_ms)
    wait_ms = retry_after_ms(sent)
    gate_ms = now_ms + max(wait_ms, delay_ms(failing.failures, jitter))
    again_ms = None if tries >= len(DELAYS_SECONDS) else now_ms + max(wait_ms, delay_ms(tries + 1, jitter))
    disabled = "failing" if now_ms - failing.since_ms >= MAX_FAILING_MS else None
    if sent.status == GONE_STATUS:
        disabled = "gone"
    return Verdict(failing, now_ms if disabled else again_ms, gate_ms, disabled)


def delay_ms(failures: int, jitter: float) -> int:
    """The time to wait after `failures` failures, 1 or more."""
    return int(DELAYS_SECONDS[min(failures, len(DELAYS_SECONDS)) - 1] * 1000 * (1 + JITTER * jitter))


def retry_after_ms(sent: Sent) -> int:
    """How long the receiver asks to wait, within bounds; 0 if it does not say, or gives a date."""
    if not re.fullmatch("[0-9]{1,9}", sent.retry_after, re.ASCII):
        return 0
    return min(int(sent.retry_after), MAX_RETRY_AFTER_SECONDS) * 1000
