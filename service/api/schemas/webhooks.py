"""Webhooks."""

from typing import Any

from marshmallow import EXCLUDE

from game.field_types import GAME_ID
from service.api.schemas.base import Answer, Body
from service.api.schemas.fields import Boolean, Float, Integer, List, Name, Nested, Shaped, String, Time
from service.api.schemas.validate import Length, OneOf, Range, Unique
from service.games.inbox.items import ITEM_KINDS
from service.language.translations import SENTENCE_LANGUAGES
from service.webhooks.addresses import MAX_URL_CHARACTERS
from service.webhooks.endpoints import WEBHOOK_KINDS
from service.webhooks.outbox import KEPT_DELIVERIES, MAX_MESSAGES, STATES
from service.webhooks.retries import DISABLED_REASONS
from service.webhooks.table_news import TABLE_ITEMS

MAX_KEY_CHARACTERS = 200


def url_field(**more: Any) -> String:
    """An address that webhooks call."""
    example = {"examples": ["https://example.org/hooks/wonder"]}
    return String(validate=Length(1, MAX_URL_CHARACTERS), metadata=example, **more)


def items_field(**more: Any) -> List:
    """Items of the inbox, or news of a table."""
    length = Length(1, len(_ALL_ITEMS))
    return List(String(validate=OneOf(_ALL_ITEMS)), validate=[length, Unique()], **more)


_ALL_ITEMS = tuple(dict.fromkeys((*ITEM_KINDS, *TABLE_ITEMS)))


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
    kind = String(validate=OneOf(WEBHOOK_KINDS), description="`standard`: signed JSON. Others: a sentence for people.")
    url = url_field(allow_none=True, required=False, description="Where messages go; every kind but `push` needs it.")
    items = items_field(
        allow_none=True, required=False, description="Which items of the inbox are sent; all if you leave it out."
    )
    game = Shaped(
        GAME_ID,
        allow_none=True,
        required=False,
        description="A game in which you have a seat: the webhook gets the news of this table instead of your inbox. "
        f"Its `items` are of {', '.join(f'`{each}`' for each in TABLE_ITEMS)}.",
    )
    follows_rematch = Boolean(
        required=False,
        description="Only with `game`: once a rematch has started in which you have a seat, the webhook belongs to it.",
    )
    name = Name(
        80,
        allow_none=True,
        required=False,
        description="For your list of webhooks.",
        metadata={"examples": ["My phone"]},
    )
    language = String(
        validate=OneOf(SENTENCE_LANGUAGES), required=False, description="Of sentences; `en` if you leave it out."
    )
    view = Boolean(
        required=False,
        description="Only of the kind `standard`: messages also have your `view`, and what is `legal`, as when they "
        "are sent.",
    )
    subscription = Nested(
        PushSubscription, allow_none=True, required=False, description="Only of the kind `push`, which needs it."
    )


class Delivery(Answer):
    """An attempt to send a message."""

    message = String(validate=Length(1, 120))
    type = String(validate=Length(1, 40))
    game = Shaped(GAME_ID, allow_none=True, description="Null in a test.")
    at = Time()
    seconds = Float(validate=Range(0, 1000000.0), description="How long the attempt took.")
    attempt = Integer(validate=Range(1, 999), description="1 is the first attempt of the message.")
    status = Integer(validate=Range(100, 999), allow_none=True, description="Of the answer; null without one.")
    error = String(
        validate=Length(1, 40), allow_none=True, description="Why there was no answer, or none that can be used."
    )
    intention = String(
        validate=Length(1, 60),
        allow_none=True,
        description="If the answer held an intention: `applied`, or the code of the problem.",
    )


class Webhook(Answer):
    id = String(validate=Length(1, 40), metadata={"examples": ["k3v9x2ma"]})
    kind = String(validate=OneOf(WEBHOOK_KINDS))
    url = url_field()
    items = items_field()
    name = String(validate=Length(1, 80), metadata={"examples": ["My phone"]}, allow_none=True)
    language = String(validate=OneOf(SENTENCE_LANGUAGES))
    view = Boolean()
    game = Shaped(
        GAME_ID, allow_none=True, description="Of a table whose news are sent; null: the items of your inbox are."
    )
    follows_rematch = Boolean()
    created_at = Time()
    state = String(
        validate=OneOf((*STATES, "disabled")),
        description="`healthy`, `failing`: its last attempt. `new`: there was none. `disabled`: nothing is sent to it.",
    )
    disabled_because = String(
        validate=OneOf(DISABLED_REASONS),
        allow_none=True,
        description="`failing`: for days. `gone`: the receiver said so, by 410. Null while it is not disabled.",
    )
    failing_since = Time(allow_none=True)
    waiting = Integer(validate=Range(0, MAX_MESSAGES), description="Messages that are to be sent.")


class CreatedWebhook(Webhook):
    secret = String(
        validate=Length(1, 100), allow_none=True, description="Only in this answer. Null if messages are not signed."
    )


class WebhookDetails(Webhook):
    deliveries = List(
        Nested(Delivery), validate=Length(max=KEPT_DELIVERIES), description="The last attempts, newest first."
    )


class WebhookTest(Answer):
    message = String(validate=Length(1, 120), description="The id of the message that is sent.")


class Keys(Answer):
    push = String(validate=Length(1, 200), description="The public key for web push: `applicationServerKey`.")
