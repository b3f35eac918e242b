"""The span of a request: named by its route, and failed only if the service is at fault."""

from collections.abc import Callable, Iterator

import pytest
from flask import Flask

pytest.importorskip("opentelemetry.sdk", reason="the extra `otel` is not installed")

from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import StatusCode

from service import spans
from service.spans import Spans


@pytest.fixture
def spans_of(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Flask, str], list[ReadableSpan]]]:
    """A function that asks an application for an address, once, and returns the spans of that."""
    sent, ends = InMemorySpanExporter(), list[Callable[[], None]]()
    monkeypatch.setenv("OTEL_SERVICE_NAME", "wonderful")
    monkeypatch.setattr(spans, "OTLPSpanExporter", lambda: sent)
    monkeypatch.setattr(spans, "_send_the_rest_at_exit", ends.append)
    made = Spans("web.1")

    def ask(app: Flask, path: str) -> list[ReadableSpan]:
        app.wsgi_app = made.traced(app.wsgi_app)  # type: ignore[method-assign]
        app.test_client().get(path)
        ends.pop()()
        return [*sent.get_finished_spans()]

    yield ask
    for end in ends:
        end()


@pytest.mark.parametrize(
    ("path", "name", "status", "error"),
    [
        ("/games/k3jx9a2m", "GET /games/<id>", 200, None),
        ("/games/nobody", "GET /games/<id>", 404, None),
        ("/k3jx9a2m", "GET", 404, None),
        ("/games/broken", "GET /games/<id>", 500, "500"),
    ],
)
def test_a_request_is_named_by_its_route_and_fails_by_a_fault_of_the_service(
    spans_of: Callable[[Flask, str], list[ReadableSpan]], path: str, name: str, status: int, error: str | None
):
    app = Flask(__name__)

    @app.get("/games/<id>")
    def show(id: str) -> tuple[str, int]:
        return ("", 404) if id == "nobody" else (str(1 // (id != "broken")), 200)

    [span] = spans_of(app, path)
    told = span.attributes or {}
    assert (span.name, told["http.response.status_code"]) == (name, status)
    assert told.get("http.route", "") == name.removeprefix("GET").strip()
    assert (told.get("error.type"), span.status.status_code == StatusCode.ERROR) == (error, error is not None)
    assert "k3jx9a2m" not in str(dict(told))
