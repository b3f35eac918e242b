"""Languages over HTTP: the requested language, and the one that the answer names."""

import pytest

from game.scenarios import SCENARIOS
from service.language.languages import LANGUAGES, SENTENCE_LANGUAGES
from service.language.names import names
from tests.service.client import Caller, Service

NAMES_ALONE = next(language for language in LANGUAGES if language not in SENTENCE_LANGUAGES)
"""A language without sentences."""


def test_a_name_of_a_player_is_no_format_string(service: Service):
    ada = service.new_player("{card.__class__} %s")
    events = ada.get(f"{service.open_game(ada)}/events?lang=en").json
    assert events[0]["text"] == "{card.__class__} %s opens the game."


def test_events_have_sentences_in_the_language_asked_for(finished: tuple[str, list[Caller]]):
    game, callers = finished
    plain = callers[0].get(f"{game}/events?limit=1000")
    assert "Content-Language" not in plain.headers
    assert plain.headers["Vary"] == "Accept, Authorization, Accept-Language, Accept-Encoding, Origin"
    english = callers[0].get(f"{game}/events?limit=1000&lang=en")
    for none in ("*", "*;q=0.5", ""):
        assert callers[0].get(f"{game}/events?limit=1000", {"Accept-Language": none}).json == plain.json
    french = callers[0].get(f"{game}/events?limit=1000", {"Accept-Language": "fr-CA, en;q=0.5"})
    assert (english.headers["Content-Language"], french.headers["Content-Language"]) == ("en", "fr")
    assert english.json[0]["text"] == "Player 0 opens the game."
    assert french.json[0]["text"] == "Player 0 ouvre la partie."
    for answer in (english, french):
        assert [{k: v for k, v in event.items() if k != "text"} for event in answer.json] == plain.json
        assert all(event["text"] for event in answer.json)


@pytest.mark.parametrize(
    ("lang", "accepted", "given"),
    [
        ("fr", "en", "fr"),
        ("FR-be", None, "fr"),
        ("xx", None, "en"),
        ("xx", "fr", "fr"),
        ("es", None, "es"),
        ("ja-JP", None, "ja"),
        (NAMES_ALONE, None, "en"),
        (NAMES_ALONE, "fr;q=0.3", "fr"),
        ("", "*", "en"),
    ],
)
def test_sentences_fall_back_to_a_known_language_and_name_it(
    lang: str, accepted: str | None, given: str, finished: tuple[str, list[Caller]]
):
    game, callers = finished
    answer = callers[0].get(f"{game}/events?lang={lang}", {"Accept-Language": accepted} if accepted else {})
    assert answer.status_code == 200
    assert answer.headers["Content-Language"] == given


def test_cards_have_their_names_in_a_language_without_sentences(finished: tuple[str, list[Caller]]):
    game, callers = finished
    events = callers[0].get(f"{game}/events?lang={NAMES_ALONE}&limit=1000").json
    event = next(event for event in events if event["name"] == "card_slated")
    card = names(NAMES_ALONE)[event["data"]["card"].partition(".")[0]]
    assert event["text"].endswith(f"{card} under construction.")


def test_the_next_page_is_in_the_same_language(finished: tuple[str, list[Caller]]):
    game, callers = finished
    link = callers[0].get(f"{game}/events?lang=fr&limit=5").headers["Link"]
    following = callers[0].get(link.partition(">")[0].removeprefix("<"))
    assert following.headers["Content-Language"] == "fr"
    assert following.json[0]["version"] == 6


def test_a_view_names_the_language_and_stays_the_same(finished: tuple[str, list[Caller]]):
    game, callers = finished
    plain, french = callers[0].get(game), callers[0].get(f"{game}?lang=fr")
    assert french.headers["Content-Language"] == "fr"
    assert plain.data == french.data


@pytest.mark.parametrize(
    ("lang", "accepted", "given"),
    [("ru", "fr", "ru"), ("xx", None, "en"), ("xx", "xy, it;q=0.2", "it"), ("es_MX", None, "es"), ("", None, "en")],
)
def test_the_catalogue_in_a_language(lang: str, accepted: str | None, given: str, service: Service):
    headers = {"Accept-Language": accepted} if accepted else {}
    answer = service.app.test_client().get(f"/v1/catalogue?lang={lang}", headers=headers)
    assert (answer.headers["Content-Language"], answer.json["language"]) == (given, given)
    assert answer.headers["Vary"] == "Accept-Language, Accept-Encoding, Origin"
    assert answer.json["developments"][0]["name"] == names(given)["financial-center"]


def test_the_catalogue_lists_all_that_has_a_name(service: Service):
    http = service.app.test_client()
    answers = {language: http.get(f"/v1/catalogue?lang={language}") for language in LANGUAGES}
    assert len({answer.headers["ETag"] for answer in answers.values()}) == 6
    assert not [answer for answer in answers.values() if answer.headers["ETag"].startswith("W/")]
    for key in ("developments", "empires", "scenarios", "ranks", "medals", "reactions"):
        assert len({tuple(entry["id"] for entry in answer.json[key]) for answer in answers.values()}) == 1
    french = answers["fr"].json
    assert french["scenarios"][1]["name"] == "Un Monde Meilleur"
    assert french["scenarios"][1]["required"] == list(SCENARIOS["SC02"].required)
    assert [french["scenarios"][1][medal] for medal in ("bronze", "silver", "gold")] == [70, 95, 115]
    assert french["ranks"][0]["name"] == "Débutant"
    assert french["words"].keys() == {"gross", "combo", "generals", "financiers", "total"}
    assert french["words"]["generals"] == "Généraux"
    assert french["reactions"][0] == {"id": "hello", "text": "Bonjour\xa0!"}


def test_an_invalid_language_is_refused(service: Service):
    answer = service.app.test_client().get(f"/v1/catalogue?lang={'x' * 99}")
    assert answer.status_code == 422
