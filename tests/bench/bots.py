"""The cost of bots: decisions by strategy and phase, whole games through the service, the delay of turns."""

import json
import statistics
import threading
import time
from contextlib import ExitStack, suppress
from random import Random
from typing import Any

import game as rules
from bots import STRATEGIES, Budget
from bots.table import play
from service.backend import Backend, open_backend
from service.jobs.queues import Queues
from tests.bench.http import pick
from tests.bench.service import everything, new_account, settings
from wonderful_client import Client, Problem

GAMES = 24
LISTENERS = 200
TURNS = 5
JOBS = 200


def report() -> None:
    """Print everything."""
    _decisions()
    for workers in (1, 2):
        _through_the_service(workers)
    _enqueued()
    _turns()


def _decisions() -> None:
    """Milliseconds a decision takes, by strategy and phase, in two-seat games against greedy."""
    for name, chosen in STRATEGIES.items():
        found: dict[str, list[float]] = {}
        for seed in range(1 if chosen.nodes else 4):
            state, rng = rules.fold(rules.new({"seats": 2}, seed=seed)), Random(seed)
            while waiting := rules.waiting_on(state):
                seat = waiting[0]
                view = json.loads(json.dumps(rules.view(state, seat)))
                began = time.perf_counter()
                intention = (chosen if seat == 0 else STRATEGIES["greedy"]).decide(view, rng, Budget())
                if seat == 0:
                    found.setdefault(str(state.phase), []).append((time.perf_counter() - began) * 1000)
                state = rules.fold(rules.decide(state, intention), state)
        for phase, each in found.items():
            each.sort()
            middle, last = pick(each, 0.5), pick(each, 0.99)
            print(f"bots {name}, {phase}: p50 {middle:.2f} ms, p99 {last:.2f} ms ({len(each)} decisions)")


def _through_the_service(workers: int) -> None:
    """All-bot 4-seat games of greedy, as many at once as it takes, against the strategy in a bare loop."""
    began = time.perf_counter()
    for seed in range(8):
        play([STRATEGIES["greedy"]] * 4, seed)
    bare = (time.perf_counter() - began) / 8
    with everything("everysec", workers) as (url, port):
        parts = open_backend(settings(url))
        with Client(f"http://127.0.0.1:{port}", new_account(parts, "Bench", "human")[1]) as client:
            began = time.perf_counter()
            games = [client.open_game(seats=4, bots=["greedy"] * 4)["id"] for _ in range(GAMES)]
            for game in games:
                client.start_game(game)
            while any(parts.games.load(game).state.status != "finished" for game in games):
                time.sleep(0.02)
            took = time.perf_counter() - began
        turns = statistics.mean(_turns_of(parts, game) for game in games)
    rate, each, loop = GAMES / took * 60, took / GAMES / turns * 1e6, bare / turns * 1e6
    print(
        f"bots through the service, {workers} worker(s): {rate:.0f} games/min, {each:.0f} us a turn; "
        f"in a loop {loop:.0f} us, ratio {each / loop:.2f}"
    )


def _turns_of(parts: Backend, game: str) -> int:
    return len({entry.group for entry in parts.log.read(game) if entry.actor.startswith("bot:")})


def _enqueued() -> None:
    """How soon an idle worker begins a job: the job itself looks at the clock."""
    delays: list[float] = []
    with everything("everysec") as (url, _):
        queue = Queues(settings(url)).lanes["quick"]
        for _ in range(JOBS):
            began = time.time()
            job = queue.enqueue_call("time.time", result_ttl=60)
            while (started := job.return_value(refresh=True)) is None:
                time.sleep(0.002)
            delays.append((started - began) * 1000)
    delays.sort()
    print(f"jobs begun: p50 {pick(delays, 0.5):.1f} ms, p99 {pick(delays, 0.99):.1f} ms after enqueue ({JOBS} jobs)")


def _turns() -> None:
    """Print how soon a turn reaches its bot while many bots listen."""
    with everything("everysec") as (url, port), ExitStack() as stack:
        parts = open_backend(settings(url))
        address = f"http://127.0.0.1:{port}"
        appended_at: dict[str, float] = {}
        delays: list[float] = []
        listening = threading.Barrier(LISTENERS // 2 + 1, timeout=60)
        bots = [new_account(parts, f"bot {number}", "bot") for number in range(LISTENERS)]
        clients = [stack.enter_context(Client(address, token)) for _, token in bots]
        for one, other in zip(clients[::2], clients[1::2], strict=True):
            game = one.open_game(seats=2)["id"]
            other.take_seat(game)
            one.start_game(game)
        threads = [
            threading.Thread(target=_listen, args=(client, appended_at, delays, listening if number % 2 else None))
            for number, client in enumerate(clients)
        ]
        for thread in threads:
            thread.start()
        listening.wait()
        for thread in threads:
            thread.join()
    delays.sort()
    middle, last = pick(delays, 0.5), pick(delays, 0.99)
    delayed = f"p50 {middle:.1f} ms, p99 {last:.1f} ms after the append ({len(delays)} turns)"
    print(f"turns delivered to {LISTENERS} bots: {delayed}")


def _listen(client: Client, appended_at: dict[str, float], delays: list[float], barrier: Any) -> None:
    """Play TURNS turns as they arrive. The second of a pair answers last, and the first one measures."""
    turns = 0
    for turn in client.inbox():
        now = time.perf_counter()
        if barrier:
            barrier.wait()
            barrier = None
        if turn["type"] != "your_turn":
            continue
        if (key := turn["game"]) in appended_at and turn["view"]["passes"] > 0:
            delays.append((now - appended_at[key]) * 1000)
        turns += 1
        if turns > TURNS:
            return
        with suppress(Problem):
            answer = client.act(turn["game"], turn["legal"][0])
            if any(event["seat"] is None for event in answer["events"]):
                appended_at[key] = time.perf_counter()
