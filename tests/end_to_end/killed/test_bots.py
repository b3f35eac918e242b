"""Bots join the open games that there are, and their games go on when workers fail."""

import os
import signal

import pytest

from tests.amounts import amounts
from tests.end_to_end.running import OwnService, await_true
from tests.end_to_end.test_bots import NODE, agree, bot, finished, players
from wonderful_client import Problem


@pytest.mark.verify
@NODE
def test_the_examples_join_open_games_and_play_each_other(own_service: OwnService):
    with players(own_service, "Host") as [host]:
        game = host.open_game(seats=3)["id"]
        agree(host, game)
        with bot(own_service, "python", "--join") as (_, one), bot(own_service, "javascript", "--join") as (_, other):
            await_true(lambda: host.get_game(game)["status"] == "playing")
            host.leave_seat(game)
            actors = finished(host, game)
        assert {one, other} <= set(actors)


@amounts("games", 2, 8)
def test_a_stuck_worker_and_a_lost_job_hold_up_no_game(own_service: OwnService, games: int):
    with players(own_service, "Host") as [host]:
        await_true(lambda: len(own_service.processes("worker --lane quick")) == 2)
        stuck = own_service.processes("worker --lane quick")[0]
        os.kill(stuck, signal.SIGSTOP)
        try:
            for _ in range(games):
                game = host.open_game(seats=3, bots=["greedy"] * 3)["id"]
                host.start_game(game)
                assert len(finished(host, game)) > 100
        finally:
            os.kill(stuck, signal.SIGCONT)


@amounts("kills", 1, 4)
def test_killed_workers_lose_no_move_and_no_log_and_hold_up_no_other_lane(own_service: OwnService, kills: int):
    with players(own_service, "Ada", "Eve") as [host, stranger]:
        await_true(lambda: own_service.processes("worker --lane slow"))
        games = []
        for _ in range(kills):
            games.append(game := stranger.open_game(seats=1, bots=["planner"])["id"])
            stranger.start_game(game)
            reached = stranger.get_game(game)["version"]
            await_true(lambda game=game, at=reached: stranger.get_game(game)["version"] > at)
            [worker] = own_service.processes("worker --lane slow")
            os.kill(worker, signal.SIGKILL)
            quick = host.open_game(seats=2, bots=["greedy"] * 2)["id"]
            host.start_game(quick)
            assert len(finished(host, quick)) > 100
            await_true(lambda killed=worker: own_service.processes("worker --lane slow") not in ([], [killed]))
        [worker] = own_service.processes("worker --lane verifications")
        os.kill(worker, signal.SIGKILL)
        log = host.get_log(quick)
        try:
            verdict = host.verify_log(log)
        except Problem:  # the store gave the job to the dead process, whose socket was still open: one asks again
            verdict = host.verify_log(log)
        assert (verdict["ok"], verdict["here"]) == (True, "same")
        for game in games:
            assert "bot:planner" in finished(stranger, game)
