"""An agent as tests use it: it speaks the stateless revision of the protocol, and checks every answer by its schema."""

from functools import cache
from typing import Any

import jsonschema_rs

from service.api.mcp.messages import (
    META_CAPABILITIES,
    META_VERSION,
    METHOD_HEADER,
    NAME_HEADER,
    NAMED_BY,
    NEWEST,
    VERSION_HEADER,
)
from service.api.mcp.tools import TOOLS, json_schema
from tests.service.client import Caller, Json


def stateless(method: str, params: Json | None = None, id: int = 1) -> tuple[Json, dict[str, str]]:
    """A request of the newest revision: its body and its headers."""
    params = params or {}
    meta = {META_VERSION: NEWEST, META_CAPABILITIES: {}}
    headers = {VERSION_HEADER: NEWEST, METHOD_HEADER: method}
    if method in NAMED_BY:
        headers[NAME_HEADER] = str(params.get(NAMED_BY[method], ""))
    return {"jsonrpc": "2.0", "id": id, "method": method, "params": {**params, "_meta": meta}}, headers


class Agent:
    """An account that plays by tools. `answers`: how many there were; `bytes`: of them all."""

    def __init__(self, caller: Caller) -> None:
        self.caller = caller
        self.answers = self.bytes = 0

    def ask(self, method: str, **params: Any) -> Json:
        """The result of a request."""
        body, headers = stateless(method, params)
        answer = self.caller.post("/mcp", body, headers)
        assert answer.status_code == 200, answer.text
        self.answers += 1
        self.bytes += len(answer.data)
        result: Json = answer.json["result"]
        assert result["resultType"] == "complete"
        return result

    def call(self, tool: str, **arguments: Any) -> Json:
        """What a tool gives, checked by its schema."""
        result = self.ask("tools/call", name=tool, arguments=arguments)
        assert not result["isError"], result["content"][0]["text"]
        given: Json = result["structuredContent"]
        gives(tool).validate(given)
        return given

    def refused(self, tool: str, **arguments: Any) -> str:
        """What a tool says that refuses a call."""
        result = self.ask("tools/call", name=tool, arguments=arguments)
        assert result["isError"], result
        assert "structuredContent" not in result
        text: str = result["content"][0]["text"]
        assert "Next: " in text
        return text


@cache
def gives(tool: str) -> Any:
    """The validator of what a tool gives."""
    return jsonschema_rs.validator_for(json_schema(TOOLS[tool].gives))


@cache
def takes(tool: str) -> Any:
    """The validator of what a tool takes."""
    return jsonschema_rs.validator_for(json_schema(TOOLS[tool].takes))
