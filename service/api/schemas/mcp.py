"""The envelope of `POST /mcp`: JSON-RPC 2.0. The tools have schemas of their own, which `tools/list` tells."""

from service.api.description.json_schema import SCHEMAS, Json
from service.api.mcp.messages import MAX_ID_CHARACTERS, MAX_METHOD_CHARACTERS

_VERSION: Json = {"type": "string", "enum": ["2.0"]}
_RESPONSE = "RpcResponse"
RPC_REQUEST: Json = {
    "type": "object",
    "properties": {
        "jsonrpc": _VERSION,
        "id": {
            "anyOf": [{"type": "string", "maxLength": MAX_ID_CHARACTERS}, {"type": "integer"}],
            "description": "A message without one is a notification.",
        },
        "method": {"type": "string", "maxLength": MAX_METHOD_CHARACTERS},
        "params": {"type": "object", "description": "By the method.", "additionalProperties": True},
    },
    "required": ["jsonrpc", "method"],
}
RPC_RESPONSE: Json = {"$ref": f"#/components/schemas/{_RESPONSE}"}
SCHEMAS[_RESPONSE] = {
    "type": "object",
    "description": "`result`, or `error`.",
    "properties": {
        "jsonrpc": _VERSION,
        "id": {},
        "result": {"description": "An object, by the method."},
        "error": {
            "type": "object",
            "properties": {"code": {"type": "integer"}, "message": {"type": "string"}, "data": {}},
            "required": ["code", "message"],
        },
    },
    "required": ["jsonrpc"],
    "additionalProperties": False,
}
