"""Problems: what the code of an error means and what to do about it. The `type` of every problem leads here."""

import re
from base64 import b64encode
from hashlib import sha256
from typing import Any

from flask import Response, render_template_string, request
from markupsafe import Markup, escape

from game.message import Message
from game.shapes import ListOf
from service.api.accept_language import preferred_language
from service.api.blueprint import Resources
from service.api.described import Answer
from service.api.errors import Problem
from service.api.responses import make_conditional, to_json
from service.api.schemas.problems import PROBLEM_KIND
from service.api.schemas.queries import LanguageQuery
from service.language.translations import SENTENCE_LANGUAGES, translate
from service.problems import PROBLEMS, problem_type

problems = Resources("problems", "/problems", "What the codes of errors mean.", token=False)
HTML = "text/html"
PAGE = {HTML: {"type": "string", "description": "The same as a page for browsers."}}
ANSWER_HEADERS = ("ETag", "Content-Language", "Cache-Control", "Vary")
MAX_CODES = 1000

_STYLE = """
body { font: 1.1em/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 40em; padding: 1em; overflow-wrap: anywhere }
h2 { font-size: 1.2em; margin-bottom: 0 }
article { border-top: 1px solid #999 }
:root { color-scheme: light dark }
"""
_PAGE = """<!doctype html>
<html lang="{{ language }}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{{ heading }}</title>
<style>{{ style }}</style></head>
<body><main><h1>{{ heading }}</h1>
{% for kind in kinds %}<article><h2>{{ kind.title }}</h2>
<p><a href="{{ kind.type }}"><code>{{ kind.code }}</code></a> · HTTP {{ kind.status }}</p>
<p>{{ kind.meaning | with_code }}</p>
<p><strong>{{ to_do }}</strong> {{ kind.remedy | with_code }}</p></article>
{% endfor %}<p><a href="/problems">{{ all_codes }}</a></p></main></body></html>
"""
_STYLE_HASH = b64encode(sha256(_STYLE.encode()).digest()).decode()
_POLICY = f"default-src 'none'; style-src 'sha256-{_STYLE_HASH}'; base-uri 'none'; frame-ancestors 'none'"


@problems.get("")
@problems.operation(
    "listProblems",
    Answer(200, "All codes, in English or French.", ListOf(PROBLEM_KIND, MAX_CODES), ANSWER_HEADERS, content=PAGE),
    conditional=True,
)
@problems.arguments(LanguageQuery, location="query")
def list_all(query: dict[str, str]) -> Response:
    """All codes of errors, with their meaning and what to do."""
    language = preferred_language(SENTENCE_LANGUAGES)
    kinds = [_kind(code, language) for code in PROBLEMS]
    if _wants_page():
        return _page(kinds, translate("Codes of errors", language), language)
    return _response(to_json(kinds), language)


@problems.get("/<code>")
@problems.operation(
    "getProblem",
    Answer(200, "What the code means, in English or French.", PROBLEM_KIND, ANSWER_HEADERS, content=PAGE),
    problems=("not_found",),
    conditional=True,
)
@problems.arguments(LanguageQuery, location="query")
def show(query: dict[str, str], code: str) -> Response:
    """What a code of an error means, and what to do."""
    if code not in PROBLEMS:
        raise Problem("not_found", Message("there is no code {code}", code=code[:64]))
    language = preferred_language(SENTENCE_LANGUAGES)
    kind = _kind(code, language)
    if _wants_page():
        return _page([kind], translate("Error", language), language)
    return _response(to_json(kind), language)


def _kind(code: str, language: str) -> dict[str, Any]:
    status, *texts = PROBLEMS[code]
    title, meaning, remedy = [translate(text, language) for text in texts]
    named = {"type": problem_type(code), "code": code, "status": status}
    return named | {"title": title, "meaning": meaning, "remedy": remedy}


def _wants_page() -> bool:
    return request.accept_mimetypes.best_match(["application/json", HTML]) == HTML


def _page(kinds: list[dict[str, Any]], heading: str, language: str) -> Response:
    page = render_template_string(
        _PAGE,
        kinds=kinds,
        language=language,
        heading=heading,
        to_do=translate("What to do:", language),
        all_codes=translate("All codes", language),
        style=Markup(_STYLE),
    )
    response = _response(page, language, HTML)
    response.headers["Content-Security-Policy"] = _POLICY
    return response


@problems.app_template_filter("with_code")
def _with_code(text: str) -> Markup:
    """A text whose parts in backticks are code."""
    return Markup(re.sub("`([^`]+)`", r"<code>\1</code>", str(escape(text))))


def _response(body: str, language: str, media_type: str = "application/json") -> Response:
    response = Response(body, mimetype=media_type)
    response.headers["Content-Language"] = language
    response.headers["Vary"] = "Accept, Accept-Language"
    response.headers["Cache-Control"] = "public, max-age=3600"
    response.set_etag(sha256(body.encode()).hexdigest()[:32])
    return make_conditional(response)
