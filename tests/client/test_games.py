"""Whole games with the client on a running service, over lines that lose answers and break streams off."""

import asyncio
from contextlib import suppress
from itertools import count
from random import Random
from typing import Any

import httpx
import pytest

from service.commands.demo import choose_intention
from tests.client.followed import without_open_cards
from tests.client.losses import Losses, LossyAsyncTransport, LossyTransport
from tests.end_to_end.running import PATIENCE_SECONDS, Running
from wonderful_client import AsyncClient, AsyncGame, Client, Game, Json, Problem

RHYTHM = 8
"""Each eighth answer is lost."""
EVENT_BYTES = 2000
"""Of a stream of events without views, before it breaks off."""
VIEW_BYTES = 2500
"""Of a stream with views, before it breaks off: often within the last append, between its events and its view."""


def test_a_bot_plays_a_whole_game_though_answers_get_lost(running: Running):
    losses, rng = Losses(RHYTHM), Random(1)
    http = httpx.Client(transport=LossyTransport(losses), timeout=PATIENCE_SECONDS)
    with Client(running.url, http=http) as client, http:
        client.register_player(name="Lossy", kind="bot")
        game = client.open_game(seats=2, bots=["greedy"])["id"]
        finished = next(client.play(lambda view, legal: choose_intention(view, legal, rng)))
        assert (finished["game"], finished["view"]["status"]) == (game, "finished")
        assert client.verify_log(client.get_log(game))["ok"] is True
        assert [each["id"] for each in client.list_games(player="me")] == [game]
    assert losses.lost > 5
    assert losses.broken > 2


@pytest.mark.verify
def test_a_game_is_followed_by_its_events_though_answers_get_lost(running: Running):
    def move_other() -> None:
        """The other player moves while the follower, who knows all, waits: so the stream has something to tell."""
        view = other.get_game(game.id)
        if view["version"] == game.version and view["seat"] in view["waiting_on"]:
            other.act(game.id, choose_intention(view, other.list_legal(game.id), rng))

    losses, rng = Losses(RHYTHM, EVENT_BYTES, move_other), Random(2)
    http = httpx.Client(transport=LossyTransport(losses), timeout=PATIENCE_SECONDS)
    with Client(running.url, http=http) as client, Client(running.url) as other, Client(running.url) as watching, http:
        for each, name in ((client, "Follower"), (other, "Other"), (watching, "Watcher")):
            each.register_player(name=name)
        game = Game(client, client.open_game(seats=2)["id"])
        other.take_seat(game.id)
        with pytest.raises(LookupError):
            game.view()
        client.start_game(game.id)
        versions = list[int]()
        for view in game.follow():
            assert view == game.view(view["version"])
            versions.append(view["version"])
            undoable = client.get_game(game.id)["undoable"]  # the view may be within what the other has just done
            if undoable and view["phase"] == "planning" and rng.random() < 0.3:
                game.undo(undoable)
            elif view["seat"] in view["waiting_on"]:
                game.act(choose_intention(view, client.list_legal(game.id), rng))
        assert versions == sorted({*versions})
        assert versions[-1] == game.version
        assert [event["version"] for event in game.events] == [*range(1, game.version + 1)]
        assert game.view() == without_open_cards(client.get_game(game.id))
        game.read_again()
        assert game.view() == client.get_game(game.id)
        for version in [*range(1, 10), *rng.sample(range(10, game.version), 8)]:
            assert game.view(version) == client.get_game(game.id, at=version)
        spectator = Game(watching, game.id)
        spectator.read()
        assert spectator.view() == watching.get_game(game.id)
    assert losses.lost > 5
    assert losses.broken > 2


@pytest.mark.verify
def test_the_same_with_asyncio_in_two_games_at_once(running: Running):
    async def play(client: AsyncClient, seed: int) -> Json:
        rng = Random(seed)
        opened = await client.open_game(seats=2, bots=["greedy"])
        await client.start_game(opened["id"])
        game = AsyncGame(client, opened["id"])
        await game.read()
        while (view := game.view())["status"] == "playing":
            if legal := await client.list_legal(game.id):
                await game.act(choose_intention(view, legal, rng))
            else:
                await game.read(wait=20)
        assert without_open_cards(await client.get_game(game.id)) == view
        return view

    async def main() -> None:
        losses = Losses(RHYTHM)
        http = httpx.AsyncClient(transport=LossyAsyncTransport(losses), timeout=PATIENCE_SECONDS)
        async with AsyncClient(running.url, http=http) as client, http:
            await client.register_player(name="Awaited")
            views = await asyncio.gather(play(client, 1), play(client, 2))
            assert {view["status"] for view in views} == {"finished"}
            listed = await client.list_games(player="me", limit=1)
            assert {game["id"] async for game in client.rest(listed)} == {view["id"] for view in views}
            live = [item async for item in client.listen(views[0]["id"], after=1)]
            assert [item["version"] for item in live if item["type"] == "event"] == [*range(2, views[0]["version"] + 1)]
        assert losses.lost > 5

    asyncio.run(main())


def test_live_items_with_views_go_on_after_a_break(running: Running):
    losses = Losses(1000, VIEW_BYTES)
    http = httpx.Client(transport=LossyTransport(losses), timeout=PATIENCE_SECONDS)
    with Client(running.url, http=http) as client, http:
        client.register_player(name="Live")
        game = client.open_game(seats=4, bots=["greedy"] * 4)["id"]
        items: list[Any] = []
        for item in client.listen(game, include="view"):
            if not items:
                client.start_game(game)
            items.append(item)
    versions = [item["version"] for item in items if item["type"] == "event"]
    assert versions == sorted(set(versions))
    assert [item for item in items if item["type"] == "view"][-1]["view"]["status"] == "finished"
    assert losses.broken > 2


@pytest.mark.parametrize(
    ("choice", "code"),
    [
        ({"type": "draft", "card": "zeppelin.99"}, "card_not_in_hand"),
        ({"type": "ready"}, "wrong_phase"),
        ({"type": "no_such_type"}, "invalid_intention"),
        ([], "invalid_batch"),
        (None, "invalid_intention"),
    ],
)
def test_a_bot_learns_that_its_choice_is_wrong(running: Running, choice: Any, code: str):
    with Client(running.url) as client:
        client.register_player(name="Wrong", kind="bot")
        client.open_game(seats=2, bots=["random"])
        with pytest.raises(Problem) as raised:
            next(client.play(lambda view, legal: choice))
        assert raised.value.code == code


def test_a_bot_plays_on_though_its_moves_come_too_late(running: Running):
    with Client(running.url) as client, Client(running.url) as faster:
        faster.connection.use_token(client.register_player(name="Late", kind="bot")["token"])
        game = client.open_game(seats=2, bots=["random"])["id"]
        turns = count()

        def choose(view: Json, legal: list[Json]) -> Json:
            if (turn := next(turns)) < 20:  # somebody plays it meanwhile, in every other turn under its key
                with suppress(Problem):  # the turn is over already
                    faster.act(game, legal[0], key=view["version"] if turn % 2 else None)
            return legal[-1]

        assert next(client.play(choose))["view"]["status"] == "finished"
        assert next(turns) > 20


SEPARATORS = "a\u2028b\u2029c\u0085d\u001ce"
"""Characters at which other programs than readers of JSON lines may begin a line."""


def test_items_hold_texts_with_any_separators(running: Running):
    async def listen(token: str, game: str) -> list[Json]:
        async with AsyncClient(running.url, token) as client:
            return [item async for item in client.listen(game, after=0)]

    with Client(running.url) as client:
        token = client.register_player(name="Ada")["token"]
        game = client.open_game(seats=1)["id"]
        client.start_game(game, client_seed=SEPARATORS)
        client.abort_game(game)
        items = [item for item in client.listen(game, after=0) if item["type"] == "event"]
        [started] = [item for item in items if item["name"] == "game_started"]
        assert started["data"]["client_seeds"] == [SEPARATORS]
        awaited = asyncio.run(listen(token, game))
        assert [item for item in awaited if item["type"] == "event"] == items


def test_an_inbox_ends_with_the_token(running: Running):
    with Client(running.url) as client:
        client.register_player(name="Gone")
        game = client.open_game(seats=2, bots=["greedy"])["id"]
        inbox = client.inbox()
        assert (next(inbox)["type"], next(iter(client.list_turns()))["game"]) == ("table_full", game)
        client.revoke_token("current")
        with pytest.raises(Problem) as raised:
            list(inbox)
        assert raised.value.code in ("token_revoked", "token_unknown")
