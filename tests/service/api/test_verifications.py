"""Verification over HTTP: you send an exported log and get a verdict; nothing is stored."""

import gzip
import json

import pytest

from events.codec import canonical
from tests.service.client import Caller, Service, assert_problem, id_of

PATH = "/v1/verifications"
AS_LOG = {"Content-Type": "application/x-ndjson"}


@pytest.fixture
def log(service: Service, finished: tuple[str, list[Caller]]) -> bytes:
    game, (ada, _) = finished
    return ada.get(f"{game}/log").data


def test_the_log_of_a_finished_game_is_correct_and_known_here(service: Service, finished, log: bytes):
    game, (ada, _) = finished
    answer = ada.send(PATH, log, AS_LOG)
    assert answer.status_code == 200
    verdict = answer.json
    assert (verdict["ok"], verdict["fault"], verdict["here"]) == (True, None, "same")
    assert verdict["game"] == id_of(game)
    view = ada.get(game).json
    assert (verdict["events"], verdict["assisted"], verdict["origin"]) == (view["version"], False, None)
    assert verdict["result"]["ranking"] == view["result"]["ranking"]
    assert log.decode().splitlines()[-1].find(verdict["head"]) > 0


def test_an_altered_line_is_named(service: Service, ada: Caller, log: bytes):
    lines = log.split(b"\n")
    at = next(i for i, line in enumerate(lines) if b'"name":"card_slated"' in line)
    lines[at] = lines[at].replace(b'"seat":0', b'"seat":X').replace(b'"seat":1', b'"seat":0').replace(b"X", b"1")
    verdict = ada.send(PATH, b"\n".join(lines), AS_LOG).json
    assert not verdict["ok"]
    assert verdict["fault"]["kind"] == "chain"
    assert verdict["fault"]["line"] <= at + 1 <= verdict["fault"]["last"]
    assert verdict["here"] == "unknown"


@pytest.mark.parametrize(
    ("raw", "line"),
    [(b"", 1), (b"nonsense", 1), (b"\xff\xfe\x00", 1), (b"\x00" * 5000, 1), (b"[" * 50_000, 1), (b'{"a":1}\n' * 9, 1)],
    ids=lambda value: repr(value)[:16],
)
def test_a_body_that_is_no_log_gets_a_verdict_too(ada: Caller, raw: bytes, line: int):
    verdict = ada.send(PATH, raw, AS_LOG).json
    assert (verdict["ok"], verdict["fault"]["kind"], verdict["fault"]["line"]) == (False, "encoding", line)


def test_a_truncated_log_lacks_its_end(ada: Caller, log: bytes):
    fault = ada.send(PATH, log[: len(log) // 2].rpartition(b"\n")[0], AS_LOG).json["fault"]
    assert (fault["kind"], fault["detail"]) == ("encoding", "the end is missing")


def test_an_unknown_schema_or_ruleset_is_refused(ada: Caller, log: bytes):
    header, _, rest = log.partition(b"\n")
    for changes, code in (({"schema": 2}, "unknown_schema"), ({"ruleset": "base-7"}, "unknown_ruleset")):
        other = canonical(json.loads(header) | changes).encode()
        assert_problem(ada.send(PATH, other + b"\n" + rest, AS_LOG), 422, code)


def test_a_compressed_log_is_not_unpacked(ada: Caller):
    bomb = gzip.compress(b"\n" * 100_000_000)
    assert_problem(ada.send(PATH, bomb, AS_LOG | {"Content-Encoding": "gzip"}), 415, "encoded_body")
    fault = ada.send(PATH, bomb, AS_LOG).json["fault"]
    assert (fault["line"], fault["detail"]) == (1, "compressed: unpack it first")


def test_a_huge_log_is_refused_unread(ada: Caller, service: Service):
    limit = service.parts.settings.max_log_bytes
    assert_problem(ada.send(PATH, b"x" * (limit + 1), AS_LOG), 413, "body_too_large")


def test_a_verification_needs_a_token(service: Service):
    assert_problem(service.app.test_client().post(PATH, data=b""), 401, "token_missing")
