"""The record: pages of lists and leaderboards, what a finished game costs, and rebuilding everything.

RECORD_GAMES: sizes of the store, `10000,100000` by default. RECORD_LOGS: how many games with logs to rebuild.
"""

import os
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from flask.testing import FlaskClient
from redis import Redis

from events import Entry
from projections.games import Loaded, with_entries, without_events
from projections.rebuild import every_game, rebuild
from projections.record.generations import Generations, rate_everything
from projections.record.result import GameResult, result_of
from projections.record.store import Record
from service.backend import Backend, open_backend
from tests.bench.http import spread
from tests.bench.service import server, settings
from tests.projections.record.copied_games import play_tournament, store_copies
from tests.projections.record.results import START_MS, contents
from tests.service.client import Service

SIZES = [int(size) for size in os.environ.get("RECORD_GAMES", "10000,100000").split(",")]
LOGS = int(os.environ.get("RECORD_LOGS", "2000"))
PLAYED, ACCOUNTS = 40, 1000
REQUESTS, FINISHING = 400, 200
HOUR_MS = 3_600_000


def report() -> None:
    with server("everysec") as url:
        parts = open_backend(settings(url))
        originals = play_tournament(parts, PLAYED)
        parts.redis.flushall()
        service = Service(parts)
        players = [service.new_player(f"Player {number}") for number in range(ACCOUNTS)]
        filled = 0
        for size in SIZES:
            _fill(parts, originals, [player.id for player in players], filled, size)
            filled = size
            _pages(service, players[0].token, players[1].id, size)
            _finishing(parts, originals, [player.id for player in players], size)
    with server("everysec") as url:
        _rebuild(open_backend(settings(url)))


def _fill(parts: Backend, originals: Sequence[Sequence[Entry]], players: Sequence[str], first: int, size: int) -> None:
    """Store summaries and results of games, as if they had been played; their logs are not there."""
    finished = [with_entries(without_events("g"), entries) for entries in originals]
    results = [result_of("g", entries) for entries in originals]
    began = time.monotonic()
    for number in range(first, size):
        rng = Random(number)
        at = rng.randrange(len(originals))
        game, ended_ms = f"s{number:07}", START_MS + number * HOUR_MS // 10
        seated = rng.sample(players, len(results[at].seats))
        if number % 20 == 0:  # the caller plays many games, and often with the same opponent
            seated[:2] = players[:2]
        parts.lobby.save(game, _of(finished[at], seated, ended_ms))
        parts.record.add(_result(results[at], game, seated, ended_ms))
    rate_everything(parts.record)
    print(f"{size} games: stored {size - first} of them in {time.monotonic() - began:.0f} s")


def _of(loaded: Loaded, players: Sequence[str], ended_ms: int) -> Loaded:
    seats = [seat._replace(player=player, bot=None) for seat, player in zip(loaded.state.seats, players, strict=True)]
    return loaded._replace(
        state=loaded.state._replace(seats=tuple(seats)), opened_ms=ended_ms - HOUR_MS, touched_ms=ended_ms
    )


def _result(result: GameResult, game: str, players: Sequence[str], ended_ms: int) -> GameResult:
    seats = [seat._replace(player=player, kind="human") for seat, player in zip(result.seats, players, strict=True)]
    return result._replace(game=game, ended_ms=ended_ms, seats=tuple(seats))


def _pages(service: Service, token: str, opponent: str, size: int) -> None:
    client, headers = FlaskClient(service.app), {"Authorization": f"Bearer {token}"}
    addresses = {
        "lobby": "/v1/games",
        "lobby, one mode": "/v1/games?mode=standard&status=finished",
        "history": "/v1/games?player=me&status=finished",
        "history, won": "/v1/games?player=me&result=won",
        "history, one opponent": f"/v1/games?player=me&opponent={opponent}",
        "history, one opponent, won, side A": f"/v1/games?player=me&opponent={opponent}&result=won&side=A",
        "history, no game matches": "/v1/games?player=me&side=B",
        "leaderboard": "/v1/leaderboards",
        "leaderboard, place 501": "/v1/leaderboards?cursor=500",
        "leaderboard, a month": "/v1/leaderboards?period=2026-12",
        "statistics": "/v1/players/me/statistics",
    }
    spent: dict[str, list[float]] = {name: [] for name in addresses}
    for _ in range(REQUESTS):
        for name, address in addresses.items():  # in turns
            began = time.perf_counter()
            answer = client.get(address, headers=headers)
            spent[name].append((time.perf_counter() - began) * 1000)
            assert answer.status_code == 200, answer.text
    for name, address in addresses.items():
        before = _commands(service.parts.redis)
        client.get(address, headers=headers)
        commands = _commands(service.parts.redis) - before - 1
        print(f"{size} games, {name}: {spread(spent[name])}, {commands} commands")


def _commands(redis: Redis) -> int:
    """How many commands the server has carried out, but for those of scripts."""
    found: Any = redis.info("stats")
    return int(found["total_commands_processed"])


def _finishing(parts: Backend, originals: Sequence[Sequence[Entry]], players: Sequence[str], size: int) -> None:
    """What the projector does when a game finishes, step by step; then the same with a game that comes late."""
    spent: dict[str, list[float]] = {name: [] for name in ("read the result from the log", "add it", "rate it")}
    for number in range(FINISHING):
        rng = Random(number)
        entries = rng.choice(originals)
        started = time.perf_counter()
        result = result_of("g", entries)
        spent["read the result from the log"].append((time.perf_counter() - started) * 1000)
        seated = rng.sample(players, len(result.seats))
        new = _result(result, f"n{size}-{number}", seated, START_MS + (size + number) * HOUR_MS // 10)
        _time(spent["add it"], lambda: parts.record.add(new))  # noqa: B023  # it is called at once
        _time(spent["rate it"], lambda: parts.record.rate(50))
    for name, found in spent.items():
        print(f"{size} games, a finished game, {name}: {spread(found)}")
    for behind in (1, 50, 1000):
        result = result_of("g", originals[0])
        ended_ms = START_MS + (size + FINISHING - behind) * HOUR_MS // 10 - 1
        parts.record.add(_result(result, f"l{size}-{behind}", players[: len(result.seats)], ended_ms))
        began = time.perf_counter()
        rate_everything(parts.record)
        print(f"{size} games, a game that comes {behind} late: {(time.perf_counter() - began) * 1000:.1f} ms to rate")


def _rebuild(parts: Backend) -> None:
    """Rebuild games with logs, with the record and without it, and compare it with the one that was kept up."""
    originals = play_tournament(parts, PLAYED)
    store_copies(parts, originals, LOGS - PLAYED)
    games = every_game(parts.redis, parts.keys)
    for game in Random(1).sample(games, len(games)):
        entries = parts.log.read(game)
        parts.record.add(result_of(game, entries))
        parts.record.rate(50)
    rate_everything(parts.record)
    kept_up = contents(parts)
    seconds = _seconds(lambda: [*rebuild(games, parts.log, parts.snapshots, parts.lobby)])
    print(f"rebuild of {len(games)} games without the record: {seconds:.1f} s, {len(games) / seconds:.0f} games/s")
    generations = Generations(parts.redis, parts.keys)
    building = generations.begin()
    with_record = _seconds(lambda: [*rebuild(games, parts.log, parts.snapshots, parts.lobby, building)])
    rating = _seconds(lambda: rate_everything(Record(parts.redis, parts.keys, "1")))
    differing: list[Any] = []
    comparing = _seconds(lambda: differing.append(generations.finish()))
    print(
        f"rebuild of {len(games)} games with the record: {with_record:.1f} s, {len(games) / with_record:.0f} games/s; "
        f"then rating {rating:.1f} s, comparing {comparing:.1f} s"
    )
    same = contents(parts, "1") == kept_up
    print(f"players whose numbers differ from those kept up: {len(differing[0])}; the same bytes: {same}")


def _seconds(run: Callable[[], object]) -> float:
    began = time.perf_counter()
    run()
    return time.perf_counter() - began


def _time(spent: list[float], run: Callable[[], object]) -> None:
    spent.append(_seconds(run) * 1000)
