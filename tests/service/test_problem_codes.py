"""The table of error codes: it has every code that is raised and no other, and docs/errors.md shows it."""

from service.api.errors import HTTP_DETAILS
from service.commands.error_codes import errors_page
from service.commands.openapi import ROOT
from service.problems import PROBLEMS
from service.run.web_worker import REFUSALS
from tests.service.language import texts_in_code


def test_every_code_that_is_raised_is_in_the_table_and_no_other():
    assert texts_in_code.codes() | HTTP_DETAILS.keys() | {*REFUSALS.values()} == PROBLEMS.keys()


def test_codes_that_are_no_literals_are_found_elsewhere():
    """`code` in service/api/errors.py: of a Refused, or of HTTP_DETAILS."""
    assert texts_in_code.codes_from_data() == {"code"}


def test_statuses_are_those_of_errors():
    of_the_api = {400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 422, 500, 503}
    of_the_web_server = {400, 414, 417, 431, 500, 501, 505}
    assert {kind.status for kind in PROBLEMS.values()} == of_the_api | of_the_web_server


def test_texts_are_whole_sentences_and_titles_are_none():
    for code, kind in PROBLEMS.items():
        assert not kind.title.endswith("."), code
        assert kind.meaning.endswith("."), code
        assert kind.remedy.endswith("."), code
        assert "|" not in kind.meaning + kind.remedy, code


def test_the_page_of_the_documentation_is_that_of_the_table():
    page = (ROOT / "docs" / "errors.md").read_text("utf-8")
    assert page == errors_page()
    assert [code for code in PROBLEMS if f"\n| `{code}` |" not in page] == []
