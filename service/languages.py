"""Languages: which one a request wants, and what things are called in it. Ids are the same in all of them."""

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from flask import request

from game import catalogue

LANGUAGES = ("en", "fr", "es", "de", "it", "ru")
"""Languages in which everything has a name; the first serves when none is acceptable."""
_DATA: dict[str, Any] = json.loads(files(__package__).joinpath("locale/names.json").read_text("utf-8"))
SCENARIO_NAMES: dict[str, dict[str, str]] = _DATA["scenarios"]
RANK_NAMES: dict[str, dict[str, str]] = _DATA["ranks"]
MEDAL_NAMES: dict[str, dict[str, str]] = _DATA["medals"]


def asked() -> bool:
    """Whether the request names a language at all."""
    return "lang" in request.args or "Accept-Language" in request.headers


def wanted(offered: Sequence[str] = LANGUAGES) -> str:
    """Of those offered, what `?lang=` names, then what Accept-Language prefers, then the first.

    Whoever wants a region's language, say fr-CA, gets the language.
    """
    for tag in (request.args.get("lang", ""), *[str(tag) for tag, quality in request.accept_languages if quality > 0]):
        language = tag.replace("_", "-").split("-")[0].lower()
        if language in offered:
            return language
    return offered[0]


@cache
def names(language: str) -> dict[str, str]:
    """Designs, empires, scenarios by id: their names in a language."""
    entries = [*catalogue["developments"], *catalogue["empires"]]
    return {entry["id"]: entry["name"][language] for entry in entries} | {
        id: name[language] for id, name in SCENARIO_NAMES.items()
    }
