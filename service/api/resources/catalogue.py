"""The catalogue and the strategies: what does not depend on any game."""

from dataclasses import asdict
from functools import cache

from flask import Response

from bots import STRATEGIES
from game import catalogue as cards
from game.rulesets import RULESETS
from game.scenarios import SCENARIOS
from service.api.accept_language import preferred_language
from service.api.blueprint import Resources
from service.api.responses import PUBLIC, json_response, localized_response, to_json
from service.api.schemas.base import fields_in
from service.api.schemas.catalogue import CONSTANTS, Bot, Catalogue
from service.api.schemas.queries import LanguageQuery
from service.language.names import MEDAL_NAMES, RANK_NAMES, REACTION_TEXTS, SCENARIO_NAMES
from service.language.sentences import event_sentences, sentence_words
from service.language.translations import SENTENCE_LANGUAGES, score_words

catalogue = Resources("catalogue", "/v1", "Cards, empires, bots.", token=False)


@catalogue.get("/catalogue")
@catalogue.operation("getCatalogue", conditional=True)
@catalogue.response(200, Catalogue, "The catalogue.", headers=("Content-Language",))
@catalogue.arguments(LanguageQuery, location="query")
def show(query: dict[str, str]) -> Response:
    """Cards, empires, scenarios, ranks, medals, reactions, sentences and words, in the language you ask for."""
    language = preferred_language()
    return localized_response(_catalogue(language, preferred_language(SENTENCE_LANGUAGES)), language)


@catalogue.get("/bots")
@catalogue.operation("listBots", conditional=True)
@catalogue.response(
    200,
    Bot.listed(100),
    "The strategies, the strongest first.",
    links={"decide": {"strategy": "$response.body#/0/name"}},
)
def bots() -> Response:
    """The strategies that can take a seat, the strongest first, with the cost of a decision."""
    known = sorted(STRATEGIES.values(), key=lambda strategy: -strategy.rating)
    found = [{field: getattr(strategy, field) for field in fields_in(Bot)} for strategy in known]
    return json_response(found, cache_control=PUBLIC)


@cache
def _catalogue(language: str, sentence_language: str) -> str:
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
