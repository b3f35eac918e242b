"""Names and sentences in several languages, with a message for every event."""

import json
import re
from functools import lru_cache
from gettext import c2py
from itertools import combinations
from string import Formatter
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from events import Entry, MemoryLog
from game.events import EVENTS
from game.scenarios import SCENARIOS
from projections.redaction import redact
from service.analysis import words as analysis_words
from service.api import previews
from service.language import explanations
from service.language.languages import LANGUAGES, SENTENCE_LANGUAGES
from service.language.names import MEDAL_NAMES, RANK_NAMES, SCENARIO_NAMES, names
from service.language.sentences import BONUSES, SENTENCES, STEPS, WORDS, Narrator
from service.language.translations import SCORE_WORDS
from service.run.up import ROOT
from service.webhooks import sentences as webhooks
from service.webhooks import table_sentences
from tests.events.stories import groups, write
from tests.game.play import Play
from tests.service.language.error_texts import texts_of_errors

LOCALE = ROOT / "service" / "language" / "locale"
EVENT_TEXTS = {*STEPS, *[word for words in WORDS.values() for word in words.values()]}
ALL_SENTENCES = [sentence for sentences in SENTENCES.values() for sentence in sentences]
PLAYS = [
    Play(1, 2),
    Play(2, 3, "B", "restless"),
    Play(3, 1, "A", "curious"),
    *[Play(4, 1, "B", "curious", scenario=scenario) for scenario in SCENARIOS],
]


def placeholders(text: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(text) if field}


def catalogue_of(language: str):
    """The message catalogue of a language, as its file has it."""
    with (LOCALE / language / "LC_MESSAGES" / "wonderful.po").open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


@lru_cache
def entries_of(play: Play) -> list[Entry]:
    """The log of a whole random game."""
    log = MemoryLog()
    write(log, "g", *[[group] for group in groups(play)])
    return log.read("g")


def narrate(
    play: Play, viewer: int | None, sentence_language: str = "en", name_language: str = "en"
) -> list[tuple[dict[str, Any], str]]:
    """(event as the viewer may see it, its sentence) of a whole random game."""
    seated = [f"player-{seat}" for seat in range(play.seats)]
    names = dict(zip(seated, ("Ada", "Bo", "Cy"), strict=False))
    narrator = Narrator(sentence_language, name_language, seated, names)
    events = [redact(entry, viewer) for entry in entries_of(play)]
    return [(event, narrator.to_sentence(event)) for event in events]


# The data


def test_everything_has_a_name_in_every_language():
    data = json.loads((LOCALE / "names.json").read_text("utf-8"))
    assert SCENARIO_NAMES.keys() == SCENARIOS.keys()
    assert list(RANK_NAMES) == ["rookie", "dictator", "emperor", "living_god"]
    assert list(MEDAL_NAMES) == ["gold", "silver", "bronze", "none", "lost"]
    for names_by_language in (SCENARIO_NAMES, RANK_NAMES, MEDAL_NAMES):
        assert all(tuple(name) == LANGUAGES and all(name.values()) for name in names_by_language.values())
    assert data["own_translations"] == [language for language in LANGUAGES if language != "en"]


def test_every_event_has_a_sentence():
    assert SENTENCES.keys() == EVENTS.keys(), "change SENTENCES in service/language/sentences.py"
    assert all(SENTENCES.values())


def messages_of(language: str) -> dict[Any, Any]:
    return {message.id: message.string for message in catalogue_of(language) if message.id}


def every_text() -> set[str]:
    """All texts with a translation, without those that have a plural."""
    single = {*ALL_SENTENCES, *EVENT_TEXTS, *SCORE_WORDS.values()} | texts_of_errors()
    return single | {
        *webhooks.SENTENCES.values(),
        *webhooks.TITLES.values(),
        *explanations.TEXTS,
        *table_sentences.TEXTS,
        *analysis_words.TEXTS,
        *previews.TEXTS,
    }


@pytest.mark.slow
@pytest.mark.parametrize("language", SENTENCE_LANGUAGES[1:])
def test_the_messages_of_a_language_are_all_there_and_no_others(language: str):
    messages, single = messages_of(language), every_text()
    for message in messages.keys() & single:
        assert placeholders(messages[message]) == placeholders(message), message
    expected = single | {*BONUSES.values()}
    missing = sorted(map(str, expected - {message for message, text in messages.items() if text}))
    file = f"locale/{language}/LC_MESSAGES/wonderful.po"
    assert not missing, f"{file} lacks {len(missing)} of {len(expected)} messages, such as {missing[:10]}"
    assert not messages.keys() - expected, f"nothing uses these of {file} any more"
    for forms in BONUSES.values():
        assert {frozenset(placeholders(form)) for form in messages[forms]} == {frozenset({"count"})}


@pytest.mark.parametrize("language", sorted({*LANGUAGES} - {*SENTENCE_LANGUAGES}))
def test_a_language_of_names_alone_has_the_lines_of_the_score_table(language: str):
    messages = messages_of(language)
    assert messages.keys() == {*SCORE_WORDS.values()}
    assert all(messages.values())


@pytest.mark.parametrize("language", sorted({*LANGUAGES, *SENTENCE_LANGUAGES} - {"en"}))
def test_no_catalogue_has_doubtful_messages_or_counts_as_another_language_does(language: str):
    catalogue = catalogue_of(language)
    assert not [message.id for message in catalogue if message.id and message.fuzzy]
    form, form_of_language = (c2py(each.plural_expr) for each in (catalogue, Catalog(locale=language)))
    assert [form(n) for n in range(200)] == [form_of_language(n) for n in range(200)]


@pytest.mark.parametrize(("language", "other"), [*combinations(SENTENCE_LANGUAGES[1:], 2)])
def test_no_language_has_the_texts_of_another(language: str, other: str):
    """Short ones, such as names and symbols, may be the same."""
    texts = [
        {message: text for message, text in messages_of(each).items() if len(str(message)) > 25}
        for each in (language, other)
    ]
    same = [message for message, text in texts[0].items() if texts[1].get(message) == text]
    assert len(same) <= len(texts[0]) // 20, same[:10]


# Sentences


@pytest.mark.parametrize("play", PLAYS, ids=str)
@pytest.mark.slow
def test_every_event_of_a_game_has_a_sentence_in_every_language(play: Play):
    for sentence_language in SENTENCE_LANGUAGES:
        for name_language in LANGUAGES:
            for _, sentence in narrate(play, 0, sentence_language, name_language):
                assert sentence.endswith((".", "。"))
                assert not placeholders(sentence)


@pytest.mark.parametrize("play", PLAYS, ids=str)
def test_sentences_reveal_nothing_hidden(play: Play):
    patterns = {
        "card_drafted": r"(Ada|Bo|Cy) picks a card\.",
        "pool_taken": r"Ada takes pool [12] of the round\.",
        "cards_redrawn": r"Ada discards .* to see cards from the deck\.",
        "card_kept": r"Ada keeps a card and discards .*",
    }
    public = [(event["name"], sentence) for event, sentence in narrate(play, None) if event["name"] in patterns]
    assert public
    assert [sentence for name, sentence in public if not re.fullmatch(patterns[name], sentence)] == []


@pytest.mark.parametrize("play", PLAYS, ids=str)
def test_sentences_name_the_secret_cards_to_their_own_seat(play: Play):
    secret = [
        (event, sentence) for event, sentence in narrate(play, 0) if event["name"] in ("card_drafted", "pool_taken")
    ]
    own = [sentence for event, sentence in secret if event["seat"] == 0]
    assert own
    assert all(any(name in sentence for name in names("en").values()) for sentence in own)


def test_these_games_use_all_sentences_but_those_of_other_tests():
    found = {event["name"] for play in PLAYS for event, _ in narrate(play, 0)}
    ends = {"game_ended", "game_scored", "game_abandoned", "seat_left", "seat_resigned"}
    pauses = {"pause_agreed", "game_paused", "game_resumed"}
    back = {"intention_undone", "rewind_proposed", "rewind_accepted", "rewind_declined", "rewound"}
    assert EVENTS.keys() - found <= ends | back | pauses | {"auto_ready_set"} | {*TABLE_SENTENCES}


TABLE_SENTENCES: dict[str, tuple[dict[str, Any], int | None, str, str]] = {
    "seat_removed": (
        {"player": "a"},
        0,
        "The host removes Ada from the table.",
        "L’hôte retire Ada de la table.",
    ),
    "start_agreed": ({"on": True}, 0, "Ada agrees to start.", "Ada est d’accord pour commencer."),
    "host_changed": ({"host": 2}, None, "Ada makes greedy #2 the host.", "Ada confie la table à greedy #2."),
    "table_changed": (
        {"players": ["a", None, "bot:greedy"]},
        None,
        "Ada changes the table: Ada, a free seat, and greedy.",
        "Ada modifie la table : Ada, une place libre et greedy.",
    ),
    "player_invited": ({"player": "a"}, None, "Ada is invited.", "Invitation de Ada."),
    "invitation_withdrawn": (
        {"player": "a"},
        None,
        "Ada is no longer invited.",
        "L’invitation de Ada est retirée.",
    ),
    "game_abandoned": (
        {"reason": "idle"},
        None,
        "The game ends without a result: nobody has moved for long.",
        "La partie se termine sans résultat : plus personne n’a joué depuis longtemps.",
    ),
    "time_expired": ({}, 0, "The time of Ada is up.", "Le temps de Ada est écoulé."),
    "seat_taken_over": (
        {"strategy": "greedy"},
        0,
        "A bot plays for Ada until Ada returns.",
        "Un bot joue pour Ada jusqu’à son retour.",
    ),
    "seat_returned": ({}, 0, "Ada is back.", "Ada est de retour."),
    "time_given_back": (
        {"from_ms": 1_700_000_000_000, "to_ms": 1_700_000_040_000},
        None,
        "The service did not answer for 40 seconds. All clocks get this time back.",
        "Le service n’a pas répondu pendant 40\u00a0secondes. Ce temps est rendu à toutes les horloges.",
    ),
}
"""Events at the table, and about time: data, seat, and the sentences in English and French."""


@pytest.mark.parametrize("name", TABLE_SENTENCES)
def test_sentences_of_events_at_the_table(name: str):
    data, seat, english, french = TABLE_SENTENCES[name]
    assert sentence_of(name, data, "en", seat) == english
    assert sentence_of(name, data, "fr", seat) == french


def test_a_game_that_all_have_left_ends_without_a_result():
    assert sentence_of("game_abandoned", {}, seat=None).endswith("all players have left.")
    assert sentence_of("start_agreed", {"on": False}) == "Ada no longer agrees to start."


def sentence_of(name: str, data: dict[str, Any], language: str = "en", seat: int | None = 0) -> str:
    """The sentence of an event at a table of Ada and two bots."""
    narrator = Narrator(language, language, ["a", "bot:greedy", "bot:greedy"], {"a": "Ada"})
    return narrator.to_sentence({"name": name, "seat": seat, "actor": "a", "data": data})


@pytest.mark.parametrize(
    ("name", "data", "english", "french"),
    [
        (
            "card_recycled",
            {"card": "zeppelin.1", "onto": "wind-turbines.2"},
            "Ada recycles Zeppelin onto Wind Turbines.",
            "Ada recycle Zeppelin sur Éoliennes.",
        ),
        (
            "item_placed",
            {"item": "krystallium", "onto": "zeppelin.1", "as": "energy"},
            "Ada places a krystallium on Zeppelin instead of a cube of energy.",
            "Ada place un krystallium sur Zeppelin pour remplacer un cube d’énergie.",
        ),
        (
            "item_placed",
            {"item": "krystallium", "onto": "zeppelin.1", "as": "krystallium"},
            "Ada places a krystallium on Zeppelin.",
            "Ada place un krystallium sur Zeppelin.",
        ),
        (
            "item_placed",
            {"item": "gold", "onto": "empire"},
            "Ada places a cube of gold on the empire card.",
            "Ada place un cube d’or sur la carte Empire.",
        ),
        (
            "card_constructed",
            {"card": "zeppelin.1", "generals": 2, "krystallium": 1},
            "Ada completes Zeppelin and receives 1 krystallium and 2 generals.",
            "Ada achève Zeppelin et reçoit 1 krystallium et 2 Généraux.",
        ),
        ("host_changed", {"host": 3}, "Ada is no longer the host.", "Ada n’est plus l’hôte."),  # who has left since
        ("auto_ready_set", {"on": False}, "Ada turns auto-ready off.", "Ada désactive la fin automatique."),
        ("pause_agreed", {"on": True}, "Ada wants a pause.", "Ada veut une pause."),
        (
            "game_paused",
            {"until": "2026-11-27T12:00:00.000Z"},
            "All agree: the game is paused.",
            "Tous sont d’accord : la partie est en pause.",
        ),
        ("intention_undone", {"group": 7}, "Ada takes back an intention.", "Ada reprend une intention."),
    ],
)
def test_sentences_of_single_events(name: str, data: dict[str, Any], english: str, french: str):
    assert sentence_of(name, data) == english
    assert sentence_of(name, data, "fr") == french


def test_players_of_the_same_name_get_the_number_of_their_seat():
    sentence = sentence_of("resources_produced", {"step": "gold", "amounts": [2, 0, 1]}, seat=None)
    assert sentence == "Production of gold: Ada – 2, greedy #1 – 0, and greedy #2 – 1."


def test_the_sentence_of_the_score_depends_on_the_mode():
    scores = [{"total": 70}, {"total": 70}, {"total": 12}]
    ended = {"scores": scores, "ranking": [[0, 1], [2]]}
    assert sentence_of("game_scored", ended, seat=None) == "Ada and greedy #1 share the victory with a score of 70."
    alone = {"scores": scores[:1], "ranking": [[0]]}
    assert sentence_of("game_scored", alone, seat=None) == "Ada wins with a score of 70."
    assert sentence_of("game_scored", alone | {"rank": "living_god"}, "fr", None).endswith("Rang\xa0: Dieu Vivant.")
    assert sentence_of("game_scored", alone | {"medal": "lost"}, seat=None).endswith("70. Medal: Lost.")
