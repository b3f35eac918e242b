"""Webhooks."""

from typing import Any

from marshmallow import EXCLUDE, ValidationError, validates_schema

from game.field_types import GAME_ID
from game.message import Message
from service.api.schemas.base import Answer, Body
from service.api.schemas.fields import Boolean, Float, Integer, List, Name, Nested, Shaped, String, Time
from service.api.schemas.validate import Length, OneOf, Range, Unique
from service.games.inbox.items import ITEM_KINDS
from service.language.languages import SENTENCE_LANGUAGES
from service.webhooks.addresses import MAX_URL_CHARACTERS
from service.webhooks.endpoints import WEBHOOK_KINDS
from service.webhooks.outbox import KEPT_DELIVERIES, MAX_MESSAGES, STATES
from service.webhooks.retries import DISABLED_REASONS
from service.webhooks.table_news import TABLE_ITEMS

MAX_KEY_CHARACTERS = 200
_ALL_ITEMS = tuple(dict.fromkeys((*ITEM_KINDS, *TABLE_ITEMS)))


def items_for(game: str | None) -> tuple[str, ...]:
    """What a webhook of a table can be told, and one of an inbox (None)."""
    return ITEM_KINDS if game is None else TABLE_ITEMS


def url_field(description: str = "", **more: Any) -> String:
    """An address that webhooks call."""
    length = Length(1, MAX_URL_CHARACTERS)
    return String(description, validate=length, example="https://example.org/hooks/wonder", **more)


def items_field(description: str = "", **more: Any) -> List:
    """Items of the inbox, or news of a table."""
    return List(
        String(validate=OneOf(_ALL_ITEMS)), description, validate=[Length(1, len(_ALL_ITEMS)), Unique()], **more
    )


class PushKeys(Body):
    class Meta:
        unknown = EXCLUDE

    p256dh = String(validate=Length(1, MAX_KEY_CHARACTERS))
    auth = String(validate=Length(1, MAX_KEY_CHARACTERS))


class PushSubscription(Body):
    """As `PushSubscription.toJSON()` of browsers gives it."""

    class Meta:
        unknown = EXCLUDE

    endpoint = url_field()
    keys = Nested(PushKeys)


class NewWebhook(Body):
    kind = String("`standard`: signed JSON. Others: a sentence for people.", validate=OneOf(WEBHOOK_KINDS))
    url = url_field("Where messages go; every kind but `push` needs it.", allow_none=True, required=False)
    items = items_field("Which items of the inbox are sent; all if you leave it out.", allow_none=True, required=False)
    game = Shaped(
        GAME_ID,
        "A game in which you have a seat: the webhook gets the news of this table instead of your inbox. "
        f"Its `items` are of {', '.join(f'`{each}`' for each in TABLE_ITEMS)}.",
        allow_none=True,
        required=False,
    )
    follows_rematch = Boolean(
        "Only with `game`: once a rematch has started in which you have a seat, the webhook belongs to it.",
        required=False,
    )
    name = Name(80, allow_none=True, required=False, description="For your list of webhooks.", example="My phone")
    language = String("Of sentences; `en` if you leave it out.", validate=OneOf(SENTENCE_LANGUAGES), required=False)
    view = Boolean(
        "Only of the kind `standard`: messages also have your `view`, and what is `legal`, as when they are sent.",
        required=False,
    )
    subscription = Nested(PushSubscription, "Only of the kind `push`, which needs it.", allow_none=True, required=False)

    @validates_schema
    def _fits(self, body: dict[str, Any], **_: Any) -> None:
        """What a webhook needs and may have depends on its kind, and on whether it is that of a table."""
        kind, game = body["kind"], body.get("game")
        needed, other = ("subscription", "url") if kind == "push" else ("url", "subscription")
        faults: dict[str, Any] = {}
        if body.get(needed) is None:
            faults[needed] = [Message("is missing")]
        refused = {"view": kind != "standard" or game is not None, "game": kind == "push"}
        refused |= {"follows_rematch": game is None, other: True}
        faults |= {
            name: [Message("is unknown")] for name, is_refused in refused.items() if is_refused and body.get(name)
        }
        if items := [at for at, each in enumerate(body.get("items") or ()) if each not in items_for(game)]:
            faults["items"] = {at: [Message("is unknown")] for at in items}
        if faults:
            raise ValidationError(faults)


class Delivery(Answer):
    """An attempt to send a message."""

    message = String(validate=Length(1, 120))
    type = String(validate=Length(1, 40))
    game = Shaped(GAME_ID, "Null in a test.", allow_none=True)
    at = Time()
    seconds = Float("How long the attempt took.", validate=Range(0, 1000000.0))
    attempt = Integer("1 is the first attempt of the message.", validate=Range(1, 999))
    status = Integer("Of the answer; null without one.", validate=Range(100, 999), allow_none=True)
    error = String("Why there was no answer, or none that can be used.", validate=Length(1, 40), allow_none=True)
    intention = String(
        "If the answer held an intention: `applied`, or the code of the problem.",
        validate=Length(1, 60),
        allow_none=True,
    )


class Webhook(Answer):
    id = String(validate=Length(1, 40), example="k3v9x2ma")
    kind = String(validate=OneOf(WEBHOOK_KINDS))
    url = url_field()
    items = items_field()
    name = String(validate=Length(1, 80), example="My phone", allow_none=True)
    language = String(validate=OneOf(SENTENCE_LANGUAGES))
    view = Boolean()
    game = Shaped(GAME_ID, "Of a table whose news are sent; null: the items of your inbox are.", allow_none=True)
    follows_rematch = Boolean()
    created_at = Time()
    state = String(
        "`healthy`, `failing`: its last attempt. `new`: there was none. `disabled`: nothing is sent to it.",
        validate=OneOf((*STATES, "disabled")),
    )
    disabled_because = String(
        "`failing`: for days. `gone`: the receiver said so, by 410. Null while it is not disabled.",
        validate=OneOf(DISABLED_REASONS),
        allow_none=True,
    )
    failing_since = Time(allow_none=True)
    waiting = Integer("Messages that are to be sent.", validate=Range(0, MAX_MESSAGES))


class CreatedWebhook(Webhook):
    secret = String("Only in this answer. Null if messages are not signed.", validate=Length(1, 100), allow_none=True)


class WebhookDetails(Webhook):
    deliveries = List(Nested(Delivery), "The last attempts, newest first.", validate=Length(max=KEPT_DELIVERIES))


class WebhookTest(Answer):
    message = String("The id of the message that is sent.", validate=Length(1, 120))
