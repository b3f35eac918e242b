"""The table of error codes: it has every code that is raised and no other, and docs/errors.md shows it."""

import re

import pytest

from service.api.errors import HTTP_DETAILS
from service.api.request_headers import MAX_KEY_CHARACTERS, MIN_SECRET_KEY_CHARACTERS
from service.commands.openapi import ROOT, errors_page
from service.games.intentions import MAX_BATCH_INTENTIONS
from service.language.languages import SENTENCE_LANGUAGES
from service.language.translations import translate
from service.problems import PROBLEMS
from service.problems.table import TABLES
from service.run.web_worker import REFUSALS
from tests.service.language import texts_in_code

LIMITS = {
    "bad_idempotency_key": ["1", f"{MAX_KEY_CHARACTERS}", f"{MIN_SECRET_KEY_CHARACTERS}"],
    "invalid_batch": ["1", f"{MAX_BATCH_INTENTIONS}"],
}
"""The numbers in the remedy of a code, in their order."""


@pytest.mark.slow
def test_every_code_that_is_raised_is_in_the_table_and_no_other():
    assert texts_in_code.codes() | HTTP_DETAILS.keys() | {*REFUSALS.values()} == PROBLEMS.keys()


def test_no_code_stands_in_two_tables():
    assert len(PROBLEMS) == sum(map(len, TABLES))


@pytest.mark.slow
def test_codes_that_are_no_literals_are_found_elsewhere():
    """`code` in service/api/errors.py: of a Refused, or of HTTP_DETAILS."""
    assert texts_in_code.codes_from_data() == {"code"}


def test_statuses_are_those_of_errors():
    of_the_api = {400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 422, 429, 500, 503}
    of_the_web_server = {400, 408, 414, 417, 431, 500, 501, 505}
    assert {kind.status for kind in PROBLEMS.values()} == of_the_api | of_the_web_server


def test_texts_are_whole_sentences_and_titles_are_none():
    for code, kind in PROBLEMS.items():
        assert not kind.title.endswith("."), code
        assert kind.meaning.endswith("."), code
        assert kind.remedy.endswith("."), code
        assert "|" not in kind.meaning + kind.remedy, code


@pytest.mark.parametrize("language", SENTENCE_LANGUAGES)
@pytest.mark.parametrize("code", LIMITS)
def test_a_limit_in_a_remedy_is_the_one_that_holds(code: str, language: str):
    assert re.findall(r"\d+", translate(PROBLEMS[code].remedy, language)) == LIMITS[code]


def test_every_code_with_a_limit_in_its_text_is_tested():
    counted = re.compile(r"\d+ (to \d+|[a-z]+s)\b")
    assert {code for code, kind in PROBLEMS.items() if counted.search(kind.meaning + kind.remedy)} == LIMITS.keys()


def test_the_page_of_the_documentation_is_that_of_the_table():
    page = (ROOT / "docs" / "errors.md").read_text("utf-8")
    assert page == errors_page()
    assert [code for code in PROBLEMS if f"\n| `{code}` |" not in page] == []
