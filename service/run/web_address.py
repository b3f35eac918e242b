"""Where the web service of this host answers: at HOST and PORT, unless GUNICORN_CMD_ARGS binds it elsewhere."""

import os
import shlex
import socket
from argparse import ArgumentError, ArgumentParser
from http.client import HTTPConnection
from urllib.parse import urlsplit

from service.settings import Settings, StartError, base_url

VARIABLE = "GUNICORN_CMD_ARGS"
UNIX = "unix:"


def web_address(settings: Settings) -> str:
    """Its URL, or `unix:` and the path of its socket. Of several, the first one. Raises StartError."""
    parser = ArgumentParser(add_help=False, exit_on_error=False)
    parser.add_argument("-b", "--bind", action="append", default=[])
    try:
        bound = parser.parse_known_args(shlex.split(os.environ.get(VARIABLE, "")))[0].bind
    except (ArgumentError, ValueError) as error:
        raise StartError(f"{VARIABLE} cannot be read: {error}") from None
    if not bound:
        return base_url(settings.host, settings.port)
    from gunicorn.util import parse_address

    try:
        found = parse_address(bound[0])
    except RuntimeError as error:
        raise StartError(f"{VARIABLE} cannot be used: {error}") from None
    if isinstance(found, tuple):
        return base_url(*found)
    return f"{UNIX}{found}"


def connect_to_web(address: str, seconds: float) -> HTTPConnection:
    """A connection to an address of `web_address`. `seconds`: the longest wait for an answer. Raises OSError."""
    if not address.startswith(UNIX):
        parts = urlsplit(address)
        return HTTPConnection(parts.hostname or "", parts.port, timeout=seconds)
    connection = HTTPConnection("localhost", timeout=seconds)
    connection.sock = socket.socket(socket.AF_UNIX)
    connection.sock.settimeout(seconds)
    try:
        connection.sock.connect(address.removeprefix(UNIX))
    except OSError:
        connection.close()
        raise
    return connection
