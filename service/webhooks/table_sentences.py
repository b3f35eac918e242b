"""News of a table as sentences, for the people of a chat. They name players and phases, and no cards."""

from collections.abc import Sequence
from typing import Any

from babel.lists import format_list

from service.language.translations import translate

TABLE_TITLES = {
    "turn": "Whose turn it is",
    "last_turn": "Everybody is waiting",
    "started": "A game has started",
    "finished": "A game is over",
    "abandoned": "A game has ended",
    "resigned": "A player resigned",
    "taken_over": "A bot plays",
    "returned": "A player is back",
}
TABLE_SENTENCES = {
    "turn": "{game}: it is {owners} turn ({stage}).",
    "last_turn": "{game}: everybody is waiting for {names} ({stage}).",
    "started": "{game} has started: {names}.",
    "finished": "{game} is over: {places}.",
    "abandoned": "{game} has ended without a result.",
    "resigned": "{game}: {names} resigned, and a bot plays on.",
    "taken_over": "{game}: a bot plays for {names} for now.",
    "returned": "{game}: {names} came back.",
}
"""By the type of the item."""
STAGES = {
    "draft": "round {round}, draft",
    "planning": "round {round}, planning",
    "production": "round {round}, production of {step}",
}
OWNER = "{name}'s"
PLACE = "{place}. {name} ({points} points)"
TEXTS = frozenset({*TABLE_TITLES.values(), *TABLE_SENTENCES.values(), *STAGES.values(), OWNER, PLACE})


def table_sentence(item: dict[str, Any], game: str, language: str) -> str:
    """What has happened at a table. `game`: its name."""
    players = item["players"]
    names = [player["name"] for player in players]
    values = {
        "game": game,
        "names": _listed(names, language),
        "owners": _listed([_filled(OWNER, language, name=name) for name in names], language),
        "stage": _stage(item, language),
        "places": _places(players, language),
    }
    return _filled(TABLE_SENTENCES[item["type"]], language, **values)


def _stage(item: dict[str, Any], language: str) -> str:
    if item["phase"] not in STAGES:
        return ""
    step = translate(item["step"] or "", language)
    return _filled(STAGES[item["phase"]], language, round=item["round"], step=step)


def _places(players: Sequence[dict[str, Any]], language: str) -> str:
    """The result, best first; empty without one."""
    ranked = sorted((each for each in players if each["place"]), key=lambda each: (each["place"], each["seat"]))
    return _listed([_filled(PLACE, language, **each) for each in ranked], language, "unit")


def _listed(texts: Sequence[str], language: str, style: str = "standard") -> str:
    return format_list(texts, style, language) if texts else ""  # type: ignore[arg-type]


def _filled(text: str, language: str, **values: Any) -> str:
    return translate(text, language).format_map(values)
