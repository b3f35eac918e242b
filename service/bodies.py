"""Reading a request's body: JSON objects and lists, strictly, and nothing that costs more than it is worth."""

import json
from hashlib import sha256
from typing import Any, NoReturn

from flask import Request, request
from flask_smorest import Blueprint
from webargs.core import missing
from webargs.flaskparser import FlaskParser

from events.codec import canonical
from service.errors import Problem


def read_json(request: Request) -> Any:
    """The JSON value of the body; None when there is no body. Raises Problem 400, 413 or 415."""
    raw = request.get_data(cache=True)
    if not raw:
        return None
    if not request.is_json:
        raise Problem(415, "not_json", "send JSON, with Content-Type: application/json")
    try:
        return json.loads(raw.decode("utf-8"), parse_constant=_refuse)
    except UnicodeDecodeError:
        raise Problem(400, "invalid_json", "the body is not UTF-8") from None
    except RecursionError:
        raise Problem(400, "invalid_json", "the body is nested too deeply") from None
    except ValueError as error:
        raise Problem(400, "invalid_json", f"the body is not JSON: {str(error)[:200]}") from None


def digest(value: Any) -> bytes:
    """SHA-256 of what is asked: method, path and body, however it was written."""
    return sha256(canonical([request.method, request.path, value]).encode()).digest()


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not a JSON number")


class _Parser(FlaskParser):
    def load_json(self, req: Request, schema: Any) -> Any:
        value = read_json(req)
        return missing if value is None else value


class Resources(Blueprint):
    """A blueprint whose bodies are read by `read_json`."""

    ARGUMENTS_PARSER = _Parser()
