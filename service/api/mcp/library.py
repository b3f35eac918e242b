"""What an agent can read: the rules, the catalogue, a page that shows a table, and a prompt that teaches the game."""

import json
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from service.api.accept_language import preferred_language
from service.api.catalogue import catalogue_text
from service.api.current import public_root
from service.api.mcp.messages import INVALID_PARAMS, Fault
from service.api.schemas.agents import TOPICS
from service.language.languages import SENTENCE_LANGUAGES

Json = dict[str, Any]
RULES, CATALOGUE, TABLE = "wonderful://rules", "wonderful://catalogue", "ui://wonderful/table"
TABLE_TYPE = "text/html;profile=mcp-app"
"""The media type of a page that a host shows beside the answers of a tool (MCP Apps)."""
PLAY = "play"
"""The name of the prompt."""
_TEACHING = files(__package__).joinpath("play.md")
_TABLE = files(__package__).joinpath("table.html")


class Readable(NamedTuple):
    """A resource, as lists tell it."""

    uri: str
    name: str
    title: str
    description: str
    media_type: str


READABLES = (
    Readable(RULES, "rules", "The rules in short", "All sections of the rules: five minutes to read.", "text/markdown"),
    Readable(
        CATALOGUE,
        "catalogue",
        "The catalogue",
        "All cards with their costs, production and points; empires, scenarios, the words of the game.",
        "application/json",
    ),
    Readable(TABLE, "table", "The table", "Shows the answer of view as a table.", TABLE_TYPE),
)


def list_readables() -> list[Json]:
    """The resources, as `resources/list` tells them."""
    return [
        {
            "uri": each.uri,
            "name": each.name,
            "title": each.title,
            "description": each.description,
            "mimeType": each.media_type,
        }
        for each in READABLES
    ]


def read(uri: Any) -> Json:
    """The contents of a resource. Raises Fault."""
    found = next((each for each in READABLES if each.uri == uri), None)
    if found is None:
        data, uris = {"uri": uri} if isinstance(uri, str) else None, [each.uri for each in READABLES]
        raise Fault(INVALID_PARAMS, f"there is no such resource; there are: {', '.join(uris)}", data=data)
    return {"uri": found.uri, "mimeType": found.media_type, **_content(found.uri)}


def _content(uri: str) -> Json:
    sentences = preferred_language(SENTENCE_LANGUAGES)
    if uri == RULES:
        return {"text": rules_text(sentences)}
    if uri == CATALOGUE:
        return {"text": catalogue_text(preferred_language(), sentences)}
    scheme, _, rest = public_root().partition("://")
    origin = f"{scheme}://{rest.partition('/')[0]}"  # the page of a finished game stands in a frame
    return {"text": _TABLE.read_text("utf-8"), "_meta": {"ui": {"csp": {"frameDomains": [origin]}}}}


@cache
def rules_text(language: str, topic: str | None = None) -> str:
    """A section of the rules as Markdown, or all of them. `language`: of SENTENCE_LANGUAGES. `topic`: of TOPICS."""
    texts = _page_texts(language)
    sections = TOPICS if topic is None else (topic,)
    return "\n".join(_section(texts, each) for each in sections)


def _section(texts: dict[str, str], topic: str) -> str:
    name = f"rules.{topic}"
    paragraphs = [text for key, text in texts.items() if key.removeprefix(f"{name}.").isdecimal()]
    return "\n".join([f"## {texts[name]}", "", *[f"- {text}" for text in paragraphs], ""])


@cache
def _page_texts(language: str) -> dict[str, str]:
    """The texts of the page, whose rules these are."""
    return dict(json.loads(files("service").joinpath("web", "language", f"{language}.json").read_text("utf-8")))


@cache
def designs(language: str) -> dict[str, Json]:
    """The developments of the catalogue by design. `language`: of their names."""
    return {each["id"]: each for each in json.loads(catalogue_text(language, "en"))["developments"]}


def list_prompts() -> list[Json]:
    """The prompts, as `prompts/list` tells them."""
    return [{"name": PLAY, "title": "Play It's a Wonderful World", "description": "Teaches the game in a page."}]


def prompt(name: Any) -> Json:
    """A prompt. Raises Fault."""
    if name != PLAY:
        raise Fault(INVALID_PARAMS, f"there is no such prompt; there is: {PLAY}")
    text = {"type": "text", "text": _TEACHING.read_text("utf-8")}
    return {"description": "How to play, and how to win.", "messages": [{"role": "user", "content": text}]}
