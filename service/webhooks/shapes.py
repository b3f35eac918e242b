"""What each kind of webhook is sent: body and headers."""

import json
from email.header import Header
from typing import Any, NamedTuple

from service.webhooks.endpoints import Webhook
from service.webhooks.outbox import OutboxMessage
from service.webhooks.sentences import sentence_of, title_of
from service.webhooks.signing import sign

JSON_TYPE, TEXT_TYPE = "application/json", "text/plain; charset=utf-8"
NTFY_TAGS = "game_die"
MAX_SENTENCE_CHARACTERS = 300
"""Of a sentence in a chat; the name of a game has 80 at most."""


class Outgoing(NamedTuple):
    """A request's headers and body."""

    headers: dict[str, str]
    body: bytes


def standard(webhook: Webhook, message: OutboxMessage, fresh: dict[str, Any], now_ms: int) -> Outgoing:
    """The item as JSON, signed now. `fresh`: fields beside those of the item."""
    body = json.dumps(message.item | fresh, ensure_ascii=False).encode()
    signed = sign(message.id, now_ms // 1000, body, webhook.signing_secrets(now_ms))
    return Outgoing({"Content-Type": JSON_TYPE} | signed, body)


def for_people(webhook: Webhook, message: OutboxMessage) -> Outgoing:
    """A sentence, in the shape that the service behind a webhook of this kind reads."""
    sentence = sentence_of(message, webhook.language)[:MAX_SENTENCE_CHARACTERS]
    if webhook.kind == "ntfy":
        title = Header(title_of(message, webhook.language), "utf-8", maxlinelen=1000).encode()
        return Outgoing({"Content-Type": TEXT_TYPE, "Title": title, "Tags": NTFY_TAGS}, sentence.encode())
    if webhook.kind == "slack":
        return _json({"text": _without_slack_markup(sentence)})
    # Without this, the name of a game could call everybody in the channel.
    return _json({"content": sentence, "allowed_mentions": {"parse": []}})


def _json(value: Any) -> Outgoing:
    return Outgoing({"Content-Type": JSON_TYPE}, json.dumps(value, ensure_ascii=False).encode())


def _without_slack_markup(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
