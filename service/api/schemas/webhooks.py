"""Webhooks."""

from typing import Any

from marshmallow import EXCLUDE

from game.field_types import GAME_ID
from game.shapes import Field, ListOf, Nullable, Number, Object, Text
from service.api.description.json_schema import Time
from service.api.schemas.base import Body
from service.api.schemas.fields import Boolean, List, Name, Nested, Shaped, String
from service.api.schemas.validate import Length, OneOf, Unique
from service.games.inbox.items import ITEM_KINDS
from service.language.translations import SENTENCE_LANGUAGES
from service.webhooks.addresses import MAX_URL_CHARACTERS
from service.webhooks.endpoints import MAX_WEBHOOKS, WEBHOOK_KINDS
from service.webhooks.outbox import KEPT_DELIVERIES, MAX_MESSAGES, STATES
from service.webhooks.retries import DISABLED_REASONS
from service.webhooks.table_news import TABLE_ITEMS

MAX_KEY_CHARACTERS = 200
_ID = Text(40, example="k3v9x2ma")
_URL = Text(MAX_URL_CHARACTERS, example="https://example.org/hooks/wonder")


def url_field(**more: Any) -> String:
    """An address that webhooks call."""
    example = {"examples": ["https://example.org/hooks/wonder"]}
    return String(validate=Length(1, MAX_URL_CHARACTERS), metadata=example, **more)


def items_field(**more: Any) -> List:
    """Items of the inbox, or news of a table."""
    length = Length(1, len(_ALL_ITEMS))
    return List(String(validate=OneOf(_ALL_ITEMS)), validate=[length, Unique()], **more)


_ALL_ITEMS = tuple(dict.fromkeys((*ITEM_KINDS, *TABLE_ITEMS)))
_ITEMS = ListOf(_ALL_ITEMS, len(_ALL_ITEMS), 1, unique=True)
_NAME = Text(80, printable=True, example="My phone")


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
        allow_none=True,
        required=False,
        description="Which items of the inbox are sent; all if you leave it out.",
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
        PushSubscription,
        allow_none=True,
        required=False,
        description="Only of the kind `push`, which needs it.",
    )


_WEBHOOK = (
    Field("id", _ID),
    Field("kind", WEBHOOK_KINDS),
    Field("url", _URL),
    Field("items", _ITEMS),
    Field("name", Nullable(_NAME)),
    Field("language", SENTENCE_LANGUAGES),
    Field("view", bool),
    Field("game", Nullable(GAME_ID), "Of a table whose news are sent; null: the items of your inbox are."),
    Field("follows_rematch", bool),
    Field("created_at", Time()),
    Field(
        "state",
        (*STATES, "disabled"),
        "`healthy`, `failing`: its last attempt. `new`: there was none. `disabled`: nothing is sent to it.",
    ),
    Field(
        "disabled_because",
        Nullable(DISABLED_REASONS),
        "`failing`: for days. `gone`: the receiver said so, by 410. Null while it is not disabled.",
    ),
    Field("failing_since", Nullable(Time())),
    Field("waiting", range(MAX_MESSAGES + 1), "Messages that are to be sent."),
)
DELIVERY = Object(
    "Delivery",
    (
        Field("message", Text(120)),
        Field("type", Text(40)),
        Field("game", Nullable(GAME_ID), "Null in a test."),
        Field("at", Time()),
        Field("seconds", Number(0, 1e6), "How long the attempt took."),
        Field("attempt", range(1, 1000), "1 is the first attempt of the message."),
        Field("status", Nullable(range(100, 1000)), "Of the answer; null without one."),
        Field("error", Nullable(Text(40)), "Why there was no answer, or none that can be used."),
        Field(
            "intention",
            Nullable(Text(60)),
            "If the answer held an intention: `applied`, or the code of the problem.",
        ),
    ),
    meaning="An attempt to send a message.",
)
WEBHOOK = Object("Webhook", _WEBHOOK)
CREATED_WEBHOOK = Object(
    "CreatedWebhook",
    (*_WEBHOOK, Field("secret", Nullable(Text(100)), "Only in this answer. Null if messages are not signed.")),
)
WEBHOOK_DETAILS = Object(
    "WebhookDetails",
    (*_WEBHOOK, Field("deliveries", ListOf(DELIVERY, KEPT_DELIVERIES), "The last attempts, newest first.")),
)
WEBHOOKS = ListOf(WEBHOOK, MAX_WEBHOOKS)
TEST = Object("WebhookTest", (Field("message", Text(120), "The id of the message that is sent."),))
KEYS = Object("Keys", (Field("push", Text(200), "The public key for web push: `applicationServerKey`."),))
