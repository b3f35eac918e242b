"""A service whose job queues have a server of their own: games go on without it, and bots once it is back."""

from pathlib import Path

import httpx

from store.faults import JOBS, describe
from tests.end_to_end import store_faults
from tests.end_to_end.running import ALL_LANES, Running, await_true, open_client, up
from tests.end_to_end.store_faults import running_store

FAULTS = {
    "stopped": (store_faults.stopped, "silent"),
    "gone": (store_faults.gone, "gone"),
    "out of memory": (store_faults.out_of_memory, "no_memory"),
    "read only": (store_faults.read_only, "read_only"),
}
LANES = ("quick", "slow", "decisions")


def test_games_go_on_without_the_store_of_the_jobs_and_bots_once_it_is_back(tmp_path: Path):
    with (
        running_store(tmp_path / "jobs") as jobs,
        up(tmp_path, **ALL_LANES, RQ_REDIS_URL=jobs.url, STORE_SECONDS="2", SWEEP_SECONDS="0.5") as running,
        open_client(running.url) as http,  # it asks once: the library would hide a 503
    ):
        account = http.post("/v1/players", json={"name": "Ada"}).json()
        http.headers["Authorization"] = f"Bearer {account['token']}"
        steady = workers(running)
        await_true(lambda: readiness(http) == {(200, "ready", None)}, running.output)
        for happens, fault in FAULTS.values():
            with happens(jobs):
                await_true(lambda fault=fault: all_say(readiness(http), fault), running.output)
                game = http.post("/v1/games", json={"seats": 2, "bots": ["greedy"]}).headers["Location"]
                view = http.post(f"{game}/start").json()
                pick = http.get(f"{game}/legal").json()[0]
                assert http.post(f"{game}/intentions", json=pick).status_code == 201
                name = game.rpartition("/")[2]
                await_true(lambda name=name: is_listed(http, name), running.output)  # the projector goes on, too
                assert http.get(game).json()["waiting_on"] == [1]
                await_true(lambda view=view, fault=fault: is_told(http, view, fault), running.output)
            await_true(lambda game=game: 1 not in http.get(game).json()["waiting_on"], running.output)
        await_true(lambda: readiness(http) == {(200, "ready", None)}, running.output)
        assert workers(running) == steady, "no worker ended"
        lines = [line for line in running.output.read_text().splitlines() if "Traceback" in line]
        assert lines == []


def workers(running: Running) -> list[int]:
    return [pid for lane in LANES for pid in running.processes(f"worker --lane {lane}")]


def readiness(http: httpx.Client) -> set[tuple[int, str, str | None]]:
    """What the web processes say: two of them answer in an order that nobody knows."""
    answers = [httpx.get(f"{http.base_url}/readyz", timeout=60) for _ in range(8)]
    return {(each.status_code, each.json()["jobs"], each.json()["detail"]) for each in answers}


def all_say(answers: set[tuple[int, str, str | None]], fault: str) -> bool:
    """Whether all web processes are ready, and name this fault of the store of the jobs."""
    return all(
        status == 200 and jobs == fault and (detail or "").startswith(describe(fault, JOBS))
        for status, jobs, detail in answers
    )


def is_told(http: httpx.Client, view: object, fault: str) -> bool:
    """Whether a decision is refused for this reason. On a busy machine, the request's own time may be up before."""
    refused = http.post("/v1/bots/search/decisions", json={"view": view, "budget": {"seconds": 2}})
    assert (refused.status_code, refused.json()["code"]) == (503, "store_unavailable")
    return str(refused.json()["detail"]).startswith(describe(fault, JOBS))


def is_listed(http: httpx.Client, game: str) -> bool:
    """Whether the list shows the game as one that is played."""
    return game in [each["id"] for each in http.get("/v1/games?player=me&status=playing").json()]
