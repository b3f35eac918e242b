"""A line of the log names the work, in text and as an object; whatever a process prints becomes a line."""

import json
import logging
import sys
import threading
import warnings
from collections.abc import Iterator
from contextvars import Context
from io import StringIO

import click
import pytest

from service.accounts.secrets import random_secrets
from service.logs import (
    NAME_VARIABLE,
    TRACEPARENT,
    JsonFormatter,
    LoggedOutput,
    TextFormatter,
    as_object,
    begin_process,
    line_of,
)
from service.settings import SettingsError, StartError, read_settings
from service.tracing import check_installed, working_on
from service.webhooks.signing import new_secret, sign
from tests.log_secrets import secrets_in
from tests.service.client import Caller, Service, id_of

TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
PARENT = f"00-{TRACE}-00f067aa0ba902b7-01"
GAME = {"game": "k3jx9a2m", "job": "bots-ada-k3jx9a2m-v17-r1"}


@pytest.fixture(params=[TextFormatter("%(levelname)s %(name)s: %(message)s"), JsonFormatter("web.1")])
def formatter(request: pytest.FixtureRequest) -> logging.Formatter:
    """Each formatter of the service."""
    found: logging.Formatter = request.param
    return found


@pytest.fixture
def restored() -> Iterator[None]:
    """What `begin_process` changes in this process is undone."""
    names = ("stdout", "stderr", "excepthook", "unraisablehook")
    before, handlers = {name: getattr(sys, name) for name in names}, logging.root.handlers[:]
    level, hook = logging.root.level, threading.excepthook
    yield
    for name, value in before.items():
        setattr(sys, name, value)
    logging.root.handlers[:], threading.excepthook = handlers, hook
    logging.root.setLevel(level)
    logging.captureWarnings(False)


def test_a_line_of_text_names_the_work_unless_its_message_does():
    formatter = TextFormatter("%(levelname)s %(name)s: %(message)s")
    with working_on("job bots", f"7f3a {PARENT}", **GAME):
        line = formatter.format(line_of("game k3jx9a2m is odd", "service.jobs", logging.WARNING))
    known = f"request 7f3a, trace {TRACE}, job bots-ada-k3jx9a2m-v17-r1"
    assert line == f"WARNING service.jobs: game k3jx9a2m is odd ({known})"
    later = Context().run(formatter.format, line_of("later", "service.jobs", logging.ERROR))
    assert later == "ERROR service.jobs: later", "a process that works on nothing has nothing to name"


def test_an_object_has_the_documented_keys():
    record = line_of("two\nlines", "service.jobs", logging.ERROR)
    record.created = 1795847695.0614
    try:
        raise ValueError("redis://:hush@h does not answer")
    except ValueError:
        record.exc_info = sys.exc_info()
    with working_on("job bots", f"7f3a {PARENT}", **GAME):
        line = JsonFormatter("worker.1").format(record)
    assert "\n" not in line
    found = json.loads(line)
    error = found.pop("error")
    assert found == {
        "time": "2026-11-28T06:34:55.061Z",
        "level": "error",
        "logger": "service.jobs",
        "process": "worker.1",
        "message": "two\nlines",
        "request": "7f3a",
        "trace": TRACE,
        **GAME,
    }
    assert error.startswith("Traceback")
    assert error.endswith("ValueError: redis://***@h does not answer")


def test_what_is_written_at_once_is_one_line():
    written, log = StringIO(), logging.StreamHandler(StringIO())
    log.setStream(written)
    log.setFormatter(JsonFormatter("system"))
    output = LoggedOutput(log, "stdout", logging.INFO)
    click.echo("\nReady: http://h\nOpen it\n", file=output)
    click.echo(file=output)
    print("one", 2, file=output)
    found = [json.loads(line) for line in written.getvalue().splitlines()]
    assert [line["message"] for line in found] == ["Ready: http://h\nOpen it", "one 2"]
    assert {(line["level"], line["logger"]) for line in found} == {("info", "stdout")}


@pytest.mark.parametrize(
    "printed",
    ["Fatal Python error: Segmentation fault", "17", "[]", '{"broken', pytest.param("[" * 100_000, id="deep"), ""],
)
def test_what_is_no_object_becomes_one(printed: str):
    found = json.loads(as_object(printed, "web.1"))
    assert (found["process"], found["message"]) == ("web.1", printed)


@pytest.mark.usefixtures("restored")
def test_all_that_a_process_writes_to_standard_error_is_objects(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("LOG_FORMAT", "json")
    monkeypatch.setenv(NAME_VARIABLE, "worker.2")
    written = StringIO()
    begin_process("worker", written)
    logging.getLogger("rq.worker").warning("a warning")
    click.echo("wonderful: it cannot start", err=True)
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.warn("old", UserWarning, stacklevel=1)
    try:
        raise ValueError("a fault")
    except ValueError:
        sys.excepthook(*sys.exc_info())  # type: ignore[arg-type]
    ends_itself = threading.Thread(target=sys.exit)
    ends_itself.start()
    ends_itself.join()
    found = [json.loads(line) for line in written.getvalue().splitlines()]
    assert [line["logger"] for line in found] == ["rq.worker", "stderr", "py.warnings", "uncaught"]
    assert {line["process"] for line in found} == {"worker.2"}
    assert "ValueError: a fault" in found[-1]["error"]


@pytest.mark.usefixtures("restored")
def test_that_a_setting_cannot_be_used_is_said_in_the_format_of_the_log(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("LOG_FORMAT", "json")
    monkeypatch.setenv("PORT", "none")
    written = StringIO()
    with pytest.raises(SettingsError):
        begin_process("web", written)
    print("wonderful: PORT", file=sys.stderr)
    assert json.loads(written.getvalue())["message"] == "wonderful: PORT"


@pytest.mark.parametrize(
    ("given", "is_valid"),
    [
        (PARENT, True),
        (PARENT.upper(), False),
        (PARENT.replace("00-", "ff-", 1), False),
        (f"00-{'0' * 32}-00f067aa0ba902b7-01", False),
        (f"00-{TRACE}-{'0' * 16}-01", False),
        (f"{PARENT}\n", False),
        (f"{PARENT} x", False),
    ],
)
def test_only_a_valid_traceparent_is_taken(given: str, is_valid: bool):
    assert bool(TRACEPARENT.fullmatch(given)) is is_valid


def test_an_append_tells_the_feed_on_whose_behalf(service: Service, ada: Caller):
    headers = {"X-Request-Id": "mine", "traceparent": PARENT}
    game = id_of(ada.post("/v1/games", {"seats": 2}, headers).headers["Location"])
    keys = service.parts.keys
    [(_, pointer)] = service.parts.redis.xrevrange(keys.feed(keys.partition(game)), count=1)
    assert pointer[b"cause"].decode() == f"mine {PARENT}"


def test_traces_without_their_libraries_are_refused_in_one_line(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "service.spans", None)
    check_installed(read_settings({}))
    with pytest.raises(StartError, match="make extras EXTRAS=otel"):
        check_installed(read_settings({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318"}))


def planted() -> dict[str, str]:
    """A secret of each kind, as the service makes them."""
    secrets, webhook = random_secrets(), new_secret()
    return {
        "a token or a ticket": secrets.token,
        "a recovery code": secrets.recovery_code,
        "a secret of a webhook": webhook,
        "a signature": sign("message", 0, b"", [webhook])["webhook-signature"],
        "a seed or a salt": "5f" * 16,
        "a private key": "-----BEGIN PRIVATE KEY-----",
        "of this test": "hush-4711",
    }


def test_the_check_of_the_logs_finds_each_secret_in_both_formats(formatter: logging.Formatter):
    for what, secret in planted().items():
        line = formatter.format(line_of(f"it is {secret}, as said", "service", logging.INFO))
        found = secrets_in(line, ["hush-4711"])
        assert [each for each in found if each in (f"{what}: {secret}", secret) or what in each], (what, line)


def test_the_check_of_the_logs_finds_nothing_in_what_is_no_secret(formatter: logging.Formatter):
    with working_on("job bots", f"0123456789abcdef {PARENT}", **GAME):
        for text in ("GET /v1/games/k3jx9a2m HTTP/1.1", "GET /join/7K2M9QXW", "redis://:hush@h:6379/0"):
            assert not secrets_in(formatter.format(line_of(text, "service", logging.INFO)))
