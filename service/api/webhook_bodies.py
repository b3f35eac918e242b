"""Webhooks as answers describe them to their owner."""

from typing import Any

from events.entry import optional_timestamp, timestamp
from service.webhooks.endpoints import Webhook
from service.webhooks.outbox import State


def described_webhook(webhook: Webhook, state: State) -> dict[str, Any]:
    """A webhook and its state as JSON, without its secrets."""
    return {
        "id": webhook.id,
        "kind": webhook.kind,
        "url": webhook.url,
        "items": list(webhook.items),
        "name": webhook.name,
        "language": webhook.language,
        "view": webhook.view,
        "game": webhook.game,
        "follows_rematch": webhook.follows_rematch,
        "created_at": timestamp(webhook.created_ms),
        "state": state.name,
        "disabled_because": state.disabled,
        "failing_since": optional_timestamp(state.health.since_ms or None),
        "waiting": state.waiting,
    }


def detailed_webhook(webhook: Webhook, state: State) -> dict[str, Any]:
    """The same with the last deliveries."""
    return described_webhook(webhook, state) | {"deliveries": list(state.deliveries)}
