"""A client that comes back finds all that waits, and exactly the news since the newest item that it has."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import monotonic, sleep

import pytest

from service.backend import open_backend
from service.games.inbox import inbox as module
from service.run.embedded_redis import ensure_server, is_running, stop_server
from service.settings import read_settings
from tests.high_limits import HIGH_LIMITS
from tests.service.client import Caller, Service, id_of
from tests.service.games.inbox.reading import everything, found, inbox_of


def end(service: Service, game: str, *callers: Caller) -> None:
    """Players resign, and the last one aborts the game."""
    for caller in callers[:-1]:
        caller.ask("DELETE", f"{game}/seats/me")
    callers[-1].post(f"{game}/abort")
    service.project(game)


def test_a_game_that_started_and_ended_between_two_connections_is_news(service: Service, ada: Caller, ben: Caller):
    for reader in (ada, ben, service.new_bot()):
        before = inbox_of(service, reader)
        assert everything(before) == []
        game = service.seat_and_start(reader, service.new_player("Cat"))
        other = service.seat_and_start(service.new_player("Dan"), reader)
        reader.ask("DELETE", f"{game}/seats/me")
        service.project(game)
        assert found(everything(inbox_of(service, reader, str(before.position)))) == [
            ("started", id_of(game)),
            ("started", id_of(other)),
            ("your_turn", id_of(other)),
        ]
        assert found(everything(inbox_of(service, reader))) == [("your_turn", id_of(other))], "without a position"


def test_news_of_a_game_that_is_over_show_its_end_also_to_who_resigned(service: Service, ada: Caller, ben: Caller):
    game = service.seat_and_start(ada, ben)
    position = str(inbox_of(service, ada).position)
    end(service, game, ada, ben)
    [ended] = everything(inbox_of(service, ada, position))
    assert (ended.kind, ended.data["view"]["status"], ended.data["view"]["end_reason"]) == (
        "finished",
        "abandoned",
        "aborted",
    )
    assert (ended.data["seat"], ended.data["legal"], ended.data["deadline"]) == (None, [], None)
    assert everything(inbox_of(service, ada, ended.id)) == []


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.slow
def test_a_connection_that_breaks_anywhere_loses_and_repeats_no_news(
    service: Service, ada: Caller, ben: Caller, monkeypatch: pytest.MonkeyPatch, seed: int
):
    monkeypatch.setattr(module, "MAX_NEWS_AT_ONCE", 3)
    rng, last_id, received = Random(seed), str(inbox_of(service, ada).position), []
    games = [service.seat_and_start(*rng.sample([ada, ben], 2)) for _ in range(7)]
    for game in games[:5]:
        end(service, game, ada, ben)
    expected = [("started", id_of(game)) for game in games] + [("finished", id_of(game)) for game in games[:5]]
    for _ in range(100):
        items, cut = everything(inbox_of(service, ada, last_id)), rng.randrange(1, 5)
        news = [item for item in items if item.kind in ("started", "finished")]
        standing = [item for item in items if item not in news]
        assert sorted(found(standing)) == sorted(("your_turn", id_of(game)) for game in games[5:])
        if not news:
            break
        received += [item for item in items[:cut] if item in news]
        last_id = items[:cut][-1].id
    assert found(received) == expected


def test_a_connection_that_breaks_between_news_and_turns_goes_on_after_the_news(service: Service, ada: Caller):
    position = str(inbox_of(service, ada).position)
    games = [service.seat_and_start(ada, service.new_player("Ben")) for _ in range(2)]
    inbox = inbox_of(service, ada, position)
    items = everything(inbox)
    assert [item.kind for item in items] == ["started", "started", "your_turn", "your_turn"]
    for item in items[1:]:
        assert [each.kind for each in everything(inbox_of(service, ada, item.id))] == ["your_turn", "your_turn"]
    assert [each.kind for each in everything(inbox_of(service, ada, items[0].id))] == [
        "started",
        "your_turn",
        "your_turn",
    ]
    assert {item.data["game"] for item in items} == {id_of(game) for game in games}


@pytest.mark.parametrize("after", ["9" * 15, "999999999999999-g-1-finished"])
def test_a_position_of_the_future_counts_as_the_newest_one(service: Service, ada: Caller, ben: Caller, after: str):
    service.seat_and_start(ada, ben)
    inbox = inbox_of(service, ada, after)
    [turn] = everything(inbox)
    assert turn.id.startswith(f"{inbox.position}-")
    game = service.seat_and_start(ada, ben)
    assert ("started", id_of(game)) in found(everything(inbox))


def test_another_process_with_old_games_delivers_the_newest(service: Service, ada: Caller, ben: Caller):
    other = open_backend(service.parts.settings)
    games = [service.seat_and_start(ada, ben) for _ in range(3)]
    first = inbox_of(service, ada, parts=other)
    assert len(everything(first)) == 3  # that process has cached all three now
    ada.post(f"{games[0]}/intentions", ada.get(f"{games[0]}/legal").json[0])
    end(service, games[1], ada, ben)
    assert found(everything(first)) == [("finished", id_of(games[1]))]
    assert found(everything(inbox_of(service, ada, parts=other))) == [("your_turn", id_of(games[2]))]
    ben.post(f"{games[0]}/intentions", ben.get(f"{games[0]}/legal").json[0])
    [turn] = everything(first)
    assert turn.data["version"] == service.version(games[0])
    other.close()


def test_a_private_game_is_in_the_inbox_of_its_players_and_of_nobody_else(service: Service, ada: Caller, ben: Caller):
    position = str(inbox_of(service, ada).position)
    game = service.seat_and_start(ada, visibility="private")
    items = everything(inbox_of(service, ada, position))
    assert found(items) == [("started", id_of(game)), ("your_turn", id_of(game))]
    assert items[0].data["view"] == ada.get(game).json
    service.parts.redis.zadd(service.parts.keys.lobby(f"news:{ben.id}"), {f"started-{id_of(game)}": 7})
    assert everything(inbox_of(service, ben, "0")) == [], "not even with news of it"


@pytest.fixture
def restarting(tmp_path: Path) -> Iterator[tuple[Service, Path]]:
    """A service on a server of its own, in a folder."""
    server = ensure_server(tmp_path, "everysec")
    yield Service(open_backend(read_settings(HIGH_LIMITS | {"REDIS_URL": server.url, "ALLOW_VOLATILE": "1"}))), tmp_path
    stop_server(ensure_server(tmp_path, "everysec"))


@pytest.mark.slow
def test_nothing_is_lost_when_the_server_restarts(restarting: tuple[Service, Path]):
    service, folder = restarting
    ada, ben = service.new_player("Ada"), service.new_player("Ben")
    ended, going_on = service.seat_and_start(ada, ben), service.seat_and_start(ada, ben)
    last_id = everything(inbox_of(service, ada))[-1].id
    end(service, ended, ada, ben)
    server = ensure_server(folder, "everysec")
    os.kill(server.pid, signal.SIGKILL)
    deadline = monotonic() + 120
    while is_running(server):
        assert monotonic() < deadline
        sleep(0.01)
    ensure_server(folder, "everysec")
    later = service.seat_and_start(ada, ben)
    assert found(everything(inbox_of(service, ada, last_id))) == [
        ("finished", id_of(ended)),
        ("started", id_of(later)),
        ("your_turn", id_of(later)),
        ("your_turn", id_of(going_on)),
    ]
