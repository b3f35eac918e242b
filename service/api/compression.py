"""Compressed answers (RFC 9110, 12.5.3): whole bodies by brotli or gzip, streams by gzip and flushed item by item.

The entity tag stays the same in every coding. It is the game's version, which clients send back in If-Match; RFC 9110
(8.8.3.3) wants a tag per coding only to keep byte ranges of different codings apart, and the service gives no ranges.
"""

import zlib
from collections.abc import Iterator
from functools import cache, lru_cache
from time import sleep
from typing import NamedTuple

import brotli
from flask import Response, request
from werkzeug.datastructures import Accept
from werkzeug.http import parse_accept_header

MIN_BODY_BYTES = 500
"""A smaller body fits into one packet anyway."""
LARGE_BODY_BYTES = 1_000_000
"""A larger one is compressed less, so that it does not hold up the other requests of the process."""
PIECE_BYTES = 131_072
"""Of a body that are compressed at once: 3 ms of CPU."""
STREAM_WINDOW_BITS, STREAM_MEMORY_LEVEL = 14, 6
"""96 kB for each open stream instead of zlib's 256. The window of 16 kB still holds the view before."""
_TYPES = frozenset(
    {
        "application/json",
        "application/manifest+json",
        "application/problem+json",
        "application/x-ndjson",
        "application/yaml",
        "image/svg+xml",
        "text/css",
        "text/event-stream",
        "text/html",
        "text/javascript",
        "text/plain",
    }
)


class Coding(NamedTuple):
    """A content coding that the client accepts; `identity`: none. `required`: it refuses a body without a coding."""

    name: str
    required: bool


def compress(response: Response) -> None:
    """Compress the answer as the request's Accept-Encoding allows."""
    accepted = request.headers.get("Accept-Encoding", "")
    if response.mimetype not in _TYPES or response.status_code in (204, 304):  # the last two have no body
        return
    if "no-transform" in response.headers.get("Cache-Control", ""):  # RFC 9111, 5.2.2.6
        return
    if response.is_streamed:
        _compress_stream(response, choose_coding(accepted, ("gzip",)))
    else:
        _compress_body(response, choose_coding(accepted, ("br", "gzip")))


@lru_cache(maxsize=128)
def choose_coding(accepted: str, offered: tuple[str, ...]) -> Coding:
    """The best of the offered codings for a value of Accept-Encoding, the first of equals, or `identity`.

    >>> choose_coding("gzip, br;q=0.5", ("br", "gzip")).name, choose_coding("gzip;q=0, *", ("br", "gzip")).name
    ('gzip', 'br')
    """
    qualities = parse_accept_header(accepted.lower(), Accept)
    best = max(offered, key=qualities.quality)
    identity = qualities.quality("identity")  # named itself or by `*`; 0 also if it is not named, which allows it
    if qualities.quality(best) == 0 or qualities.quality(best) < identity:
        return Coding("identity", required=False)
    refused = identity == 0 and not {"identity", "*"}.isdisjoint(qualities.values())
    return Coding(best, required=refused)


def _compress_stream(response: Response, coding: Coding) -> None:
    if coding.name == "identity":
        return
    items = response.iter_encoded()
    response.call_on_close(getattr(response.response, "close", lambda: None))
    response.response = _gzip_items(items)
    response.headers["Content-Encoding"] = coding.name


def _gzip_items(items: Iterator[bytes]) -> Iterator[bytes]:
    """One compressed text over all items, each of which can be read as soon as it is sent."""
    compressor = zlib.compressobj(6, zlib.DEFLATED, 16 + STREAM_WINDOW_BITS, STREAM_MEMORY_LEVEL)
    for item in items:
        yield compressor.compress(item) + compressor.flush(zlib.Z_SYNC_FLUSH)
    yield compressor.flush()


def _compress_body(response: Response, coding: Coding) -> None:
    if coding.name == "identity":
        return
    body = response.get_data()
    if len(body) < MIN_BODY_BYTES and not coding.required:
        return
    cache_control = response.headers.get("Cache-Control", "")
    if "immutable" in cache_control:
        body = _compressed_best(body, coding.name)
    else:
        body = (_compressed_once if "public" in cache_control else _compressed)(body, coding.name)
    response.set_data(body)
    response.headers["Content-Encoding"] = coding.name


def _compressed(body: bytes, coding: str, best: bool = False) -> bytes:
    """In pieces, so that a long one does not hold up the other requests of the process."""
    large = len(body) > LARGE_BODY_BYTES
    if coding == "br":
        brotli_compressor = brotli.Compressor(quality=1 if large else 11 if best else 5)
        add, end = brotli_compressor.process, brotli_compressor.finish
    else:
        gzip_compressor = zlib.compressobj(1 if large else 9 if best else 6, zlib.DEFLATED, 16 + zlib.MAX_WBITS)
        add, end = gzip_compressor.compress, gzip_compressor.flush
    pieces: list[bytes] = []
    for at in range(0, len(body), PIECE_BYTES):
        pieces.append(add(body[at : at + PIECE_BYTES]))
        sleep(0)
    return b"".join([*pieces, end()])


_compressed_once = lru_cache(maxsize=512)(_compressed)
"""For what is public: most of it is the same for all."""


@cache
def _compressed_best(body: bytes, coding: str) -> bytes:
    """For the files of the page and of the documentation: they are few, and sent to many. It takes 50 ms of CPU."""
    return _compressed(body, coding, best=True)
