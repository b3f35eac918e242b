"""Bodies by their schemas: strict fields, one sentence for whatever is wrong, JSON Pointers into values of the game."""

import json
import re
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest
from flask import Request
from marshmallow import ValidationError
from werkzeug.test import EnvironBuilder

from game.shapes import MAX_FAULTS, ListOf, Text
from service.accounts.stored_token import SCOPES
from service.api.bodies import RequestParser
from service.api.problem import Problem
from service.api.schemas.base import Body
from service.api.schemas.fields import Boolean, Float, Integer, List, Name, Nested, Shaped, String, Unchecked
from service.api.schemas.validate import Length, OneOf, Printable, Range, Unique
from tests.api_description import read_description
from tests.service.api.accounts.account_steps import with_token
from tests.service.client import Service, assert_problem

WORD = String(validate=OneOf(("a", "b")), required=False)
OTHER_BODIES = ("act", "speakMcp")
"""Operations whose bodies are read in another way."""


class Inner(Body):
    flag = Boolean()


class Sample(Body):
    text = String(validate=Length(0, 3), required=False)
    line = String(validate=Printable(1, 3), required=False)
    word = WORD
    number = Integer(validate=Range(1, 5), required=False)
    fraction = Float(validate=Range(0.5, 1), required=False)
    flag = Boolean(required=False)
    words = List(WORD, validate=[Length(1, 2), Unique()], required=False)
    inner = Nested(Inner, required=False)
    inners = List(Nested(Inner), validate=Length(max=50), required=False)
    cards = Shaped(ListOf(Text(3), 2), required=False)
    nothing = String(validate=Length(1, 3), allow_none=True, required=False)
    name = Name(3, required=False)
    view = Unchecked(Text(3), required=False)


def read(body: Any) -> Any:
    headers = {"Content-Type": "application/json"}
    environ = EnvironBuilder(method="POST", data=json.dumps(body), headers=headers).get_environ()
    return RequestParser().parse(Sample(), Request(environ))


def faults(body: Any) -> dict[str, str]:
    with pytest.raises(Problem) as refused:
        read(body)
    assert refused.value.code == "invalid_body"
    return {each["pointer"]: each["detail"] for each in refused.value.errors}


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"text": "", "line": "a b", "word": "a", "number": 5, "fraction": 1, "flag": False},
        {"words": ["b", "a"], "inner": {"flag": True}, "cards": ["x", "y"], "nothing": None, "view": 5},
    ],
)
def test_a_body_that_fits_is_read_as_it_is(body: Any):
    assert read(body) == body


def test_null_is_an_empty_object():
    assert read(None) == {}


def test_a_name_is_read_as_it_is_kept():
    assert read({"name": " A "}) == {"name": "A"}
    assert faults({"name": "a\u202e"}) == {"/name": "must not have the character U+202E there"}


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"text": ["abcd", 1, None, ["a"], {}]}, "must be a text of 0 to 3 characters"),
        ({"line": ["", " ", "a\n", 1, None]}, "must be a printable text of 1 to 3 characters"),
        ({"word": ["c", "", 1, None, ["a"]]}, "must be one of: a, b"),
        ({"number": [0, 6, "1", True, 1.5, None, 1e300]}, "must be a whole number from 1 to 5"),
        ({"fraction": [0, 2, "1", True, None]}, "must be a number from 0.5 to 1"),
        ({"flag": [1, 0, "true", None, []]}, "must be true or false"),
        ({"words": [[], ["a", "a"], ["a", "b", "a"], "a", {"a": 1}, None]}, "must be a list of 1 to 2 different items"),
        ({"inner": [[], 1, "a", None]}, "must be an object"),
        ({"nothing": ["", 1, "abcd"]}, "must be a text of 1 to 3 characters"),
        ({"cards": [["x"] * 3, "x", None]}, "must be a list of 0 to 2 items"),
    ],
)
def test_a_field_says_in_one_sentence_what_it_must_be(values: dict[str, list[Any]], sentence: str):
    for name, wrong in values.items():
        for value in wrong:
            assert faults({name: value}) == {f"/{name}": sentence}


def test_faults_are_told_where_they_are():
    assert faults({"inner": {"flag": 1, "a/b": 2}, "cards": ["abcd", 5], "words": ["c"], "x~y": None}) == {
        "/cards/0": "must be a text of 1 to 3 characters",
        "/cards/1": "must be a text of 1 to 3 characters",
        "/inner/a~1b": "is unknown",
        "/inner/flag": "must be true or false",
        "/words/0": "must be one of: a, b",
        "/x~0y": "is unknown",
    }
    assert faults({"inner": {}, "inners": [{}, 5]}) == {
        "/inner/flag": "is missing",
        "/inners/0/flag": "is missing",
        "/inners/1": "must be an object",
    }
    assert faults([True]) == {"": "must be an object"}
    assert faults({"_schema": 1, "inner": {"flag": True, "_schema": 1}}) == {
        "/_schema": "is unknown",
        "/inner/_schema": "is unknown",
    }


def test_as_many_faults_as_somebody_reads_are_told_always_the_same_ones():
    body = {f"n{number:03}": 1 for number in range(100)}
    assert [*faults(body)] == [f"/n{number:03}" for number in range(MAX_FAULTS)]


def test_of_thousands_of_unknown_fields_only_the_first_are_told():
    unknown = {f"n{number}": 1 for number in range(5_000)}
    with pytest.raises(ValidationError) as refused:
        Sample().load({**unknown, "inner": {**unknown, "flag": True}})
    messages = refused.value.messages_dict
    assert messages["inner"].keys() == {*islice(unknown, MAX_FAULTS)}
    assert messages.keys() == {"inner", *messages["inner"]}


@pytest.mark.parametrize("field", [String, Integer, lambda **more: List(Boolean(), **more)])
def test_a_field_without_bounds_is_refused_where_it_is_declared(field: Any):
    for checks in ([], [Length(min=1)], [Range(min=1)]):
        with pytest.raises(TypeError, match=r"needs (Length|Range) of"):
            field(required=False, validate=checks)


def test_every_field_of_a_body_is_strict():
    schemas = [Body]
    for schema in schemas:
        schemas += schema.__subclasses__()
        for field in schema().fields.values():
            assert getattr(field, "shape", None) is not None, f"{schema} takes anything as {field}"
    assert len(schemas) > 20


def test_every_body_of_the_api_is_read_by_its_schema(service: Service):
    """But for OTHER_BODIES. The caller may do all that an operator may."""
    ada = service.new_player()
    settings = replace(service.parts.settings, operators=(ada.id,))
    process = Service(replace(service.parts, settings=settings))
    ada, _ = with_token(process, ada.through(process), *SCOPES)
    described = read_description(service.app.test_client().get("/openapi.yaml").text)
    asked = 0
    for path, item in described["paths"].items():
        for method, operation in item.items():
            body = operation.get("requestBody") if method != "parameters" else None
            if not body or "application/json" not in body["content"] or operation["operationId"] in OTHER_BODIES:
                continue
            address = re.sub("{strategy}", "greedy", path)
            address = re.sub("{[a-z]+}", "1", address)
            for sent, pointer in (({"no field": 1}, "/no field"), ([], "")):
                problem = assert_problem(ada.ask(method, address, json=sent), 422, "invalid_body")
                assert pointer in [each["pointer"] for each in problem["errors"]], operation["operationId"]
            asked += 1
    assert asked >= 20
