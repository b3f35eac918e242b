"""The catalogue as a text: cards and words of the game in one language."""

from dataclasses import asdict
from functools import cache
from typing import Any

from game import catalogue as cards
from game.declared import Declared
from game.events import EVENTS
from game.intentions import INTENTION_TYPES
from game.rulesets import RULESETS
from game.scenarios import SCENARIOS
from service.api.responses import to_json
from service.api.schemas.catalogue import CONSTANTS
from service.language.names import MEDAL_NAMES, RANK_NAMES, REACTION_TEXTS, SCENARIO_NAMES
from service.language.sentences import event_sentences, sentence_words
from service.language.translations import score_words


@cache
def catalogue_text(language: str, sentence_language: str) -> str:
    """The catalogue as JSON. `language`: of names, of LANGUAGES. `sentence_language`: of SENTENCE_LANGUAGES."""
    named = {
        key: [entry | {"name": entry["name"][language]} for entry in cards[key]] for key in ("developments", "empires")
    }
    data = {
        "language": language,
        **named,
        "supremacy": cards["supremacy"],
        "scenarios": [
            {"name": SCENARIO_NAMES[scenario.id][language]} | asdict(scenario) for scenario in SCENARIOS.values()
        ],
        "ranks": [{"id": rank, "name": name[language]} for rank, name in RANK_NAMES.items()],
        "medals": [{"id": medal, "name": name[language]} for medal, name in MEDAL_NAMES.items()],
        "reactions": [{"id": reaction, "text": text[language]} for reaction, text in REACTION_TEXTS.items()],
        "words": score_words(language),
        "events": [_event(declared) for _, declared in sorted(EVENTS.items())],
        "sentences": {
            "language": sentence_language,
            "events": event_sentences(sentence_language),
            "words": sentence_words(sentence_language),
        },
        "rulesets": list(RULESETS),
        "constants": {name: value for name, (value, _) in CONSTANTS.items()},
        "rulings": [{"ruleset": name, **asdict(ruleset)} for name, ruleset in RULESETS.items()],
    }
    return to_json(data)


def _event(declared: Declared) -> dict[str, Any]:
    """What clients know of an event. A field that nobody sees before the end of the game is in no list."""
    return {
        "event": declared.name,
        "kind": declared.kind.value,
        "public": sorted(declared.public),
        "own_seat": sorted(declared.own_seat),
        "ends_undo": declared.ends_undo,
        "caused_by": INTENTION_TYPES[declared.caused_by].name if declared.caused_by else None,
        "news": declared.news,
    }
