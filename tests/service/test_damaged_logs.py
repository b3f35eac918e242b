"""A stored log that was damaged is noticed by everything that reads it; nobody plays on in such a game."""

import logging
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from events import DamagedLog
from projections.rebuild import rebuild
from service import jobs
from service.backend import Backend, open_backend
from tests.service.client import Caller, Service, id_of
from tests.service.commands.command_line import assert_refused, settings_of, wonderful

Row = dict[bytes, bytes]
DATA, NAME = b"data", b"name"


_edited: list[tuple[Backend, str, bytes]] = []


@pytest.fixture(autouse=True)
def restored() -> Iterator[None]:
    """What a test damages is as it was afterwards: other tests share the store."""
    yield
    while _edited:
        parts, game, good = _edited.pop()
        parts.redis.restore(parts.keys.stream(game), 0, good, replace=True)
        parts.log.accept(game)


def edit(parts: Backend, game: str, version: int, change: Callable[[Row], None]) -> bytes:
    """Change an entry in the store, behind the back of all processes; gives what restores the log."""
    stream = parts.keys.stream(game)
    before: Any = parts.redis.dump(stream)
    rows: Any = parts.redis.xrange(stream)
    _edited.append((parts, game, before))
    parts.redis.delete(stream)
    for entry_id, row in rows:
        if entry_id == b"%d-0" % version:
            change(row)
        if row:
            parts.redis.xadd(stream, row, id=entry_id)
    return bytes(before)


def other_bytes(row: Row) -> None:
    row[DATA] = row[DATA][:-9] + b"#########"


def another_card(row: Row) -> None:
    row[DATA] = row[DATA].replace(b".1", b".2") if b".1" in row[DATA] else b'{"commitment":"0"}'


CHANGES: dict[str, Callable[[Row], None]] = {
    "bytes": other_bytes,
    "another value": another_card,
    "unknown name": lambda row: row.update({NAME: b"card_eaten"}),
    "missing field": lambda row: row.pop(DATA) and None,
    "no number": lambda row: row.update({b"ms": b"soon"}),
    "no text": lambda row: row.update({DATA: b"\xff"}),
    "missing entry": lambda row: row.clear(),
}


@pytest.fixture(scope="module")
def finished(service: Service) -> tuple[str, list[Caller]]:
    """A finished game of this file alone."""
    game, callers = service.start_game(2)
    service.play(game, callers)
    return game, callers


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
@pytest.mark.slow
def test_everything_that_reads_a_whole_log_names_game_and_entry(service: Service, finished: Any, change: Any):
    game, (ada, _) = finished
    id = id_of(game)
    edit(service.parts, id, 7, change)
    cold = service.another_process()  # another process, without the game in its memory
    service.parts.snapshots.drop(id)
    for path in (game, f"{game}/log", f"{game}/replay", f"{game}/events", f"{game}/legal", f"{game}?at=30"):
        answer = cold.app.test_client().get(path, headers={"Authorization": f"Bearer {ada.token}"})
        assert (answer.status_code, answer.json["code"]) == (500, "damaged_log"), path
        assert id in answer.json["detail"]
        named = int(answer.json["detail"].split()[1])
        assert 7 <= named <= 10, "the entry, or the end of its append"
    with pytest.raises(DamagedLog, match=f"game {id}: entry [0-9]+ of its log is damaged"):
        service.parts.log.read(id)
    cold.end()


def test_a_process_that_kept_the_game_plays_on_in_it_no_more(service: Service, caplog: Any):
    game, [ada, bob] = service.start_game(2)
    id = id_of(game)
    other = service.another_process()
    assert ada.get(game).status_code == 200  # this process keeps the game
    good = edit(service.parts, id, 2, other_bytes)
    with suppress(DamagedLog):
        other.parts.log.read(id)
    move = ada.get(f"{game}/legal").json[0] if ada.get(f"{game}/legal").status_code == 200 else {"type": "ready"}
    for caller in (ada, bob):
        answer = caller.post(f"{game}/intentions", move)
        assert (answer.status_code, answer.json["code"]) == (500, "damaged_log")
    due = [effect for effect in service.parts.snapshots.due_effects() if effect.game == id]
    assert due == [], "no worker tries it again and again"
    # Restored from a backup, and projected again, the game goes on.
    service.parts.redis.restore(service.parts.keys.stream(id), 0, good, replace=True)
    parts = service.parts
    assert [*rebuild([id], parts.log, parts.snapshots, parts.lobby)] == [(id, service.version(game))]
    assert ada.post(f"{game}/intentions", ada.get(f"{game}/legal").json[0]).status_code == 201
    other.end()


def test_a_player_with_a_damaged_game_still_has_an_inbox_and_lists(service: Service):
    game, [ada, _] = service.start_game(2)
    sound, _ = service.start_game(2)
    bob = service.new_player("Bob")
    mine = service.seat_and_start(ada, bob)
    for each in (game, sound, mine):
        service.project(each)
    edit(service.parts, id_of(game), 3, other_bytes)
    cold = service.another_process()
    service.parts.snapshots.drop(id_of(game))
    headers = {"Authorization": f"Bearer {ada.token}"}
    turns = cold.app.test_client().get("/v1/turns", headers=headers)
    assert turns.status_code == 200
    assert (
        {each["game"] for each in turns.json["items"]} == {id_of(mine)} if isinstance(turns.json, dict) else turns.json
    )
    listed = cold.app.test_client().get(f"/v1/games?player={ada.id}", headers=headers)
    assert listed.status_code == 200
    cold.end()


def test_a_worker_says_it_in_one_line(service: Service, caplog: Any, monkeypatch: pytest.MonkeyPatch):
    game, _ = service.start_game(1, bots=["greedy"])
    edit(service.parts, id_of(game), 2, other_bytes)
    cold = open_backend(service.parts.settings)
    service.parts.snapshots.drop(id_of(game))
    monkeypatch.setattr(jobs, "worker_backend", lambda: cold)
    with caplog.at_level(logging.WARNING):
        assert jobs.bots(id_of(game)) is None
        jobs.score(id_of(game))
    assert len(caplog.records) == 2
    assert all(not record.exc_info for record in caplog.records)


def test_a_fork_cannot_start_from_a_damaged_game(service: Service, finished: Any):
    game, (ada, _) = finished
    edit(service.parts, id_of(game), 9, other_bytes)
    answer = ada.post(f"{game}/forks", {"version": 40})
    assert answer.json["code"] == "damaged_log"


@pytest.mark.slow
@pytest.mark.parametrize(
    "kind", ["bytes", *[pytest.param(kind, marks=pytest.mark.verify) for kind in ("missing field", "unknown name")]]
)
def test_each_command_says_in_one_line_what_is_damaged(service: Service, finished: Any, tmp_path: Path, kind: str):
    game, _ = finished
    other, _ = service.start_game(2)
    id, here = id_of(game), settings_of(service)
    edit(service.parts, id, 7, CHANGES[kind])
    for arguments in (
        ["export", id],
        ["replay", id],
        ["replay", id, "--at", "5"],
        ["hint", id, "--seat", "0", "--at", "30"],
    ):
        assert_refused(wonderful(*arguments, **here), f"game {id}: entry ", "of its log is damaged")
    rebuilt = wonderful("rebuild", "--jobs", "1", **here)
    assert rebuilt.returncode == 1
    assert f"1 game cannot be folded: {id}" in rebuilt.stderr
    assert "Traceback" not in rebuilt.stderr
    assert f"game {id}: entry " in rebuilt.stderr
    assert service.parts.snapshots.load(id_of(other)), "the others are rebuilt"
    dataset = wonderful("dataset", str(tmp_path / "dataset"), **here)
    assert dataset.returncode == 2, dataset.stderr
    assert f"game {id}: entry " in dataset.stdout + dataset.stderr
    assert "Traceback" not in dataset.stderr
