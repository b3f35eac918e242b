"""What decided a game, in sentences."""

from collections.abc import Mapping
from typing import Any

from service.language.explanations import intention_phrase, number
from service.language.sentences import Narrator

MOMENTS = {
    "decision": "Round {round}: {player} chose this: {made}. Better by {points} points: {best}.",
    "lucky": "Round {round}: what came to {player} was worth {points} points more than expected.",
    "unlucky": "Round {round}: what came to {player} was worth {points} points less than expected.",
}
TEXTS = tuple(MOMENTS.values())


def with_words(narrator: Narrator, document: Mapping[str, Any]) -> dict[str, Any]:
    """The document of an analysis, its moments with sentences."""
    decisions = {each["version"]: each for each in document["decisions"]}
    moments = [each | {"text": _tell(narrator, each, decisions[each["version"]])} for each in document["moments"]]
    return {**document, "moments": moments}


def _tell(narrator: Narrator, moment: Mapping[str, Any], decision: Mapping[str, Any]) -> str:
    return narrator.translate(MOMENTS[moment["kind"]]).format(
        round=decision["round"],
        player=narrator.seat_names[moment["seat"]],
        points=number(narrator, moment["points"]),
        made=intention_phrase(narrator, decision["made"]),
        best=intention_phrase(narrator, decision["best"]),
    )
