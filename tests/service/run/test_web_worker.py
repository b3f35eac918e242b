"""What the web worker answers by itself."""

import json

from service.limits.policies import POLICIES
from service.limits.taken import Level
from service.run.web_worker import answer_of


def test_one_of_too_many_requests_that_wait_is_told_limit_and_seconds():
    head, _, body = answer_of("quota_exceeded", "r1", Level(POLICIES["waiting"], 500, 0, 1)).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 429 ")
    assert b"\r\nRetry-After: 1\r\n" in head + b"\r\n"
    problem = json.loads(body)
    assert problem["detail"] == "your account has used up waiting (500): try again in 1 s"
    assert problem["limit"] == {"name": "waiting", "per": "account", "quota": 500, "window": None, "seconds": 1}
    assert problem["violated-policies"] == ["waiting"]
