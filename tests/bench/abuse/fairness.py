"""Fairness: how long others wait while a stranger fills the lanes of work."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from random import Random
from typing import Any

import httpx

import game as rules
from service.app import create_app
from service.backend import Backend, open_backend
from service.commands.demo import choose_intention
from service.run.up import ROOT
from tests.bench.abuse import floods
from tests.bench.http import pick
from tests.bench.service import new_account, process, server, settings, web
from tests.projections.archive import Recorder, log_lines, make_log
from tests.proxies import has_nginx, plain_nginx
from wonderful_client import Client, Problem

SEARCH_GAMES = 20
ANSWERS, WARMING_ANSWERS = 150, 5
DECIDING_ACCOUNTS, DECISIONS_EACH, DECISION_SECONDS = 6, 10, 5
STRANGER_DECISIONS = 5
VERIFICATIONS = 4
LOG_BYTES = 1_850_000
FORK = '{"version": 60, "seat": 0, "bots": ["greedy"]}'
PINGS_SECONDS = 4


def report() -> None:
    """Bots beside search games and forks, decisions beside full lanes, requests beside long logs."""
    bots_beside_forks()
    for measure in (bots_beside_search_games, decisions_beside_full_lanes, requests_beside_logs):
        with everything() as (url, port):
            measure(open_backend(settings(url)), port)


def bots_beside_search_games(parts: Backend, port: int) -> None:
    """A stranger starts games of search bots; another player plays against a greedy bot, then starts such a game."""
    client, stranger = new_client(parts, port, "Ada"), new_client(parts, port, "Eve")
    answers(client, WARMING_ANSWERS)
    _print_delays("a greedy bot's answer, nothing else under way", answers(client, ANSWERS))
    alone = _seconds_of(search_game(client, 1), client)
    games = [search_game(stranger, number) for number in range(SEARCH_GAMES)]
    _print_delays(f"a greedy bot's answer beside {SEARCH_GAMES} games of search bots", answers(client, ANSWERS))
    beside, left = _seconds_of(search_game(client, 99), client), _under_way(stranger, games)
    print(
        f"a solo game of a search bot: {alone:.1f} s alone, {beside:.1f} s beside the {SEARCH_GAMES} games of another "
        f"account, of which {left} are then under way"
    )


def bots_beside_forks() -> None:
    """A stranger with one token forks a game with a greedy bot as fast as it is answered, within the limits."""
    with floods.everything() as (url, port):
        parts = open_backend(settings(url))
        scene, client = floods.make_scene(parts, url), new_client(parts, port, "Ada")
        answers(client, WARMING_ANSWERS)
        _print_delays("a greedy bot's answer, nothing else under way", answers(client, ANSWERS))
        fork = floods.request(f"{scene.over}/forks", new_account(parts, "Eve")[1], floods.FLOODER, FORK)
        with floods.flood(port, [fork]) as statuses:
            delays = answers(client, ANSWERS)
        _print_delays(f"a greedy bot's answer while one token forks games {statuses}", delays)


@contextmanager
def everything(**environ: str) -> Iterator[tuple[str, int]]:
    """(URL of the server, port of the web processes), with all other processes that the Procfile names beside them.

    `environ`: settings of the web processes.
    """
    with ExitStack() as stack:
        url = stack.enter_context(server())
        port = stack.enter_context(web(url, **environ))
        for line in (ROOT / "Procfile").read_text("utf-8").splitlines():
            name, _, command = line.partition(": python -m service.commands.cli ")
            if command and name != "webhooks":
                stack.enter_context(process({"REDIS_URL": url}, "-m", "service.commands.cli", *command.split()))
        yield url, stack.enter_context(plain_nginx(port)) if has_nginx() else port


def new_client(parts: Backend, port: int, name: str) -> Client:
    """A client with an account of its own, which repeats no request."""
    token = new_account(parts, name)[1]
    return Client(f"http://127.0.0.1:{port}", token, patience=0, http=httpx.Client(timeout=120))


def search_game(client: Client, number: int) -> str:
    """A solo game that a search bot plays, started."""
    game = client.open_game(seats=1, bots=["search"], name=f"game {number}")["id"]
    client.start_game(game)
    return str(game)


def _seconds_of(game: str, client: Client) -> float:
    """How long it takes until the game is finished."""
    began = time.perf_counter()
    while client.get_game(game)["status"] != "finished":
        time.sleep(0.05)
    return time.perf_counter() - began


def _under_way(client: Client, games: list[str]) -> int:
    return sum(client.get_game(game)["status"] == "playing" for game in games)


def answers(client: Client, count: int) -> list[float]:
    """Play against a greedy bot: from a person's intention until the bot is not waited for any more, in ms, sorted."""
    found: list[float] = []
    while len(found) < count:
        game = client.open_game(seats=2, bots=["greedy"])["id"]
        client.start_game(game)
        rng = Random(len(found))
        while len(found) < count and (view := client.get_game(game))["status"] == "playing":
            legal = client.list_legal(game)
            if not legal:
                time.sleep(0.002)
                continue
            try:
                client.act(game, choose_intention(view, legal, rng))
            except Problem:
                continue
            began = time.perf_counter()
            if 1 in _waiting(client, game):
                while 1 in _waiting(client, game):
                    time.sleep(0.001)
                found.append((time.perf_counter() - began) * 1000)
    return sorted(found)


def _waiting(client: Client, game: str) -> list[int]:
    view = client.get_game(game)
    return view["waiting_on"] if view["status"] == "playing" else []


def decisions_beside_full_lanes(parts: Backend, port: int) -> None:
    """Six accounts fill the lanes of decisions; a seventh asks for ordinary decisions and a long one."""
    view = rules.view(rules.fold(rules.new({"seats": 2}, seed=1)), 0)
    own = new_client(parts, port, "Ada")
    _print_delays("a decision of search, nothing else under way", [decide(own, view, {}) for _ in range(5)])
    accepted = 0
    for number in range(DECIDING_ACCOUNTS):
        client = new_client(parts, port, f"account {number}")
        for budget in [{"seconds": DECISION_SECONDS}] * DECISIONS_EACH + [{}] * DECISIONS_EACH:
            accepted += ask_to_decide(client, view, budget)["status"] == "pending"
    print(f"{DECIDING_ACCOUNTS} accounts asked for decisions, {accepted} wait")
    _print_delays(
        "a seventh account's decision of search beside them",
        [decide(own, view, {}) for _ in range(STRANGER_DECISIONS)],
    )
    _print_delays(
        f"a seventh account's decision of {DECISION_SECONDS} s beside them",
        [decide(own, view, {"seconds": DECISION_SECONDS})],
    )


def decide(client: Client, view: Any, budget: dict[str, float]) -> float:
    """How long the account waits for a decision of search, in ms; `inf` if it is refused."""
    began = time.perf_counter()
    asked = ask_to_decide(client, view, budget)
    if asked["status"] == 503:
        return float("inf")
    while asked["status"] == "pending":
        time.sleep(0.02)
        asked = client.get_decision(asked["id"])
    return (time.perf_counter() - began) * 1000


def ask_to_decide(client: Client, view: Any, budget: dict[str, float]) -> dict[str, Any]:
    """What the service says to it: `pending`, a decision, or the problem with its status."""
    try:
        asked: dict[str, Any] = client.ask("POST", "/v1/bots/search/decisions", view=view, budget=budget)
    except Problem as problem:
        return problem.body
    return {"status": "done"} | asked


def requests_beside_logs(parts: Backend, port: int) -> None:
    """Logs of 2 MB are verified, one after the other, while other clients ask whether the process is there."""
    log = long_log(LOG_BYTES)
    headers = {"Authorization": f"Bearer {new_account(parts, 'Eve')[1]}", "Content-Type": "application/x-ndjson"}
    _print_delays("a small request, nothing else under way", pings(port, lambda: time.sleep(PINGS_SECONDS)))
    took: list[float] = []

    def send() -> None:
        url = f"http://127.0.0.1:{port}/v1/verifications"
        for _ in range(VERIFICATIONS):  # the library would wait for a verdict that is made later
            began = time.perf_counter()
            answer = httpx.post(url, content=log, headers=headers, timeout=120)
            assert answer.status_code == 202 or answer.json().get("fault", "none told") is None, answer.text
            took.append((time.perf_counter() - began) * 1000)

    _print_delays(f"a small request while logs of {len(log) / 1e6:.1f} MB are verified", pings(port, send))
    _print_delays("such a verification", sorted(took))
    print(f"such a verification costs a web process {web_cpu_ms(parts, log):.0f} ms of CPU")


def web_cpu_ms(parts: Backend, log: bytes) -> float:
    """The CPU time that the application takes for the verification of a log. It runs in this process."""
    app, token = create_app(parts), new_account(parts, "Eve")[1]
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/x-ndjson"}
    app.test_client().get("/v1/players/me", headers=headers)  # the first request of a process starts its threads
    began = time.process_time()
    app.test_client().post("/v1/verifications", data=log, headers=headers)
    took = time.process_time() - began
    app.wakeups.stop()
    return took * 1000


def long_log(size: int) -> bytes:
    """A correct log of at least this size: a player takes back the same move again and again, then plays on."""
    recorder = Recorder()
    recorder.open({"seats": 2, "bots": ["random"]})
    pick = rules.legal(recorder.state, 0)[0]
    recorder.add("player-0", rules.decide(recorder.state, pick))
    recorder.add("player-0", rules.undo(recorder.state, 0))
    *_, pick_line, undo_line, _ = make_log(recorder.id, recorder.entries)
    for _ in range(size // len(pick_line + undo_line)):
        recorder.add("player-0", rules.decide(recorder.state, pick))
        recorder.add("player-0", rules.undo(recorder.state, 0))
    recorder.finish(Random(1))
    return b"".join(log_lines(recorder))


def pings(port: int, meanwhile: Callable[[], object]) -> list[float]:
    """How long small requests take, in ms, sorted, while something else happens. Four clients ask."""
    found: list[float] = []
    over = threading.Event()

    def ask() -> None:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
            while not over.is_set():
                began = time.perf_counter()
                client.get("/healthz")
                found.append((time.perf_counter() - began) * 1000)
                time.sleep(0.005)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    meanwhile()
    over.set()
    for thread in threads:
        thread.join()
    return sorted(found)


def _print_delays(what: str, delays: list[float]) -> None:
    ordered = sorted(delays)
    p50, p99 = pick(ordered, 0.5), pick(ordered, 0.99)
    print(f"{what}: p50 {p50:.0f} ms, p99 {p99:.0f} ms, longest {ordered[-1]:.0f} ms ({len(ordered)} times)")
