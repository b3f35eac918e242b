"""Queries, bodies and intentions that do not have their shapes, without a service. Its answers are tested elsewhere."""

import json
from typing import Any
from urllib.parse import parse_qsl

import pytest
from flask import Request
from marshmallow import RAISE, Schema, ValidationError
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.test import EnvironBuilder

import game as rules
from service.api.bodies import MAX_DEPTH, read_json
from service.api.errors import Problem
from service.api.schemas.base import Body
from service.api.schemas.queries import AtQuery, EventsQuery, GamesQuery, LeaderboardQuery, ReplayQuery, TurnsQuery
from service.api.schemas.requests import Agree, ChangedTable, NewPlayer
from service.api.schemas.webhooks import NewWebhook
from service.games.intentions import decide_intentions

URL = "https://example.org/hook"
STATE = rules.fold(rules.new({"seats": 2}, seed=1))
QUERIES: dict[type[Schema], list[str]] = {
    EventsQuery: [
        "after=-1",
        "after=x",
        "after=1.0",
        "after=99999999999999999999",
        "after=" + "9" * 5000,
        "after=",
        "after=%00",
        "after=%ff",
        "limit=0",
        "limit=1001",
        "wait=31",
        "wait=-1",
        "wait=nan",
        "wait=inf",
        "wait=1e99999",
        "aftre=5",
        "after[]=5",
        "a/b=5",
        "after=3.0",
        "after=1e3",
        "limit=5.0",
        "after=%2B1",
        "after=1_0",
        "limit=%205",
        "after=%D9%A3",
    ],
    GamesQuery: [
        "status=over",
        "mode=chess",
        "limit=0",
        "limit=101",
        "limit=ten",
        "player=",
        "player=*",
        "player=" + "x" * 81,
        "cursor=",
        "cursor=yesterday",
        "cursor=%2B",
        "cursor=0000000000000-%ff",
        "side=C",
        "bots=1",
        "bots=",
        "free_seats=yes",
        "page=2",
        "Limit=2",
        "opponent=bot:greedy",
        "result=won",
        "player=me&result=drawn",
        "player=me&opponent=*",
        "player=me&opponent=",
        "player=me&opponent=" + "x" * 81,
    ],
    AtQuery: ["at=0", "at=-1", "at=1.5", "at=x", "at=", "at=" + "9" * 20, "at=" + "9" * 5000, "at=%00", "at=1e3"],
    ReplayQuery: [
        "from=0",
        "from=x",
        "by=day",
        "phase=lunch",
        "round=5",
        "limit=101",
        "seat=5",
        "more=1",
        "fields=",
        "fields=round,nothing",
        "fields=round,none",
        f"fields={'round,' * 1000}",
    ],
    LeaderboardQuery: [
        "period=2026-13",
        "period=2026-1",
        "period=today",
        "period=*",
        "period=-2026",
        "mode=chess",
        "kind=cat",
        "scenario=SC01",
        "mode=scenario&scenario=SC99",
        "side=A",
        "cursor=0",
        "cursor=-1",
        "cursor=1e3",
        "cursor=99999999999999999999",
        "limit=101",
        "offset=3",
    ],
    TurnsQuery: [
        "wait=31",
        "wait=-1",
        "wait=x",
        "games=1",
        "after=",
        "after=x",
        "after=-1",
        "after=%C2%B2",
        f"after={'1' * 200}",
        "cursor=x",
        "cursor=2-1-a-b",
        "limit=0",
        "limit=101",
        "limit=1.5",
    ],
}
BODIES: list[tuple[type[Body], Any]] = [
    *(
        (NewPlayer, body)
        for body in (
            {"name": ""},
            {"name": " "},
            {"name": "a" * 41},
            {"name": "a\nb"},
            {"name": "a\u202eb"},
            {"name": "\x00"},
            {"name": None},
            {"name": 1},
            {"name": ["a"]},
            {"name": "Ada", "kind": "god"},
        )
    ),
    *(
        (ChangedTable, body)
        for body in (
            {"seats": 6},
            {"seats": 0},
            {"seats": "3"},
            {"seats": True},
            {"seats": None},
            {"bots": ["greedy"] * 6},
            {"bots": "greedy"},
            {"side": "B"},
        )
    ),
    *(
        (Agree, body)
        for body in (
            {},
            {"ready": 1},
            {"ready": "yes"},
            {"ready": True, "more": 1},
            [True],
        )
    ),
    *(
        (NewWebhook, body)
        for body in (
            {},
            {"kind": "carrier pigeon", "url": URL},
            {"kind": "standard", "url": 7},
            {"kind": "standard", "url": "https://example.org/" + "a" * 2000},
            {"kind": "standard", "url": URL, "items": []},
            {"kind": "standard", "url": URL, "items": ["nothing"]},
            {"kind": "standard", "url": URL, "items": ["started", "started"]},
            {"kind": "standard", "url": URL, "language": "tlh"},
            {"kind": "standard", "url": URL, "name": "\u202e" + "a" * 80},
            {"kind": "standard", "url": URL, "more": 1},
            {"kind": "push", "subscription": {}},
            {"kind": "push", "subscription": {"endpoint": URL, "keys": {"p256dh": "a" * 201, "auth": "b"}}},
        )
    ),
]


@pytest.mark.parametrize(("schema", "query"), [(schema, query) for schema, all in QUERIES.items() for query in all])
def test_a_query_that_does_not_fit_is_refused_for_its_last_parameter(schema: type[Schema], query: str):
    parameters = dict(parse_qsl(query, keep_blank_values=True, errors="replace"))
    with pytest.raises(ValidationError) as refused:
        schema().load(parameters, unknown=RAISE)
    assert [*refused.value.messages_dict] == [[*parameters][-1]]


@pytest.mark.parametrize(("schema", "body"), BODIES)
def test_a_body_that_does_not_fit_is_refused(schema: type[Body], body: Any):
    with pytest.raises(ValidationError):
        schema().load(body)


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        (None, [""]),
        (5, [""]),
        (True, [""]),
        ("draft", [""]),
        ({}, ["/type"]),
        ({"type": None}, ["/type"]),
        ({"type": "cheat"}, ["/type"]),
        ({"type": "Draft", "card": "zeppelin.1"}, ["/type"]),
        ({"type": ["draft"], "card": "zeppelin.1"}, ["/type"]),
        ({"type": "__init__"}, ["/type"]),
        ({"type": "slate_all", "card": "zeppelin.1"}, ["/card"]),
        ({"type": "draft"}, ["/card"]),
        ({"type": "draft", "card": None}, ["/card"]),
        ({"type": "draft", "card": 5}, ["/card"]),
        ({"type": "draft", "card": 10**90}, ["/card"]),
        ({"type": "draft", "card": -1e300}, ["/card"]),
        ({"type": "draft", "card": ["zeppelin.1"]}, ["/card"]),
        ({"type": "draft", "card": {"zeppelin.1": 1}}, ["/card"]),
        ({"type": "draft", "card": "zeppelin.1", "seat": 1}, ["/seat"]),
        ({"type": "draft", "card": ""}, ["/card"]),
        ({"type": "draft", "card": "x" * 65}, ["/card"]),
        ({"type": "draft", "card": "x" * 200_000}, ["/card"]),
        ({"type": "recycle", "card": "zeppelin.1"}, ["/onto"]),
        ({"type": "redraw", "cards": ["zeppelin.1"]}, ["/cards"]),
        ({"type": "redraw", "cards": ["zeppelin.1", "x" * 100_000]}, ["/cards/1"]),
        ({"type": "redraw", "cards": [["zeppelin.1"], {}]}, ["/cards/0", "/cards/1"]),
        ({"type": "redraw", "cards": "zeppelin.1"}, ["/cards"]),
        ({"type": "auto_ready", "on": 1}, ["/on"]),
        ({"type": "choose", "character": "admiral"}, ["/character"]),
        ({"type": "place", "item": "mithril", "onto": "empire"}, ["/item"]),
        ({"type": "place", "item": "krystallium", "onto": "zeppelin.1", "as": "general"}, ["/as"]),
        ({"type": "place", "item": "gold", "onto": "empire", "as": None}, ["/as"]),
        ({"type": "place", "item": "gold", "onto": "empire", "kind": "gold"}, ["/kind"]),
        ({"type": "ready", "card": "zeppelin.1"}, ["/card"]),
        ([{"type": "cheat"}], ["/0/type"]),
        ([{"type": "draft"}], ["/0/card"]),
        ([None], ["/0"]),
        ([[{"type": "ready"}]], ["/0"]),
    ],
)
def test_what_is_no_intention_is_refused_at_its_fault(body: Any, pointers: list[str]):
    with pytest.raises(rules.Refused) as refused:
        decide_intentions(STATE, 0, body, "ada")
    assert refused.value.code == "invalid_intention"
    place = "" if refused.value.index is None else f"/{refused.value.index}"
    assert [place + pointer for pointer, _ in refused.value.faults] == pointers


# JSON


def sent(body: bytes, **headers: str) -> Request:
    builder = EnvironBuilder(method="POST", data=body, headers={"Content-Type": "application/json"} | headers)
    request = Request(builder.get_environ())
    request.max_content_length = 262_144
    return request


def refused(body: bytes, **headers: str) -> Problem:
    with pytest.raises(Problem) as problem:
        read_json(sent(body, **headers))
    return problem.value


NOT_JSON = {
    "not json": b"draft zeppelin.1",
    "half of it": b'{"type": "draft", "card": "zepp',
    "two values": b"{} {}",
    "single quotes": b"{'type': 'ready'}",
    "a comma too many": b'{"type": "ready",}',
    "not utf-8": b'{"type": "draft", "card": "\xff\xfe"}',
    "utf-16": '{"type": "ready"}'.encode("utf-16"),
    "a byte order mark": b'\xef\xbb\xbf{"type": "ready"}',
    "an overlong form": b'{"type": "\xc0\xae"}',
    "a surrogate in utf-8": b'{"type": "\xed\xa0\x80"}',
    "half of a surrogate pair": b'{"type": "draft", "card": "\\ud800"}',
    "the other half": b'{"type": "draft", "card": "x\\uDFFFx"}',
    "half of a surrogate pair as a name": b'{"\\ud83d": 1}',
    "a control character": b'{"type": "draft", "card": "a\x00b"}',
    "a name twice": b'{"type": "ready", "type": "draft"}',
    "a name twice further in": b'{"type": "place", "onto": {"a": 1, "a": 1}}',
    "not a number": b'{"seats": NaN}',
    "infinity": b'{"seats": -Infinity}',
    "a huge number": b'{"seats": 1' + b"0" * 5000 + b"}",
    "a huge negative number": b'{"seats": -1' + b"0" * 100_000 + b"}",
    "lists in lists": b"[" * 100_000,
    "lists in lists, closed": b"[" * 5000 + b"]" * 5000,
    "one list too deep": b"[" * (MAX_DEPTH + 1) + b"]" * (MAX_DEPTH + 1),
    "one object too deep": b'{"": ' * (MAX_DEPTH + 1) + b"1" + b"}" * (MAX_DEPTH + 1),
    "objects in objects": b'{"type":' * 5000 + b"1" + b"}" * 5000,
    "a zero byte": b"\x00",
}


@pytest.mark.parametrize("body", NOT_JSON.values(), ids=NOT_JSON)
def test_a_body_that_is_not_json_is_refused(body: bytes):
    problem = refused(body)
    assert problem.code == "invalid_json"
    assert len(str(problem.detail)) < 200
    assert "sys." not in str(problem.detail)


@pytest.mark.parametrize("raw", ["[" * MAX_DEPTH + "]" * MAX_DEPTH, '{"": ' * MAX_DEPTH + "1" + "}" * MAX_DEPTH])
def test_a_body_of_the_greatest_depth_is_read(raw: str):
    assert len(read_json(sent(raw.encode()))) == 1


def test_brackets_within_a_text_and_beside_each_other_are_not_deep():
    value = ["[{" * MAX_DEPTH, *[[] for _ in range(MAX_DEPTH)]]
    assert read_json(sent(json.dumps(value).encode())) == value


@pytest.mark.parametrize("size", [262_145, 10_000_000])
def test_a_body_that_is_too_large_is_not_read(size: int):
    with pytest.raises(RequestEntityTooLarge):
        read_json(sent(b" " * size))


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "", "json", "é" * 99]
)
def test_a_body_of_another_type_is_refused(kind: str):
    assert refused(b'{"name": "Ada"}', **{"Content-Type": kind}).code == "not_json"


@pytest.mark.parametrize("kind", ["application/json; charset=utf-8", "Application/JSON", "application/x+json"])
def test_these_content_types_are_json_too(kind: str):
    assert read_json(sent('{"name": "Łukasz"}'.encode(), **{"Content-Type": kind})) == {"name": "Łukasz"}


@pytest.mark.parametrize("coding", ["gzip", "br", "x", "gzip, gzip", "identity, gzip", "GZIP", "identity;q=1", "é"])
def test_a_body_with_a_content_coding_is_refused(coding: str):
    assert refused(b'{"name": "Ada"}', **{"Content-Encoding": coding}).code == "encoded_body"


@pytest.mark.parametrize("coding", ["identity", "", "Identity, identity", " "])
def test_identity_is_no_content_coding(coding: str):
    assert read_json(sent(b'{"name": "Ada"}', **{"Content-Encoding": coding})) == {"name": "Ada"}


def test_an_escaped_pair_of_surrogates_is_text():
    assert read_json(sent(rb'{"name": "\ud83d\udc69"}')) == {"name": "👩"}


# Numbers as other JSON libraries write them


@pytest.mark.parametrize("two", ["2", "2.0", "2.000", "2e0", "0.2e1", "20E-1", "2e+0"])
def test_an_integer_may_be_written_with_a_fraction_or_an_exponent(two: str):
    number = read_json(sent(two.encode()))
    assert (number, type(number)) == (2, int)


@pytest.mark.parametrize("number", ["2.5", "2.0000001", "1e-1", "1e30", "1e300", "-2.0", "9007199254740993.0"])
def test_a_number_that_is_no_such_integer_does_not_fit(number: str):
    with pytest.raises(ValidationError):
        ChangedTable().load(read_json(sent(f'{{"seats": {number}}}'.encode())))


@pytest.mark.parametrize(
    "number", ["1e400", "-1e400", "1e99999999999", "1." + "0" * 200, "0." + "1" * 200, "1" * 101], ids=lambda n: n[:15]
)
def test_a_number_that_is_too_long_or_too_large_is_refused(number: str):
    for body in (f'{{"seats": {number}}}', f"[{number}]", number):
        assert "a number" in refused(body.encode()).detail
