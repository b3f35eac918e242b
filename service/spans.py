"""The spans of traces, by OpenTelemetry, sent by OTLP over HTTP. Only `tracing.py` imports this: it takes an extra.

Attributes hold routes and ids of games, jobs, accounts and requests: no address, no query, no text of an exception.
"""

import atexit
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from threading import Event, Thread
from typing import Any

from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Span, SpanKind, StatusCode, set_span_in_context
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from service.logs import CAUSE
from service.metrics import METHODS, OPEN_ENDED

Wsgi = Callable[[dict[str, Any], Any], Iterable[bytes]]
SPANS_AT_ONCE = 64
"""The most that a process encodes in one step, in about 4 ms: in a web process others wait meanwhile."""
STOP_SECONDS = 2.0
"""How long a process that ends tries to send its last spans."""
_headers = TraceContextTextMapPropagator()


class Spans:
    """Makes the spans of this process, and sends them as the variables of OpenTelemetry say.

    `process`: whose they are, such as `web.1`.
    """

    def __init__(self, process: str) -> None:
        os.environ.setdefault("OTEL_SERVICE_NAME", "wonderful")
        about = {"service.instance.id": process, "service.version": version("wonderful-world")}
        provider = TracerProvider(resource=Resource.create(about), shutdown_on_exit=False)
        provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(), max_export_batch_size=SPANS_AT_ONCE))
        _send_the_rest_at_exit(provider.shutdown)
        self._tracer = provider.get_tracer("service")

    @contextmanager
    def span(self, what: str, cause: str, about: dict[str, str]) -> Iterator[Callable[[], None]]:
        """A block as a span below that of its cause, which it then stands for.

        It gives a function that marks the span as failed.
        """
        request, _, traceparent = cause.partition(" ")
        attributes = {f"wonderful.{name}": value for name, value in {"request": request, **about}.items() if value}
        parent = _headers.extract({"traceparent": traceparent}, Context())
        span = self._tracer.start_span(what, parent, SpanKind.CONSUMER, attributes)
        CAUSE.set(f"{request} {_traceparent(span)}")
        try:
            yield lambda: span.set_status(StatusCode.ERROR)
        except BaseException as error:
            _fail(span, type(error).__qualname__)
            raise
        finally:
            span.end()

    def traced(self, wsgi: Wsgi) -> Wsgi:
        """A WSGI application of flask whose requests are spans."""

        def answer(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
            method = environ["REQUEST_METHOD"]
            method = method if method in METHODS else "_OTHER"
            given = {name: environ.get(f"HTTP_{name.upper()}", "") for name in ("traceparent", "tracestate")}
            attributes = {"http.request.method": method, "url.scheme": environ["wsgi.url_scheme"]}
            parent = _headers.extract(given, Context())
            span = self._tracer.start_span(method, parent, SpanKind.SERVER, attributes)
            environ["HTTP_TRACEPARENT"] = _traceparent(span)

            def begin(status: str, *more: Any) -> Any:
                rule = environ["werkzeug.request"].url_rule  # only until the request has left flask
                _describe(span, method, rule.rule if rule else "", int(status[:3]))
                return start_response(status, *more)

            body = wsgi(environ, begin)
            if OPEN_ENDED not in environ:
                span.end()
            return body

        return answer


def _describe(span: Span, method: str, route: str, status: int) -> None:
    """Say of a request what is known with its answer. `route`: empty for an address where nothing is."""
    span.update_name(f"{'HTTP' if method == '_OTHER' else method} {route}".rstrip())
    if route:
        span.set_attribute("http.route", route)
    span.set_attribute("http.response.status_code", status)
    span.set_attribute("wonderful.request", CAUSE.get().partition(" ")[0])
    if status >= 500:
        _fail(span, str(status))


def _fail(span: Span, kind: str) -> None:
    """Mark a span as failed, without the message of an exception, which may hold a secret."""
    span.set_attribute("error.type", kind)
    span.set_status(StatusCode.ERROR)


def _traceparent(span: Span) -> str:
    carrier: dict[str, str] = {}
    _headers.inject(carrier, set_span_in_context(span, Context()))
    return carrier.get("traceparent", "")


def _send_the_rest_at_exit(shutdown: Callable[[], None]) -> None:
    """In a thread that begins now: its own limit is 30 s, and at the exit no thread can begin."""
    exiting, sent = Event(), Event()

    def send() -> None:
        exiting.wait()
        shutdown()
        sent.set()

    def leave() -> None:
        exiting.set()
        sent.wait(STOP_SECONDS)

    Thread(target=send, name="last spans", daemon=True).start()
    atexit.register(leave)
