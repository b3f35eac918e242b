"""Analyses: what each decision of a finished game was worth."""

from flask import Response, url_for

from projections.games import Loaded
from service.analysis.document import Document
from service.analysis.store import Progress
from service.analysis.words import with_words
from service.api.accept_language import preferred_language
from service.api.analyses import asked_analysis
from service.api.auth import caller
from service.api.blueprint import Resources
from service.api.current import app, load_game
from service.api.description.operations import GAME_PROBLEMS
from service.api.errors import Problem
from service.api.responses import json_response
from service.api.schemas.analyses import Analysis
from service.games.viewers import seated_players
from service.language.languages import SENTENCE_LANGUAGES
from service.language.sentences import Narrator

analyses = Resources("analyses", "/v1/games", "What the decisions of a finished game were worth.")
HEADERS = ("Content-Language",)


@analyses.post("/<id>/analysis")
@analyses.operation("analyseGame", problems=(*GAME_PROBLEMS, "not_finished", "not_analysable", "too_busy"))
@analyses.response(200, Analysis, "The analysis, which was made before.", headers=HEADERS)
@analyses.response(202, Analysis, "A worker makes it: fetch it from Location.", headers=("Location", "Retry-After"))
def ask(id: str) -> Response:
    """Let a worker analyse a finished game, once for everybody. It takes some seconds for each seat."""
    player, loaded = caller(), load_game(id)
    found = asked_analysis(player, loaded)
    response = _answer(loaded, found)
    if isinstance(found, Progress):
        response.status_code = 202
        response.headers["Location"] = url_for("analyses.show", id=id)
    return response


@analyses.get("/<id>/analysis")
@analyses.operation("getAnalysis", problems=(*GAME_PROBLEMS, "no_such_analysis"))
@analyses.response(200, Analysis, "The analysis, or how far it is.", headers=(*HEADERS, "Retry-After"))
def show(id: str) -> Response:
    """The analysis of a game, or how far it is."""
    loaded = load_game(id)
    found = app.analyses.read(id, loaded.head)
    if found is None:
        raise Problem("no_such_analysis", "nobody has asked for an analysis of this game")
    return _answer(loaded, found)


def _answer(loaded: Loaded, found: Document | Progress) -> Response:
    if isinstance(found, Progress):
        response = json_response({"status": "pending", "progress": found._asdict(), "analysis": None})
        response.headers["Retry-After"] = "1"
        return response
    names = {account: player.name for account, player in seated_players(loaded.state, app.backend.accounts).items()}
    language = preferred_language(SENTENCE_LANGUAGES)
    narrator = Narrator(language, preferred_language(), [seat.player or "" for seat in loaded.state.seats], names)
    response = json_response({"status": "done", "progress": None, "analysis": with_words(narrator, found)})
    response.headers["Content-Language"] = language
    response.headers["Vary"] = "Accept-Language"
    return response
