"""What each kind of webhook is sent: body and headers."""

import json
import re
from email.header import Header
from typing import Any, NamedTuple

from service.webhooks.endpoints import Webhook
from service.webhooks.outbox import OutboxMessage
from service.webhooks.sentences import sentence_of, title_of
from service.webhooks.signing import sign

JSON_TYPE, TEXT_TYPE = "application/json", "text/plain; charset=utf-8"
NTFY_TAGS = "game_die"
MAX_SENTENCE_CHARACTERS = 600
"""Of a sentence in a chat; the name of a game has 80 at most, and so have those of five players."""
_DISCORD_MARKUP = re.compile(r"([\\*_~`|\[\]])")


class Outgoing(NamedTuple):
    """A request's headers and body."""

    headers: dict[str, str]
    body: bytes


def standard(webhook: Webhook, message: OutboxMessage, fresh: dict[str, Any], now_ms: int) -> Outgoing:
    """The item as JSON, signed now. `fresh`: fields beside those of the item."""
    body = json.dumps(message.item | fresh, ensure_ascii=False).encode()
    signed = sign(message.id, now_ms // 1000, body, webhook.signing_secrets(now_ms))
    return Outgoing({"Content-Type": JSON_TYPE} | signed, body)


def for_people(webhook: Webhook, message: OutboxMessage, link: str | None = None) -> Outgoing:
    """A sentence, in the shape that the service behind a webhook of this kind reads. `link`: to the game."""
    sentence = sentence_of(message, webhook.language)[:MAX_SENTENCE_CHARACTERS]
    if webhook.kind == "ntfy":
        title = Header(title_of(message, webhook.language), "utf-8", maxlinelen=1000).encode()
        headers = {"Content-Type": TEXT_TYPE, "Title": title, "Tags": NTFY_TAGS}
        return Outgoing(headers | ({"Click": link} if link else {}), sentence.encode())
    behind = f" {link}" if link else ""
    if webhook.kind == "slack":
        return _json({"text": _without_slack_markup(sentence) + behind})
    # Without `allowed_mentions`, the name of a game or of a player could call everybody in the channel.
    return _json({"content": _without_discord_markup(sentence) + behind, "allowed_mentions": {"parse": []}})


def _json(value: Any) -> Outgoing:
    return Outgoing({"Content-Type": JSON_TYPE}, json.dumps(value, ensure_ascii=False).encode())


def _without_discord_markup(text: str) -> str:
    """The text with a backslash before Discord's markup, by which a name could show a link under other words."""
    return _DISCORD_MARKUP.sub(r"\\\1", text)


def _without_slack_markup(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
