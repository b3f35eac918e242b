"""The explorer: what finished games say about cards and empires."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from flask import Response, request, url_for

from projections.explorer.cells import DEFINITIONS
from projections.explorer.numbers import Interval
from projections.explorer.store import Sums
from projections.explorer.tables import (
    Filter,
    all_seats,
    card_rows,
    card_sections,
    combination_rows,
    combination_sections,
)
from service.api.blueprint import Resources
from service.api.current import app
from service.api.responses import REVALIDATE, add_vary, json_response, link_next
from service.api.schemas.explorer import ExplorerCards, ExplorerCombinations
from service.api.schemas.queries import ExplorerCardsQuery, ExplorerCombinationsQuery

explorer = Resources("explorer", "/v1/explorer", "What finished games say about cards.")


@explorer.get("/cards")
@explorer.operation("exploreCards", conditional=True)
@explorer.response(200, ExplorerCards, "The cards.", headers=("Link",))
@explorer.arguments(ExplorerCardsQuery, location="query")
def list_cards(query: dict[str, Any]) -> Response:
    """How often each card was seen, picked, built and recycled, and what the seats came to that did so."""
    sort = query.get("sort") or ("picks" if query["mode"] == "standard" else "builds")
    game_round = query.get("round")
    sums = _sums(query, card_sections(game_round))
    rows = card_rows(sums.sections, game_round, query.get("place"), sort)
    first, limit = query.get("cursor", 0), query["limit"]
    return _page(query, sums, "cards", rows[first : first + limit], len(rows) > first + limit)


@explorer.get("/combinations")
@explorer.operation("exploreCombinations", conditional=True)
@explorer.response(200, ExplorerCombinations, "The combinations.", headers=("Link",))
@explorer.arguments(ExplorerCombinationsQuery, location="query")
def list_combinations(query: dict[str, Any]) -> Response:
    """What the seats came to with each empire, or that built two cards, or a card with an empire."""
    sums, first, limit = _sums(query, combination_sections(query["of"])), query.get("cursor", 0), query["limit"]
    rows, has_more = combination_rows(sums.sections, query["of"], query.get("card"), first, limit)
    return _page(query, sums, "combinations", rows, has_more)


def _sums(query: dict[str, Any], sections: tuple[str, ...]) -> Sums:
    given = {name: query[name] for name in Filter._fields if name in query}
    return app.backend.explorer.read(Filter(**given), sections)


def _page(query: dict[str, Any], sums: Sums, name: str, rows: Sequence[NamedTuple], has_more: bool) -> Response:
    """A page of a table; the next one is in the Link header (RFC 8288)."""
    facts = {"definitions": DEFINITIONS, "games": sums.games, "seats": _json(all_seats(sums.sections))}
    response = json_response(facts | {name: [_json(row) for row in rows]}, cache_control=REVALIDATE)
    add_vary(response, "Authorization")
    if has_more:
        link_next(
            response, url_for(str(request.endpoint)), {**query, "cursor": query.get("cursor", 0) + query["limit"]}
        )
    return response


def _json(row: Any) -> Any:
    """A row as clients get it: an object, but an interval is a list of its bounds."""
    if isinstance(row, list):
        return [_json(each) for each in row]
    if isinstance(row, Interval) or not hasattr(row, "_asdict"):
        return row
    return {name: _json(value) for name, value in row._asdict().items()}
