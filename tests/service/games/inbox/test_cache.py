"""PendingItemsCache: the streams and polls of a process look at each game once for each change."""

import pytest

from service.accounts import Player
from service.backend import open_backend
from service.games.inbox import cache as module
from service.games.inbox.cache import PendingItemsCache
from service.games.inbox.inbox import Inbox
from tests.at_once import run_at_once
from tests.service.client import Caller, Service, id_of


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games that were looked at."""
    games: list[str] = []
    pending_in_game = module.pending_in_game

    def counted(loaded, player):
        games.append(loaded.state.id)
        return pending_in_game(loaded, player)

    monkeypatch.setattr(module, "pending_in_game", counted)
    return games


def account(service: Service, caller: Caller) -> Player:
    player = service.parts.accounts.by_id(caller.id)
    assert player
    return player


def test_the_next_reader_looks_only_at_what_has_changed(service: Service, ada: Caller, looked: list[str]):
    ben, cache, player = service.new_player("Ben"), PendingItemsCache(), account(service, ada)
    games = [id_of(service.seat_and_start(ada, ben)) for _ in range(3)]
    first = [item.data["game"] for item in Inbox(service.parts, player, cache=cache).new_items()]
    assert sorted(first) == sorted(looked) == sorted(games)
    looked.clear()
    assert len([*Inbox(service.parts, player, cache=cache).new_items()]) == 3
    assert len(Inbox(service.parts, player, cache=cache).page(50).items) == 3
    assert looked == []
    other = open_backend(service.parts.settings)  # the game moves on in another process
    process = Service(other)
    there = ben.through(process)
    there.post(f"/v1/games/{games[1]}/intentions", there.get(f"/v1/games/{games[1]}/legal").json[0])
    items = [*Inbox(service.parts, player, cache=cache).new_items()]
    assert looked == [games[1]]
    assert {item.data["game"]: item.data["version"] for item in items}[games[1]] == other.games.load(games[1]).version


def test_readers_who_begin_at_once_look_once(service: Service, ada: Caller, looked: list[str]):
    ben, cache, player = service.new_player("Ben"), PendingItemsCache(), account(service, ada)
    games = [id_of(service.seat_and_start(ada, ben)) for _ in range(3)]
    found = run_at_once(*[lambda: [*Inbox(service.parts, player, cache=cache).new_items()]] * 6)
    assert [len(items) for items in found] == [3] * 6
    assert sorted(looked) == sorted(games)


def test_what_a_player_leaves_and_too_much_is_not_kept(
    service: Service, ada: Caller, looked: list[str], monkeypatch: pytest.MonkeyPatch
):
    ben, cache, player = service.new_player("Ben"), PendingItemsCache(), account(service, ada)
    games = [service.seat_and_start(ada, ben) for _ in range(3)]
    assert len([*Inbox(service.parts, player, cache=cache).new_items()]) == 3
    ada.post(f"{games[0]}/abort")
    service.project(games[0])
    assert len(Inbox(service.parts, player, cache=cache).page(50).items) == 2
    assert cache._of[player.id].games.keys() == {id_of(game) for game in games[1:]}
    monkeypatch.setattr(module, "MAX_CACHED_GAMES", 1)
    small = PendingItemsCache()
    for _ in range(2):
        looked.clear()
        assert len(Inbox(service.parts, player, cache=small).page(50).items) == 2
        assert len(looked) == 2
