"""The catalogue and the strategies: what does not depend on any game."""

from flask import Response

from bots import STRATEGIES
from service.api.accept_language import preferred_language
from service.api.blueprint import Resources
from service.api.catalogue import catalogue_text
from service.api.responses import PUBLIC, json_response, localized_response
from service.api.schemas.base import fields_in
from service.api.schemas.catalogue import Bot, Catalogue
from service.api.schemas.queries import LanguageQuery
from service.language.languages import SENTENCE_LANGUAGES

catalogue = Resources("catalogue", "/v1", "Cards, empires, bots.", token=False)


@catalogue.get("/catalogue")
@catalogue.operation("getCatalogue", conditional=True)
@catalogue.response(200, Catalogue, "The catalogue.", headers=("Content-Language",))
@catalogue.arguments(LanguageQuery, location="query")
def show(query: dict[str, str]) -> Response:
    """Cards, empires, scenarios, ranks, medals, reactions, sentences and words, in the language you ask for."""
    language = preferred_language()
    return localized_response(catalogue_text(language, preferred_language(SENTENCE_LANGUAGES)), language)


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
