"""Traces: a span for each request, projection and job, in one trace from the request on. They are off by default.

`spans.py` makes them, by libraries that are imported only where they are on. The `traceparent` of a cause is that of
the newest span, so what carries the cause carries the trace.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, Any

from service.logs import ABOUT, CAUSE, process_name
from service.settings import Settings, StartError

if TYPE_CHECKING:
    from service.spans import Spans

_spans: "Spans | None" = None
"""Of this process; None while there are no traces."""


def check_installed(settings: Settings) -> None:
    """Raises StartError if traces are to be sent and the libraries for them are missing."""
    if settings.otel_exporter_otlp_endpoint:
        try:
            import service.spans  # noqa: F401
        except ImportError:
            words = "OTEL_EXPORTER_OTLP_ENDPOINT is set, and OpenTelemetry is not installed"
            raise StartError(f"{words}: run `make extras EXTRAS=otel` in the clone, or unset it") from None


def start_tracing(settings: Settings, name: str) -> None:
    """Send the spans of this process from now on, if the settings say so. A process starts it after it was forked.

    `name`: that of the process, unless the supervisor has named it. Raises StartError.
    """
    global _spans  # noqa: PLW0603 # one for each process
    check_installed(settings)
    if settings.otel_exporter_otlp_endpoint:
        from service.spans import Spans

        _spans = Spans(process_name(name))


@contextmanager
def working_on(what: str, cause: str, **about: str) -> Iterator[Callable[[], None]]:
    """A block that works on behalf of a cause: its lines of the log name it and `about`, and it is a span.

    `what`: the name of the span. It gives a function that marks the span as failed; an exception marks it, too.
    """
    tokens = CAUSE.set(cause), ABOUT.set(about)
    try:
        with _spans.span(what, cause, about) if _spans else nullcontext(lambda: None) as failed:
            yield failed
    finally:
        CAUSE.reset(tokens[0])
        ABOUT.reset(tokens[1])


def traced(wsgi: Any) -> Any:
    """A WSGI application of flask whose requests are spans; the same one while there are no traces."""
    return _spans.traced(wsgi) if _spans else wsgi
