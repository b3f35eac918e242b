"""`wonderful inspect`: what the store holds of a game, and each thing that does not agree with its log."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from projections.summaries import SCHEMA
from service.backend import Backend
from service.commands.inspect import inspect_game
from service.jobs.lanes import LANES
from service.jobs.queues import Queues
from service.settings import StartError
from tests.ports import free_port
from tests.service.client import Service, id_of
from tests.service.commands.command_line import assert_refused, settings_of, wonderful
from tests.service.diagnosis.conftest import follow
from tests.store.wire import wired

Report = dict[str, Any]


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """What does not agree is looked at again without a pause."""
    monkeypatch.setattr("service.commands.inspect.LOOK_SECONDS", 0)


def inspected(parts: Backend, game: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, Report]:
    status = inspect_game(parts.settings, game, True)
    return status, json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("state", ["open", "bots", "playing", "finished"])
def test_all_of_a_projected_game_agrees(
    service: Service, games: dict[str, str], state: str, capsys: pytest.CaptureFixture[str]
):
    status, report = inspected(service.parts, games[state], capsys)
    assert (status, report["agrees"], report["disagreements"]) == (0, True, [])
    loaded = service.parts.games.load(games[state])
    assert report["table"]["status"] == loaded.state.status
    assert report["log"]["head"] == report["snapshot"]["head"] == loaded.head.hex()
    assert report["log"]["entries"] == report["snapshot"]["version"] == loaded.version
    assert report["log"]["chain"] == "right"
    assert report["lobby"]["in_record"] == (state == "finished")
    assert [job["status"] for job in report["jobs"]] == (["waiting"] * 2 if state == "bots" else [])
    assert report["beside"]["has_seed"] == report["beside"]["has_invite_code"] == (state == "open")


def test_no_secrets_are_shown(service: Service, games: dict[str, str], capsys: pytest.CaptureFixture[str]):
    parts = service.parts
    secrets = [parts.redis.get(getattr(parts.keys, kind)(games["open"])).decode() for kind in ("seed", "code")]
    state = parts.games.load(games["playing"]).state
    cards = {card.split(".")[0] for seat in state.seats for card in (*seat.hand, *seat.drafted)}
    assert cards
    for game in games.values():
        for form in (True, False):
            inspect_game(parts.settings, game, form)
    out = capsys.readouterr().out
    assert [word for word in (*secrets, *cards) if word in out] == []


def hset(key: Callable[[Backend, str], str], field: Callable[[str], str], value: str) -> Callable[[Backend, str], None]:
    return lambda parts, game: parts.redis.hset(key(parts, game), field(game), value) and None


def list_elsewhere(parts: Backend, game: str) -> None:
    """As a projector that stored its game under a status that has passed."""
    key = parts.keys.lobby("guards")
    guard = json.loads(parts.redis.hget(key, game))
    gone = guard["indexes"].pop()
    parts.redis.zrem(gone, f"{parts.games.load(game).opened_ms:013d}-{game}")
    parts.redis.hset(key, game, json.dumps(guard))


def change_summary(parts: Backend, game: str) -> None:
    key = parts.keys.lobby(f"summaries:{SCHEMA}")
    summary = json.loads(parts.redis.hget(key, game))
    parts.redis.hset(key, game, json.dumps(summary | {"status": "open"}))


def set_snapshot_back(parts: Backend, game: str) -> None:
    parts.redis.hset(
        parts.keys.snapshot(game),
        "state",
        parts.redis.hget(parts.keys.snapshot(game), "state").replace(b'"round":1', b'"round":2'),
    )


def lose_the_last_append(parts: Backend, game: str) -> None:
    """As a server that lost its last second, but has kept the snapshot."""
    entries = parts.log.read(game)
    last = entries[-1].group
    parts.redis.xdel(parts.keys.stream(game), *[f"{each.version}-0" for each in entries if each.version >= last])


FAULTS: dict[str, Callable[[Backend, str], Any]] = {
    "it has no snapshot": lambda parts, game: parts.redis.delete(parts.keys.snapshot(game)),
    "the head of its snapshot": hset(lambda parts, game: parts.keys.snapshot(game), lambda game: "head", "x" * 32),
    "the state of its snapshot": set_snapshot_back,
    "the clocks of its snapshot": lambda parts, game: parts.redis.hset(
        parts.keys.snapshot(game), "clocks", json.dumps([[[1, None, []]] * 2, 5])
    ),
    "its snapshot cannot be read": hset(lambda parts, game: parts.keys.snapshot(game), lambda game: "clocks", "{"),
    "which its log does not have": lose_the_last_append,
    "the store calls for score": hset(
        lambda parts, game: parts.keys.due(parts.keys.partition(game)), lambda game: game, "score-x-v3"
    ),
    "the store calls for nothing at a time": lambda parts, game: parts.redis.hdel(
        parts.keys.timed(parts.keys.partition(game)), game
    ),
    "has no timer": lambda parts, game: parts.redis.zrem(parts.keys.timers(parts.keys.partition(game)), game),
    "it waits for the seats [7]": hset(
        lambda parts, game: parts.keys.waiting(parts.keys.partition(game)), lambda game: game, "[7]"
    ),
    "the lists say that it is open": change_summary,
    "it is missing in 1 of the": list_elsewhere,
    "it has no summary": lambda parts, game: parts.redis.hdel(parts.keys.lobby("guards"), game),
    "milestones are not what its log says: those at version 999": hset(
        lambda parts, game: parts.keys.milestones(game), lambda game: "999", ""
    ),
    "marked as damaged at entry 3": lambda parts, game: parts.redis.set(parts.keys.damage(game), 3),
}  # fmt: skip


def failed_jobs_key(parts: Backend) -> str:
    return f"rq:failed:{parts.keys.prefix}{LANES['quick'].queue}"


@pytest.fixture
def spoilt(service: Service) -> Iterator[list[str]]:
    """Ids of games that the test spoils. They go with it: other tests fold all games of the store."""
    games: list[str] = []
    yield games
    keys = service.parts.keys
    service.parts.redis.delete(failed_jobs_key(service.parts))
    for game in games:
        service.parts.redis.delete(keys.stream(game), keys.snapshot(game), keys.damage(game))
        service.parts.redis.hdel(keys.waiting(keys.partition(game)), game)  # lists of all games tell it


@pytest.mark.parametrize("words", FAULTS)
def test_what_does_not_agree_is_said_with_what_mends_it(
    service: Service, spoilt: list[str], words: str, capsys: pytest.CaptureFixture[str]
):
    game, _ = service.start_game(2, clock={"kind": "per_phase", "seconds": 600})
    spoilt.append(id_of(game))
    follow(service.parts, service)
    parts, id = service.parts, id_of(game)
    assert inspected(parts, id, capsys)[0] == 0
    FAULTS[words](parts, id)
    status, report = inspected(parts, id, capsys)
    told = [each["what"] for each in report["disagreements"]]
    assert (status, report["agrees"]) == (1, False)
    assert [words in each for each in told].count(True) == 1, told
    assert all("rebuild" in each["mend"] or "doctor" in each["mend"] for each in report["disagreements"])


def test_a_finished_game_that_the_record_lacks_is_said(
    service: Service, games: dict[str, str], capsys: pytest.CaptureFixture[str]
):
    parts, id = service.parts, games["finished"]
    record = parts.record._key("games")  # of the current generation: a rebuild leaves the former one for a while
    kept = parts.redis.hget(record, id)
    parts.redis.hdel(record, id)
    try:
        status, report = inspected(parts, id, capsys)
    finally:
        parts.redis.hset(record, id, kept)
    assert (status, [each["what"] for each in report["disagreements"]]) == (
        1,
        ["it is over and counts, and the record does not have it"],
    )


NOTES: dict[str, Callable[[Backend, str], Any]] = {
    "its snapshot is of another release": hset(
        lambda parts, game: parts.keys.snapshot(game), lambda game: "stamp", "old"
    ),
    "1 milestone of another release": hset(lambda parts, game: parts.keys.milestones(game), lambda game: "2", ""),
    "jobs that failed or lost their worker: bots-": lambda parts, game: parts.redis.zadd(
        failed_jobs_key(parts), {f"bots-ada-{game}-v3-r1": parts.clock() + 99}
    ),
}


@pytest.mark.parametrize("words", NOTES)
def test_what_is_no_disagreement_is_noted(
    service: Service, spoilt: list[str], words: str, capsys: pytest.CaptureFixture[str]
):
    game, _ = service.start_game(2)
    spoilt.append(id_of(game))
    follow(service.parts, service)
    NOTES[words](service.parts, id_of(game))
    status, report = inspected(service.parts, id_of(game), capsys)
    assert (status, report["disagreements"]) == (0, [])
    assert [words in each for each in report["notes"]] == [True], report["notes"]


def test_without_the_server_of_the_queues_all_else_is_told(
    service: Service, games: dict[str, str], capsys: pytest.CaptureFixture[str]
):
    gone = replace(service.parts.settings, rq_redis_url=f"redis://127.0.0.1:{free_port()}")
    assert inspect_game(gone, games["playing"], True) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["jobs"], len(report["notes"])) == ([], 1)
    assert report["notes"][0].startswith("its jobs could not be read: ")


def test_a_single_server_at_a_cluster_url_is_named(service: Service):
    with wired(service.parts.settings.redis_url or "") as wire:
        url = wire.url.replace("redis:", "cluster:").removesuffix("/0")
        with pytest.raises(StartError, match="the game cannot be read: the server at a cluster URL is a single one"):
            inspect_game(replace(service.parts.settings, redis_url=url), "k3jx9a2m", True)


def test_a_broken_chain_is_named_and_the_game_is_not_marked(
    service: Service, spoilt: list[str], capsys: pytest.CaptureFixture[str]
):
    game, _ = service.start_game(2)
    spoilt.append(id_of(game))
    follow(service.parts, service)
    parts, id = service.parts, id_of(game)
    rows = parts.redis.xrange(parts.keys.stream(id))
    parts.redis.delete(parts.keys.stream(id))
    for number, row in rows:
        changed = row | ({b"actor": b"mallory"} if number == b"3-0" else {})
        parts.redis.xadd(parts.keys.stream(id), changed, id=number)
    status, report = inspected(parts, id, capsys)
    assert (status, report["log"]["chain"], report["log"]["marked_damaged_at"]) == (1, "damaged", None)
    [damage] = report["disagreements"]
    assert "its log is damaged" in damage["what"]
    assert parts.keys.stream(id) in damage["mend"]
    assert not parts.redis.exists(parts.keys.damage(id))
    assert inspect_game(parts.settings, id, False) == 1
    *_, told, mend, summary = capsys.readouterr().out.splitlines()
    assert told.startswith("! Its log is damaged")
    assert mend == f"  → {damage['mend']}"
    assert summary == "1 does not agree."


def test_a_game_that_waits_for_the_projector_does_not_disagree(service: Service, capsys: pytest.CaptureFixture[str]):
    game, callers = service.start_game(2)
    follow(service.parts, service)
    service.play(game, callers, until="planning")
    status, report = inspected(service.parts, id_of(game), capsys)
    assert (status, report["projected"]) == (0, False)
    assert "wait for a projector" in " ".join(report["notes"])
    follow(service.parts, service)
    assert inspected(service.parts, id_of(game), capsys)[1]["notes"] == []


def test_bots_that_are_due_without_a_job_are_said(service: Service, capsys: pytest.CaptureFixture[str]):
    game = service.seat_and_start(service.new_player(), bots=["greedy"])
    follow(service.parts, service)
    queues = Queues(service.parts.settings)
    for lane in ("quick", "slow"):
        queues.lanes[lane].delete(delete_jobs=True)
    status, report = inspected(service.parts, id_of(game), capsys)
    assert status == 1
    assert "no living job does it" in report["disagreements"][0]["what"]
    queues.redis.close()
    service.run_jobs(game)


def test_the_command_ends_with_0_1_or_2(service: Service, games: dict[str, str]):
    ended = wonderful("inspect", games["finished"], **settings_of(service))
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.startswith(f"game {games['finished']} in ")
    assert ended.stdout.endswith("All of it agrees.\n")
    assert_refused(wonderful("inspect", "nobody", **settings_of(service)), "there is no game nobody")
    assert_refused(wonderful("inspect", "nobody"), "there is no store in")
    assert_refused(wonderful("inspect", "nobody", REDIS_URL="redis://127.0.0.1:1"), "no store listens")
