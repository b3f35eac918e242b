"""What each method of the protocol answers."""

import json
from collections.abc import Callable, Mapping
from importlib.metadata import version
from typing import Any

from marshmallow import ValidationError

from game import Refused
from game.shapes import MAX_FAULTS
from service.api.accept_language import preferred_language
from service.api.auth import access
from service.api.bodies import faults_in
from service.api.errors import Problem, invalid_body, problem_of
from service.api.mcp import library
from service.api.mcp.messages import (
    INVALID_PARAMS,
    METHOD_NOT_FOUND,
    SUPPORTED,
    Fault,
    Incoming,
    Json,
)
from service.api.mcp.tools import TOOLS, Tool, list_tools, schema
from service.language.languages import SENTENCE_LANGUAGES
from service.language.translations import translate
from service.logs import ABOUT
from service.metrics import problems
from service.problems import PROBLEMS, problem_document

SERVER = {"name": "wonderful-world", "title": "It's a Wonderful World", "version": version("wonderful-world")}
UI_EXTENSION = "io.modelcontextprotocol/ui"
CAPABILITIES: Json = {
    "tools": {},
    "resources": {},
    "prompts": {},
    "extensions": {UI_EXTENSION: {"mimeTypes": [library.TABLE_TYPE]}},
}
INSTRUCTIONS = (
    "Play the board game It's a Wonderful World. Call join (or find_game first), then view with wait, then act with "
    "entries of legal, unchanged, until your_turn is false; then view with wait again. The prompt play teaches the "
    "game."
)
FRESH_MS = 3_600_000
"""How long lists and readables may be kept: they change with a release only."""
NEXT_STEPS = {
    "no_such_game": "Call find_game: it lists your games and those that you can join.",
    "not_seated": "Call join with this game, or find_game for another one.",
    "seat_away": "Call join with this game: you come back to your seat.",
    "stale_version": "Call view, and decide on what it shows.",
    "not_playing": "Call view: it shows whether the game waits for its start, or is over. find_game has others.",
    "quota_exceeded": "Wait that long, then go on. view with wait is one call instead of many.",
    "scope_missing": "Ask your user for a token with the scopes read, play and bot.",
    "not_finished": "Play on: the game can be reviewed when it is over.",
    "nothing_to_undo": "Go on with view.",
    "idempotency_key_reused": "Use a new key for a new call.",
    "unknown_strategy": "Call join again with strategies that are listed.",
    "bots_not_allowed": "Choose another game of find_game, or open one: join with against.",
    "no_free_seat": "Choose another game of find_game, or open one: join with against.",
    "resigned": "Choose another game of find_game, or open one: join with against.",
    "not_open": "Choose another game of find_game, or open one: join with against.",
}
"""By code: what an agent does next, where the remedy for programs speaks of HTTP."""
AFTER_REFUSAL = "Call legal: it lists all that the rules accept now. Send entries of it unchanged."
"""What an agent does next after the rules refused an intention."""
HTTP_STATUSES = (401, 500)
"""Problems that end a call as an answer of HTTP: nothing that an agent does next can help."""


_to_text = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def answer_to(message: Incoming) -> Json:
    """The result of a request. Raises Fault, and problems of HTTP_STATUSES."""
    found = METHODS.get(message.method)
    if found is None or (message.is_stateless and message.method in ONLY_WITH_HANDSHAKE):
        raise Fault(METHOD_NOT_FOUND, f"there is no method {message.method!r}", 404)
    return found(message)


def _initialize(message: Incoming) -> Json:
    return {
        "protocolVersion": message.version,
        "capabilities": CAPABILITIES,
        "serverInfo": SERVER,
        "instructions": INSTRUCTIONS,
    }


def _discover(message: Incoming) -> Json:
    told = {"supportedVersions": [*SUPPORTED], "capabilities": CAPABILITIES, "instructions": INSTRUCTIONS}
    return _cacheable(message, told)


def _list(name: str, listed: Callable[[], Any]) -> Callable[[Incoming], Json]:
    """The method that lists everything in one page."""

    def answer(message: Incoming) -> Json:
        if message.params.get("cursor") is not None:
            raise Fault(INVALID_PARAMS, "there is one page only: leave cursor out")
        return _cacheable(message, {name: [*listed()]})

    return answer


def _read(message: Incoming) -> Json:
    return _cacheable(message, {"contents": [library.read(message.params.get("uri"))]})


def _cacheable(message: Incoming, result: Json) -> Json:
    return result | ({"ttlMs": FRESH_MS, "cacheScope": "public"} if message.is_stateless else {})


def _call(message: Incoming) -> Json:
    """What a tool gives; what it refuses is told in words, with what to do next. Raises Fault for an unknown tool."""
    name, arguments = message.params.get("name"), message.params.get("arguments") or {}
    tool = TOOLS.get(name) if isinstance(name, str) else None
    if tool is None:
        raise Fault(INVALID_PARAMS, f"there is no such tool; there are: {', '.join(TOOLS)}")
    if not isinstance(arguments, dict):
        raise Fault(INVALID_PARAMS, "arguments must be an object")
    ABOUT.get()["tool"] = tool.name
    places: Mapping[str, str] = {}
    try:
        access().require(tool.scope)
        checked, places = _checked(tool, arguments), tool.places
        given = tool.run(checked)
    except Exception as error:
        problem = problem_of(error)
        if problem.status in HTTP_STATUSES:
            raise
        problem.errors = [{**each, "pointer": _moved(each["pointer"], places)} for each in problem.errors]
        return _refused(tool, problem, isinstance(error, Refused))
    return {"content": [_text(_to_text(given))], "structuredContent": given, "isError": False}


def _moved(pointer: str, places: Mapping[str, str]) -> str:
    """A place in a body of the API as that of the arguments of a tool. `places`: as of the tool."""
    for place, argument in places.items():
        if pointer.startswith(place):
            return argument + pointer.removeprefix(place)
    return pointer


def _checked(tool: Tool, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
    """The arguments of a call, as the schema of the tool reads them. Raises Problem 422."""
    given = {name: value for name, value in arguments.items() if value is not None}  # null: as if it were left out
    if isinstance(game := given.get("game"), str):
        ABOUT.get()["game"] = game if game.isalnum() and game.isascii() else ""
    try:
        return dict(schema(tool.takes).load(given))
    except ValidationError as error:
        raise invalid_body(sorted(faults_in(error.messages))[:MAX_FAULTS]) from None


def _refused(tool: Tool, problem: Problem, by_rules: bool) -> Json:
    """The result that tells a problem: its code, what is wrong, what to do next."""
    problems.labels(problem.code).inc()
    language = preferred_language(SENTENCE_LANGUAGES)
    told = problem_document(problem.code, problem.detail, "", "", language, problem.errors, problem.status)
    wait = problem.headers.get("Retry-After")
    lines = [
        f"{problem.code}: {told['detail']}",
        *[f"- {each['pointer']}: {each['detail']}" for each in told.get("errors", ())],
        f"Next: {_next_step(tool, problem, by_rules, language)}",
        *([f"Seconds to wait: {wait}"] if wait else []),
    ]
    return {"content": [_text("\n".join(lines))], "isError": True}


def _next_step(tool: Tool, problem: Problem, by_rules: bool, language: str) -> str:
    if problem.code in NEXT_STEPS:
        return NEXT_STEPS[problem.code]
    if tool.name == "act" and by_rules:
        return AFTER_REFUSAL
    if problem.code == "invalid_body":
        return f"Call {tool.name} again with arguments that fit its schema."
    return translate(PROBLEMS[problem.code].remedy, language)


def _text(text: str) -> Json:
    return {"type": "text", "text": text}


METHODS: Mapping[str, Callable[[Incoming], Json]] = {
    "initialize": _initialize,
    "ping": lambda message: {},
    "server/discover": _discover,
    "tools/list": _list("tools", list_tools),
    "tools/call": _call,
    "resources/list": _list("resources", library.list_readables),
    "resources/templates/list": _list("resourceTemplates", list),
    "resources/read": _read,
    "prompts/list": _list("prompts", library.list_prompts),
    "prompts/get": lambda message: library.prompt(message.params.get("name")),
}
ONLY_WITH_HANDSHAKE = ("initialize", "ping")
"""Methods that the stateless revision does not have."""
