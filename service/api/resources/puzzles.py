"""Puzzles: positions of real games in which one move is clearly better than all others."""

from typing import Any

from flask import Response, url_for

import game as rules
from bots.analysis import same_choice
from projections.record.ratings import Rating
from service.api.accept_language import preferred_language
from service.api.auth import caller
from service.api.blueprint import Resources
from service.api.current import app
from service.api.errors import Problem
from service.api.responses import REVALIDATE, add_vary, json_response, link_next
from service.api.schemas.puzzles import ListedPuzzle, Puzzle, PuzzleTry
from service.api.schemas.queries import MAX_PAGE_PUZZLES, PuzzlesQuery, ThemeQuery
from service.api.schemas.requests import NewTry
from service.language.explanations import explain
from service.language.languages import SENTENCE_LANGUAGES
from service.puzzles import store
from service.puzzles.ratings import puzzle_points
from service.puzzles.store import ALL, Facts, TooManyTries, Try

puzzles = Resources("puzzles", "/v1/puzzles", "Positions with one best move.")
Json = dict[str, Any]


@puzzles.get("")
@puzzles.operation("listPuzzles", conditional=True)
@puzzles.response(200, ListedPuzzle.listed(MAX_PAGE_PUZZLES), "The easiest first.", headers=("Link",))
@puzzles.arguments(PuzzlesQuery, location="query")
def list_puzzles(query: Json) -> Response:
    """Puzzles by theme and rating; the next page is in the Link header (RFC 8288)."""
    first, limit = query.get("cursor", 0), query["limit"]
    bounds = query.get("theme", ALL), query["at_least"], query["at_most"]
    found = app.puzzles.page(caller().id, *bounds, first, limit + 1)
    listed = [_facts(each.id, each.facts, each.rating, each.tried) for each in found[:limit]]
    response = json_response(listed, cache_control=REVALIDATE)
    add_vary(response, "Authorization")
    if len(found) > limit:
        link_next(response, url_for("puzzles.list_puzzles"), {**query, "cursor": first + limit})
    return response


@puzzles.get("/next")
@puzzles.operation("nextPuzzle", problems=("no_puzzle_left",))
@puzzles.response(200, Puzzle, "The puzzle.")
@puzzles.arguments(ThemeQuery, location="query")
def show_next(query: Json) -> Response:
    """The puzzle whose rating is nearest to yours, of those that you have not tried."""
    found = app.puzzles.near(caller().id, query.get("theme", ALL))
    if found is None:
        raise Problem("no_puzzle_left", "no puzzle of this theme near your rating is left")
    return json_response(_shown(found))


@puzzles.get("/<id>")
@puzzles.operation("getPuzzle", problems=("no_such_puzzle",), conditional=True)
@puzzles.response(200, Puzzle, "The puzzle.")
def show(id: str) -> Response:
    """A puzzle, without its solution."""
    response = json_response(_shown(id), cache_control=REVALIDATE)
    add_vary(response, "Authorization")
    return response


@puzzles.post("/<id>/tries")
@puzzles.operation("tryPuzzle", problems=("no_such_puzzle", "invalid_intention", "too_busy"))
@puzzles.response(200, PuzzleTry, "Whether it is right, and the solution.", headers=("Content-Language",))
@puzzles.arguments(NewTry)
def attempt(body: Json, id: str) -> Response:
    """Say what you would do. Your first try moves both ratings; later ones, and repeated ones, move nothing."""
    player, puzzle = caller().id, _find(id)
    made = _read(puzzle, body["intention"])
    best = puzzle.choices[0]
    chosen = next(each for each in puzzle.choices if same_choice(_read(puzzle, each["intention"]), made))
    is_right = chosen is best
    try:
        outcome = app.puzzles.add_try(player, id, puzzle.facts.themes, Try(is_right, rules.body(made)))
    except TooManyTries:
        raise Problem("too_busy", "too many try this puzzle at once; try again", {"Retry-After": "1"}) from None
    language = preferred_language(SENTENCE_LANGUAGES)
    answer = {
        "right": is_right,
        "lost": round(best["value"] - chosen["value"], 2),
        "counted": outcome.is_counted,
        "solution": _solution(puzzle, language),
        "rating": _rating(outcome.after.player),
        "puzzle_rating": _rating(outcome.after.puzzle),
        "game": puzzle.game,
        "version": puzzle.version,
        "seat": puzzle.seat,
    }
    response = json_response(answer)
    response.headers["Content-Language"] = language
    add_vary(response, "Accept-Language")
    return response


def _find(puzzle: str) -> store.Puzzle:
    found = app.puzzles.read(puzzle)
    if found is None:
        raise Problem("no_such_puzzle", "there is no such puzzle")
    return found


def _shown(puzzle: str) -> Json:
    found = _find(puzzle)
    player = caller().id
    facts = _facts(puzzle, found.facts, app.puzzles.rating(puzzle), app.puzzles.first_try(player, puzzle))
    own = _rating(app.puzzles.rating_of(player))
    return {**facts, "view": found.view, "legal": found.legal, "own_rating": own}


def _facts(puzzle: str, facts: Facts, rating: Rating, tried: Try | None) -> Json:
    return {"id": puzzle, **facts._asdict(), "rating": _rating(rating), "solved": tried and tried.is_right}


def _rating(rating: Rating) -> Json:
    return {"points": puzzle_points(rating), "tries": rating.games, "sigma": round(rating.sigma, 3)}


def _read(puzzle: store.Puzzle, body: Any) -> rules.Intention:
    """The intention of the puzzle's seat. Raises Refused, with pointers into the request's body, if it is not legal."""
    try:
        made = rules.intention(puzzle.seat, body)
    except rules.Refused as refused:
        refused.faults = [(f"/intention{pointer}", detail) for pointer, detail in refused.faults]
        raise
    if rules.body(made) not in puzzle.legal:
        detail = "this is not possible in the position of the puzzle"
        raise rules.Refused("invalid_intention", detail, [("/intention", detail)])
    return made


def _solution(puzzle: store.Puzzle, language: str) -> Json:
    best = puzzle.choices[0]["intention"]
    decision = {
        "strategy": "master",
        "fallback": None,
        "estimate": "lead",
        "score": puzzle.view["seats"][puzzle.seat]["score"]["total"],
        "intention": best,
        "alternatives": puzzle.choices,
    }
    words = explain(decision, language, preferred_language())
    return {"intention": best, "alternatives": puzzle.choices, "explanation": words}
