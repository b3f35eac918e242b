"""The result of one HTTP request."""

from typing import NamedTuple


class Sent(NamedTuple):
    """`status`: of the answer; None without one, and `error` says why in a word.

    `error`: also of an answer that cannot be used. `retry_after`: what the header of this name holds.
    """

    status: int | None = None
    error: str | None = None
    body: bytes = b""
    content_type: str = ""
    retry_after: str = ""
