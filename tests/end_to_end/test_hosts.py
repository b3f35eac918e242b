"""A service on several hosts: their clocks are wrong, two have one name, and they get a new version in turn."""

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from standardwebhooks import Webhook

from events.entry import Entry, from_timestamp
from events.export import decoded, parse
from projections.audit import verify
from service.run.up import ROOT
from tests.end_to_end.hosts import Process, hosts
from tests.end_to_end.running import Json, PersistentPlayer, await_true
from tests.service.webhooks.receivers import Received, receiving

pytestmark = pytest.mark.timeout(300)
AHEAD, BEHIND = 25.0, -25.0
"""The clocks of the hosts, in seconds. A minute between them would be too much for RQ."""
LATE_SECONDS = 20.0
"""What happens later than this, happens by a clock that is behind: no busy machine takes so long."""
OLD_COMMIT = "d79c08eac534077ed729e7d2846bc2a723d7797f"
"""Its processes serve one store with those of today. It moves on when a stored form does."""


class Service(NamedTuple):
    """Two hosts of a service: each has a web process, and part of the work."""

    ahead: Process
    behind: Process
    output: Path


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """Projector and clocks are on the host that is behind, the messages and the other bots on the one that is ahead."""
    with hosts(tmp_path_factory.mktemp("hosts")) as made:
        ahead, behind = made.add(AHEAD), made.add(BEHIND)
        ahead.worker("webhooks")
        ahead.worker("slow")
        behind.projector()
        for host in (ahead, behind):
            host.worker("quick")
        yield Service(ahead.web(), behind.web(), behind.output)


@pytest.fixture
def player(service: Service) -> Iterator[PersistentPlayer]:
    with closing(PersistentPlayer(service.ahead.url, "Ada")) as made:
        yield made


def log_of(player: PersistentPlayer, game: str) -> list[Entry]:
    """The log of a finished game, which is correct: each `time_expired` is checked to the millisecond."""
    lines = player.get_log(game).splitlines(keepends=True)
    assert verify(lines).fault is None
    return parse(decoded(lines))[1]


def deadline_of(player: PersistentPlayer, game: str) -> float:
    """When the time of the first seat is up, in seconds since 1970, once its clock runs."""
    deadlines: list[str] = []
    while not deadlines:
        first = player.get_table(game)["clocks"][0]
        deadlines = [first["deadline"]] if first["running"] and not first["expired"] else []
    return from_timestamp(deadlines[0]) / 1000


def test_a_clock_runs_as_if_all_hosts_had_the_same_time(service: Service, player: PersistentPlayer):
    """Each move of a bank of 20 seconds would take or give all of them, as it comes over the one host or the other."""
    game = player.open_game(seats=2, bots=["greedy"], clock={"kind": "bank", "seconds": 20})["id"]
    began = time.monotonic()
    player.start_game(game)
    for number in range(6):
        player.go_to([service.ahead, service.behind][number % 2].url)
        await_true(lambda: player.list_legal(game), service.output)
        view, legal = player.get_game(game), player.list_legal(game)
        picks = [each for each in legal if each["type"] == "draft"]
        assert picks, view["phase"]
        player.act(game, picks[0])
    [own, *_] = player.get_table(game)["clocks"]
    took = time.monotonic() - began
    assert 20 - took - 0.5 <= own["left"] <= 20


@pytest.mark.verify
def test_who_has_vanished_is_played_for_when_the_time_is_up(service: Service, player: PersistentPlayer):
    """The projector of the one host notices it, and a worker of the other one may have to act."""
    clock = {"kind": "per_phase", "seconds": 2, "misses": 100}
    game = player.open_game(seats=2, bots=["greedy"], clock=clock)["id"]
    player.start_game(game)
    after = player.get_game(game)["version"]
    for process in (service.ahead, service.behind) * 2:
        began = time.time()
        player.go_to(process.url)
        due = deadline_of(player, game)
        assert began < due <= time.time() + 2.1
        expired: list[Json] = []
        while not expired:
            found = player.list_events(game, after=after, wait=int(LATE_SECONDS))
            assert found, "the answer is held until something happens"
            after, expired = found[-1]["version"], [each for each in found if each["name"] == "time_expired"]
        assert -0.1 < time.time() - due < LATE_SECONDS


@pytest.mark.verify
def test_the_log_of_a_game_over_both_hosts_is_in_the_order_of_time(service: Service, player: PersistentPlayer):
    clock = {"kind": "bank", "seconds": 300}
    game = player.open_game(seats=3, bots=["random", "planner"], clock=clock)["id"]
    began = time.time()
    player.start_game(game)
    player.play_out(game, Random(1), service.ahead.url, service.behind.url)
    times = [entry.ms / 1000 for entry in log_of(player, game)]
    assert began - 1 < times[0] < times[-1] < time.time() + 1
    assert all(later - earlier > -0.05 for earlier, later in pairwise(times))


def test_a_message_of_a_webhook_has_the_right_time(service: Service, player: PersistentPlayer):
    """The standard's library refuses what is signed five minutes off; ours is right to the second or two."""
    with receiving() as receiver:
        player.go_to(service.behind.url)
        secret = player.create_webhook(kind="standard", url=receiver.url, items=["your_turn"])["secret"]
        arrived: list[tuple[Json, int]] = []

        def answer(received: Received) -> tuple[int, dict[str, str], bytes]:
            body = Webhook(secret).verify(received.body, received.headers)
            arrived.append((body, int(received.headers["webhook-timestamp"])))
            return 204, {}, b""

        receiver.answer = answer
        game, began = player.open_game(seats=2, bots=["greedy"])["id"], time.time()
        player.start_game(game)
        await_true(lambda: arrived, service.output)
        [(message, signed), *_] = arrived
        assert began - 1 < from_timestamp(message["timestamp"]) / 1000 <= signed + 1
        assert signed < time.time() + 1


def test_an_expired_rewind_is_expired_for_both_hosts(service: Service, player: PersistentPlayer):
    """The one host proposes it for ten minutes, which end at the same moment for the other one."""
    with closing(PersistentPlayer(service.behind.url, "Ben")) as ben:
        game = player.open_game(seats=2)["id"]
        ben.take_seat(game)
        player.start_game(game)
        for seat in (player, ben):
            seat.act(game, seat.list_legal(game)[0])
        version = player.get_game(game)["version"]
        began = time.time()
        player.propose_rewind(game, version=version - 1)
        expires = from_timestamp(ben.list_rewinds(game)[0]["expires_at"]) / 1000
        assert began - 1 < expires - 600 < time.time() + 1


@pytest.mark.verify
def test_a_worker_in_a_container_with_our_host_name_keeps_its_job(tmp_path: Path):
    """Its process id means nothing here: no process of this machine has it."""
    before = ("unshare", "--pid", "--fork", "--kill-child", "--mount-proc", "sh", "-c")
    set_pid = 'echo 29999 > /proc/sys/kernel/ns_last_pid && "$@"; exit $?'
    probe = subprocess.run([*before, set_pid, "sh", "true"], capture_output=True, check=False)
    if probe.returncode:
        pytest.skip(f"this machine makes no process tables: {probe.stderr.decode().strip()}")
    with hosts(tmp_path) as made, ExitStack() as ending:
        ours = made.add()
        container = made.add(before=(*before, set_pid, "sh"))
        web = ours.web()
        container.worker("long_decisions")
        player = ending.enter_context(closing(PersistentPlayer(web.url, "Ada")))
        game = player.open_game(seats=2, bots=["greedy"])["id"]
        player.start_game(game)
        body = {"view": player.get_game(game), "budget": {"seconds": 4}, "seed": 1}
        decision = player.ask("POST", "/v1/bots/search/decisions", body)["id"]
        seen: list[str] = []
        while not seen or seen[-1] == "pending":
            seen.append(player.get_decision(decision)["status"])
            assert len(seen) < 600
            time.sleep(0.1)
        assert seen[-1] == "done"
        assert len(seen) > 3, "a worker was at it for a while"


@pytest.fixture(scope="module")
def old_code(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program as it was, if this clone has it."""
    folder = tmp_path_factory.mktemp("old")
    archive = subprocess.run(["git", "archive", OLD_COMMIT], cwd=ROOT, capture_output=True, check=False)
    if archive.returncode:
        pytest.skip(f"this clone has no commit {OLD_COMMIT}: fetch the whole history to test a rolling upgrade")
    subprocess.run(["tar", "-x", "-C", str(folder)], input=archive.stdout, check=True)
    return folder


@pytest.mark.verify
def test_old_and_new_processes_serve_one_store_while_they_are_replaced(tmp_path: Path, old_code: Path):
    """The order is that of docs/operating.md: workers and web processes first, the projector last."""
    with hosts(tmp_path) as made, ExitStack() as ending:
        old, new = made.add(code=old_code), made.add()
        first = [old.worker("quick"), old.worker("slow"), old.web()]
        projector, old_web = old.projector(), first[-1]
        player = ending.enter_context(closing(PersistentPlayer(old_web.url, "Ada")))
        clock = {"kind": "bank", "seconds": 600}
        games = [player.open_game(seats=3, bots=["random", "planner"], clock=clock)["id"] for number in range(3)]
        for game in games:
            player.start_game(game)
        quick = [new.worker("quick"), new.worker("slow")]
        new_web = new.web()
        player.play_out(games[0], Random(1), old_web.url, new_web.url)
        os.kill(quick[0].popen.pid, signal.SIGKILL)  # an old process judges a new worker that has died
        quick[0].popen.wait()
        player.play_out(games[1], Random(2), new_web.url, old_web.url)
        new.worker("quick")
        for each in first:
            each.stop()
        player.go_to(new_web.url)
        projector.stop()
        new.projector()
        player.play_out(games[2], Random(3), new_web.url)
        for game in games:
            assert log_of(player, game)[-1].name == "game_scored"


@pytest.mark.verify
def test_a_new_worker_does_the_job_of_an_old_one_that_died(tmp_path: Path, old_code: Path):
    with hosts(tmp_path) as made, ExitStack() as ending:
        old, new = made.add(code=old_code), made.add()
        web = old.web()
        old.projector()
        slow = old.worker("slow")
        old.worker("quick")
        player = ending.enter_context(closing(PersistentPlayer(web.url, "Ada")))
        game = player.open_game(seats=3, bots=["search", "planner"])["id"]
        player.start_game(game)
        time.sleep(1.0)
        os.kill(slow.popen.pid, signal.SIGKILL)
        slow.popen.wait()
        new.worker("slow")
        new.projector()
        player.play_out(game, Random(1), web.url)
        assert log_of(player, game)[-1].name == "game_scored"
