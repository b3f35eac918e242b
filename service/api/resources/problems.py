"""Problems: what the code of an error means and what to do about it. The `type` of every problem leads here."""

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

from flask import Response, request
from jinja2 import Environment, Template
from markupsafe import Markup, escape

from game.message import Message
from service.api.accept_language import preferred_language
from service.api.blueprint import Resources
from service.api.errors import Problem
from service.api.responses import localized_response, to_json
from service.api.schemas.problems import ProblemKind
from service.api.schemas.queries import LanguageQuery
from service.language.languages import SENTENCE_LANGUAGES, SENTENCES_IN
from service.language.translations import translate
from service.problems import PROBLEMS, problem_type

problems = Resources("problems", "/problems", "What the codes of errors mean.", token=False)
HTML = "text/html"
PAGE = {HTML: {"type": "string", "description": "The same as a page for browsers."}}
ANSWER_HEADERS = ("Content-Language",)
MAX_CODES = 1000

_FILES = files("service.api") / "pages"
_STYLE = (_FILES / "problems.css").read_text("utf-8")
_STYLE_HASH = b64encode(sha256(_STYLE.encode()).digest()).decode()
_POLICY = f"default-src 'none'; style-src 'sha256-{_STYLE_HASH}'; base-uri 'none'; frame-ancestors 'none'"


@problems.get("")
@problems.operation("listProblems", conditional=True)
@problems.response(200, ProblemKind.listed(MAX_CODES), f"All codes, in {SENTENCES_IN}.", headers=ANSWER_HEADERS)
@problems.response(200, PAGE[HTML], content_type=HTML)
@problems.arguments(LanguageQuery, location="query")
def list_all(query: dict[str, str]) -> Response:
    """All codes of errors, with their meaning and what to do."""
    return _answer(None)


@problems.get("/<code>")
@problems.operation("getProblem", problems=("not_found",), conditional=True)
@problems.response(200, ProblemKind, f"What the code means, in {SENTENCES_IN}.", headers=ANSWER_HEADERS)
@problems.response(200, PAGE[HTML], content_type=HTML)
@problems.arguments(LanguageQuery, location="query")
def show(query: dict[str, str], code: str) -> Response:
    """What a code of an error means, and what to do."""
    if code not in PROBLEMS:
        raise Problem("not_found", Message("there is no code {code}", code=code[:64]))
    return _answer(code)


def _answer(code: str | None) -> Response:
    """One code, or all of them, as a page for browsers or as JSON."""
    language = preferred_language(SENTENCE_LANGUAGES)
    wants_page = request.accept_mimetypes.best_match(["application/json", HTML]) == HTML
    make, media_type = (_page, HTML) if wants_page else (_json, "application/json")
    body = make(code, language, request.script_root)
    response = localized_response(body, language, media_type, "Accept, Accept-Language")
    if wants_page:
        response.headers["Content-Security-Policy"] = _POLICY
    return response


@cache
def _json(code: str | None, language: str, root: str) -> str:
    return to_json(_kind(code, language, root) if code else [_kind(each, language, root) for each in PROBLEMS])


@cache
def _page(code: str | None, language: str, root: str) -> str:
    return _template().render(
        kinds=[_kind(each, language, root) for each in ([code] if code else PROBLEMS)],
        root=root,
        language=language,
        heading=translate("Error", language) if code else translate("Codes of errors", language),
        to_do=translate("What to do:", language),
        all_codes=translate("All codes", language),
        style=Markup(_STYLE),
    )


@cache
def _template() -> Template:
    environment = Environment(autoescape=True)
    environment.filters["with_code"] = _with_code
    return environment.from_string((_FILES / "problems.html").read_text("utf-8"))


def _with_code(text: str) -> Markup:
    """A text whose parts in backticks are code."""
    return Markup(re.sub("`([^`]+)`", r"<code>\1</code>", str(escape(text))))


def _kind(code: str, language: str, root: str) -> dict[str, Any]:
    status, *texts = PROBLEMS[code]
    title, meaning, remedy = [translate(text, language) for text in texts]
    named = {"type": problem_type(code, root), "code": code, "status": status}
    return named | {"title": title, "meaning": meaning, "remedy": remedy}
