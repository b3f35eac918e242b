"""What the service stores about an account, row by row: the rows of an export."""

from collections.abc import Iterator
from typing import Any

from service.accounts import Access
from service.accounts.acts import MAX_LISTED_ACTS
from service.accounts.blocks import blocked_by
from service.accounts.tokens import list_tokens
from service.api.people import described, described_token, own_act
from service.api.webhook_bodies import detailed_webhook
from service.backend import Backend
from service.daily.tries import all_tries
from service.games.lists import complete_summaries
from service.games.records import statistics_facts
from service.puzzles.store import Puzzles
from service.webhooks.endpoints import Webhooks

Row = dict[str, Any]
GAMES_AT_ONCE = 10
"""About 10 ms. Other requests of the process are served between two pages of games."""


def own_rows(backend: Backend, access: Access) -> Iterator[Row]:
    """Account, tokens, acts of operators, blocks, webhooks, statistics, tries at deals and puzzles, games, and an end.

    Each row has a `type`. The end tells the number of rows before it, so that a client notices a broken connection.
    """
    rows = 0
    for row in _rows(backend, access):
        rows += 1
        yield row
    yield {"type": "end", "rows": rows}


def _rows(backend: Backend, access: Access) -> Iterator[Row]:
    player, accounts = access.player, backend.accounts
    yield {"type": "account", **described(player)}
    yield from ({"type": "token", **described_token(each, access)} for each in list_tokens(accounts, player.id))
    acts = backend.acts.page(MAX_LISTED_ACTS, player=player.id)
    yield from ({"type": "act", **own_act(each)} for each in acts)
    blocked = blocked_by(accounts, player.id)
    players = accounts.by_ids(blocked)
    yield from ({"type": "block", **described(players[each])} for each in blocked if each in players)
    webhooks = Webhooks(backend.redis, backend.keys, backend.clock)
    found = webhooks.list(player.id)
    states = webhooks.outbox.states([each.member for each in found])
    yield from ({"type": "webhook", **detailed_webhook(each, state)} for each, state in zip(found, states, strict=True))
    yield {"type": "statistics", **statistics_facts(backend, player.id, player)}
    tries = sorted(all_tries(backend, player.id).items())
    yield from ({"type": "daily_try", "day": day, "game": game} for day, game in tries)
    tried = Puzzles(backend.redis, backend.keys).all_tries(player.id)
    yield from ({"type": "puzzle_try", "puzzle": puzzle, **made._asdict()} for puzzle, made in tried)
    yield from _games(backend, player.id)


def _games(backend: Backend, player: str) -> Iterator[Row]:
    cursor = None
    while True:
        page = backend.lobby.page(None, player, None, cursor, GAMES_AT_ONCE, private=True)
        yield from ({"type": "game", **each} for each in complete_summaries(backend, page.games))
        if page.cursor is None:
            return
        cursor = page.cursor
