"""Names of cards, empires, scenarios, ranks and medals in each language. Their ids are the same in all languages."""

import json
from functools import cache
from importlib.resources import files
from typing import Any

from game import catalogue
from service.language.languages import LANGUAGES

_DATA: dict[str, Any] = json.loads(files(__package__).joinpath("locale/names.json").read_text("utf-8"))
SCENARIO_NAMES: dict[str, dict[str, str]] = _DATA["scenarios"]
RANK_NAMES: dict[str, dict[str, str]] = _DATA["ranks"]
REACTION_TEXTS: dict[str, dict[str, str]] = _DATA["reactions"]
MEDAL_NAMES: dict[str, dict[str, str]] = _DATA["medals"]


def language_of_names(language: str) -> str:
    """The language of names beside sentences in a language, which may be one without names."""
    return language if language in LANGUAGES else LANGUAGES[0]


@cache
def names(language: str) -> dict[str, str]:
    """Designs, empires and scenarios by id: their names in a language."""
    entries = [*catalogue["developments"], *catalogue["empires"]]
    return {entry["id"]: entry["name"][language] for entry in entries} | {
        scenario: name[language] for scenario, name in SCENARIO_NAMES.items()
    }
