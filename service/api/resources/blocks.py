"""Blocks: players with whom you do not want to be at one table."""

from flask import Response

from service.accounts.blocks import MAX_BLOCKS, blocked_by
from service.accounts.stored_token import ADMIN
from service.api.auth import caller
from service.api.blueprint import Resources
from service.api.current import app
from service.api.errors import Problem
from service.api.limiting import count_costly, count_more
from service.api.people import described, find_player
from service.api.responses import PRIVATE_NO_STORE, json_response, no_content
from service.api.schemas.players import ListedPlayer
from service.games.blocking import meet, part

LISTED_BLOCKS = 200
"""Blocks that count as a request."""
blocks = Resources("blocks", "/v1/players/me/blocks", "Players whom you do not want to meet.")


@blocks.get("")
@blocks.operation("listBlocks", scope=ADMIN)
@blocks.response(200, ListedPlayer.listed(MAX_BLOCKS), "By id.")
def show() -> Response:
    """The players that you have blocked."""
    accounts = app.backend.accounts
    ids = blocked_by(accounts, caller().id)
    count_more(caller(), len(ids) // LISTED_BLOCKS)
    players = accounts.by_ids(ids)
    found = [described(players[each]) for each in ids if each in players]
    return json_response(found, cache_control=PRIVATE_NO_STORE)


@blocks.put("/<id>")
@blocks.operation("block", problems=("no_such_player", "own_account", "too_many_blocks"), scope=ADMIN)
@blocks.response(204, description="You do not meet at a table any more.")
def add(id: str) -> Response:
    """Block a player, by id or by `@` and the handle. You do not join or invite each other; nobody is told.

    Invitations by one of you to the other are declined. Games under way go on.
    """
    count_costly(caller())
    other = find_player(id)
    if other.id == caller().id:
        raise Problem("own_account", "you cannot block yourself")
    part(app.backend, caller().id, other.id)
    return no_content()


@blocks.delete("/<id>")
@blocks.operation("unblock", problems=("no_such_player",), scope=ADMIN)
@blocks.response(204, description="The player is not blocked.")
def remove(id: str) -> Response:
    """Block a player no more."""
    count_costly(caller())
    meet(app.backend, caller().id, find_player(id).id)
    return no_content()
