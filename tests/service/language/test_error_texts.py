"""Texts of errors: a Message keeps what it is made of, and every text in the code can be translated."""

import ast
import json

import pytest

from game.message import Message
from service.api.schemas import validate
from service.language.translations import translate
from tests.service.language import texts_in_code
from tests.service.language.error_texts import query_fields, texts_of_errors

FAULT = Message("must be {shape}", shape=Message("one of: {words}", words=["draft", "gold"]))


def test_a_message_is_its_english_text():
    assert FAULT == "must be one of: draft, gold"
    assert json.dumps([FAULT]) == '["must be one of: draft, gold"]'
    assert Message("{as is}") == "{as is}"


def test_a_message_is_translated_with_its_values():
    assert translate(FAULT, "fr") == "doit être parmi\xa0: draft, gold"
    assert translate(FAULT, "en") == FAULT


def test_ids_in_a_message_stay_and_words_are_translated():
    template = "{card} has no open space for {item}"
    assert translate(Message(template, card="gold", item=Message("gold")), "fr").startswith("gold n’a pas")
    assert translate(Message(template, card="gold", item=Message("gold")), "fr").endswith("\xa0: or")


def test_braces_in_a_value_are_no_fields():
    assert translate(Message("{card} is not in your hand", card="{card.__class__}"), "fr") == (
        "{card.__class__} n’est pas dans votre main"
    )


def test_a_text_without_a_translation_stays_english():
    assert translate("nobody says this", "fr") == "nobody says this"


@pytest.mark.slow
def test_details_are_found_in_the_code():
    assert {"all seats are taken", "no such player", "must be an object"} <= texts_in_code.plain_texts()
    assert {"must be {shape}", "there is no seat {seat}", "is missing", "All codes"} <= texts_in_code.templates()
    assert {"must not contain *", "is unknown", "is not a cursor of this list"} <= texts_of_errors()


@pytest.mark.parametrize("detail", ['f"there is no seat {seat}"', '"there is no seat " + seat'])
def test_a_detail_that_was_put_together_is_noticed(detail: str):
    function = ast.parse(f"def f(seat):\n    raise Refused('unknown_seat', {detail})").body[0]
    assert isinstance(function, ast.FunctionDef)
    with pytest.raises(AssertionError, match="cannot be translated"):
        texts_in_code.plain_texts_of(function)


@pytest.mark.slow
def test_words_come_from_data_in_known_places_only():
    """Their translations are asked for in `error_texts.words`: items, phases, statuses, faults."""
    assert texts_in_code.words_from_data() == {"cube", "item", "state.status", "str(state.phase)", "FAULTS[fault]"}


@pytest.mark.slow
def test_texts_in_a_message_are_ids_or_messages():
    """A plain text as a value is the same in every language."""
    assert texts_in_code.plain_values() == {"type"}


def test_checks_of_queries_are_those_that_can_be_translated():
    translatable = (validate.Length, validate.Range, validate.OneOf)
    for field in query_fields():
        for check in field.validators:
            assert isinstance(check, translatable) or getattr(check, "error", None), (field.name, check)
