"""Requests as data, how the web server would hand them to the application, and their answers."""

from io import BytesIO
from shlex import quote
from typing import Any, NamedTuple
from urllib.parse import unquote_to_bytes

STREAMED = ("application/x-ndjson", "text/event-stream")
"""Media types of answers that may never end."""
MAX_SHOWN_BYTES = 3000
"""Of a body, in a line for a person."""


class Request(NamedTuple):
    """`operation`: its operationId, or what it is. `target`: path and query as they are sent, latin-1.

    `token`: the one that was meant to be sent, or None.
    """

    operation: str
    method: str
    target: str
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""
    token: str | None = None

    def header(self, name: str) -> str | None:
        """The first header of this name."""
        return next((value for key, value in self.headers if key.lower() == name.lower()), None)

    def with_header(self, name: str, value: str) -> "Request":
        """The request with this header instead of others of the name."""
        return self.without_header(name)._replace(headers=(*self.without_header(name).headers, (name, value)))

    def without_header(self, name: str) -> "Request":
        kept = tuple(each for each in self.headers if each[0].lower() != name.lower())
        return self._replace(headers=kept)

    @property
    def path(self) -> str:
        """As the application sees it."""
        return unquote_to_bytes(self.target.partition("?")[0].encode("latin-1")).decode("utf-8", "replace")


class Answer(NamedTuple):
    """`body`: decoded; of a stream the first piece. `cpu_seconds`: the longest stretch without letting others go."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes
    cpu_seconds: float

    def header(self, name: str) -> str:
        """The first header of this name, empty without one."""
        return next((value for key, value in self.headers if key.lower() == name.lower()), "")

    @property
    def media_type(self) -> str:
        return self.header("Content-Type").partition(";")[0]


def environ_of(request: Request) -> dict[str, Any]:
    """What gunicorn makes of the request: decoded path, joined headers."""
    path, _, query = request.target.partition("?")
    environ: dict[str, Any] = {
        "REQUEST_METHOD": request.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(path.encode("latin-1")).decode("latin-1"),
        "QUERY_STRING": query,
        "RAW_URI": request.target,
        "SERVER_NAME": "127.0.0.1",
        "SERVER_PORT": "8000",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "REMOTE_PORT": "50000",
        "HTTP_HOST": "127.0.0.1:8000",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": BytesIO(request.body),
        "wsgi.input_terminated": True,
        "wsgi.errors": BytesIO(),
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    seen = set()
    for name, value in request.headers:
        key = name.upper().replace("-", "_")
        key = key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"
        environ[key] = f"{environ[key]},{value}" if key in seen else value
        seen.add(key)
    if request.body and "CONTENT_LENGTH" not in environ and "HTTP_TRANSFER_ENCODING" not in environ:
        environ["CONTENT_LENGTH"] = str(len(request.body))
    return environ


def curl_line(request: Request) -> str:
    """The request as a command, to be read and perhaps run."""
    parts = [f"curl -i --path-as-is -X {quote(request.method)}"]
    parts += [f"-H {quote(f'{name}: {value}')}" for name, value in request.headers]
    if request.body:
        shown = repr(request.body[:MAX_SHOWN_BYTES])[1:]
        more = f" # {len(request.body)} bytes" if len(request.body) > MAX_SHOWN_BYTES else ""
        parts.append(f"--data-binary ${shown}{more}")
    return " ".join([*parts, quote(f"$URL{request.target}")])
