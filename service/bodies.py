"""Reading a request's body: JSON objects and lists, strictly, and nothing that costs more than it is worth."""

import json
from hashlib import sha256
from typing import Any, NoReturn

from flask import Request, request
from flask_smorest import Blueprint
from marshmallow import RAISE
from webargs.core import missing
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import RequestEntityTooLarge

from events.codec import canonical
from service.errors import Problem

DIGITS = 100
"""A JSON number may have; none that means anything here has more than one."""


def read_json(request: Request) -> Any:
    """The JSON value of the body; None when there is no body. Raises Problem 400, 413 or 415."""
    raw = request.get_data(cache=True)
    if request.content_length is None and len(raw) >= (request.max_content_length or len(raw) + 1):
        raise RequestEntityTooLarge  # sent in pieces: werkzeug cuts it there
    if not raw:
        return None
    if not request.is_json:
        raise Problem(415, "not_json", "send JSON, with Content-Type: application/json")
    try:
        text = raw.decode("utf-8")
        value = json.loads(text, parse_constant=_refuse, parse_int=_integer, object_pairs_hook=_object)
        if "\\u" in text:
            canonical(value).encode()  # half of a surrogate pair is not text
    except UnicodeDecodeError:
        raise Problem(400, "invalid_json", "the body is not UTF-8") from None
    except UnicodeEncodeError:
        raise Problem(400, "invalid_json", "the body escapes half of a surrogate pair") from None
    except RecursionError:
        raise _too_deep() from None
    except ValueError as error:
        raise Problem(400, "invalid_json", f"the body is not JSON: {str(error)[:200]}") from None
    return value


def digest(value: Any) -> bytes:
    """SHA-256 of what is asked: method, path and body, however it was written. Raises Problem 400."""
    try:
        return sha256(canonical([request.method, request.path, value]).encode()).digest()
    except RecursionError:  # it could just be read
        raise _too_deep() from None


def _too_deep() -> Problem:
    return Problem(400, "invalid_json", "the body is nested too deeply")


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not a JSON number")


def _integer(digits: str) -> int:
    if len(digits) > DIGITS:
        raise ValueError(f"a number has more than {DIGITS} digits")
    return int(digits)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        raise ValueError("an object has the same name twice")
    return value


class _Parser(FlaskParser):
    DEFAULT_UNKNOWN_BY_LOCATION = FlaskParser.DEFAULT_UNKNOWN_BY_LOCATION | {"query": RAISE}

    def load_json(self, req: Request, schema: Any) -> Any:
        value = read_json(req)
        return missing if value is None else value


class Resources(Blueprint):
    """A blueprint whose bodies are read by `read_json`."""

    ARGUMENTS_PARSER = _Parser()
