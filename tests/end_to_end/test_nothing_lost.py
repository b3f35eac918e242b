"""Processes of every kind are killed again and again while sixteen clients play: nothing that was answered is lost."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from random import Random

from tests.amounts import SEED, amounts
from tests.end_to_end import chaos, soak
from tests.end_to_end.chaos import Kill
from tests.end_to_end.running import ALL_LANES, Json, Running, up
from tests.end_to_end.soak import RecordingPlayer, Request, Table
from tests.end_to_end.soak_checks import (
    assert_a_wait_ends_when_something_happens,
    assert_answers_are_given_again,
    assert_consecutive,
    assert_projections_and_queues_are_whole,
    assert_told_of_each_game,
    check,
)
from tests.end_to_end.test_webhooks import subscribe
from tests.projections.archive import Recorder, log_lines
from tests.service.webhooks.receivers import receiving

SHOWN_SECONDS = 10.0
"""Between two lines that show how it goes."""
OUTAGES = 5
"""Requests outlast most of so many outages, as a server is soon back, but not all of them."""
SHARED: list[list[str]] = [["greedy"], ["random"], ["greedy", "random"], []]
ALONE: list[Json] = [
    {"seats": 1},
    {"seats": 1, "side": "A"},
    {"seats": 1, "scenario": "SC01"},
    {"seats": 1, "scenario": "SC04"},
]
AGAINST: list[list[str]] = [["greedy", "planner"], ["search"], ["random", "random", "random", "random"], ["random"]]


@amounts("times", 1, 50, timeout=900)
def test_nothing_that_was_answered_is_lost_whatever_is_killed(tmp_path: Path, times: int):
    share = 2 if times < len(SHARED) else 1  # the short form plays at every second table
    shared, alone, against = SHARED[::share], ALONE[::share], AGAINST[::share]
    with (
        up(tmp_path, **ALL_LANES, WEBHOOK_ALLOWED_NETWORKS="127.0.0.0/8") as running,
        recording_players(running, 7 + 2 * len(shared) + len(alone) + len(against)) as everybody,
        receiving() as receiver,
    ):
        onlooker, host, guest, decider, verifier, *openers = everybody[:7]
        players, opening = everybody[7:], Table(openers, {"seats": 2})
        tables = [Table((players.pop(), players.pop()), {"seats": 2 + len(bots), "bots": bots}) for bots in shared]
        tables += [Table((players.pop(),), options) for options in alone]
        tables += [Table((players.pop(),), {"seats": 1 + len(bots), "bots": bots}) for bots in against]
        assert not players
        _, inbox = subscribe(openers[0], receiver)
        busy = tables[0].game_after(None)
        quiet = host.send(Request("open", {"seats": 2}, "")).game
        over, began, rng, log = threading.Event(), time.monotonic(), Random(SEED), long_log()
        shown = began

        def tell(kills: list[Kill]) -> None:
            nonlocal shown
            if time.monotonic() > shown + SHOWN_SECONDS:
                shown = time.monotonic()
                print(f"{len(kills)} of {times} kills, {shown - began:.0f} s: {chaos.progress_line(everybody)}")

        with ThreadPoolExecutor(26) as threads:
            looking_on = threads.submit(soak.follow, onlooker, busy, over)
            waiting = threads.submit(soak.follow, host, quiet, over)
            playing = [
                threads.submit(soak.play_on, player, table, over, Random(f"{SEED} {number} {seat}"))
                for number, table in enumerate(tables)
                for seat, player in enumerate(table.players)
            ]
            playing.append(threads.submit(soak.open_on, opening, over))
            deciding = threads.submit(soak.decide_on, decider, over, Random(SEED))
            verifying = threads.submit(soak.verify_on, verifier, log, over)
            killing = threads.submit(chaos.kill_all, running, chaos.victims(times, rng), rng, over, tell)
        for future in playing:
            future.result()
        kills = killing.result()
        print(chaos.report(everybody, kills))
        print(f"decisions: {dict(deciding.result())}, verifications: {dict(verifying.result())}")
        assert len(kills) == times
        assert [fault for player in everybody for fault in player.faults] == []
        assert chaos.unexplained(everybody, kills) == []
        if [kill.kind for kill in kills].count("server") >= OUTAGES:
            assert sum(player.unavailable["store_unavailable"] for player in everybody) > 0, "some were answered 503"
        assert min(deciding.result()["done"], verifying.result()["done"]) > 0
        assert_consecutive(looking_on.result())
        assert len(waiting.result()) == 2, "opened, and a seat taken; nothing else happened in this game"

        assert_a_wait_ends_when_something_happens(host, guest, quiet)
        for table in [*tables, opening]:
            assert all(soak.goes_on(table.players, game) for game in table.games)
        with ThreadPoolExecutor(16) as threads:
            ends = [
                threads.submit(soak.play_out, player, game, Random(seat))
                for table in tables[::2]
                for game in [table.game_under_way()]
                for seat, player in enumerate(table.players)
            ]
        assert {end.result() for end in ends} == {"finished"}
        check(running, everybody, kills)
        assert_told_of_each_game(inbox, opening)
        assert_answers_are_given_again(running, everybody)
        assert_projections_and_queues_are_whole(running)
        assert [fault for player in everybody for fault in player.faults] == []
        assert running.supervisor.poll() is None


@contextmanager
def recording_players(running: Running, number: int) -> Iterator[list[RecordingPlayer]]:
    """New players, each with connections of its own."""
    with ExitStack() as stack:
        yield [stack.enter_context(closing(RecordingPlayer(running.url, f"Player {index}"))) for index in range(number)]


def long_log() -> bytes:
    """A correct log that is too long to be verified in a request."""
    recorder = Recorder()
    recorder.open({"seats": 5})
    recorder.finish(Random(1))
    return b"".join(log_lines(recorder))
