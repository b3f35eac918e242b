"""JSON-RPC 2.0 as the Model Context Protocol uses it over HTTP: a request per POST, no session, no batch.

The newest revision names itself in each request (`_meta` and headers). The older ones begin with `initialize`, which
needs no state here: later requests name their revision by a header, or not at all. Pure: values in, values out.
"""

from base64 import b64decode
from binascii import Error as NotBase64
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

Json = dict[str, Any]
RequestId = str | int | None
Header = Callable[[str], str | None]

NEWEST = "2026-07-28"
"""The stateless revision."""
WITH_HANDSHAKE = ("2025-11-25", "2025-06-18")
"""Older revisions that are answered, the newest first."""
SUPPORTED = (NEWEST, *WITH_HANDSHAKE)
PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS = -32700, -32600, -32601, -32602
HEADER_MISMATCH, UNSUPPORTED_VERSION = -32020, -32022
META_VERSION = "io.modelcontextprotocol/protocolVersion"
META_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"
META_SERVER = "io.modelcontextprotocol/serverInfo"
MCP_HEADERS = VERSION_HEADER, METHOD_HEADER, NAME_HEADER = "MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"
NAMED_BY: Mapping[str, str] = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
"""Method → the parameter that the header Mcp-Name repeats."""
MAX_ID_CHARACTERS, MAX_METHOD_CHARACTERS = 128, 128
_ENCODED = "=?base64?", "?="
"""What is around a header's value that is Base64 of UTF-8."""


class Fault(Exception):
    """A message that cannot be answered. `status`: of HTTP. `request`: its id, if that could be read."""

    def __init__(self, code: int, message: str, status: int = 400, data: Any = None, request: RequestId = None) -> None:
        super().__init__(message)
        self.code, self.message, self.status, self.data, self.request = code, message, status, data, request


class Incoming(NamedTuple):
    """A request, or a notification if it has no `id`. `version`: the revision that it speaks, of SUPPORTED."""

    id: RequestId
    method: str
    params: Json
    version: str

    @property
    def is_stateless(self) -> bool:
        return self.version == NEWEST


def read_message(body: Any, header: Header) -> Incoming:
    """The message of a JSON body. `header`: the value of an HTTP header by name. Raises Fault."""
    if isinstance(body, list):
        raise Fault(INVALID_REQUEST, "send one message in each request: batches are not part of the protocol")
    if not isinstance(body, dict) or body.get("jsonrpc") != "2.0":
        raise Fault(INVALID_REQUEST, 'the body must be a JSON-RPC message: an object with "jsonrpc": "2.0"')
    request, method, params = body.get("id"), body.get("method"), body.get("params", {})
    if "id" in body and not _is_id(request):
        raise Fault(INVALID_REQUEST, f"id must be an integer, or a text of at most {MAX_ID_CHARACTERS} characters")
    if not isinstance(method, str) or len(method) > MAX_METHOD_CHARACTERS:
        raise Fault(
            INVALID_REQUEST, "method must be the name of a method; this server sends no requests", request=request
        )
    if not isinstance(params, dict):
        raise Fault(INVALID_PARAMS, "params must be an object", request=request)
    try:
        return Incoming(request, method, params, _version(method, params, header))
    except Fault as fault:
        fault.request = request
        raise


def _is_id(value: Any) -> bool:
    return type(value) is int or (isinstance(value, str) and len(value) <= MAX_ID_CHARACTERS)


def _version(method: str, params: Json, header: Header) -> str:
    """The revision that a message speaks. Raises Fault."""
    named = header(VERSION_HEADER)
    meta = params.get("_meta", {})
    if not isinstance(meta, dict):
        raise Fault(INVALID_PARAMS, "_meta must be an object")
    if method == "initialize":
        return _negotiated(params)
    if META_VERSION not in meta:
        if named is None:
            return WITH_HANDSHAKE[-1]  # a client of an older revision that leaves the header out
        if named in WITH_HANDSHAKE:
            return named
    if method.startswith("notifications/"):
        return NEWEST
    if META_VERSION not in meta and named != NEWEST:
        raise _unsupported(named)
    return _stateless(method, params, meta, header)


def _negotiated(params: Json) -> str:
    """The older revision that `initialize` asks for, or else the newest of those."""
    asked = params.get("protocolVersion")
    return asked if asked in WITH_HANDSHAKE else WITH_HANDSHAKE[0]


def _stateless(method: str, params: Json, meta: Json, header: Header) -> str:
    """The newest revision, if the message and its headers speak it. Raises Fault."""
    if missing := [key for key in (META_VERSION, META_CAPABILITIES) if key not in meta]:
        raise Fault(INVALID_PARAMS, f"params._meta lacks {' and '.join(missing)}")
    asked = meta[META_VERSION]
    if not isinstance(asked, str) or not isinstance(meta[META_CAPABILITIES], dict):
        raise Fault(INVALID_PARAMS, f"{META_VERSION} must be a text, and {META_CAPABILITIES} an object")
    _compare(VERSION_HEADER, header, asked)
    _compare(METHOD_HEADER, header, method)
    if method in NAMED_BY:
        _compare(NAME_HEADER, header, params.get(NAMED_BY[method]))
    if asked != NEWEST:
        raise _unsupported(asked)
    return NEWEST


def _unsupported(asked: str | None) -> Fault:
    """What a message of an unknown revision is told."""
    data = {"supported": [*SUPPORTED], "requested": asked}
    return Fault(UNSUPPORTED_VERSION, "Unsupported protocol version", data=data)


def _compare(name: str, header: Header, expected: Any) -> None:
    """Check that a header repeats a value of the body. Raises Fault."""
    given = _decoded(header(name))
    if given is None:
        raise Fault(HEADER_MISMATCH, f"the header {name} is missing, or malformed")
    if given != expected:
        raise Fault(HEADER_MISMATCH, f"the header {name} does not repeat the value of the body")


def _decoded(value: str | None) -> str | None:
    """The value of a header, which may be encoded; None if it is malformed, or if there is none.

    >>> _decoded("view"), _decoded("=?base64?w6k=?="), _decoded("=?base64?é?=")
    ('view', 'é', None)
    """
    before, after = _ENCODED
    if value is None or not (value.startswith(before) and value.endswith(after)):
        return value
    try:
        return b64decode(value[len(before) : -len(after)], validate=True).decode()
    except (NotBase64, ValueError):
        return None


def answer(message: Incoming, result: Json, server: Json) -> Json:
    """The response to a request. `server`: what it says of itself in the stateless revision."""
    if message.is_stateless:
        result = {"resultType": "complete", **result, "_meta": {**result.get("_meta", {}), META_SERVER: server}}
    return {"jsonrpc": "2.0", "id": message.id, "result": result}


def refusal(fault: Fault) -> Json:
    """The response that tells a fault."""
    error = {"code": fault.code, "message": fault.message} | ({} if fault.data is None else {"data": fault.data})
    return {"jsonrpc": "2.0", **({} if fault.request is None else {"id": fault.request}), "error": error}
