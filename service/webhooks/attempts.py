"""One attempt: a message is written for its webhook, sent, and its result is noted."""

import asyncio
import logging
import random
from collections.abc import Callable
from typing import Any

from redis.exceptions import RedisError

from events.entry import timestamp
from projections.news import WEBHOOK_DISABLED
from service.accounts import Player
from service.backend import Backend
from service.games.inbox.items import view_and_legal
from service.games.viewers import may_see, seat_of
from service.metrics import webhook_attempts
from service.webhooks import push
from service.webhooks.addresses import Target
from service.webhooks.answers import apply_intentions, read_intentions
from service.webhooks.endpoints import Webhook, Webhooks
from service.webhooks.outbox import Json, Taken
from service.webhooks.retries import MAX_FAILING_MS, Verdict, is_success, verdict
from service.webhooks.sending import Resolve, send
from service.webhooks.sent import Sent
from service.webhooks.shapes import Outgoing, for_people, standard
from service.webhooks.table_messages import with_names

logger = logging.getLogger(__name__)
SUSPENDED_MS = 600_000
"""How long a message waits until somebody looks again whether the account of its webhook is still suspended."""


async def attempt(
    backend: Backend,
    webhooks: Webhooks,
    taken: Taken,
    webhook: Webhook,
    target: Target | None,
    resolve: Resolve,
    now: Callable[[], float],
) -> None:
    """Send the message that was taken, and settle it. `target`: None if the address is not allowed any more.

    Nothing is sent for a suspended account: its messages wait, without an attempt.
    """
    now_ms = int(now() * 1000)
    if now_ms - taken.message.created_ms > MAX_FAILING_MS:
        if not _end(webhooks, webhook):
            webhooks.outbox.settle(taken, Verdict(taken.health), None)
        return
    owner = await asyncio.to_thread(_owner, backend, webhook)
    if owner and owner.suspension and owner.is_suspended(now_ms):
        again_ms = min(owner.suspension.until_ms, now_ms + SUSPENDED_MS)
        await asyncio.to_thread(webhooks.outbox.put_back, taken, again_ms)
        return
    sent, played = Sent(error="internal_error"), None
    try:
        sent = await _send(backend, webhook, taken, target, resolve, now_ms)
        if webhook.kind == "standard" and webhook.game is None and is_success(sent):
            played = await asyncio.to_thread(_play, backend, webhooks, webhook, taken, sent)
    except RedisError:
        raise
    except Exception:  # it counts as a failure, so a message that can never be sent is given up some day
        logger.exception("message %s could not be sent", taken.message.id)
    await asyncio.to_thread(_settle, backend, webhooks, webhook, taken, sent, played, (now_ms, int(now() * 1000)))


def _owner(backend: Backend, webhook: Webhook) -> Player | None:
    """The account of the webhook as it is now."""
    backend.accounts.forget(webhook.player)  # a worker hears of no change
    return backend.accounts.by_id(webhook.player)


async def _send(
    backend: Backend, webhook: Webhook, taken: Taken, target: Target | None, resolve: Resolve, now_ms: int
) -> Sent:
    if target is None:
        return Sent(error="address_refused")
    outgoing = await asyncio.to_thread(_write, backend, webhook, taken, target, now_ms)
    if outgoing is None:
        return Sent(error="push_not_installed")
    return await send(target, outgoing.headers, outgoing.body, resolve, backend.settings.webhook_allowed_networks)


def _write(backend: Backend, webhook: Webhook, taken: Taken, target: Target, now_ms: int) -> Outgoing | None:
    """The request of a message; None for a push message without the extra that encrypts it."""
    if webhook.kind == "standard":
        return standard(webhook, with_names(backend, taken.message), _fresh(backend, webhook, taken), now_ms)
    if webhook.kind != "push":
        return for_people(webhook, with_names(backend, taken.message), _link(backend, taken))
    if not push.is_installed():
        return None
    pem = push.private_key(backend.confirmed, backend.keys)
    return push.pushed(webhook, target.origin, taken.message, pem, backend.settings.push_contact, now_ms)


def _link(backend: Backend, taken: Taken) -> str | None:
    """The page of the game; None in a test, and if the service does not know its public address."""
    game, public_url = taken.message.item["game"], backend.settings.public_url
    return f"{public_url}/games/{game}" if game and public_url else None


def _fresh(backend: Backend, webhook: Webhook, taken: Taken) -> Json:
    """View and legal intentions, if the webhook asks for them: of the game as it stands now, not as it was."""
    game, player = taken.message.item["game"], backend.accounts.by_id(webhook.player)
    if not (webhook.view and game and player):
        return {}
    state = backend.games.load(game).state
    if not state.version or not may_see(state, player):
        return {}
    return view_and_legal(state, seat_of(state, player), backend.accounts)


def _play(backend: Backend, webhooks: Webhooks, webhook: Webhook, taken: Taken, sent: Sent) -> str | None:
    """Play the intention that the answer holds; None if it holds none, or the webhook was deleted meanwhile."""
    body = read_intentions(sent)
    player = _owner(backend, webhook) if body is not None else None
    if body is None or player is None or player.deleted or not taken.message.item["game"]:
        return None
    if webhooks.get(webhook.player, webhook.id) is None:
        return None
    if not webhook.plays:
        return "scope_missing"
    if player.is_suspended(backend.accounts.now_ms()):
        return "account_suspended"
    return apply_intentions(backend, player, taken.message, body)


def _settle(
    backend: Backend,
    webhooks: Webhooks,
    webhook: Webhook,
    taken: Taken,
    sent: Sent,
    played: str | None,
    times_ms: tuple[int, int],
) -> None:
    """Note the result of the attempt. A webhook that is disabled by it gets a word in its player's inbox.

    `times_ms`: when it began and ended, in ms since 1970.
    """
    began_ms, now_ms = times_ms
    webhook_attempts.labels("delivered" if is_success(sent) else "failed").inc()
    if webhook.kind == "push" and sent.status in push.GONE:
        webhooks.delete(webhook)
        return
    follows = verdict(sent, taken.tries, taken.health, now_ms, random.random())
    if follows.disabled == "failing" and (game := webhooks.outbox.oldest_game(webhook.member)):
        backend.news.add(webhook.player, WEBHOOK_DISABLED, game, now_ms)  # first: a repetition does no harm
    if follows.again_ms is not None or not _end(webhooks, webhook):
        webhooks.outbox.settle(taken, follows, _attempt(taken, sent, played, began_ms, now_ms))


def _end(webhooks: Webhooks, webhook: Webhook) -> bool:
    """Delete the webhook of a table that is over after its last message. Returns whether this was the last one."""
    is_done = webhooks.is_done(webhook)
    if is_done:
        webhooks.delete(webhook)
    return is_done


def _attempt(taken: Taken, sent: Sent, played: str | None, began_ms: int, now_ms: int) -> dict[str, Any]:
    """The attempt as the owner of the webhook reads it."""
    return {
        "message": taken.message.id,
        "type": taken.message.item["type"],
        "game": taken.message.item["game"],
        "at": timestamp(began_ms),
        "seconds": round(max(0, now_ms - began_ms) / 1000, 3),
        "attempt": taken.tries + 1,
        "status": sent.status,
        "error": sent.error,
        "intention": played,
    }
