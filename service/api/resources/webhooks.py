"""Webhooks: the items of your inbox, or the news of a table, sent to an address of yours."""

from typing import Any

from flask import Response, url_for

from events.entry import canonical, timestamp
from game import State
from game.message import Message
from service.accounts import Player
from service.accounts.stored_token import BOT, PLAY, READ
from service.api.auth import access, caller
from service.api.blueprint import Resources
from service.api.current import app, load_game
from service.api.errors import Problem, invalid_body
from service.api.limiting import count_costly
from service.api.responses import NEVER_COMPRESSED, PRIVATE_NO_STORE, json_response, no_content
from service.api.schemas import webhooks as schemas
from service.api.webhook_bodies import described_webhook, detailed_webhook
from service.games.viewers import require_own_seat
from service.limits.tries import seconds_until_next
from service.webhooks import push
from service.webhooks.addresses import BadUrl, parse_url
from service.webhooks.endpoints import MAX_TABLE_WEBHOOKS, MAX_WEBHOOKS, TooManyTableWebhooks, TooManyWebhooks, Webhook
from service.webhooks.outbox import OutboxMessage
from service.webhooks.signing import new_secret
from service.webhooks.table_news import OVER, first_memory, status_of

webhooks = Resources("webhooks", "/v1/webhooks", "The inbox, or the news of a table, sent to an address of yours.")
MAX_MARKED_GAMES = 1000
"""Of a player, in which a new webhook looks at once; in the others it looks when something happens."""
TEST_SECONDS = 10
"""Between two tests of a webhook."""


@webhooks.get("")
@webhooks.operation("listWebhooks", scope=BOT)
@webhooks.response(200, schemas.Webhook.listed(MAX_WEBHOOKS), "Your webhooks, oldest first.")
def index() -> Response:
    """Your webhooks."""
    found = app.webhooks.list(caller().id)
    states = app.webhooks.outbox.states([each.member for each in found])
    rows = [described_webhook(each, state) for each, state in zip(found, states, strict=True)]
    return json_response(rows, cache_control=PRIVATE_NO_STORE)


@webhooks.post("")
@webhooks.operation(
    "createWebhook",
    problems=(
        "no_spectators",
        "no_such_game",
        "not_playing",
        "not_seated",
        "push_not_installed",
        "resigned",
        "too_many_webhooks",
        "webhook_url_refused",
    ),
    scope=BOT,
)
@webhooks.response(201, schemas.CreatedWebhook, "The webhook, with its secret.", headers=("Location",))
@webhooks.arguments(schemas.NewWebhook)
def create(body: dict[str, Any]) -> Response:
    """Let the items of your inbox, or the news of a table, be sent to an address. The secret is only in this answer.

    All that waits is sent at once, then each item as it comes. With `view` or `game` the token also needs the scope
    `read`. An answer of the receiver to an item of your inbox can play if the token has the scope `play`.
    """
    if body.get("view") or body.get("game") is not None:
        access().require(READ)
    player, parts = caller(), app.backend
    made = _read(body, player)
    _check_url(made.url)
    memory = canonical(first_memory(_own_table(made.game, player))) if made.game is not None else ""
    try:
        made = app.webhooks.create(made, parts.news.newest_position(player.id), memory)
    except TooManyWebhooks:
        raise Problem("too_many_webhooks", Message("you have {most} webhooks", most=MAX_WEBHOOKS)) from None
    except TooManyTableWebhooks:
        detail = Message("this table has {most} webhooks", most=MAX_TABLE_WEBHOOKS)
        raise Problem("too_many_webhooks", detail) from None
    _mark(player, made)
    response = _created(made, 201)
    response.headers["Location"] = url_for("webhooks.show", id=made.id)
    return response


@webhooks.get("/<id>")
@webhooks.operation("getWebhook", problems=("no_such_webhook",), scope=BOT)
@webhooks.response(200, schemas.WebhookDetails, "The webhook.")
def show(id: str) -> Response:
    """A webhook of yours, with its last deliveries."""
    return _details(_find(id))


@webhooks.delete("/<id>")
@webhooks.operation("deleteWebhook", problems=("no_such_webhook",), scope=BOT)
@webhooks.response(204, description="It is deleted.")
def delete(id: str) -> Response:
    """Delete a webhook. What waits is not sent any more; a request that is under way ends."""
    app.webhooks.delete(_find(id))
    return no_content()


@webhooks.post("/<id>/secret")
@webhooks.operation("rotateWebhookSecret", problems=("no_such_webhook", "webhook_unsigned"), scope=BOT)
@webhooks.response(200, schemas.CreatedWebhook, "The webhook, with its new secret.")
def rotate(id: str) -> Response:
    """Give a webhook a new secret. For a day, messages are signed by the old one, too."""
    found = _find(id)
    if not found.secrets:
        raise Problem("webhook_unsigned", "messages of this kind are not signed")
    rotated = app.webhooks.rotate(found, int(app.backend.clock() * 1000))
    if rotated is None:
        raise _no_such_webhook()
    return _created(rotated, 200)


@webhooks.post("/<id>/enable")
@webhooks.operation("enableWebhook", problems=("no_such_webhook",), scope=BOT)
@webhooks.response(200, schemas.WebhookDetails, "The webhook.")
def enable(id: str) -> Response:
    """Use a webhook again that was disabled, or one that fails without further delay. What waits is sent at once."""
    found = _find(id)
    count_costly(caller())
    app.webhooks.outbox.enable(found.member, int(app.backend.clock() * 1000))
    _mark(caller(), found)
    return _details(found)


@webhooks.post("/<id>/test")
@webhooks.operation("testWebhook", problems=("no_such_webhook", "too_many_tests", "webhook_disabled"), scope=BOT)
@webhooks.response(202, schemas.WebhookTest, "A message is sent.")
def test(id: str) -> Response:
    """Send a message of the type `test`, as any other is sent. `GET` the webhook to see the result."""
    found, now_ms = _find(id), int(app.backend.clock() * 1000)
    if app.webhooks.outbox.state(found.member).disabled:
        raise Problem("webhook_disabled", "this webhook is disabled")
    marker = app.backend.keys.lobby(f"webhook:tested:{found.member}")
    if seconds := seconds_until_next(app.backend.redis, marker, TEST_SECONDS):
        raise Problem("too_many_tests", "test this webhook later", {"Retry-After": str(seconds)})
    message_id = f"{found.id}-{now_ms}-test"
    nothing = dict.fromkeys(("game", "version", "seat", "deadline"))
    item = {"id": message_id, "type": "test", **nothing, "timestamp": timestamp(now_ms)}
    app.webhooks.outbox.add(found.member, OutboxMessage(message_id, now_ms, item, ""))
    return json_response({"message": message_id}, 202)


def _find(id: str) -> Webhook:
    """The caller's webhook. Raises Problem 404."""
    found = app.webhooks.get(caller().id, id)
    if found is None:
        raise _no_such_webhook()
    return found


def _no_such_webhook() -> Problem:
    return Problem("no_such_webhook", "you have no webhook with this id")


def _own_table(game: str, player: Player) -> State:
    """The game, which is not over, and in which the player has a seat. Raises Problem, NoSuchGame, Refused."""
    state = load_game(game).state
    require_own_seat(state, player)
    if status_of(state) == OVER:
        raise Problem("not_playing", "the game is over")
    return state


def _mark(player: Player, webhook: Webhook) -> None:
    """Let a worker compare what a webhook is to be told: of its table, or of what waits in all games of the player."""
    games = [webhook.game] if webhook.game else app.backend.lobby.pending_games(player.id)[:MAX_MARKED_GAMES]
    app.webhooks.inboxes.mark(player.id, games, int(app.backend.clock() * 1000))


def _read(body: dict[str, Any], player: Player) -> Webhook:
    """The webhook of a body, not stored yet. Raises Problem 422 and 501."""
    kind, url, subscription, game = body["kind"], body.get("url"), body.get("subscription"), body.get("game")
    push_keys = None
    if kind == "push" and subscription:
        if not push.is_installed():
            raise Problem("push_not_installed", "this service sends no push messages")
        url, push_keys = subscription["endpoint"], (subscription["keys"]["p256dh"], subscription["keys"]["auth"])
        if not push.are_keys(*push_keys):
            raise invalid_body([("/subscription/keys", Message("must be the keys of a subscription, in base64url"))])
    return Webhook(
        id="",
        player=player.id,
        url=url or "",
        kind=kind,
        items=tuple(body.get("items") or schemas.items_for(game)),
        name=body.get("name"),
        language=body.get("language") or "en",
        view=body.get("view", False),
        created_ms=int(app.backend.clock() * 1000),
        secrets=((new_secret(), None),) if kind == "standard" else (),
        keys=push_keys,
        plays=PLAY in access().scopes,
        game=game,
        follows_rematch=body.get("follows_rematch", False),
    )


def _check_url(url: str) -> None:
    """Raises Problem 422 for a URL that is never called, whatever its name resolves to."""
    try:
        parse_url(url, app.backend.settings.webhook_allowed_networks)
    except BadUrl as error:
        raise Problem("webhook_url_refused", str(error)) from None


def _created(webhook: Webhook, status: int) -> Response:
    body = described_webhook(webhook, app.webhooks.outbox.state(webhook.member))
    secret = webhook.secrets[0][0] if webhook.secrets else None
    return json_response(body | {"secret": secret}, status, NEVER_COMPRESSED)


def _details(webhook: Webhook) -> Response:
    body = detailed_webhook(webhook, app.webhooks.outbox.state(webhook.member))
    return json_response(body, cache_control=PRIVATE_NO_STORE)
