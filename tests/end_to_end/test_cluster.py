"""A store on a cluster: its nodes die, stand still and hand over slots while sixteen clients play.

With REPLICAS_ACK=1 nothing that was answered is lost.
"""

import re
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random
from typing import NamedTuple

import httpx
import pytest
from redis import Redis

from service.accounts.players import hash_token
from service.run.embedded_redis import Server, ensure_server, stop_server
from store.keys import Keys
from tests.amounts import SEED, amounts
from tests.end_to_end import chaos, cluster_faults, soak
from tests.end_to_end.cluster_faults import Fault, slot
from tests.end_to_end.running import ALL_LANES, NO_TLS, PersistentPlayer, await_true, up
from tests.end_to_end.soak import Table, Unavailable
from tests.end_to_end.soak_checks import (
    assert_answers_are_given_again,
    assert_projections_and_queues_are_whole,
    check,
)
from tests.end_to_end.test_nothing_lost import AGAINST, ALONE, SHARED, SHOWN_SECONDS, recording_players
from tests.ports import free_ports
from tests.running_cluster import SLOTS, Member, RunningCluster, all_ok, running_cluster, until
from tests.service.commands.command_line import wonderful

PLAYING = ("", "intentions", "undo", "legal", "events")
"""The last part of an address of a game whose requests need no list."""


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[RunningCluster]:
    """Three primaries, each with a replica."""
    with running_cluster(tmp_path / "cluster") as made:
        yield made


@pytest.fixture
def jobs(tmp_path: Path) -> Iterator[Server]:
    """The server of the job queues."""
    server = ensure_server(tmp_path / "jobs")
    yield server
    stop_server(server)


class Served(NamedTuple):
    """A cluster, the settings that name it, and a service on it."""

    cluster: RunningCluster
    store: dict[str, str]
    url: str


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """For tests that leave it as it was."""
    folder = tmp_path_factory.mktemp("shared")
    jobs = ensure_server(folder / "jobs")
    with running_cluster(folder / "cluster") as made:
        store = {"REDIS_URL": made.url, "RQ_REDIS_URL": jobs.url, "REPLICAS_ACK": "1"}
        with up(folder, **store, STORE_SECONDS="2.5") as running:
            yield Served(made, store, running.url)
    stop_server(jobs)


@pytest.fixture
def served(shared: Served) -> Iterator[Served]:
    """The service on a whole cluster; what a test has paused goes on afterwards."""
    yield shared
    for member in shared.cluster.members:
        member.go_on()
    until(shared.cluster.is_healthy)


@amounts("times", 1, 30, timeout=900)
def test_nothing_that_was_answered_is_lost_whatever_happens_to_nodes(tmp_path: Path, cluster, jobs, times: int):
    store = ALL_LANES | {
        "REDIS_URL": cluster.url,
        "RQ_REDIS_URL": jobs.url,
        "REPLICAS_ACK": "1",
        "STORE_SECONDS": "2.5",
    }
    with up(tmp_path, **store) as running, recording_players(running, 16) as everybody:
        players = [*everybody]
        tables = [Table((players.pop(), players.pop()), {"seats": 2 + len(bots), "bots": bots}) for bots in SHARED]
        tables += [Table((players.pop(),), options) for options in ALONE]
        tables += [Table((players.pop(),), {"seats": 1 + len(bots), "bots": bots}) for bots in AGAINST]
        keys, over, rng, began = Keys(), threading.Event(), Random(SEED), time.monotonic()
        shown = began

        def slots_of(request: Unavailable) -> set[int]:
            return slots_needed(keys, tables, request)

        def tell(faults: list[Fault]) -> None:
            nonlocal shown
            if time.monotonic() > shown + SHOWN_SECONDS:
                shown = time.monotonic()
                print(f"{len(faults)} of {times} faults, {shown - began:.0f} s: {chaos.progress_line(everybody)}")

        with ThreadPoolExecutor(20) as threads:
            playing = [
                threads.submit(soak.play_on, player, table, over, Random(f"{SEED} {number} {seat}"))
                for number, table in enumerate(tables)
                for seat, player in enumerate(table.players)
            ]
            kinds = cluster_faults.kinds(times, rng)
            causing = threads.submit(cluster_faults.cause_all, cluster, kinds, rng, slot(keys.lobby("")), over, tell)
        for future in playing:
            future.result()
        faults = causing.result()
        print(chaos.progress_line(everybody))
        print(cluster_faults.report(everybody, faults, slots_of))
        assert len(faults) == times
        assert [fault for player in everybody for fault in player.faults] == []
        assert cluster_faults.unexplained(everybody, faults, slots_of) == []
        for table in tables:
            assert all(soak.goes_on(table.players, game) for game in table.games)
        check(running, everybody, [])
        assert_answers_are_given_again(running, everybody)
        assert_projections_and_queues_are_whole(running)
        assert [fault for player in everybody for fault in player.faults] == []
        assert running.supervisor.poll() is None


def slots_needed(keys: Keys, tables: Sequence[Table], request: Unavailable) -> set[int]:
    """The slots of its game, of the accounts at its table and of their tokens, to begin it also of the lists.

    A game that is to be opened may get any slot.
    """
    _, _, collection, game, *rest = [*request.path.partition("?")[0].split("/"), "", "", ""]
    [table] = [each for each in tables if request.player in {player.id for player in each.players}]
    if collection != "games" or not game:
        return set(range(SLOTS))
    needed = {slot(keys.owned(player.id, "player")) for player in table.players}
    needed |= {slot(keys.owned(hash_token(player.token).hex(), "token")) for player in table.players}
    needed.add(slot(keys.stream(game)))
    return needed if rest[0] in PLAYING else needed | {slot(keys.lobby(""))}


def test_a_game_and_the_commands_work_on_a_cluster(served: Served):
    with closing(PersistentPlayer(served.url, "Ada")) as ada:
        game = ada.open_game(seats=2, bots=["greedy"])["id"]
        ada.start_game(game)
        ada.play_out(game, Random(1))
        ready = ada.get_readiness()
        assert (ready["store"], ready["jobs"], ready["detail"]) == ("ready", "ready", None)
        assert re.search(r"[1-9]\d* games?\b", printed("rebuild", **served.store))
        assert "is accepted as it is" in printed("accept-store", **served.store)
        assert ada.get_game(game)["status"] == "finished"
        finished = ada.list_games(status="finished", player="me")
        assert [each["id"] for each in finished] == [game]


def test_readiness_names_a_part_that_is_out_of_reach_and_the_rest_goes_on(served: Served):
    cluster = served.cluster
    still = next(each for each in cluster.primaries() if each is not cluster.owner(slot(Keys().lobby(""))))
    cluster.replica_of(still).pause()
    still.pause()

    def readiness() -> dict[str, str]:
        answer = httpx.get(f"{served.url}/readyz", timeout=60, verify=NO_TLS)
        assert answer.status_code == 200
        return dict(answer.json())

    trouble = "parts of the store cannot be used: the store does not answer in time"
    await_true(lambda: (found := readiness())["store"] == "degraded" and trouble in found["detail"])
    for member in cluster.members:
        member.go_on()
    await_true(lambda: readiness()["store"] == "ready")


def printed(*words: str, **settings: str) -> str:
    """What a command prints."""
    done = wonderful(*words, **settings)
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


@pytest.mark.verify
def test_without_the_primary_of_the_lists_people_play_on(served: Served):
    cluster, keys = served.cluster, Keys()
    with ExitStack() as stack:
        lists = cluster.owner(slot(keys.lobby("")))

        def needs_lists(player: PersistentPlayer, game: str) -> bool:
            names = [keys.stream(game), keys.owned(player.id, "player")]
            names.append(keys.owned(hash_token(player.token).hex(), "token"))
            return any(cluster.owner(slot(name)) is lists for name in names)

        while True:
            ada = stack.enter_context(closing(PersistentPlayer(served.url, "Ada")))
            game = ada.open_game(seats=1)["id"]
            if not needs_lists(ada, game):
                break
        ada.start_game(game)
        cluster.replica_of(lists).pause()
        lists.pause()
        for _ in range(60):
            ada.act(game, ada.list_legal(game)[0])
            time.sleep(0.1)
        assert ada.unavailable < 10, "on a busy machine a request may fail before its process knows of the fault"
        await_true(lambda: "and the lists" in (httpx.get(f"{served.url}/readyz", timeout=60).json()["detail"] or ""))


@pytest.mark.verify
def test_a_store_moves_from_a_single_server_to_a_cluster_that_grows_while_people_play(tmp_path: Path, jobs):
    """The steps of docs/operating.md, "Moving and growing"."""
    ports = free_ports(6)
    first, second, third, *replicas = [Member(port, tmp_path / str(port)) for port in ports]
    cluster = RunningCluster([first])
    try:
        first.options = ("cluster-enabled no",)
        first.start()
        with up(tmp_path, REDIS_URL=f"redis://{first.name}", RQ_REDIS_URL=jobs.url) as running:
            before = PersistentPlayer(running.url, "Ada")
            game = before.open_game(seats=2, bots=["greedy"])["id"]
            before.start_game(game)
            before.close()
        first.stop()
        first.options = ()
        first.start()
        with closing(first.redis) as redis:
            redis.execute_command("CLUSTER ADDSLOTSRANGE", *unowned(redis))
        until(lambda: all_ok(cluster))
        with up(tmp_path, REDIS_URL=cluster.url, RQ_REDIS_URL=jobs.url) as running, ExitStack() as stack:
            ada = stack.enter_context(closing(PersistentPlayer(running.url, "Beate")))
            ada.connection.use_token(before.token)
            over = threading.Event()
            with recording_players(running, 4) as players, ThreadPoolExecutor(6) as threads:
                tables = [Table((player,), {"seats": 2, "bots": ["greedy"]}) for player in players]
                playing = [
                    threads.submit(soak.play_on, player, table, over, Random(number))
                    for number, (player, table) in enumerate(zip(players, tables, strict=True))
                ]
                try:
                    grow(cluster, second, third, replicas)
                    replace_first_primary(cluster)
                    finished = ada.play_out(game, Random(1))
                finally:
                    over.set()
                for future in playing:
                    future.result()
                assert finished
                assert [fault for player in players for fault in player.faults] == []
                assert sum(len(player.sent) for player in players) > 20
                for player, table in zip(players, tables, strict=True):
                    assert soak.goes_on([player], table.games[-1])
    finally:
        for member in cluster.members:
            member.kill()


def unowned(redis: Redis) -> list[int]:
    """The ranges of slots that nobody owns: a server that finds keys at its start takes their slots itself."""
    owned = {slot for row in redis.execute_command("CLUSTER SLOTS") for slot in range(row[0], row[1] + 1)}
    return [each for slot in range(SLOTS) if slot not in owned for each in (slot, slot)]


def grow(cluster: RunningCluster, second: Member, third: Member, replicas: list[Member]) -> None:
    """Add two primaries, move slots to them while they are in use, and give each primary a replica."""
    first = cluster.members[0]
    for member in (second, third, *replicas):
        member.start()
        cluster.members.append(member)
        cluster.join(member)
    until(lambda: all(cluster.knows_all(member) for member in cluster.members) and all_ok(cluster))
    for begin, end, target in ((0, 2999, second), (3000, 5999, second), (6000, 8999, third), (9000, 11999, third)):
        cluster.move_slots(begin, end, target)
    for replica, primary in zip(replicas, (first, second, third), strict=True):
        cluster.follow(replica, primary)
    until(cluster.is_healthy)


def replace_first_primary(cluster: RunningCluster) -> None:
    """Hand the slots of the first primary to its replica, and take it out of the cluster."""
    old = cluster.members[0]
    replica = cluster.replica_of(old)
    with closing(replica.redis) as redis:
        redis.execute_command("CLUSTER FAILOVER")
    until(lambda: replica in cluster.primaries() and old not in cluster.primaries())
    identity = old.identity
    old.kill()
    cluster.members.remove(old)
    for member in cluster.members:
        with closing(member.redis) as redis:
            redis.execute_command("CLUSTER FORGET", identity)
