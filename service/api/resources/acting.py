"""Acting: what operators do to games and accounts, what they see of an account, and the log of their acts."""

from typing import Any

from flask import Response, url_for

from service.accounts.acts import GAME_CLOSED, Act
from service.accounts.stored_token import OPERATOR
from service.accounts.tokens import list_tokens
from service.api.auth import access, caller
from service.api.blueprint import Resources
from service.api.current import app
from service.api.errors import Problem
from service.api.limiting import count_costly, count_more
from service.api.people import (
    described,
    described_acts,
    described_suspension,
    described_token,
    find_player,
    find_present_player,
    own_act,
)
from service.api.responses import NEVER_COMPRESSED, PRIVATE_NO_STORE, json_response, link_next, page_response
from service.api.schemas.acting import Act as ShownAct
from service.api.schemas.acting import Activity, NewAct
from service.api.schemas.queries import MAX_PAGE_ACTS, MAX_PAGE_GAMES, ActsQuery, OwnActsQuery, PageQuery
from service.api.schemas.summaries import Summary
from service.games.acting import act_on_account, close_game

LISTED_GAMES = 25
"""Games of a page that count as a request."""
acts = Resources("acts", "/v1/acts", "What operators do to games and accounts.")
own_acts = Resources("own_acts", "/v1/players/me/acts", "What operators did to you.")
activities = Resources("activities", "/v1/players", "What operators see of an account.")


@acts.post("")
@acts.operation(
    "doAct",
    problems=("damaged_log", "no_such_game", "no_such_player", "not_playing", "operator_account", "too_busy"),
    scope=OPERATOR,
)
@acts.response(201, ShownAct, "The act, as the log of acts has it.")
@acts.arguments(NewAct)
def act(body: dict[str, Any]) -> Response:
    """Close a game; suspend an account or let it in again, take its name away, or end all of its sessions.

    Only operators may, and not to each other. The players concerned can read the act, without your name.
    """
    count_costly(caller())
    kind, reason, by = body["kind"], body["reason"], caller().id
    if kind == GAME_CLOSED:
        done, code = close_game(app.backend, Act(kind, by, game=body["game"], reason=reason)), None
    else:
        player = find_present_player(body["player"])
        if player.id in app.backend.settings.operators:
            raise Problem("operator_account", "this is the account of an operator")
        seconds = body.get("seconds")
        until_ms = None if seconds is None else app.backend.accounts.now_ms() + seconds * 1000
        new = Act(kind, by, player.id, reason=reason, until_ms=until_ms, note=body.get("note"))
        with_handle, with_new_code = body.get("with_handle", False), body.get("with_new_code", False)
        done, code = act_on_account(app.backend, new, player, with_handle, with_new_code)
    [shown] = described_acts(app.backend.accounts, [done])
    return json_response(shown | ({"recovery_code": code} if code else {}), 201, NEVER_COMPRESSED)


@acts.get("")
@acts.operation("listActs", problems=("no_such_player",), scope=OPERATOR)
@acts.response(200, ShownAct.listed(MAX_PAGE_ACTS), "The newest first.", headers=("Link",))
@acts.arguments(ActsQuery, location="query")
def list_acts(query: dict[str, Any]) -> Response:
    """The log of acts: all, those that concern an account, or those on a game. Only operators may ask."""
    player = find_player(query["player"]).id if "player" in query else ""
    found = app.backend.acts.page(query["limit"], query.get("cursor"), player, query.get("game", ""))
    return _page(described_acts(app.backend.accounts, found), url_for("acts.list_acts"), query)


@own_acts.get("")
@own_acts.operation("listMyActs", while_suspended=True)
@own_acts.response(200, ShownAct.listed(MAX_PAGE_ACTS), "The newest first.", headers=("Link",))
@own_acts.arguments(OwnActsQuery, location="query")
def list_own(query: dict[str, Any]) -> Response:
    """What operators did to your account and to your games."""
    found = app.backend.acts.page(query["limit"], query.get("cursor"), caller().id)
    return _page([*map(own_act, found)], url_for("own_acts.list_own"), query)


@activities.get("/<id>/activity")
@activities.operation("getActivity", problems=("no_such_player",), scope=OPERATOR)
@activities.response(200, Activity, "The account.")
def show(id: str) -> Response:
    """An account with its tokens, without their secrets, and its suspension. Only operators may ask."""
    player, accounts = find_player(id), app.backend.accounts
    suspension = player.suspension if player.is_suspended(accounts.now_ms()) else None
    tokens = [described_token(each, access()) for each in list_tokens(accounts, player.id)]
    shown = {**described(player), "suspension": suspension and described_suspension(suspension), "tokens": tokens}
    return json_response(shown, cache_control=PRIVATE_NO_STORE)


@activities.get("/<id>/games")
@activities.operation("listGamesOf", problems=("no_such_player",), scope=OPERATOR, conditional=True)
@activities.response(200, Summary.listed(MAX_PAGE_GAMES), "The newest first.", headers=("Link",))
@activities.arguments(PageQuery, location="query")
def games(query: dict[str, Any], id: str) -> Response:
    """The games of an account, private ones too. Only operators may ask."""
    player = find_player(id).id
    page = app.backend.lobby.page(None, player, None, query.get("cursor"), query["limit"], private=True)
    count_more(caller(), len(page.games) // LISTED_GAMES)
    return page_response(page, url_for("activities.games", id=player), query)


def _page(shown: list[dict[str, Any]], url: str, query: dict[str, Any]) -> Response:
    response = json_response(shown, cache_control=PRIVATE_NO_STORE)
    if len(shown) == query["limit"]:
        link_next(response, url, {**query, "cursor": shown[-1]["id"]})
    return response
