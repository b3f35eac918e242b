"""Request bodies: read strictly, and bounded before they are parsed."""

import json
import re
from collections.abc import Callable, Iterator
from functools import wraps
from math import isfinite
from typing import Any, NoReturn, TypeVar

from flask import Request, request
from marshmallow import RAISE, ValidationError
from marshmallow.exceptions import SCHEMA
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge

from game.message import Message
from game.shapes import MAX_FAULTS, escape
from service.api.errors import Problem, invalid_body

BODY_SECONDS = 20.0
"""The longest wait for the next bytes of a body. A proxy limits how long all of it may take."""
MAX_NUMBER_DIGITS = 100
"""Of a JSON number. No number that the service uses comes near."""
MAX_VALUES = 1000
"""Of a JSON body, about: commas and braces are counted. 64 intentions have some hundred."""
MAX_DEPTH = 64
"""Of lists and objects in each other. No body that the service knows comes near."""
SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
"""How half of a surrogate pair is escaped."""
MAX_EXACT_INTEGER = (1 << 53) - 1
"""Up to here, 6642.0 and 6642 are the same number in every JSON library (RFC 8259, 6)."""

UNKNOWN = "is unknown"
"""What a schema says of a field that it does not have."""

View = TypeVar("View", bound=Callable[..., Any])

_to_text = json.JSONEncoder(ensure_ascii=False).encode


def read_body(request: Request) -> bytes:
    """The body, at most `request.max_content_length` bytes. Raises Problem 400, 408 and 415, RequestEntityTooLarge."""
    codings = {coding.strip(" \t").lower() for coding in request.headers.get("Content-Encoding", "").split(",")}
    if codings - {"", "identity"}:
        detail = "send the body as it is, without Content-Encoding"
        raise Problem("encoded_body", detail, {"Accept-Encoding": "identity"})
    connection = request.environ.get("gunicorn.socket")
    try:
        if connection:
            connection.settimeout(BODY_SECONDS)
        body = request.get_data(cache=True)
    except HTTPException as error:
        if isinstance(error.__context__, TimeoutError):  # werkzeug takes it for a client that has gone
            raise Problem("request_too_slow", "the body did not arrive in time") from None
        raise
    except Exception:  # reading runs no code of ours, so the transfer is broken, and each server says so differently
        raise Problem("malformed_body", "the body's transfer encoding is malformed") from None
    finally:
        if connection:
            connection.settimeout(None)
    limit = request.max_content_length
    if request.content_length is None and limit is not None and len(body) >= limit:
        raise RequestEntityTooLarge  # werkzeug cuts a chunked body at the limit
    return body


def read_json(request: Request, most_values: int = MAX_VALUES) -> Any:
    """The JSON value of the body, of about `most_values` values at most; None when there is no body.

    Raises Problem 400, 413 or 415.
    """
    body = read_body(request)
    if not body:
        return None
    if not request.is_json:
        raise Problem("not_json", "send JSON, with Content-Type: application/json")
    try:
        text = body.decode("utf-8")
        if text.count(",") + text.count("{") > most_values:
            raise Problem("invalid_json", Message("the body has more than {most} values", most=most_values))
        value = json.loads(
            text,
            parse_constant=_refuse,
            parse_int=lambda digits: int(_bounded(digits)),
            parse_float=_number,
            object_pairs_hook=_unique_names,
        )
        if text.count("[") + text.count("{") > MAX_DEPTH and _is_deeper(value, MAX_DEPTH):
            raise RecursionError  # as json says of what is much deeper
        if SURROGATE.search(text):
            _to_text(value).encode()  # half of a surrogate pair is not text
    except UnicodeDecodeError:
        raise Problem("invalid_json", "the body is not UTF-8") from None
    except UnicodeEncodeError:
        raise Problem("invalid_json", "the body escapes half of a surrogate pair") from None
    except RecursionError:
        raise Problem("invalid_json", "the body is nested too deeply") from None
    except json.JSONDecodeError as error:
        detail = Message(
            "the body is not JSON from line {line}, column {column} on", line=error.lineno, column=error.colno
        )
        raise Problem("invalid_json", detail) from None
    return value


def read_as_it_is(schema: dict[str, Any]) -> Callable[[View], View]:
    """Decorator: pass the JSON value of the body on as the first argument. `schema`: what openapi.yaml says of it."""

    def decorate(view: View) -> View:
        @wraps(view)
        def with_body(**path: Any) -> Any:
            return view(read_json(request._get_current_object()), **path)  # type: ignore[attr-defined]  # found once

        parameters = [{"in": "json", "required": True, "schema": schema}]
        with_body._apidoc = {**getattr(view, "_apidoc", {}), "arguments": {"parameters": parameters}}  # type: ignore[attr-defined]
        return with_body  # type: ignore[return-value]

    return decorate


def _is_deeper(value: Any, depth: int) -> bool:
    """Whether more than `depth` lists and objects stand in each other."""
    level = [value]
    for _ in range(depth + 1):
        level = [each for each in level if isinstance(each, dict | list)]
        if not level:
            return False
        level = [inner for each in level for inner in (each.values() if isinstance(each, dict) else each)]
    return True


def _refuse(constant: str) -> NoReturn:
    raise Problem("invalid_json", Message("{constant} is not a JSON number", constant=constant))


def _number(digits: str) -> int | float:
    """A number with a fraction or an exponent. JSON Schema counts 6642.0 and 1e3 as integers, so they become such."""
    number = float(_bounded(digits))
    if not isfinite(number):
        raise Problem("invalid_json", "a number is too large")
    return int(number) if number.is_integer() and abs(number) <= MAX_EXACT_INTEGER else number


def _bounded(digits: str) -> str:
    if len(digits) > MAX_NUMBER_DIGITS:
        raise Problem("invalid_json", Message("a number has more than {most} digits", most=MAX_NUMBER_DIGITS))
    return digits


def _unique_names(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        raise Problem("invalid_json", "an object has the same name twice")
    return value


class RequestParser(FlaskParser):
    """Reads bodies and queries by their schemas. Queries that have other parameters are refused, too."""

    DEFAULT_UNKNOWN_BY_LOCATION = FlaskParser.DEFAULT_UNKNOWN_BY_LOCATION | {"query": RAISE}

    def load_json(self, req: Request, schema: Any) -> Any:
        """The body; an empty object without one, or for null. Raises Problem."""
        value = read_json(req, schema.most_values)
        return {} if value is None else value

    def handle_error(self, error: ValidationError, req: Request, schema: Any, **_: Any) -> NoReturn:
        [(location, messages)] = error.messages_dict.items()
        faults = sorted(faults_in(messages))[:MAX_FAULTS]
        if location == "query":
            raise Problem("invalid_query", errors=[{"parameter": at[1:], "detail": fault} for at, fault in faults])
        raise invalid_body(faults)


def faults_in(messages: Any, pointer: str = "") -> Iterator[tuple[str, str]]:
    """JSON Pointers and faults in marshmallow's messages. A field of the game has pointers of its own."""
    if isinstance(messages, dict):
        for name, inner in messages.items():
            of_all = name == SCHEMA and inner != [UNKNOWN]  # a stranger's field may have this name, too
            yield from faults_in(inner, pointer if of_all else f"{pointer}/{escape(name)}")
    else:
        for each in messages:
            inside, fault = each if isinstance(each, tuple) else ("", each)
            yield pointer + inside, fault
