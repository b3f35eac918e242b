"""Answers are compressed for clients that ask for it; versions, conditions and streams work as without."""

import gzip
import json
import zlib
from collections.abc import Iterator
from unittest import mock

import pytest
from flask import Response

from service.api import compression
from service.api.compression import MIN_BODY_BYTES, choose_coding, compress
from tests.service.checked_client import decoded
from tests.service.client import Caller, Service


@pytest.fixture
def game(service: Service, ada: Caller) -> str:
    """A game whose view is worth compressing."""
    return service.open_game(ada)


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        ("gzip", "gzip"),
        ("GZIP", "gzip"),
        ("br", "br"),
        ("gzip, deflate, br, zstd", "br"),
        ("gzip;q=1.0, br;q=0.9", "gzip"),
        ("gzip;q=0.2, br;q=0.2", "br"),
        ("gzip;q=0, br;q=0.001", "br"),
        ("*", "br"),
        ("br;q=0, *", "gzip"),
        ("gzip, *;q=0", "gzip"),
        ("identity;q=0, gzip", "gzip"),
        ("gzip, identity;q=0.5", "gzip"),
        ("gzip, identity", "gzip"),
    ],
)
def test_a_body_has_the_coding_that_the_client_prefers(accepted: str, coding: str, ada: Caller, game: str):
    answer = ada.get(game, {"Accept-Encoding": accepted})
    assert answer.headers["Content-Encoding"] == coding
    assert len(answer.data) == int(answer.headers["Content-Length"]) < len(decoded(answer)) / 2
    assert decoded(answer) == ada.get(game).data


@pytest.mark.parametrize(
    "accepted",
    [
        "",
        "identity",
        "deflate, zstd",
        "gzip;q=0",
        "gzip;q=0.0, br;q=0",
        "*;q=0",
        "gzip;q=0, *;q=0",
        "gzip;q=0.5, identity",
        "gzip;q=0.5, br;q=0.5, identity;q=0.6",
        "identity;q=0",
        "gzip;q=x",
        ";;=,,",
        "gzip" * 1000,
    ],
)
def test_a_body_stays_as_it_is_for_other_clients(accepted: str, ada: Caller, game: str):
    answer = ada.get(game, {"Accept-Encoding": accepted})
    assert "Content-Encoding" not in answer.headers
    assert answer.json["status"] == "open"


def test_a_short_body_is_compressed_only_if_the_client_refuses_a_plain_one(ada: Caller):
    plain = ada.get("/v1/players/me", {"Accept-Encoding": "gzip"})
    assert len(plain.data) < MIN_BODY_BYTES
    assert "Content-Encoding" not in plain.headers
    coded = ada.get("/v1/players/me", {"Accept-Encoding": "gzip, identity;q=0"})
    assert gzip.decompress(coded.data) == plain.data


def test_every_answer_that_could_be_compressed_says_so_to_caches(service: Service, ada: Caller, game: str):
    tag = ada.get(game).headers["ETag"]
    answers = [
        ada.get(game),
        ada.get(game, {"Accept-Encoding": "gzip"}),
        ada.get(game, {"If-None-Match": tag}),
        ada.get("/v1/players/me"),
        ada.get("/v1/games/unknown0"),
        ada.get("/docs"),
        ada.get("/v1/turns"),
    ]
    for answer in answers:
        assert "Accept-Encoding" in answer.headers["Vary"].split(", "), answer.request.path


@pytest.mark.slow
@pytest.mark.parametrize("coding", ["gzip", "br"])
def test_a_version_is_the_same_in_every_coding(coding: str, service: Service, coded_table):
    game, ada, pick = coded_table
    asks = {"Accept-Encoding": coding}
    plain, coded = ada.get(game), ada.get(game, asks)
    tag = coded.headers["ETag"]
    assert tag == plain.headers["ETag"] == f'"{service.version(game)}"'
    again = ada.get(game, asks | {"If-None-Match": tag})
    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", tag)
    assert "Content-Encoding" not in again.headers
    assert again.headers["Vary"] == coded.headers["Vary"]
    acted = ada.post(f"{game}/intentions", pick, asks | {"If-Match": tag})
    assert (acted.status_code, acted.headers["ETag"]) == (201, f'"{service.version(game)}"')
    assert ada.get(game, asks | {"If-None-Match": tag}).status_code == 200


@pytest.fixture
def coded_table(service: Service) -> tuple[str, Caller, dict[str, str]]:
    """A game of two, its first player and something that this player may do."""
    game, [ada, _] = service.start_game(2)
    return game, ada, ada.get(f"{game}/legal").json[0]


def test_what_a_write_answers_and_what_it_refuses_is_compressed_too(coded_table):
    game, ada, pick = coded_table
    asks = {"Accept-Encoding": "gzip, identity;q=0"}
    written = ada.post(f"{game}/intentions", pick, asks)
    refused = ada.post(f"{game}/intentions", pick, asks)
    assert json.loads(gzip.decompress(written.data))["events"]
    assert refused.content_type == "application/problem+json"
    assert json.loads(gzip.decompress(refused.data))["status"] == refused.status_code == 409


def test_a_token_is_never_compressed(service: Service):
    answer = service.app.test_client().post(
        "/v1/players", json={"name": "Ada"}, headers={"Accept-Encoding": "gzip, br, identity;q=0"}
    )
    assert "Content-Encoding" not in answer.headers
    assert answer.json["token"]


def test_the_whole_log_is_compressed(finished: tuple[str, list[Caller]]):
    game, [ada, _] = finished
    plain, coded = ada.get(f"{game}/log"), ada.get(f"{game}/log", {"Accept-Encoding": "gzip"})
    assert coded.content_type == "application/x-ndjson"
    assert gzip.decompress(coded.data) == plain.data
    assert len(coded.data) < len(plain.data) / 2


@pytest.mark.parametrize(
    "path", ["/v1/catalogue", "/openapi.yaml", "/docs/swagger-ui.css", "/docs/swagger-ui-bundle.js"]
)
def test_public_files_are_compressed(path: str, service: Service):
    http = service.app.test_client()
    plain = http.get(path)
    for coding in ("br", "gzip", "br", "gzip"):  # the later answers are those that the service has kept
        coded = http.get(path, headers={"Accept-Encoding": coding})
        assert coded.headers["Content-Encoding"] == coding
        assert decoded(coded) == plain.data
        assert coded.headers["ETag"] == plain.headers["ETag"]
        assert len(coded.data) < len(plain.data) / 3


def test_a_file_of_the_page_is_compressed_once_however_many_other_public_answers_there_are(
    service: Service, monkeypatch: pytest.MonkeyPatch
):
    """Each finished game has a preview and a proof of its own."""
    http, accepted = service.app.test_client(), {"Accept-Encoding": "br"}
    document = http.get("/").text
    script = document.partition('<script type="module" src="')[2].partition('"')[0]
    first = http.get(script, headers=accepted)
    with service.app.test_request_context(headers=accepted):
        for number in range(600):
            compress(Response(f"{number} {'x' * MIN_BODY_BYTES}", headers={"Cache-Control": "public, no-cache"}))
    monkeypatch.setattr(compression.brotli, "Compressor", mock.Mock(side_effect=AssertionError("compressed again")))
    assert http.get(script, headers=accepted).data == first.data


@pytest.mark.parametrize("path", ["{game}", "/v1/bots", "/v1/games", "/docs/swagger-ui.css"])
def test_head_has_the_headers_of_get_in_every_coding(path: str, ada: Caller, game: str):
    for accepted in ("", "gzip"):
        asks = {"Accept-Encoding": accepted, "X-Request-Id": "same"}
        head, get = ada.ask("HEAD", path.format(game=game), asks), ada.get(path.format(game=game), asks)
        assert (head.status_code, head.data) == (200, b"")
        changing = {"Date": "", "RateLimit": ""}
        assert {**head.headers} | changing == {**get.headers} | changing


@pytest.mark.parametrize("kind", ["application/x-ndjson", "text/event-stream"])
def test_each_item_of_a_compressed_stream_can_be_read_at_once(kind: str, service: Service, ada: Caller):
    game, other = service.seat_and_start(ada), service.seat_and_start(ada)
    asks = {"Accept": kind, "Accept-Encoding": "gzip"}
    answer = ada.get("/v1/turns", asks)
    assert answer.headers["Content-Encoding"] == "gzip"
    chunks, reader = answer.response, zlib.decompressobj(16 + zlib.MAX_WBITS)
    read = [reader.decompress(next(chunks)).decode() for _ in range(3)]
    answer.close()
    assert read[0].startswith(("\n", ": still here\n")), "the headers come with a sign of life"
    assert read[1].endswith("\n")
    assert {id for id in (game, other) if f'"game": "{id.rsplit("/", 1)[1]}"' in read[1] + read[2]} == {game, other}


@pytest.mark.parametrize("accepted", ["", "br", "identity", "gzip;q=0"])
def test_a_stream_without_gzip_stays_as_it_is(accepted: str, service: Service, ada: Caller):
    service.seat_and_start(ada)
    answer = ada.get("/v1/turns", {"Accept": "application/x-ndjson", "Accept-Encoding": accepted})
    assert "Content-Encoding" not in answer.headers
    chunks = answer.response
    assert [next(chunks), json.loads(next(chunks))["type"]] == [b"\n", "your_turn"]
    answer.close()


def test_a_compressed_stream_that_its_client_leaves_ends(service: Service):
    ended = []

    def items() -> Iterator[str]:
        try:
            yield "first\n"
            yield "second\n"
        finally:
            ended.append(True)

    with service.app.test_request_context(headers={"Accept-Encoding": "gzip"}):
        answer = Response(items(), content_type="application/x-ndjson")
        compress(answer)
        assert zlib.decompressobj(16 + zlib.MAX_WBITS).decompress(next(iter(answer.response))) == b"first\n"
        assert not ended
        answer.close()
    assert ended


def test_the_first_of_equals_is_the_one_that_is_offered_first():
    assert choose_coding("gzip, br", ("br", "gzip")).name == "br"
    assert choose_coding("gzip, br", ("gzip", "br")).name == "gzip"
