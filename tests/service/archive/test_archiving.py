"""A game leaves the store only when its file is whole, and whatever stops in between, it can be read."""

import errno
import os
import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import events.archive as files
from events import Conflict, DamagedLog, Entry, Group, IdempotencyKey, Newest
from events.archive import Folder
from events.chain import links
from events.packing import opened, pack
from game.rulesets import CURRENT_RULESET
from projections.archiving import Archiver, NotArchived
from projections.milestones import EVENTS_APART
from service.backend import Backend, open_backend
from service.jobs.archiving import open_archiver
from service.settings import StartError
from store import whole_files
from tests.service.archive.conftest import file_of
from tests.service.client import Caller, Service, id_of

Over = tuple[str, list[Caller]]


def kinds(parts: Backend, game: str) -> set[str]:
    """The kinds of keys that the store has of a game."""
    found = parts.redis.scan_iter(match=f"{parts.settings.key_prefix}{{p*}}:*:{game}", count=1000)
    return {key.decode().split("}:")[1].split(":")[0] for key in found}


def test_the_store_keeps_the_head_and_a_mark(parts: Backend, over: Over, archiver: Archiver):
    game = id_of(over[0])
    entries = parts.log.read(game)
    assert len(entries) > EVENTS_APART
    parts.milestones.keep_up(game, parts.games.load(game).state)
    parts.redis.set(parts.keys.analysis(game), b"of this game")
    assert kinds(parts, game) >= {"g", "s", "i", "m", "analysis"}
    size = archiver.archive(game)
    assert size == file_of(parts, game).stat().st_size < 8000
    assert kinds(parts, game) == {"g", "s"}
    assert parts.log.newest([game]) == {game: Newest("game_scored", entries[-1].hash)}
    assert parts.redis.memory_usage(parts.keys.stream(game), samples=0) < 400
    assert archiver.archived().count(game) == 1
    parts.milestones.keep_up(game, parts.games.load(game).state)
    assert kinds(parts, game) == {"g", "s"}


def test_a_projection_of_an_archived_game_leaves_it_archived(service: Service, elsewhere: Service, archived: str):
    elsewhere.project(f"/v1/games/{archived}")
    assert service.parts.redis.hkeys(service.parts.keys.snapshot(archived)) == [b"stamp", b"version"]


def test_nothing_is_appended_to_an_archived_game(parts: Backend, over: Over, archiver: Archiver):
    game = id_of(over[0])
    entries = parts.log.read(game)
    archiver.archive(game)
    for expected in (0, 1, 40, len(entries)):
        head = entries[expected - 1].hash if expected else b""
        with pytest.raises(Conflict):
            parts.log.append(game, [Group("x", [entries[-1].event])], expected, head, IdempotencyKey("x:y", b""))
    assert parts.log.read(game) == entries


def test_an_archived_game_comes_back_and_goes_again(parts: Backend, over: Over, archiver: Archiver):
    game = id_of(over[0])
    stream = parts.keys.stream(game)
    before = parts.redis.xrange(stream), parts.redis.hgetall(parts.keys.snapshot(game))
    for _ in range(2):
        archiver.archive(game)
        archiver.unarchive(game)
        assert (parts.redis.xrange(stream), parts.redis.hgetall(parts.keys.snapshot(game))) == before
        assert game not in archiver.archived()
    with pytest.raises(NotArchived, match="it is not archived"):
        archiver.unarchive(game)
    with pytest.raises(NotArchived, match="it is not archived"):
        archiver.unarchive("zzzzzzzz")


def test_a_file_that_does_not_hold_what_was_written_leaves_the_game_in_the_store(
    parts: Backend, over: Over, monkeypatch: pytest.MonkeyPatch
):
    game = id_of(over[0])
    entries, write = parts.log.read(game), Folder.write

    def write_less(self: Folder, name: str, content: bytes) -> None:
        found = opened(content)
        cut = next(at for at in range(40, len(entries)) if entries[at - 1].hash)
        write(self, name, pack(game, CURRENT_RULESET, entries[:cut], found.snapshot))

    monkeypatch.setattr(Folder, "write", write_less)
    with pytest.raises(NotArchived, match=f"{game}.zst does not hold what was written"):
        open_archiver(parts).archive(game)
    assert game not in open_archiver(parts).archived()
    assert parts.log.read(game) == entries


STEPS: dict[str, tuple[object, str]] = {
    "before the file": (whole_files, "token_hex"),
    "before it is on the disk": (os, "fsync"),
    "before it has its name": (os, "replace"),
    "before the folder is on the disk": (whole_files, "sync_folder"),
    "before it is read back": (files.Archive, "_opened"),
}


@pytest.mark.parametrize("step", [*STEPS, "before the store is cut", "after the store is cut"])
def test_a_kill_at_any_step_leaves_the_game_whole_and_the_next_round_archives_it(
    parts: Backend, over: Over, archiver: Archiver, monkeypatch: pytest.MonkeyPatch, step: str
):
    game = id_of(over[0])
    entries = parts.log.read(game)
    child = os.fork()
    if child == 0:
        try:
            own = open_archiver(open_backend(parts.settings))
            kill = lambda *_, **__: os.kill(os.getpid(), signal.SIGKILL)  # noqa: E731
            if step in STEPS:
                monkeypatch.setattr(*STEPS[step], kill)
            elif step == "before the store is cut":
                own._cut = kill  # type: ignore[assignment]
            own.archive(game)
            kill()
        finally:
            os._exit(1)
    _, status = os.waitpid(child, 0)
    assert os.WTERMSIG(status) == signal.SIGKILL
    is_cut = step == "after the store is cut"
    assert parts.redis.xlen(parts.keys.stream(game)) == (1 if is_cut else len(entries))
    assert open_backend(parts.settings).log.read(game) == entries
    archiver.archive(game)
    assert parts.redis.xlen(parts.keys.stream(game)) == 1
    assert open_backend(parts.settings).log.read(game) == entries


def full(*_: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def torn() -> Callable[[str, Path], None]:
    rename = os.replace

    def put(name: str, file: Path) -> None:
        Path(name).write_bytes(Path(name).read_bytes()[:-1])
        rename(name, file)

    return put


@pytest.mark.parametrize("fault", ["full disk", "torn", "another game", "no folder"])
def test_without_a_whole_file_nothing_leaves_the_store(
    parts: Backend, over: Over, archiver: Archiver, monkeypatch: pytest.MonkeyPatch, fault: str
):
    game = id_of(over[0])
    entries, archive = parts.log.read(game), parts.archive
    assert archive
    if fault == "full disk":
        monkeypatch.setattr(os, "fsync", full)
    elif fault == "torn":
        monkeypatch.setattr(os, "replace", torn())
    elif fault == "no folder":
        monkeypatch.setattr(archive, "files", Folder(Path("/nowhere")))
    else:
        others = [entry._replace(actor="mallory") for entry in entries]
        hashes = links(game, others)
        others = [e._replace(hash=h if e.hash else b"") for e, h in zip(others, hashes, strict=True)]
        archive.write(game, "base-1", others, {})
    with pytest.raises(NotArchived):
        archiver.archive(game)
    monkeypatch.undo()
    assert parts.redis.xlen(parts.keys.stream(game)) == len(entries)
    assert [*file_of(parts, game).parent.glob(".*")] == []


def test_a_log_that_breaks_the_rules_stays_in_the_store(parts: Backend, over: Over, archiver: Archiver):
    """Its chain is right, and another player makes a move."""
    game = id_of(over[0])
    entries = parts.log.read(game)
    at = next(number for number, entry in enumerate(entries) if entry.name == "card_drafted" and entry.seat == 0)
    forged: list[Entry] = [*entries]
    forged[at] = entries[at]._replace(seat=1)
    forged = [e._replace(hash=h if e.hash else b"") for e, h in zip(forged, links(game, forged), strict=True)]
    parts.redis.delete(parts.keys.stream(game), parts.keys.idempotency(game))
    parts.log.restore(game, forged, IdempotencyKey("x:x", b""))
    with pytest.raises(NotArchived, match="its log does not follow from the rules: "):
        archiver.archive(game)
    assert parts.log.read(game) == forged
    assert not file_of(parts, game).exists()


def test_games_under_way_damaged_and_unknown_ones_stay(service: Service, archiver: Archiver):
    parts = service.parts
    playing, _ = service.start_game(2)
    for game in (id_of(playing), "zzzzzzzz"):
        with pytest.raises(NotArchived, match="not finished"):
            archiver.archive(game)
    damaged, callers = service.start_game(1, bots=["greedy"])
    service.play(damaged, callers)
    parts.redis.xdel(parts.keys.stream(id_of(damaged)), "40-0")
    with pytest.raises(NotArchived, match="entry 40 of its log is damaged"):
        archiver.archive(id_of(damaged))
    with pytest.raises(DamagedLog):
        parts.log.read(id_of(damaged))


def test_candidates_are_finished_games_of_before(service: Service, archived: str, archiver: Archiver):
    parts = service.parts
    game, callers = service.start_game(1, bots=["greedy"])
    service.play(game, callers)
    ended_ms = parts.games.load(id_of(game)).touched_ms
    playing, _ = service.start_game(2)

    def found(before_ms: float) -> set[str]:
        return {game for page in archiver.candidates(before_ms) for game in page}

    later = found(ended_ms + 1)
    assert id_of(game) in later
    assert id_of(game) not in found(ended_ms)
    assert later.isdisjoint({id_of(playing), archived})


def test_an_archive_that_is_not_there_is_refused(service: Service):
    for url, words in (("", "ARCHIVE_URL is not set"), ("file:/nowhere/at/all", "there is no folder /nowhere/at/all")):
        without = open_backend(replace(service.parts.settings, archive_url=url))
        with pytest.raises(StartError, match=words):
            open_archiver(without)
        without.close()
