"""The tools of an agent, as data: what each takes and gives, whether it only reads, which function does it."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple

from apispec import APISpec

from service.accounts.stored_token import PLAY, READ
from service.api.description.json_schema import SCHEMAS
from service.api.description.plugin import Plugin
from service.api.mcp import calls
from service.api.mcp.library import TABLE
from service.api.schemas import agents
from service.api.schemas.base import Answer, Body

Json = dict[str, Any]
_COMPONENTS = "#/components/schemas/"
_UNTOLD = ("discriminator",)
"""Keywords of OpenAPI that are none of JSON Schema."""

_OF_LEGAL: Json = {
    "type": "object",
    "properties": {"type": {"type": "string"}},
    "required": ["type"],
    "description": "Something that a seat can do: the schema of act has all forms.",
}
"""An intention in what tools give: telling all forms there, too, would double what an agent reads."""


class Tool(NamedTuple):
    """`scope`: what the token needs beside `bot`. `reads`: it changes nothing. `repeats`: so does a second call.

    `shows`: a host may show the answer as a table. `places`: where a body of the API begins → the argument that is
    sent there, as JSON Pointers, if they differ.
    """

    name: str
    title: str
    description: str
    takes: type[Body]
    gives: type[Answer]
    run: Callable[[Mapping[str, Any]], Json]
    scope: str = READ
    reads: bool = True
    repeats: bool = True
    shows: bool = False
    places: Mapping[str, str] = {}


TOOLS = {
    tool.name: tool
    for tool in (
        Tool(
            "find_game",
            "Find a game",
            "Your games, which of them wait for you, and open games with a free seat. Then call join.",
            agents.FindGame,
            agents.FoundGames,
            calls.find_game,
        ),
        Tool(
            "join",
            "Join or open a game",
            "Take a seat in an open game and agree that it starts; or open a game against strategies, which starts at "
            "once. In a game that you play already, you come back to your seat. Then call view with wait.",
            agents.Join,
            agents.Joined,
            calls.join,
            scope=PLAY,
            reads=False,
            repeats=False,
            places={"/bots": "/against", "/empires/0": "/empire"},
        ),
        Tool(
            "view",
            "Look at a game",
            "The game as you may see it, and all that you can do now. With wait: once it is your turn. If your_turn is "
            "true, choose from legal and call act. If it is false, call view with wait again.",
            agents.View,
            agents.Position,
            calls.view,
            shows=True,
        ),
        Tool(
            "legal",
            "What can I do?",
            "All intentions that the rules accept from your seat now, ready for act.",
            agents.Legal,
            agents.LegalIntentions,
            calls.legal,
        ),
        Tool(
            "act",
            "Act",
            "Do one or several things of legal, in this order: all or none. The answer has what you can do next; while "
            'your_turn is true, go on. A list may also end with {"type": "ready"} when the phase needs no more of '
            "you.",
            agents.Act,
            agents.Acted,
            calls.act,
            scope=PLAY,
            reads=False,
            repeats=False,
            places={"": "/intentions"},
        ),
        Tool(
            "undo",
            "Take back",
            "Take back your newest intention, as long as nothing was revealed since and the phase goes on.",
            agents.TakeBack,
            agents.Acted,
            calls.undo,
            scope=PLAY,
            reads=False,
            repeats=False,
        ),
        Tool(
            "review",
            "Review a finished game",
            "What the decisions of a seat were worth, and which cost the most. A worker needs some seconds: while "
            "status is pending, ask again.",
            agents.Review,
            agents.Reviewed,
            calls.review,
            scope=PLAY,
            reads=False,
        ),
        Tool(
            "rules",
            "Rules and cards",
            "The rules in short, all or a topic; and what cards cost, produce and score.",
            agents.Rules,
            agents.RulesText,
            calls.teach,
        ),
    )
}
"""The tools by name, in the order in which an agent meets them."""


@cache
def list_tools() -> tuple[Json, ...]:
    """The tools, as `tools/list` tells them."""
    return tuple(_described(tool) for tool in TOOLS.values())


def _described(tool: Tool) -> Json:
    hints = {"title": tool.title, "readOnlyHint": tool.reads, "openWorldHint": False}
    if not tool.reads:
        hints |= {"destructiveHint": False, "idempotentHint": tool.repeats}
    found: Json = {
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "inputSchema": json_schema(tool.takes),
        "outputSchema": json_schema(tool.gives),
        "annotations": hints,
    }
    return found | ({"_meta": {"ui": {"resourceUri": TABLE}}} if tool.shows else {})


@cache
def schema(takes: type[Body]) -> Body:
    """The one instance of the schema of a tool's arguments."""
    return takes()


@cache
def json_schema(made_of: type[Body] | type[Answer]) -> Json:
    """The JSON Schema of what a tool takes or gives; what it refers to is in its `$defs`."""
    spec = APISpec("", "", "3.1.0", plugins=[Plugin()])
    spec.components.schema(made_of.__name__, schema=made_of)
    known = {**SCHEMAS, **spec.to_dict()["components"]["schemas"]}
    if issubclass(made_of, Answer):
        known["Intention"] = _OF_LEGAL
    root: Json = _without_components(known.pop(made_of.__name__))
    parts: dict[str, Json] = {}
    missing = _named_in(root)
    while missing:
        name = missing.pop()
        parts[name] = _without_components(known[name])
        missing |= _named_in(parts[name]) - parts.keys()
    return root | ({"$defs": dict(sorted(parts.items()))} if parts else {})


def _without_components(schema: Any) -> Any:
    """The schema with references into its own `$defs`."""
    if isinstance(schema, dict):
        return {key: _without_components(each) for key, each in schema.items() if key not in _UNTOLD}
    if isinstance(schema, list):
        return [_without_components(each) for each in schema]
    return schema.replace(_COMPONENTS, "#/$defs/") if isinstance(schema, str) else schema


def _named_in(schema: Any) -> set[str]:
    """The names of the parts that a schema refers to."""
    if isinstance(schema, dict):
        here = {schema["$ref"].removeprefix("#/$defs/")} if isinstance(schema.get("$ref"), str) else set()
        return here.union(*map(_named_in, schema.values()))
    return set().union(*map(_named_in, schema)) if isinstance(schema, list) else set()
