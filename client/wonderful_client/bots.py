"""A bot but for the choice of its moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .conversation import INBOX, JSON_LINES, Answer, Flow, Item, Json, Request, ask, build, read_list, stream
from .drivers import items
from .problems import Problem

Choose = Callable[[Json, list[Json]], Any]
"""(view, legal intentions) → one of them, or a list of intentions: then all happen, or none."""
SEATS = "/v1/games/{id}/seats"
CONFLICT = 409
TOO_LATE = ("no_such_game", "no_spectators", "not_host", "not_invited", "not_seated", "idempotency_key_reused")
"""Codes of other statuses by which the table has changed since, or the turn is played already."""


class Bots:
    """What lets a client play by itself."""

    connection: Any

    @items
    def play(self, choose: Choose, *, join: bool = False) -> Flow[None]:
        """Accept invitations, agree to start, send what `choose` chooses; hand out the `finished` item of each game.

        With `join`, it also takes a seat in open games that allow bots, at first and after each game. It goes on for
        ever, also after lost connections: break the loop to end it. What the service refuses, because it comes too
        late, counts as nothing. Raises Problem if it refuses anything else, such as a choice that is not legal, if the
        token has ended, or if the service does not answer for as long as the client is patient.

        >>> for finished in client.play(lambda view, legal: legal[0]):  # doctest: +SKIP
        ...     print(finished["view"]["result"])
        """
        newest: str | None = None

        def request_after() -> Request:
            since = {"Last-Event-ID": newest} if newest else {}
            return Request("GET", INBOX, {"Accept": JSON_LINES, **since})

        def take(item: Json) -> Flow[None]:
            nonlocal newest
            newest = item.get("id", newest)
            if item["type"] == "your_turn":
                yield from self._move(item, choose(item["view"], item["legal"]))
            elif request := _answer(item):
                yield from self._try(request)
            if item["type"] == "finished":
                yield Item(item)
                if join:
                    yield from self._join()

        if join:
            yield from self._join()
        yield from stream(request_after, take, self.connection.patience)

    def _join(self) -> Flow[None]:
        """Take a seat in each open game of the first page."""
        found = read_list(
            (yield from ask(build("GET", "/v1/games", (), {"free_seats": True}), self.connection.patience))
        )
        for game in found:
            yield from self._try(build("POST", SEATS, (game["id"],)))

    def _move(self, item: Json, chosen: Any) -> Flow[None]:
        """Send a choice. Raises Problem if it is wrong, and not too late.

        A choice that the service named as legal is never wrong. Any other is, if the same is legal as before.
        """
        game = item["game"]
        # The version as the key: a turn that comes twice is played once.
        move = build("POST", "/v1/games/{id}/intentions", (game, chosen), {"key": item["version"]})
        refusal = yield from self._try(move)
        if isinstance(refusal, Problem) and refusal.status == CONFLICT and chosen not in item["legal"]:
            legal = yield from self._try(build("GET", "/v1/games/{id}/legal", (game,)))
            if isinstance(legal, Answer) and read_list(legal) == item["legal"]:
                raise refusal

    def _try(self, request: Request) -> Flow[Answer | Problem]:
        """The answer to a request that may come too late; the refusal if it does. Raises Problem for other refusals."""
        try:
            return (yield from ask(request, self.connection.patience))
        except Problem as problem:
            if problem.status != CONFLICT and problem.code not in TOO_LATE:
                raise
            return problem


def _answer(item: Json) -> Request | None:
    """What a bot sends because of an item of its inbox, except a move; nothing for one that it does not know."""
    game, kind = item.get("game"), item["type"]
    if kind in ("invitation", "rematch_offered"):
        return build("POST", SEATS, (game,))
    if kind == "table_full" and item["seat"] == item["view"]["host"]:
        return build("POST", "/v1/games/{id}/start", (game,))
    if kind == "table_full":
        return build("PUT", "/v1/games/{id}/seats/me/ready", (game,), {"ready": True})
    if kind == "away":
        return build("POST", "/v1/games/{id}/seats/me/return", (game,))
    return None
