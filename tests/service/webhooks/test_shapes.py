"""Ready bodies: what Discord, Slack and ntfy read."""

import json
from dataclasses import replace
from email.header import decode_header, make_header

import pytest

from service.games.inbox.items import ITEM_KINDS
from service.language.languages import SENTENCE_LANGUAGES
from service.language.translations import translate
from service.webhooks.sentences import SENTENCES, TITLES
from service.webhooks.table_news import TABLE_ITEMS
from service.webhooks.table_sentences import TABLE_SENTENCES, TABLE_TITLES
from tests.service.client import Caller, Service, id_of
from tests.service.webhooks.delivery import create, send_all
from tests.service.webhooks.receivers import Received, Receiver

NAME = "<@everyone> & Ada’s"


def sent(service: Service, ada: Caller, receiver: Receiver, kind: str, language: str = "en") -> Received:
    """What a webhook of this kind gets when a game begins."""
    answer = ada.post("/v1/webhooks", {"kind": kind, "url": receiver.url, "items": ["started"], "language": language})
    assert answer.json["secret"] is None
    service.seat_and_start(ada, service.new_player("Ben"), name=NAME)
    send_all(service.parts)
    [received] = receiver.received
    assert "webhook-signature" not in received.headers
    return received


def test_discord_gets_content_and_may_call_nobody(service: Service, ada: Caller, receiver: Receiver):
    body = json.loads(sent(service, ada, receiver, "discord").body)
    assert body == {"content": f"{NAME} has started.", "allowed_mentions": {"parse": []}}


def test_slack_gets_text_without_markup(service: Service, ada: Caller, receiver: Receiver):
    body = json.loads(sent(service, ada, receiver, "slack").body)
    assert body == {"text": "&lt;@everyone&gt; &amp; Ada’s has started."}


def test_ntfy_gets_text_with_a_title_in_the_language_of_the_webhook(service: Service, ada: Caller, receiver: Receiver):
    received = sent(service, ada, receiver, "ntfy", "fr")
    assert received.body.decode() == f"{NAME} a commencé."
    assert str(make_header(decode_header(received.headers["title"]))) == "Une partie a commencé"
    assert received.headers["tags"] == "game_die"


def test_every_item_has_a_title_and_a_sentence_in_every_language():
    assert TITLES.keys() == SENTENCES.keys() == {*ITEM_KINDS, "test"}
    for language in SENTENCE_LANGUAGES[1:]:
        for text in (*TITLES.values(), *SENTENCES.values(), "Game {id}"):
            assert translate(text, language) != text


@pytest.mark.parametrize("kind", ["discord", "slack", "ntfy"])
def test_an_answer_of_these_services_is_no_intention(service: Service, ada: Caller, receiver: Receiver, kind: str):
    receiver.answer = lambda received: (200, {"Content-Type": "application/json"}, b'{"type": "ready"}')
    sent(service, ada, receiver, kind)
    [webhook] = ada.get("/v1/webhooks").json
    [delivery] = ada.get(f"/v1/webhooks/{webhook['id']}").json["deliveries"]
    assert delivery["intention"] is None


@pytest.mark.parametrize("kind", ["discord", "slack", "ntfy"])
def test_messages_have_a_link_to_the_game_if_the_service_knows_its_address(
    service: Service, ada: Caller, receiver: Receiver, kind: str
):
    create(ada, receiver.url, kind=kind, items=["started"])
    game = service.seat_and_start(ada, service.new_player("Ben"), name="Friday")
    settings = replace(service.parts.settings, public_url="https://play.example.org")
    send_all(replace(service.parts, settings=settings))
    [received] = receiver.received
    link = f"https://play.example.org/games/{id_of(game)}"
    if kind == "ntfy":
        assert (received.headers["click"], received.body) == (link, b"Friday has started.")
    else:
        assert f"Friday has started. {link}" in json.loads(received.body).values()


def test_discord_shows_a_name_as_it_is_and_no_markup(service: Service, ada: Caller, receiver: Receiver):
    create(ada, receiver.url, kind="discord", items=["started"])
    service.seat_and_start(ada, service.new_player("Ben"), name="[free](http://evil.example) *now*")
    send_all(service.parts)
    [received] = receiver.received
    assert json.loads(received.body)["content"] == r"\[free\](http://evil.example) \*now\* has started."


def test_every_news_of_a_table_has_a_title_and_a_sentence_in_every_language():
    assert TABLE_TITLES.keys() == TABLE_SENTENCES.keys() == {*TABLE_ITEMS}
    for language in SENTENCE_LANGUAGES[1:]:
        for text in (*TABLE_TITLES.values(), *TABLE_SENTENCES.values()):
            assert translate(text, language) != text
