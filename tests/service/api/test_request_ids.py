"""X-Request-Id: one name for a request in its answer, in its problem and in the log."""

import logging

import pytest

from tests.service.client import Caller, Service, assert_problem

ID = "X-Request-Id"


@pytest.mark.parametrize("given", ["7", "a" * 128, "550e8400-e29b-41d4-a716-446655440000", "A.b_c-D"])
def test_an_id_that_the_client_gives_is_kept(given: str, ada: Caller):
    assert ada.get("/v1/games", {ID: given}).headers[ID] == given
    assert assert_problem(ada.get("/v1/games/unknown0", {ID: given}), 404, "no_such_game")["request_id"] == given


@pytest.mark.parametrize(
    "given",
    ["", " ", "a" * 129, "a b", "a/b", "a,b", "é", "a;b", 'a"b', "a\tb", "a\\nb", "<script>", "%0a", "x" * 8000, "a'b"],
)
def test_an_id_that_could_deceive_a_reader_is_replaced(given: str, ada: Caller):
    made = ada.get("/v1/games", {ID: given}).headers[ID]
    assert made != given
    assert made.isalnum()


def test_each_request_without_an_id_gets_its_own(service: Service, ada: Caller):
    anybody = service.app.test_client()
    answers = [
        ada.get("/v1/games"),
        ada.get("/v1/games"),
        ada.get("/v1/games/unknown0"),
        ada.post("/v1/games", {}),
        anybody.options("/v1/games"),
        anybody.get("/v1/games"),
        anybody.get("/nowhere"),
        anybody.get("/docs"),
    ]
    assert len({answer.headers[ID] for answer in answers}) == len(answers)


def test_the_log_names_the_request_of_an_unforeseen_error(
    service: Service, ada: Caller, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("a fault")

    monkeypatch.setattr(service.parts.accounts.__class__, "by_id", fail)
    with caplog.at_level(logging.ERROR):
        answer = ada.get("/v1/players/x%0AERROR forged", {ID: "my-request"})
    assert assert_problem(answer, 500, "internal_error")["request_id"] == "my-request"
    [record] = caplog.records
    assert "my-request" in record.getMessage()
    assert "\n" not in record.getMessage(), "a path starts no line of its own"
