"""The Redis server is killed again and again while sixteen clients play: nothing that was answered is lost.

`SOAK_KILLS` says how often it is killed; `make soak` does so fifty times and shows how it goes.
"""

import json
import os
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

import game as rules
from events import Entry
from events.chain import head
from game.shuffle import commitment
from projections.rebuild import every_game
from projections.redaction import GIVES_HANDS, redact
from projections.summaries import summary
from service.backend import Backend, open_backend
from service.games.viewers import seat_of, seated_players, view_for, with_player_names
from service.run.embedded_redis import ensure_server
from service.settings import read_settings
from tests.end_to_end import soak
from tests.end_to_end.running import PATIENCE_SECONDS, Json, PersistentPlayer, Running, await_true, up
from tests.end_to_end.soak import RecordingPlayer, Request, Sent, Table

KILLS = int(os.environ.get("SOAK_KILLS") or 5)
SHARED: list[list[str]] = [["greedy"], ["random"], ["greedy", "random"], []]
ALONE: list[Json] = [
    {"seats": 1},
    {"seats": 1, "side": "A"},
    {"seats": 1, "scenario": "SC01"},
    {"seats": 1, "scenario": "SC04"},
]
AGAINST: list[list[str]] = [["greedy"], ["random"], ["greedy", "greedy"], ["random", "random", "random", "random"]]


@pytest.mark.slow
@pytest.mark.timeout(120 + 12 * KILLS)
def test_nothing_that_was_answered_is_lost_whenever_the_server_is_killed(tmp_path: Path):
    with up(tmp_path) as running, recording_players(running, 21) as everybody:
        onlooker, host, guest, *openers = everybody[:5]
        players, opening = everybody[5:], Table(openers, {"seats": 2})
        tables = [Table((players.pop(), players.pop()), {"seats": 2 + len(bots), "bots": bots}) for bots in SHARED]
        tables += [Table((players.pop(),), options) for options in ALONE]
        tables += [Table((players.pop(),), {"seats": 1 + len(bots), "bots": bots}) for bots in AGAINST]
        assert not players
        busy = tables[0].game_after(None)
        quiet = host.send("/v1/games", Request("open", {"seats": 2}, "")).headers["Location"]
        over, began = threading.Event(), time.monotonic()

        def tell(number: int) -> None:
            print(f"kill {number:>3} of {KILLS}, {time.monotonic() - began:5.1f} s: {soak.progress_line(everybody)}")

        with ThreadPoolExecutor(24) as threads:
            looking_on = threads.submit(soak.follow, onlooker, busy, over)
            waiting = threads.submit(soak.follow, host, quiet, over)
            playing = [
                threads.submit(soak.play_on, player, table, over, Random(f"{number} {seat}"))
                for number, table in enumerate(tables)
                for seat, player in enumerate(table.players)
            ]
            playing.append(threads.submit(soak.open_on, opening, over))
            killing = threads.submit(soak.kill, running, KILLS, Random(KILLS), over, tell)
        for future in playing:
            future.result()
        print(soak.report(everybody, killing.result()))
        print(f"processes started again: {running.output.read_text().count('starting it again')}")
        assert len(killing.result()) == KILLS
        assert sum(player.unavailable["store_unavailable"] for player in everybody) > 0, (
            "some requests were answered 503"
        )
        assert_consecutive(looking_on.result())
        assert len(waiting.result()) == 2, "opened, and a seat taken; nothing else happened in this game"

        check(running, everybody)
        assert_a_wait_ends_when_something_happens(host, guest, quiet)
        for table in [*tables, opening]:
            assert all(soak.goes_on(table.players, game) for game in table.games)
        with ThreadPoolExecutor(16) as threads:
            ends = [
                threads.submit(soak.play_out, player, table.games[-1], Random(seat))
                for table in tables[::2]
                for seat, player in enumerate(table.players)
            ]
        assert {end.result() for end in ends} == {"finished"}
        check(running, everybody)
        assert_answers_are_given_again(running, everybody)
        assert [fault for player in everybody for fault in player.faults] == []
        assert running.supervisor.poll() is None


@pytest.mark.slow
def test_projector_and_workers_survive_restarts_of_the_server(tmp_path: Path):
    with up(tmp_path) as running, closing(PersistentPlayer(running.url, "Ada")) as ada:
        games, alive = [ada.open(f"open {number}", seats=4, bots=["greedy"] * 4) for number in range(4)], set()
        for number, game in enumerate(games):
            version = ada.ask("POST", f"{game}/start", f"start {number}").json()["version"]
            await_true(
                lambda game=game, version=version: ada.ask("GET", game).json()["version"] > version, PATIENCE_SECONDS
            )
            alive.add((*running.processes("projector"), *running.processes("worker")))
            [server] = running.processes("server")
            os.kill(server, signal.SIGKILL)
            await_true(lambda pid=server: {*running.processes("server")} - {pid}, running.output)
        await_true(lambda: all(ada.ask("GET", game).json()["status"] == "finished" for game in games))
        assert alive == {(*running.processes("projector"), *running.processes("worker"))}


@contextmanager
def recording_players(running: Running, number: int) -> Iterator[list[RecordingPlayer]]:
    """New players, each with connections of its own."""
    with ExitStack() as stack:
        yield [stack.enter_context(closing(RecordingPlayer(running.url, f"Player {index}"))) for index in range(number)]


def store(running: Running) -> Backend:
    """The running service's store, with nothing in memory yet."""
    return open_backend(read_settings({"REDIS_URL": ensure_server(running.data).url}))


def check(running: Running, everybody: Sequence[RecordingPlayer]) -> None:
    """Once the bots have moved, logs, views and lists hold exactly what the answers said."""
    parts = store(running)
    sent: dict[str, dict[str, tuple[RecordingPlayer, Sent]]] = {}
    for player in everybody:
        for each in player.sent:
            sent.setdefault(each.game, {})[f"{player.id}:{each.key}"] = player, each
    assert every_game(parts.redis, parts.keys) == sorted(sent), "no game was opened twice"
    await_true(lambda: not any(is_due(parts.games.load(game).state) for game in sent), running.output)
    for game, requests in sent.items():
        entries = parts.log.read(game)
        check_log(parts, game, entries, requests)
        check_served(parts, game, entries, {player for player, _ in requests.values()})
    await_true(lambda: listed(everybody[0]) == {game: summary_of(parts, game) for game in sent})
    parts.redis.close()


def is_due(state: rules.State) -> bool:
    """Whether the service has something to do in a game: bots' turns, or the score."""
    return bool(rules.bots_due(state)) or (state.phase == "finished" and state.status == "playing")


def check_log(
    parts: Backend, game: str, entries: list[Entry], requests: dict[str, tuple[RecordingPlayer, Sent]]
) -> None:
    """The log has no gap and an intact chain; it holds every accepted request once, and nothing else."""
    assert [entry.version for entry in entries] == list(range(1, len(entries) + 1))
    head(game, entries)
    state = rules.fold(entry.event for entry in entries)
    assert rules.state_hash(state) == rules.state_hash(parts.games.load(game).state)
    assert [entry.name for entry in entries].count("game_scored") == (state.status == "finished")

    assert parts.redis.exists(parts.keys.seed(game)) == (state.status == "open")
    seeds = [json.loads(entry.data)["server_seed"] for entry in entries if entry.name == "game_started"]
    assert [commitment(seed, game) for seed in seeds] == [state.commitment] * len(seeds), (
        "as promised when it was opened"
    )

    rows: dict[bytes, bytes] = parts.redis.hgetall(parts.keys.idempotency(game))  # type: ignore[assignment]
    spans = {field.decode(): (int(row.split(b" ")[0]), int(row.split(b" ")[1])) for field, row in rows.items()}
    ordered = sorted(spans.values())
    assert ordered[0][0] == 1
    assert ordered[-1][1] == len(entries)
    assert all(last + 1 == first for (_, last), (first, _) in pairwise(ordered)), "every entry under one key"
    ours = {field for field in spans if not field.startswith(("bots:", "service:"))}
    assert ours == {field for field, (_, each) in requests.items() if each.accepted}, "accepted: there; refused: not"
    states = [*rules.states(entry.event for entry in entries)]
    for field in ours:
        player, each = requests[field]
        first, last = spans[field]
        seat, own = seat_of(state, parts.accounts.by_id(player.id)), slice(first - 1, last)
        seen = [as_seen(entry, seat, after) for entry, after in zip(entries[own], states[own], strict=True)]
        check_answer(each, entries[own], seen, player)


def as_seen(entry: Entry, seat: int | None, after: rules.State) -> Json:
    """The entry as the seat may see it, with the hand that it gives."""
    hands = [other.hand for other in after.seats] if entry.name in GIVES_HANDS else None
    return redact(entry, seat, hands=hands)


def check_answer(sent: Sent, entries: list[Entry], seen: list[Json], player: RecordingPlayer) -> None:
    """The entries under a key are the ones of the answer, as `seen` by the seat, and all that the request asked for."""
    assert sent.answer["version"] == entries[-1].version
    assert {entry.actor for entry in entries} == {player.id}
    answers_a_view = sent.request.kind in ("open", "join", "start")
    assert ("events" in sent.answer) == (not answers_a_view)
    if not answers_a_view:
        assert sent.answer["events"] == seen
        asked = sent.request.body if isinstance(sent.request.body, list) else [sent.request.body]
        assert len({entry.group for entry in entries}) == len(asked), "a batch is whole"


def check_served(parts: Backend, game: str, entries: list[Entry], players: set[RecordingPlayer]) -> None:
    """Every player is served the state that the log folds to."""
    for player in players:
        served = player.ask("GET", f"/v1/games/{game}").json()
        assert served["version"] == len(entries)
        state = rules.fold(entry.event for entry in entries)
        account = parts.accounts.by_id(player.id)
        seat = seat_of(state, account)
        assert served == view_for(state, seat, parts.accounts, finished=state.status == "finished")


def summary_of(parts: Backend, game: str) -> Json:
    """The summary that the list must show of a game."""
    loaded = parts.games.load(game)
    players = seated_players(loaded.state, parts.accounts)
    shown = with_player_names(summary(game, loaded), players)
    for seat in shown["seats"]:
        account = players.get(seat["player"]["id"]) if seat["player"] else None
        seat["handle"] = account.handle if account else None
    return shown | {"waiting_on": [*rules.waiting_on(loaded.state)]}


def listed(player: RecordingPlayer) -> dict[str, Any]:
    """The summaries of all games."""
    found, path = {}, "/v1/games?limit=100"
    while path:
        page = player.ask("GET", path)
        found |= {each["id"]: each for each in page.json()}
        path = page.links.get("next", {}).get("url", "")
    return found


def assert_consecutive(events: list[Json]) -> None:
    assert [event["version"] for event in events] == list(range(1, len(events) + 1)), "a follower misses no event"


def assert_a_wait_ends_when_something_happens(host: RecordingPlayer, guest: RecordingPlayer, game: str) -> None:
    """All web processes listen to the wake-ups again: one that does not would answer without events."""
    version = host.ask("GET", game).json()["version"]
    with ThreadPoolExecutor(8) as threads:
        waits = [threads.submit(host.events, game, version, wait=8) for _ in range(8)]
        time.sleep(1)
        assert guest.send(f"{game}/seats", Request("join", {}, "seats")).is_success
    assert [[event["name"] for event in wait.result()] for wait in waits] == [["seat_taken"]] * 8


def assert_answers_are_given_again(running: Running, everybody: Sequence[RecordingPlayer]) -> None:
    """Accepted requests that are sent again get the same bytes and append nothing."""
    parts = store(running)
    before = {each.game: parts.games.load(each.game).version for player in everybody for each in player.sent}
    for player in everybody:
        for each in [each for each in player.sent if each.accepted][::7]:
            again = player.ask("POST", each.address, each.key, json=each.request.body)
            assert (again.status_code, again.content) == (each.status, each.content)
    assert {game: parts.games.load(game).version for game in before} == before
    parts.redis.close()
