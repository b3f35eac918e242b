"""Two people find each other by a code, play on a clock with an undo, a rewind and timeouts, and play a rematch.

One of them has a connection that drops a third of everything, and sleeps. The web process, the projector and Redis are
restarted in between. A stranger never gets in.
"""

import json
import os
import signal
import time
from collections.abc import Callable
from contextlib import ExitStack

import pytest

from tests.end_to_end.phones import Follower, Phone
from tests.end_to_end.running import PATIENCE_SECONDS, Json, OwnService, await_true, is_ready
from wonderful_client import Problem

CLOCK = {"kind": "per_phase", "seconds": 5, "misses": 2}


@pytest.mark.verify
@pytest.mark.timeout(300)
def test_friends_play_on_a_clock_whatever_happens_and_play_again(own_service: OwnService):
    with ExitStack() as opened:
        ada, ben = Phone(own_service.url, "Ada", seed=1), Phone(own_service.url, "Ben", dropped=1 / 3, seed=2)
        stranger = Phone(own_service.url, "Eve", seed=3)
        for phone in (ada, ben, stranger):
            opened.callback(phone.close)
        game = meet(ada, ben, stranger)
        followers = [Follower(phone, phone.client.listen(game)) for phone in (ada, ben)]
        inbox = Follower(ben, ben.client.inbox())
        for follower in (inbox, *followers):
            opened.callback(follower.stop)
        for follower in followers:
            follower.await_type("frame")
        undo_and_rewind(ada, ben, game, followers)
        sleep_and_return(ada, ben, game, followers[0])
        for kind in ("projector", "web workers", "server"):
            restart(own_service, kind)
            for _ in range(3):
                play_stage(ada, ben, game)
        play_to_the_end((ada, ben), game)
        check_streams(ada, game, followers)
        check_log(ada, game)
        again = rematch(ada, ben, game, inbox)
        restart(own_service, "web")
        play_to_the_end((ada, ben), again)
        check_stays_private(stranger, game, again)
        check_log(ben, again)
        assert ben.connection.drops > 50, "a third of everything got lost"
        assert ben.connection.streams > 6


def status_of(ask: Callable[[], object]) -> int:
    """The status with which the service refuses what is asked; 200 if it does not."""
    try:
        ask()
    except Problem as problem:
        return problem.status
    return 200


def meet(ada: Phone, ben: Phone, stranger: Phone) -> str:
    """A private game: Ben joins by its code, and both agree to start."""
    opened = ada.client.open_game(seats=2, visibility="private", clock=CLOCK)
    game: str = opened["id"]
    for wrong in ("AAAAAAAA", opened["code"][:-1] + ("2" if opened["code"][-1] != "2" else "3")):
        assert status_of(lambda: stranger.client.find_game_by_code(wrong)) == 404  # noqa: B023
        assert status_of(lambda: stranger.client.take_seat(game, code=wrong)) == 404  # noqa: B023
    assert status_of(lambda: stranger.client.get_game(game)) == 404
    assert ben.client.find_game_by_code(opened["code"].lower())["id"] == game
    ben.client.take_seat(game, code=opened["code"])
    ada.client.agree_to_start(game, ready=True)
    started = ben.client.agree_to_start(game, ready=True)
    assert started["status"] == "playing"
    return game


def undo_and_rewind(ada: Phone, ben: Phone, game: str, followers: list[Follower]) -> None:
    """Ada takes back a pick; Ben proposes to go back to the first hand, and Ada agrees."""
    first_hand = ada.client.get_game(game)["version"]
    assert ada.act(game)
    ada.client.undo(game)
    play_stage(ada, ben, game)
    number = ben.client.propose_rewind(game, version=first_hand)["number"]
    followers[0].await_event("rewind_proposed")
    ada.client.accept_rewind(game, number)
    for follower in followers:
        follower.await_event("rewound")
        follower.await_type("resync")
    assert ada.client.get_game(game)["round"] == 1


def sleep_and_return(ada: Phone, ben: Phone, game: str, follower: Follower) -> None:
    """Ben sleeps until a bot has his seat, and then returns."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not ada.client.get_game(game)["seats"][1]["away"]:
        assert time.monotonic() < deadline
        ada.act(game)
        time.sleep(0.2)
    follower.await_event("seat_taken_over")
    with pytest.raises(Problem) as refused:
        ben.client.act(game, {"type": "auto_ready", "on": True})
    assert refused.value.code == "seat_away"
    ben.client.return_to_seat(game)
    assert ben.client.get_game(game)["seats"][1]["away"] is False


def play_stage(ada: Phone, ben: Phone, game: str) -> None:
    """Everybody does what the game waits for, until something new begins."""
    began = stage(ada.client.get_game(game))
    deadline = time.monotonic() + PATIENCE_SECONDS
    while stage(ada.client.get_game(game)) == began:
        assert time.monotonic() < deadline
        ada.act(game)
        ben.act(game)


def stage(view: Json) -> tuple[object, ...]:
    return view["round"], view["phase"], view["step"], view["passes"]


def play_to_the_end(phones: tuple[Phone, ...], game: str) -> None:
    deadline = time.monotonic() + 150
    while phones[0].client.get_game(game)["status"] == "playing":
        assert time.monotonic() < deadline
        for phone in phones:
            phone.act(game)
    assert phones[0].client.get_game(game)["status"] == "finished"


def restart(service: OwnService, kind: str) -> None:
    """Kill the processes of a kind; others come in their place."""
    for pid in service.processes(kind):
        os.kill(pid, signal.SIGKILL)
    await_true(lambda: is_ready(service.url) and service.processes(kind), service.output)


def check_streams(phone: Phone, game: str, followers: list[Follower]) -> None:
    """Each stream told every event once, in order, and the last that the game is over.

    A stream that broke off just after a rewind goes on with the game as it is then: what happened meanwhile is in that.
    """
    last = phone.client.get_game(game)["version"]
    for follower in followers:
        await_true(lambda: follower.is_over)  # noqa: B023
        frame, *items = follower.items
        assert frame["type"] == "frame"
        known = frame["version"]
        for item in items:
            if item["type"] == "event":
                assert item["version"] == known + 1
            if item["type"] in ("event", "resync"):
                assert item["version"] >= known
                known = item["version"]
        assert known == last


def check_log(phone: Phone, game: str) -> None:
    """The log proves itself, clocks included."""
    log = phone.client.get_log(game)
    assert phone.client.verify_log(log)["fault"] is None
    names = {json.loads(line).get("name") for line in log.splitlines()}
    if phone.client.get_game(game)["rematch_of"] is None:
        assert names >= {"intention_undone", "rewound", "time_expired", "seat_taken_over", "seat_returned"}


def rematch(ada: Phone, ben: Phone, game: str, inbox: Follower) -> str:
    """Ada offers a rematch, Ben reads it in his inbox and accepts: seats are rotated."""
    offered = ada.client.play_again(game)
    assert inbox.await_type("rematch_offered")["game"] == offered["id"]
    started = ben.client.play_again(game)
    assert (started["id"], started["status"], started["rematch_of"]) == (offered["id"], "playing", game)
    assert [seat["player"]["id"] for seat in started["seats"]] == [ben.id, ada.id]
    again: str = ada.client.get_rematch(game)["id"]
    assert again == offered["id"]
    return again


def check_stays_private(stranger: Phone, *games: str) -> None:
    hidden = stranger.client
    for ask in (
        *(hidden.get_game, hidden.list_events, hidden.get_replay, hidden.get_log),
        *(hidden.list_legal, hidden.get_table, hidden.get_rematch),
    ):
        for game in games:
            assert status_of(lambda: ask(game)) == 404, ask  # noqa: B023
    assert {each["id"] for each in hidden.list_games()}.isdisjoint(games)
