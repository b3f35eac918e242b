"""Webhooks as tests make and run them: the work of the worker, in this process."""

from typing import Any

from service.backend import Backend
from service.webhooks.delivering import Surroundings, deliver
from tests.service.client import Caller, Json


def create(caller: Caller, url: str, **more: Any) -> Json:
    """A new webhook of the caller, with its secret; of the kind `standard` unless `more` says otherwise."""
    answer = caller.post("/v1/webhooks", {"kind": "standard", "url": url} | more)
    assert answer.status_code == 201, answer.text
    return answer.json


def details(caller: Caller, webhook: Json) -> Json:
    """The webhook as it stands, with its last deliveries."""
    answer = caller.get(f"/v1/webhooks/{webhook['id']}")
    assert answer.status_code == 200, answer.text
    return answer.json


def send_all(parts: Backend, after_seconds: float = 0.0, **more: Any) -> None:
    """Make and send all that is due, `after_seconds` from now."""
    surroundings = Surroundings(now=lambda: parts.clock() + after_seconds, linger_seconds=0.0, **more)
    deliver(parts, lambda: False, surroundings)
