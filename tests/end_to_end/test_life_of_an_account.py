"""The life of an account in a running service, as its owner and the others see it after each step.

A second process on the same store, which has kept everything that it saw, is looked at each time, too.
"""

import json
import threading
from collections.abc import Callable
from random import Random
from typing import Any

import httpx
import pytest

from service.backend import open_backend
from service.settings import read_settings
from tests.end_to_end.running import Json, PersistentPlayer, Running, await_true
from tests.high_limits import HIGH_LIMITS
from tests.service.client import Caller, Service
from wonderful_client import Problem

MINUTE_SECONDS = 60
FORMER = "a former player"
ALL_SCOPES = ["read", "play", "bot", "admin"]
Get = Callable[[str], Any]


@pytest.mark.timeout(240)
def test_the_life_of_an_account(running: Running):
    ada, ben = (PersistentPlayer(running.url, name) for name in ("Ada", "Ben"))
    finished, playing = play(ada, ben), begin(ada, ben)
    everybody = Everybody(running, ben, finished, playing)
    everybody.see("Ada")

    assert ada.change_me(name="Countess", handle="countess")["handle"] == "countess"
    everybody.see("Countess")
    assert ben.get_player("@Countess")["id"] == ada.id

    phone = rotate_on_a_second_device(running, ada)
    everybody.see("Countess")
    recovered = lose_and_recover(running, ada, phone)
    everybody.see("Countess")
    revoke_in_the_middle_of_a_stream(running, recovered, playing)
    everybody.see("Countess")
    block(recovered, ben, open_game=ben.open_game(seats=3)["id"])
    everybody.see("Countess")

    assert recovered.delete("/v1/players/me").status_code == 204
    everybody.see(FORMER)
    assert recovered.get("/v1/players/me").status_code == 401
    await_true(lambda: ben.get_game(playing)["seats"][0]["bot"], seconds=MINUTE_SECONDS)
    ben.play_out(playing, Random(3))
    everybody.see(FORMER)
    for each in (everybody, ada, ben, phone, recovered):
        each.close()


def play(ada: PersistentPlayer, ben: PersistentPlayer) -> str:
    """A game of the two that is over and scored."""
    game = begin(ada, ben, "first")
    players = [
        threading.Thread(target=each.play_out, args=(game, Random(seed))) for seed, each in enumerate((ada, ben))
    ]
    for thread in players:
        thread.start()
    for thread in players:
        thread.join(MINUTE_SECONDS)
    await_true(lambda: ben.get_game(game)["status"] == "finished", seconds=MINUTE_SECONDS)
    return game


def begin(ada: PersistentPlayer, ben: PersistentPlayer, key: str = "second") -> str:
    """A game of the two under way; Ada has seat 0."""
    game = ada.open_game(seats=2)["id"]
    ben.take_seat(game)
    ada.start_game(game)
    return game


class Everybody:
    """What Ben sees of two games, through the running service and in a second process."""

    def __init__(self, running: Running, ben: PersistentPlayer, finished: str, playing: str) -> None:
        settings = read_settings(HIGH_LIMITS | {"REDIS_URL": f"unix://{running.data}/server.sock"})
        self._parts = open_backend(settings)
        other = Caller(Service(self._parts).app, ben.id, ben.token)
        self._gets: list[Get] = [ben.fetch, lambda path: other.get(path).data]
        self._ben, self._finished, self._playing = ben, finished, playing
        self._log = ben.get_log(finished)

    def see(self, name: str) -> None:
        """Check the lists, views, replays and the log of both games: the player of seat 0 has this name everywhere."""
        for get in self._gets:
            await_true(lambda get=get: self._names(get) == {name}, seconds=MINUTE_SECONDS)
            assert get(f"/v1/games/{self._finished}/log") == self._log
        assert self._ben.verify_log(self._log)["here"] == "same"

    def close(self) -> None:
        self._parts.close()

    def _names(self, get: Get) -> set[str]:
        found = set()
        for game in (self._finished, self._playing):
            listed = json.loads(get("/v1/games?player=me"))
            path = f"/v1/games/{game}"
            frames = json.loads(get(f"{path}/replay?limit=1"))
            views = [json.loads(get(path)), frames[0]["view"], *[each for each in listed if each["id"] == game]]
            found |= {view["seats"][0]["player"]["name"] for view in views if view["seats"][0]["player"]}
            found |= {json.loads(get(f"{path}/table"))["names"][0]}
        return found


def log_in(running: Running, token: str) -> httpx.Client:
    """A client of the account with this token."""
    return httpx.Client(base_url=running.url, headers={"Authorization": f"Bearer {token}"}, timeout=60)


def rotate_on_a_second_device(running: Running, ada: PersistentPlayer) -> httpx.Client:
    """Ada gives a second device a token, and the device gives it a new secret."""
    made = ada.create_token(name="phone", scopes=ALL_SCOPES)
    with log_in(running, made["token"]) as before:
        rotated = before.post("/v1/tokens/current/rotation", json={"overlap": 0}).json()
        await_true(lambda: before.get("/v1/players/me").status_code == 401)
    phone = log_in(running, rotated["token"])
    assert [each["name"] for each in phone.get("/v1/tokens").json()] == ["first token", "phone"]
    return phone


def lose_and_recover(running: Running, ada: PersistentPlayer, phone: httpx.Client) -> httpx.Client:
    """All devices are lost. The code, which is on paper, gives a new token and ends the others."""
    code = phone.post("/v1/players/me/recovery-code").json()["recovery_code"]
    body = {"player": "@countess", "code": code.lower()}
    recovered: Json = httpx.post(f"{running.url}/v1/recoveries", json=body, timeout=60).json()
    assert httpx.post(f"{running.url}/v1/recoveries", json=body, timeout=60).status_code == 403, "it is good once"
    await_true(lambda: phone.get("/v1/players/me").status_code == 401)
    with log_in(running, ada.token) as lost:
        await_true(lambda: lost.get("/v1/players/me").status_code == 401)
    assert recovered["id"] == ada.id
    return log_in(running, recovered["token"])


def revoke_in_the_middle_of_a_stream(running: Running, ada: httpx.Client, game: str) -> None:
    """A third token follows a game and the inbox; then it is revoked."""
    made = ada.post("/v1/tokens", json={"name": "watch", "scopes": ["read"]}).json()
    for path in (f"/v1/games/{game}/events", "/v1/turns"):
        headers = {"Authorization": f"Bearer {made['token']}", "Accept": "application/x-ndjson"}
        with httpx.stream("GET", f"{running.url}{path}", headers=headers, timeout=60) as stream:
            lines = (line for line in stream.iter_lines() if line)
            assert json.loads(next(lines))["type"] in ("frame", "your_turn")
            assert ada.delete(f"/v1/tokens/{made['id']}").status_code == 204
            last = [json.loads(line) for line in lines][-1]
        assert (last["type"], last["reason"]) == ("end", "token_revoked")
        made = ada.post("/v1/tokens", json={"name": "watch again", "scopes": ["read"]}).json()


def block(ada: httpx.Client, ben: PersistentPlayer, open_game: str) -> None:
    """Ada blocks Ben, whose table she then does not join; nor he hers."""
    assert ada.put(f"/v1/players/me/blocks/{ben.id}").status_code == 204
    assert ada.post(f"/v1/games/{open_game}/seats").json()["code"] == "blocked"
    own = ada.post("/v1/games", json={"seats": 2}).json()["id"]
    with pytest.raises(Problem) as refused:
        ben.take_seat(own)
    assert refused.value.code == "blocked"
