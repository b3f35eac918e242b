"""The signatures of webhooks are those of the library `standardwebhooks`, by which the service is tested."""

from datetime import UTC, datetime

import pytest
from standardwebhooks import Webhook

from wonderful_client import BadSignature, verify

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
NOW = 1_795_000_000
BODY = b'{"type": "your_turn", "game": "g"}'


def headers(body: bytes = BODY, secret: str = SECRET) -> dict[str, str]:
    signature = Webhook(secret).sign("msg_1", datetime.fromtimestamp(NOW, UTC), body.decode())
    return {"Webhook-Id": "msg_1", "webhook-timestamp": str(NOW), "webhook-signature": f"v1a,x {signature}"}


def test_a_message_with_a_good_signature():
    assert verify(SECRET, headers(), BODY, NOW + 300) == {"type": "your_turn", "game": "g"}


@pytest.mark.parametrize(
    ("changed", "body", "now"),
    [
        ({}, BODY + b" ", NOW),
        ({}, BODY, NOW + 301),
        ({}, BODY, NOW - 301),
        ({"Webhook-Id": "msg_2"}, BODY, NOW),
        ({"webhook-timestamp": "today"}, BODY, NOW),
        ({"webhook-signature": "v1,é"}, BODY, NOW),
        ({"webhook-signature": ""}, BODY, NOW),
    ],
)
def test_a_message_that_somebody_else_has_sent_or_changed(changed: dict[str, str], body: bytes, now: int):
    with pytest.raises(BadSignature):
        verify(SECRET, headers() | changed, body, now)


def test_a_message_without_a_signature():
    with pytest.raises(BadSignature):
        verify(SECRET, {}, BODY)


@pytest.mark.parametrize("secret", ["", " ", "whsec_", "whsec_!", "whsec_é", SECRET + "!"])
def test_nothing_is_verified_by_a_secret_that_is_none(secret: str):
    with pytest.raises(ValueError, match="no secret"):
        verify(secret, headers(), BODY, NOW)


def test_a_secret_may_come_from_a_file_with_its_line_feed():
    assert verify(f"{SECRET}\n", headers(), BODY, NOW)["game"] == "g"
