"""What must be true after a soak: logs, answers, projections and queues hold everything, and each thing once."""

import json
import time
from bisect import bisect
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from statistics import median
from typing import Any

import game as rules
from events import Entry
from events.chain import head
from game.events import GIVES_HANDS
from game.shuffle import commitment
from projections.audit import verify
from projections.games import Loaded
from projections.rebuild import every_game
from projections.redaction import redact
from projections.summaries import summary
from projections.transfer import export_lines
from service.backend import Backend, open_backend
from service.games.viewers import seat_of, seated_players, view_for, with_player_names
from service.jobs.queues import Queues
from tests.end_to_end.chaos import Kill
from tests.end_to_end.running import Json, OwnService, await_true
from tests.end_to_end.soak import RecordingPlayer, Request, Sent, Table
from tests.end_to_end.test_webhooks import Inbox
from tests.projections.killable_projector import assert_projected, is_drained, rebuilt
from tests.projections.record.results import is_rated

PLAYED_BY = {
    "worker --lane quick": ("bot:greedy", "bot:random"),
    "worker --lane slow": ("bot:planner", "bot:search", "bot:master"),
}
"""Which bots stand still while the workers of a lane are dead."""


def store(running: OwnService) -> Backend:
    """The running service's store, with nothing in memory yet."""
    return open_backend(running.store_settings())


def check(running: OwnService, everybody: Sequence[RecordingPlayer], kills: Sequence[Kill]) -> None:
    """Once the bots have moved, logs, views and lists hold exactly what the answers said."""
    parts = store(running)
    sent: dict[str, dict[str, tuple[RecordingPlayer, Sent]]] = {}
    for player in everybody:
        for each in player.sent:
            sent.setdefault(each.game, {})[f"{player.id}:{each.key}"] = player, each
    assert every_game(parts.redis, parts.keys) == sorted(sent), "no game was opened twice"
    await_true(lambda: not any(is_due(parts.games.load(game)) for game in sent), running.output)
    moves: dict[str, list[int]] = {actor: [] for actors in PLAYED_BY.values() for actor in actors}
    for game, requests in sent.items():
        entries = parts.log.read(game)
        check_log(parts, game, entries, requests)
        check_served(parts, game, entries, {player for player, _ in requests.values()})
        for entry in entries:
            if entry.actor in moves:
                moves[entry.actor].append(entry.ms)
    await_true(lambda: listed(everybody[0]) == {game: summary_of(parts, game) for game in sent})
    assert_bots_moved_after(kills, moves)
    parts.close()


def assert_bots_moved_after(kills: Sequence[Kill], moves: dict[str, list[int]]) -> None:
    """After each kill of the worker of a lane its bots move again. `moves`: times in ms by actor."""
    now_ms, now = time.time() * 1000, time.monotonic()
    for kind, actors in PLAYED_BY.items():
        times = sorted(ms for actor in actors for ms in moves[actor])
        died = [now_ms - (now - kill.died) * 1000 for kill in kills if kill.kind == kind]
        next_moves = [bisect(times, ms) for ms in died]
        assert all(index < len(times) for index in next_moves), f"no move after a kill of {kind}"
        still = [(times[index] - ms) / 1000 for index, ms in zip(next_moves, died, strict=True)] or [0.0]
        print(f"from a kill of {kind} to the next move: {median(still):.2f} s (median), {max(still):.2f} s (longest)")


def assert_told_of_each_game(inbox: Inbox, opening: Table) -> None:
    """A webhook hears of each game that started, although its worker was killed."""
    games = {*opening.games}
    await_true(lambda: {body["game"] for body in [*inbox.accepted.values()] if body["type"] == "started"} >= games)


def assert_projections_and_queues_are_whole(running: OwnService) -> None:
    """Once nothing happens any more, the projections are what the logs say, and nothing waits in a lane."""
    parts = store(running)
    queues = Queues(parts.settings)
    for lane in queues.lanes:
        await_true(lambda lane=lane: queues.backlog(lane)[:2] == (1, 0), running.output)
    await_true(lambda: is_drained(parts) and is_rated(parts), running.output)
    games = every_game(parts.redis, parts.keys)
    assert_projected(parts, *games)
    differing = rebuilt(parts)  # None: no game has finished
    assert not differing, "the record was what the logs say"
    redis = queues.redis
    jobs = [key for key in redis.scan_iter("rq:job:*", count=1000) if redis.type(key) == b"hash"]
    lasting = Counter(redis.hget(key, "status") for key in jobs if redis.ttl(key) == -1)
    print(f"{len(games)} games; {len(jobs)} jobs are kept, without an end by status: {dict(lasting)}")
    queues.redis.close()
    parts.close()


def is_due(loaded: Loaded) -> bool:
    """Whether the service has something to do in a game: bots' turns, or the score."""
    state = loaded.state
    return bool(rules.bots_due(state, loaded.clocks)) or (state.phase == "finished" and state.status == "playing")


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
    state = rules.fold(entry.event for entry in entries)
    for player in players:
        served = player.get_game(game)
        assert served["version"] == len(entries)
        account = parts.accounts.by_id(player.id)
        seat = seat_of(state, account)
        assert served == view_for(state, seat, parts.accounts, everything=state.status == "finished")
    if state.status == "finished":
        verdict = verify(f"{line}\n".encode() for line in export_lines(state, entries))
        assert verdict.ok, verdict.fault


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
    return {each["id"]: each for each in player.rest(player.list_games(limit=100))}


def assert_consecutive(events: list[Json]) -> None:
    assert [event["version"] for event in events] == list(range(1, len(events) + 1)), "a follower misses no event"


def assert_a_wait_ends_when_something_happens(host: RecordingPlayer, guest: RecordingPlayer, game: str) -> None:
    """All web processes listen to the wake-ups again: one that does not would answer without events."""
    version = host.get_game(game)["version"]
    with ThreadPoolExecutor(8) as threads:
        waits = [threads.submit(host.events, game, version, wait=8) for _ in range(8)]
        time.sleep(1)
        assert guest.send(Request("join", {}, "seats"), game).accepted
    assert [[event["name"] for event in wait.result()] for wait in waits] == [["seat_taken"]] * 8


def assert_answers_are_given_again(running: OwnService, everybody: Sequence[RecordingPlayer]) -> None:
    """Accepted requests that are sent again get the same bytes and append nothing."""
    parts = store(running)
    before = {each.game: parts.games.load(each.game).version for player in everybody for each in player.sent}
    for player in everybody:
        for each in [each for each in player.sent if each.accepted][::7]:
            player.send_again(each)
    assert {game: parts.games.load(game).version for game in before} == before
    parts.close()
