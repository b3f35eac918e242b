"""`python -m tests.bench costs`: CPU, bytes and messages of a service under an even load, by kind of process.

Its figures are what `costs.py` holds. They are from one machine, so only their order of magnitude carries over.
"""

import selectors
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import partial
from random import Random
from socket import create_connection
from threading import Event, Thread
from typing import Any

import httpx
from redis import Redis

import game as rules
from events import Group, IdempotencyKey, first_link
from projections.games import without_events
from projections.summaries import summary
from service.backend import Backend, open_backend
from service.commands.demo import choose_intention
from service.games.wakeups import Wakeups
from service.jobs.lanes import _read as read_lane
from service.jobs.lanes import _turn_keys as turn_keys
from store.identity import identity_question
from store.keys import Keys
from store.server import connect
from tests.bench.engine import calibration
from tests.bench.live import cpu_seconds
from tests.bench.service import WEB, await_answer, new_account, process, server, settings, web
from tests.end_to_end.running import children
from tests.high_limits import HIGH_LIMITS
from tests.ports import free_port
from wonderful_client import Client

GAMES, SEATS = 60, 2
INTENTIONS_A_SECOND = 120
"""Few enough that the projector sees nearly every append alone, as with many games that each move rarely."""
PATIENCE_SECONDS = 30.0


def report() -> None:
    """Print each cost as a line `name: number unit`."""
    print(f"this machine: {calibration():.2f} times slower than the reference")
    with ExitStack() as stack:
        url = stack.enter_context(server("everysec"))
        parts, port = open_backend(settings(url)), free_port()
        environ = {"REDIS_URL": url, "PORT": str(port), "WEB_WORKERS": "2", **HIGH_LIMITS}
        master = stack.enter_context(process(environ, *WEB, "service.app:create_app()"))
        others = {
            name: stack.enter_context(process(environ, "-m", "service.commands.cli", name)).pid
            for name in ("projector", "worker")
        }
        await_answer(f"http://127.0.0.1:{port}/healthz")
        pids = {"web": [pid for pid, _ in children(master.pid)]} | {name: [pid] for name, pid in others.items()}
        time.sleep(2)
        with spent(parts.redis, pids, "idle second") as count:
            time.sleep(10)
            count(10)
        _people(parts, port, pids)
        _streams(parts, port, pids)
        _bots(parts, port, pids)
        _loading(parts)
    with server("everysec") as url:
        _appending(url)
    with server("everysec") as url:
        _fan_out(url)
        _looks(url)
        _lanes(url)
        _lobby(open_backend(settings(url)))


@contextmanager
def spent(redis: Redis, pids: dict[str, list[int]], what: str) -> Iterator[Callable[[int], None]]:
    """Print what processes and store used inside the block, for each of the things that were done (told by calling)."""
    done = [0]
    before = _used(redis, pids)
    yield lambda number: done.__setitem__(0, number)
    after = _used(redis, pids)
    for name, used in after.items():
        unit = "bytes" if name.startswith("store: ") else "ms of CPU"
        print(f"{what}, {name}: {(used - before[name]) * (1 if unit == 'bytes' else 1000) / done[0]:.3f} {unit}")


def _used(redis: Redis, pids: dict[str, list[int]]) -> dict[str, float]:
    info: Any = redis.info("all")
    return {name: sum(map(cpu_seconds, each)) for name, each in pids.items()} | {
        "store": info["used_cpu_user"] + info["used_cpu_sys"],
        "store: in": info["total_net_input_bytes"],
        "store: out": info["total_net_output_bytes"],
        "store: memory": info["used_memory"],
        "store: append-only file": info["aof_current_size"],
    }


def _people(parts: Backend, port: int, pids: dict[str, list[int]]) -> None:
    """Games of two people, in turns; then views and legal moves of these games."""
    games = [_recorded_game(parts, number) for number in range(GAMES)]
    time.sleep(3)  # the projector has looked at the openings
    requests = _in_turns(games)
    print(f"intentions of people: {len(requests) / GAMES:.1f} a game")
    with spent(parts.redis, pids, "intention over HTTP") as count:
        sizes = _send(port, requests, INTENTIONS_A_SECOND)
        time.sleep(1)
        count(len(requests))
    print(f"intention over HTTP, request and answer: {sum(sizes) / len(sizes):.0f} bytes")
    lengths = [parts.redis.xlen(parts.keys.stream(game)) for game, *_ in games]
    print(f"events: {sum(lengths) / GAMES:.1f} a game")
    kinds = {name: getattr(parts.keys, name) for name in ("stream", "idempotency", "snapshot", "milestones")}
    for name, key in kinds.items():
        memory: list[Any] = [parts.redis.memory_usage(key(game), samples=0) or 0 for game, *_ in games]
        print(f"a finished game of two, {name}: {sum(memory) / GAMES:.0f} bytes")
    for name, path in (("view", "/v1/games/{}"), ("legal moves", "/v1/games/{}/legal")):
        asked = [_request("GET", path.format(game), tokens[0]) for game, tokens, _ in games] * 20
        with spent(parts.redis, {"web": pids["web"]}, name) as count:
            sizes = _send(port, asked, 1000)
            count(len(asked))
        print(f"{name}, request and answer: {sum(sizes) / len(sizes):.0f} bytes")


def _streams(parts: Backend, port: int, pids: dict[str, list[int]]) -> None:
    """Intentions of people while each seat has a live stream: what is above that without streams, the streams cost."""
    games = [_recorded_game(parts, GAMES + number) for number in range(GAMES // 2)]
    requests = _in_turns(games)
    with ExitStack() as stack, selectors.DefaultSelector() as selector:
        for game, tokens, _ in games:
            for token in tokens:
                stream = stack.enter_context(create_connection(("127.0.0.1", port)))
                head = f"GET /v1/games/{game}/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n"
                stream.sendall(f"{head}Accept: application/x-ndjson\r\n\r\n".encode())
                selector.register(stream, selectors.EVENT_READ)
        received, over = [0], Event()

        def drain() -> None:
            while not over.is_set():
                for key, _ in selector.select(0.1):
                    received[0] += len(key.fileobj.recv(65536))  # type: ignore[union-attr]

        drainer = Thread(target=drain)
        drainer.start()
        time.sleep(3)  # each stream has got its whole game
        opened = received[0]
        with spent(parts.redis, pids, "intention over HTTP, with two streams a game") as count:
            _send(port, requests, INTENTIONS_A_SECOND)
            time.sleep(1)
            count(len(requests))
        over.set()
        drainer.join()
    print(f"delivery to a stream: {(received[0] - opened) / len(requests) / SEATS:.0f} bytes")


def _appending(url: str) -> None:
    """What an intention costs the store until its answer: nobody projects it."""
    parts = open_backend(settings(url))
    with web(url) as port:
        requests = _in_turns([_recorded_game(parts, number) for number in range(GAMES // 2)])
        with spent(parts.redis, {}, "intention over HTTP, without a projector") as count:
            _send(port, requests, INTENTIONS_A_SECOND)
            count(len(requests))


def _in_turns(games: Sequence[tuple[str, list[str], list[tuple[int, Any]]]]) -> list[httpx.Request]:
    """The intentions of all games: the first one of each, then the second."""
    return [
        _request("POST", f"/v1/games/{game}/intentions", tokens[script[lap][0]], script[lap][1])
        for lap in range(max(len(script) for _, _, script in games))
        for game, tokens, script in games
        if lap < len(script)
    ]


def _recorded_game(parts: Backend, number: int) -> tuple[str, list[str], list[tuple[int, Any]]]:
    """A game that was opened: its id, the tokens of its seats and all intentions that play it."""
    game, rng = f"scale{number:04}", Random(number)
    players = [new_account(parts, f"seat {number} {seat}", "human") for seat in range(SEATS)]
    opened, *events = rules.new({"seats": SEATS}, seed=number)
    seated = [replace(e, player=players[e.seat][0].id) if hasattr(e, "player") else e for e in events]
    opening = [replace(opened, game=game), *seated]
    parts.log.append(game, [Group("abcdefgh", opening)], 0, first_link(game), IdempotencyKey("x:open", b""))
    state, script = rules.fold(opening), list[tuple[int, Any]]()
    while waiting := rules.waiting_on(state):
        intention = rng.choice(rules.legal(state, rng.choice(waiting)))
        script.append((intention.seat, rules.body(intention)))
        state = rules.fold(rules.decide(state, intention), state)
    return game, [token for _, token in players], script


def _request(method: str, path: str, token: str, body: Any = None) -> httpx.Request:
    return httpx.Request(method, f"http://x{path}", headers={"Authorization": f"Bearer {token}"}, json=body)


def _send(port: int, requests: Sequence[httpx.Request], a_second: float) -> list[int]:
    """Send the requests at that rate over one connection, bare; returns the bytes of each with its answer."""
    found = []
    with create_connection(("127.0.0.1", port)) as connection:
        began = time.monotonic()
        for number, request in enumerate(requests):
            time.sleep(max(0.0, began + number / a_second - time.monotonic()))
            head = f"{request.method} {request.url.path} HTTP/1.1\r\nHost: x\r\n"
            head += f"Authorization: {request.headers['Authorization']}\r\n"
            if request.content:
                head += f"Content-Type: application/json\r\nContent-Length: {len(request.content)}\r\n"
            sent = head.encode() + b"\r\n" + request.content
            connection.sendall(sent)
            found.append(len(sent) + _receive(connection))
    return found


def _receive(connection: Any) -> int:
    answer = connection.recv(65536)
    while b"\r\n\r\n" not in answer:
        answer += connection.recv(65536)
    head, _, body = answer.partition(b"\r\n\r\n")
    if head.split()[1] not in (b"200", b"201"):
        raise RuntimeError(answer.decode())
    size = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
    while len(body) < size:
        body += connection.recv(65536)
    return len(head) + 4 + len(body)


def _bots(parts: Backend, port: int, pids: dict[str, list[int]]) -> None:
    """A person against a `greedy` bot, game by game: what the bot's moves cost, beside those of the person."""
    games, moves, appends = 12, 0, 0
    with Client(f"http://127.0.0.1:{port}") as client:
        client.register_player(name="Scaling")
        ids = []
        with spent(parts.redis, pids, "game against a bot") as count:
            for number in range(games):
                game = client.open_game(seats=2, bots=["greedy"])["id"]
                client.start_game(game)
                moves += _play(parts, client, game, Random(number))
                ids.append(game)
            count(games)
    for game in ids:
        appends += sum(1 for entry in parts.log.read(game) if entry.hash and entry.actor.startswith("bot"))
    print(f"game against a bot: {moves / games:.1f} intentions of the person, {appends / games:.1f} appends of the bot")


def _play(parts: Backend, client: Client, game: str, rng: Random) -> int:
    """Play the first seat by the store's state, so that only intentions are sent. Returns how many."""
    made, until = 0, time.monotonic() + PATIENCE_SECONDS
    while (state := parts.games.load(game).state).status == "playing" and time.monotonic() < until:
        if 0 not in rules.waiting_on(state):
            time.sleep(0.002)
            continue
        intention = choose_intention(rules.view(state, 0), [rules.body(each) for each in rules.legal(state, 0)], rng)
        client.act(game, intention)
        made += 1
    return made


def _loading(parts: Backend) -> None:
    """A game that the process does not keep: snapshot and tail from the store."""
    games = [f"scale{number:04}" for number in range(GAMES)]
    for name, strange in (("a game that is kept", False), ("a game that is not kept", True)):
        other = parts if not strange else open_backend(parts.settings)
        _print(name, [partial(other.games.load, game) for game in games], 1 if strange else 5)


def _print(name: str, calls: Sequence[Callable[[], object]], rounds: int = 1) -> None:
    began = time.process_time()
    for call in [*calls] * rounds:
        call()
    print(f"{name}: {(time.process_time() - began) * 1000 / len(calls) / rounds:.3f} ms of CPU")


def _fan_out(url: str) -> None:
    """A wake-up: CPU of a process that hears it and waits for another game, and of the store for each subscriber."""
    redis, keys, messages = connect(url), Keys(), 20_000
    publish = redis.register_script(
        "for i = 1, tonumber(ARGV[1]) do redis.call('PUBLISH', KEYS[1], 'l0123456789abcdef ' .. i) end"
        " redis.call('PUBLISH', KEYS[1], 'the-end 1')"
    )
    for subscribers in (0, 1, 20):
        pubsubs = [redis.pubsub() for _ in range(subscribers)]
        for each in pubsubs:
            each.subscribe(keys.wake)
            each.get_message(timeout=1)
        before = _cpu_of_store(redis)
        publish(keys=[keys.wake], args=[messages])
        time.sleep(0.5)
        print(f"wake-up, store, {subscribers} subscribers: {(_cpu_of_store(redis) - before) / messages * 1e6:.2f} µs")
        for each in pubsubs:
            each.close()
    wakeups, heard = Wakeups(url, keys), Event()
    with wakeups.waiting("the-end") as waiter:
        waiter.wait(1)  # set once, because it begins to listen
        waiter.take()
        began = time.process_time()
        publish(keys=[keys.wake], args=[messages])
        waiter.wait(30)
        heard.set()
        print(f"wake-up, a web process: {(time.process_time() - began) / messages * 1e6:.2f} µs")
    wakeups.stop()
    redis.publish(keys.wake, "the-end 2")


def _looks(url: str) -> None:
    """A look of the watch of a process."""
    redis = connect(url)
    for count in (8, 64):
        keys = Keys(count=count)
        for partition in range(count):
            redis.xadd(keys.feed(partition), {"game": "g", "version": 1, "actor": "a"})
        before, began, looks = _cpu_of_store(redis), time.process_time(), 2000
        for _ in range(looks):
            redis.eval(*identity_question(keys))
        print(
            f"look of the watch, {count} partitions: store {(_cpu_of_store(redis) - before) / looks * 1e6:.1f} µs, "
            f"process {(time.process_time() - began) / looks * 1e6:.1f} µs"
        )


def _lanes(url: str) -> None:
    """Taking a job: the lane's turns are read, one of each account of the last one to two minutes."""
    redis = connect(url)
    for accounts in (10, 1000, 10_000):
        key = turn_keys("lane", time.time())[0]
        redis.delete(key)
        for first in range(0, accounts, 1000):
            redis.hset(key, mapping={f"p{number:012}": 1.25 for number in range(first, min(accounts, first + 1000))})
        before, began, rounds = _cpu_of_store(redis), time.process_time(), 100
        for _ in range(rounds):
            read_lane(redis, "lane")
        print(
            f"order of a lane, {accounts} accounts: store {(_cpu_of_store(redis) - before) / rounds * 1000:.3f} ms, "
            f"worker {(time.process_time() - began) / rounds * 1000:.3f} ms"
        )


def _lobby(parts: Backend) -> None:
    """A summary that is stored, and how many a game of two has."""
    game, tokens, _ = _recorded_game(parts, 0)
    assert tokens
    loaded = parts.games.load(game)

    def save() -> None:
        parts.lobby.forget_saved()
        parts.lobby.save(game, loaded)

    before, rounds = _cpu_of_store(parts.redis), 1000
    _print("a summary, process", [save] * rounds)
    print(f"a summary, store: {(_cpu_of_store(parts.redis) - before) / rounds * 1000:.3f} ms of CPU")
    rng, state, made, different = Random(0), loaded.state, list[Any](), 0
    while waiting := rules.waiting_on(state):
        intention = rng.choice(rules.legal(state, rng.choice(waiting)))
        state = rules.fold(rules.decide(state, intention), state)
        found = summary(game, without_events(game)._replace(state=state))
        different += found not in made[-1:]
        made = [found]
    print(f"summaries: {different} a game")


def _cpu_of_store(redis: Redis) -> float:
    info: Any = redis.info("cpu")
    return float(info["used_cpu_user"] + info["used_cpu_sys"])
