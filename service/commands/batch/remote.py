"""What a worker of a cluster runs: a pickled task, if it has the same code as the command that sent it."""

import hashlib
import logging
import pickle
from collections.abc import Callable
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from service.settings import StartError

PACKAGES = ("game", "store", "events", "transparency", "projections", "bots", "service")
SUFFIXES = (".py", ".json", ".lua")
OTHER_CODE = "the worker has another version of this project: install the same one there and here"
logger = logging.getLogger(__name__)


@cache
def code_digest() -> str:
    """A digest of the project's source files, as they are when it is first asked for: hexadecimal."""
    digest, root = hashlib.sha256(), Path(__file__).parents[3]
    for package in PACKAGES:
        for file in sorted(each for each in (root / package).rglob("*") if each.suffix in SUFFIXES):
            content = file.read_bytes()
            digest.update(f"{file.relative_to(root).as_posix()} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def pack(function: Callable[..., Any], *args: Any, **kwargs: Any) -> bytes:
    """A call, for `run`."""
    return pickle.dumps((function, args, kwargs), pickle.HIGHEST_PROTOCOL)


def run(call: BytesIO, digest: str) -> bytes:
    """Run a packed call: its pickled result, or the exception that it raised. `digest`: the sender's.

    It raises nothing: Dask logs the arguments of what raises.
    """
    try:
        if digest != code_digest():
            raise StartError(OTHER_CODE)
        function, args, kwargs = pickle.loads(call.getvalue())
        return pickle.dumps((function(*args, **kwargs), None), pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        if not isinstance(error, StartError):
            logger.exception("a task failed")
        return pickle.dumps((None, _portable(error)))


def unpack(answer: bytes) -> Any:
    """The result of a call. Raises what it raised."""
    result, error = pickle.loads(answer)
    if error is not None:
        raise error
    return result


def _portable(error: Exception) -> Exception:
    """The error, if it can be pickled, else a StartError with its text."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return StartError(f"{type(error).__name__}: {error}")
    return error
