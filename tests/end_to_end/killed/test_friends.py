"""Two people find each other by a code, play on a clock with an undo, a rewind and timeouts, and play a rematch.

One of them has a connection that drops a third of everything, and sleeps. The web process, the projector and Redis are
restarted in between. A stranger never gets in.
"""

import json
import os
import signal
import time
from contextlib import ExitStack

import pytest

from tests.end_to_end.phones import Follower, Phone
from tests.end_to_end.running import PATIENCE_SECONDS, Json, OwnService, await_true, is_ready

CLOCK = {"kind": "per_phase", "seconds": 5, "misses": 2}


@pytest.mark.slow
@pytest.mark.verify
@pytest.mark.timeout(300)
def test_friends_play_on_a_clock_whatever_happens_and_play_again(own_service: OwnService):
    with ExitStack() as opened:
        ada, ben = Phone(own_service.url, "Ada", seed=1), Phone(own_service.url, "Ben", dropped=1 / 3, seed=2)
        stranger = Phone(own_service.url, "Eve", seed=3)
        for phone in (ada, ben, stranger):
            opened.callback(phone.close)
        game = meet(ada, ben, stranger)
        followers = [Follower(ada, f"{game}/events"), Follower(ben, f"{game}/events")]
        inbox = Follower(ben, "/v1/turns")
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
        assert ben.drops > 50, "a third of everything got lost"
        assert followers[1].connections > 3


def meet(ada: Phone, ben: Phone, stranger: Phone) -> str:
    """A private game: Ben joins by its code, and both agree to start."""
    opened = ada.ask("POST", "/v1/games", json={"seats": 2, "visibility": "private", "clock": CLOCK})
    game = f"/v1/games/{opened['id']}"
    for wrong in ("AAAAAAAA", opened["code"][:-1] + ("2" if opened["code"][-1] != "2" else "3")):
        assert stranger.send("GET", f"/v1/codes/{wrong}").status_code == 404
        assert stranger.send("POST", f"{game}/seats", json={"code": wrong}).status_code == 404
    assert stranger.send("GET", game).status_code == 404
    found = ben.ask("GET", f"/v1/codes/{opened['code'].lower()}")
    assert found["id"] == opened["id"]
    ben.ask("POST", f"{game}/seats", json={"code": opened["code"]})
    ada.ask("PUT", f"{game}/seats/me/ready", json={"ready": True})
    started = ben.ask("PUT", f"{game}/seats/me/ready", json={"ready": True})
    assert started["status"] == "playing"
    return game


def undo_and_rewind(ada: Phone, ben: Phone, game: str, followers: list[Follower]) -> None:
    """Ada takes back a pick; Ben proposes to go back to the first hand, and Ada agrees."""
    first_hand = ada.view(game)["version"]
    assert ada.act(game)
    ada.ask("POST", f"{game}/undo", json={})
    play_stage(ada, ben, game)
    number = ben.ask("POST", f"{game}/rewinds", json={"version": first_hand})["number"]
    followers[0].await_event("rewind_proposed")
    ada.ask("POST", f"{game}/rewinds/{number}/accept")
    for follower in followers:
        follower.await_event("rewound")
        follower.await_type("resync")
    assert ada.view(game)["round"] == 1


def sleep_and_return(ada: Phone, ben: Phone, game: str, follower: Follower) -> None:
    """Ben sleeps until a bot has his seat, and then returns."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not ada.view(game)["seats"][1]["away"]:
        assert time.monotonic() < deadline
        ada.act(game)
        time.sleep(0.2)
    follower.await_event("seat_taken_over")
    refused = ben.send("POST", f"{game}/intentions", json=[{"type": "auto_ready", "on": True}])
    assert (refused.status_code, refused.json()["code"]) == (409, "seat_away")
    ben.ask("POST", f"{game}/seats/me/return")
    assert ben.view(game)["seats"][1]["away"] is False


def play_stage(ada: Phone, ben: Phone, game: str) -> None:
    """Everybody does what the game waits for, until something new begins."""
    began = stage(ada.view(game))
    deadline = time.monotonic() + PATIENCE_SECONDS
    while stage(ada.view(game)) == began:
        assert time.monotonic() < deadline
        ada.act(game)
        ben.act(game)


def stage(view: Json) -> tuple[object, ...]:
    return view["round"], view["phase"], view["step"], view["passes"]


def play_to_the_end(phones: tuple[Phone, ...], game: str) -> None:
    deadline = time.monotonic() + 150
    while phones[0].view(game)["status"] == "playing":
        assert time.monotonic() < deadline
        for phone in phones:
            phone.act(game)
    assert phones[0].view(game)["status"] == "finished"


def restart(service: OwnService, kind: str) -> None:
    """Kill the processes of a kind; others come in their place."""
    for pid in service.processes(kind):
        os.kill(pid, signal.SIGKILL)
    await_true(lambda: is_ready(service.url) and service.processes(kind), service.output)


def check_streams(phone: Phone, game: str, followers: list[Follower]) -> None:
    """Each stream told every event once, in order, and the last that the game is over."""
    last = phone.view(game)["version"]
    for follower in followers:
        await_true(lambda: follower.items[-1]["type"] in ("end", "over"))  # noqa: B023
        first = follower.items[0]["data"]["version"]
        assert follower.items[0]["type"] == "frame"
        assert [event["version"] for event in follower.events()] == list(range(first + 1, last + 1))


def check_log(phone: Phone, game: str) -> None:
    """The log proves itself, clocks included."""
    log = phone.send("GET", f"{game}/log")
    headers = {"Content-Type": "application/x-ndjson"}
    verdict = phone.ask("POST", "/v1/verifications", content=log.content, headers=headers)
    assert verdict["fault"] is None
    names = {json.loads(line).get("name") for line in log.text.splitlines()}
    if phone.view(game)["rematch_of"] is None:
        assert names >= {"intention_undone", "rewound", "time_expired", "seat_taken_over", "seat_returned"}


def rematch(ada: Phone, ben: Phone, game: str, inbox: Follower) -> str:
    """Ada offers a rematch, Ben reads it in his inbox and accepts: seats are rotated."""
    offered = ada.ask("POST", f"{game}/rematch")
    assert inbox.await_type("rematch_offered")["game"] == offered["id"]
    started = ben.ask("POST", f"{game}/rematch")
    assert (started["id"], started["status"], started["rematch_of"]) == (offered["id"], "playing", game.split("/")[-1])
    assert [seat["player"]["id"] for seat in started["seats"]] == [ben.id, ada.id]
    assert ada.ask("GET", f"{game}/rematch")["id"] == offered["id"]
    return f"/v1/games/{offered['id']}"


def check_stays_private(stranger: Phone, *games: str) -> None:
    for game in games:
        for path in ("", "/events", "/replay", "/log", "/legal", "/table", "/rematch"):
            assert stranger.send("GET", f"{game}{path}").status_code == 404, path
    listed = {each["id"] for each in stranger.ask("GET", "/v1/games")}
    assert listed.isdisjoint(game.rpartition("/")[2] for game in games)
