"""A collector of OpenTelemetry: an HTTP server on this machine that reads what OTLP exporters send."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest


class Span(NamedTuple):
    """A span as it arrived. `process`: who sent it. Ids are hexadecimal; `parent` is empty without one."""

    name: str
    process: str
    trace: str
    id: str
    parent: str
    kind: int
    status: int
    attributes: dict[str, Any]


class Collector:
    """`spans`: all so far, of which a test takes copies, as more may arrive. `raw`: what arrived, byte by byte."""

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self.spans: list[Span] = []
        self.raw = b""

    def named(self, name: str) -> list[Span]:
        return [span for span in [*self.spans] if span.name == name]

    def take(self, body: bytes) -> None:
        self.raw += body
        for resource in ExportTraceServiceRequest.FromString(body).resource_spans:
            about = {each.key: each.value.string_value for each in resource.resource.attributes}
            assert about["service.name"] == "wonderful"
            self.spans += [
                Span(
                    span.name,
                    about["service.instance.id"],
                    span.trace_id.hex(),
                    span.span_id.hex(),
                    span.parent_span_id.hex(),
                    span.kind,
                    span.status.code,
                    {each.key: each.value.string_value or each.value.int_value for each in span.attributes},
                )
                for scope in resource.scope_spans
                for span in scope.spans
            ]


@contextmanager
def collecting() -> Iterator[Collector]:
    """A collector that accepts everything."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            assert self.path == "/v1/traces"
            collector.take(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *args: Any) -> None:
            """Tests are quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    collector = Collector(server.server_port)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield collector
    server.shutdown()
    server.server_close()
