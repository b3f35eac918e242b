"""Answers of receivers: a webhook bot may answer a message with its intention."""

import json
from hashlib import sha256
from typing import Any

import game as rules
from events import IdempotencyKey
from events.entry import canonical
from projections.games import Loaded
from service.accounts import Player
from service.backend import Backend
from service.games.intentions import decide_intentions
from service.games.viewers import require_seat
from service.games.write import Decided, KeyReused, NoSuchGame, TooBusy, write
from service.webhooks.outbox import OutboxMessage
from service.webhooks.sent import Sent

MAX_NUMBER_DIGITS = 100
APPLIED = "applied"


def read_intentions(sent: Sent) -> Any:
    """The intention in an answer, or the list of them; None if the answer holds none. It never raises."""
    if sent.content_type.partition(";")[0].strip().lower() != "application/json":
        return None
    try:
        body = json.loads(sent.body.decode(), parse_int=_bounded, parse_constant=_bounded)
        canonical(body).encode()  # half of a surrogate pair is not text
    except (ValueError, RecursionError):
        return None
    bodies = body if isinstance(body, list) else [body]
    return body if bodies and all(isinstance(each, dict) and "type" in each for each in bodies) else None


def apply_intentions(backend: Backend, player: Player, message: OutboxMessage, body: Any) -> str:
    """Play what the receiver of a message asks for, once for each message.

    Returns APPLIED, or the code of the refusal.
    """

    def decide(loaded: Loaded) -> Decided:
        return decide_intentions(loaded.state, require_seat(loaded.state, player), body, player.id)

    digest = sha256(message.id.encode()).digest()
    try:
        write(backend.games, message.item["game"], IdempotencyKey(f"{player.id}:~webhook-{message.id}", digest), decide)
    except rules.Refused as refused:
        return refused.code
    except NoSuchGame:
        return "no_such_game"
    except (TooBusy, KeyReused, RecursionError):
        return "too_busy"
    return APPLIED


def _bounded(digits: str) -> int:
    """A whole number of a usual length. Raises ValueError."""
    if len(digits) > MAX_NUMBER_DIGITS:
        raise ValueError("the number is too long")
    return int(digits)
