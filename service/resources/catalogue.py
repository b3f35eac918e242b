"""The catalogue and the bots: what does not depend on any game."""

import json
from functools import cache
from hashlib import sha256
from typing import Any

from flask import Response, request

from bots import STRATEGIES
from game import catalogue as cards
from game.rulings import RULESETS
from service.bodies import Resources
from service.schemas import Bot

catalogue = Resources("catalogue", __name__, url_prefix="/v1", description="Cards, empires, bots.")
LANGUAGES = ("en", "fr", "es", "de", "it", "ru")


@catalogue.get("/catalogue")
@catalogue.doc(responses={"200": {"description": "Developments, empires, supremacy, rulesets; names in one language."}})
def show() -> Response:
    """Cards and empires, named in the language that Accept-Language prefers."""
    language = _language()
    body = _catalogue(language)
    response = Response(body, content_type="application/json")
    response.headers["Content-Language"] = language
    response.headers["Vary"] = "Accept-Language"
    response.headers["Cache-Control"] = "public, max-age=3600"
    response.set_etag(sha256(body).hexdigest()[:32])
    return response.make_conditional(request)  # type: ignore[return-value]


@catalogue.get("/bots")
@catalogue.response(200, Bot(many=True))
def bots() -> list[dict[str, Any]]:
    """The strategies that can take a seat."""
    return [{"name": s.name, "description": s.description} for s in STRATEGIES.values()]


def _language() -> str:
    """Of LANGUAGES; whoever prefers a region's language, say fr-CA, gets the language."""
    for tag, quality in request.accept_languages:
        language = str(tag).split("-")[0].lower()
        if quality > 0 and language in LANGUAGES:
            return language
    return LANGUAGES[0]


@cache
def _catalogue(language: str) -> bytes:
    named = {
        key: [entry | {"name": entry["name"][language]} for entry in cards[key]] for key in ("developments", "empires")
    }
    data = named | {"supremacy": cards["supremacy"], "scenarios": [], "rulesets": list(RULESETS)}
    return json.dumps(data, ensure_ascii=False).encode()
