"""The answers to requests for streams: items of a game or of an inbox, as lines or as server-sent events."""

import socket
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from flask import Response, request

from service.api.description.operations import EVENT_STREAM
from service.api.limiting import StreamPlace
from service.api.responses import PRIVATE_NO_STORE
from service.games.live.hub import Hub
from service.games.live.items import Item
from service.games.live.stream import Stream
from service.games.wakeups import KEEP_ALIVE_SECONDS
from service.metrics import OPEN_ENDED, open_streams

SEND_SECONDS = 20.0
"""A client that takes nothing for this time is disconnected."""
SEND_BUFFER_BYTES = 65_536
"""What the kernel keeps for a client that takes nothing (Linux doubles it). It would keep megabytes."""
RECONNECT_MS = 3000
"""How long the client of a broken event stream waits before it connects again."""


def game_stream_response(hub: Hub, stream: Stream, media_type: str, place: StreamPlace) -> Response:
    """The answer whose body is the stream of a game, which has this place."""
    to_text = _events_text if media_type == EVENT_STREAM else _lines_text
    return stream_response(_texts(stream, to_text), lambda: hub.close(stream), media_type, place)


def stream_response(texts: Iterator[str], close: Callable[[], None], media_type: str, place: StreamPlace) -> Response:
    """The answer whose body are the texts, as they come. `close`: called in the end, whether or not they were read.

    `place`: the stream holds it until then.

    The texts are made after the request's context has ended.
    """
    headers = {"Cache-Control": PRIVATE_NO_STORE, "X-Accel-Buffering": "no"}
    return Response(StreamBody(texts, close, request.environ, place), content_type=media_type, headers=headers)


def server_sent_event(kind: str, text: str, cursor: str | int | None = None) -> str:
    """An item as a server-sent event. `cursor`: its id, where a client goes on after it; None: where it was."""
    id_line = "" if cursor is None else f"id: {cursor}\n"
    return f"{id_line}event: {kind}\nretry: {RECONNECT_MS}\ndata: {text}\n\n"


def event_stream_comment(cursor: str | int | None = None) -> str:
    """A sign of life, which clients ignore, but for the `cursor`."""
    id_line = "" if cursor is None else f"id: {cursor}\n"
    return f": still here\n{id_line}\n"


class StreamBody:
    """An iterable of texts, for a client that may stop reading at any time."""

    def __init__(
        self, texts: Iterator[str], close: Callable[[], None], environ: dict[str, Any], place: StreamPlace
    ) -> None:
        self._texts = texts
        self._place = place
        self._close = close
        self._socket = environ.get("gunicorn.socket")
        environ[OPEN_ENDED] = "stream"
        self._closed = False
        open_streams.inc()

    def __iter__(self) -> Iterator[str]:
        if self._socket:
            self._socket.settimeout(SEND_SECONDS)
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
        for text in self._texts:
            self._place.renew()
            yield text

    def close(self) -> None:
        """Called by the web server in any case, also if nothing was read."""
        if self._closed:
            return
        self._closed = True
        open_streams.dec()
        self._close()
        self._place.leave()
        if self._socket:
            self._socket.settimeout(None)  # the connection may serve other requests


def _texts(stream: Stream, to_text: Callable[[Sequence[Item]], str]) -> Iterator[str]:
    while (items := stream.mailbox.take(KEEP_ALIVE_SECONDS)) is not None:
        yield to_text(items)


def _lines_text(items: Sequence[Item]) -> str:
    return "".join(f"{item.text}\n" for item in items) or "\n"


def _events_text(items: Sequence[Item]) -> str:
    return "".join(server_sent_event(item.kind, item.text, item.version) for item in items) or event_stream_comment()
