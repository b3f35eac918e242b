"""The commands of the archive, its rounds, and what other commands do with archived games."""

import json
import logging
from dataclasses import replace
from pathlib import Path

import pytest

from projections.archiving import Archiver
from projections.effects import NOBODY, Effect
from projections.rebuild import rebuild
from projections.snapshots import archived_fields
from service.backend import open_backend
from service.commands.archive import archive_games, unarchive_games
from service.commands.export import export_game
from service.commands.inspect import inspect_game
from service.commands.rebuild import rebuild_all
from service.diagnosis.archived import read_archive
from service.diagnosis.metrics import read_archived
from service.diagnosis.opening import open_to_read
from service.jobs import archiving
from service.jobs.queues import Queues
from service.settings import StartError
from tests.service.archive.conftest import file_of, store_old_game
from tests.service.client import Service, id_of
from tests.service.commands.command_line import assert_refused, settings_of, wonderful

Out = pytest.CaptureFixture[str]


def test_the_command_archives_what_is_old_and_nothing_else(service: Service, over, archiver: Archiver, capsys: Out):
    parts = service.parts
    old, new = store_old_game(parts, "cmdold00"), id_of(over[0])
    assert archive_games(parts.settings, dry_run=True) == 0
    listed = capsys.readouterr()
    assert listed.out.split() == [old]
    assert listed.err.startswith("1 game would go from ")
    assert old not in archiver.archived()
    assert archive_games(parts.settings, dry_run=False) == 0
    assert capsys.readouterr().out.startswith("1 game went from ")
    assert {old, new} & {*archiver.archived()} == {old}
    assert archive_games(parts.settings, dry_run=False) == 0
    assert unarchive_games(parts.settings, [old]) == 0
    assert old not in archiver.archived()
    assert file_of(parts, old).is_file()


def test_what_cannot_be_archived_is_one_line_and_the_doctor_tells(service: Service, capsys: Out):
    parts = service.parts
    bad, good = store_old_game(parts, "cmdbad00"), store_old_game(parts, "cmdgood0")
    parts.redis.xdel(parts.keys.stream(bad), "40-0")
    assert archive_games(parts.settings, dry_run=False) == 1
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 1
    assert told[0].startswith(f"game {bad}: entry 40 of its log is damaged")
    with open_to_read(parts.settings) as opened:
        opened.keys.count = parts.keys.count
        facts = read_archive(opened)
        assert (facts.fault, facts.is_writable, [*facts.refused]) == ("", True, [bad])
        assert facts.games == read_archived(opened) > 0
        assert facts.missing == ()
        file_of(parts, good).unlink()
        assert read_archive(opened).sampled
    parts.redis.delete(parts.keys.stream(bad))
    for game in (bad, good):
        parts.redis.delete(parts.keys.stream(game), parts.keys.snapshot(game))
    parts.redis.hdel(parts.keys.archived(parts.keys.partition(good)), good)


def test_a_round_archives_in_slices_and_the_next_one_waits(
    service: Service, archiver: Archiver, monkeypatch: pytest.MonkeyPatch
):
    parts = service.parts
    games = {store_old_game(parts, f"round{number}aa") for number in range(3)}
    monkeypatch.setattr(archiving, "SLICE_SECONDS", 0.0)
    assert archiving.is_round_due(parts)
    queues = Queues(parts.settings, parts.games.load)
    queues.enqueue(Effect("archive", NOBODY, 0))
    queues.enqueue(Effect("archive", NOBODY, 0))
    assert queues.lanes["slow"].job_ids == ["archive-nobody-nobody-v0-r1"]
    service.work("slow", most=2)
    assert not games <= {*archiver.archived()}
    monkeypatch.setattr(archiving, "SLICE_SECONDS", 600.0)
    service.work("slow", most=1)
    assert games <= {*archiver.archived()}
    assert not archiving.is_round_due(parts)
    assert not archiving.is_round_due(open_backend(replace(parts.settings, archive_url="")))
    queues.redis.close()


def test_a_round_without_a_folder_is_told_once_an_hour(service: Service, caplog: pytest.LogCaptureFixture):
    without = open_backend(replace(service.parts.settings, archive_url="file:/nowhere/at/all"))
    with caplog.at_level(logging.ERROR):
        assert not archiving.archive_some(without)
    assert "no game is archived: the archive cannot be used (ARCHIVE_URL): there is no folder /nowhere" in caplog.text
    assert not archiving.is_round_due(without)
    without.close()


def test_a_rebuild_reads_the_archive_and_leaves_games_there(service: Service, archived: str, over):
    parts, (game, [ada, _]) = service.parts, over
    record, listed = ada.get("/v1/players/me").json, ada.get(f"/v1/games?player={ada.id}").json
    snapshot = parts.redis.hgetall(parts.keys.snapshot(archived))
    assert rebuild_all(parts.settings, jobs=1) == 0
    parts.lobby.forget_saved()
    assert ada.get("/v1/players/me").json == record
    assert ada.get(f"/v1/games?player={ada.id}").json == listed
    assert parts.redis.xlen(parts.keys.stream(archived)) == 1
    assert parts.redis.hgetall(parts.keys.snapshot(archived)) == snapshot
    assert not parts.redis.exists(parts.keys.milestones(archived))
    assert id_of(game) == archived


def test_a_rebuild_makes_a_snapshot_of_an_older_schema_again(service: Service, archived: str):
    parts = service.parts
    loaded = parts.games.load(archived)
    entries = parts.log.read(archived)
    assert parts.archive
    parts.archive.write(archived, "base-1", entries, archived_fields(loaded) | {"stamp": "1 base-1"})
    assert parts.snapshots.load(archived) is None
    fresh = open_backend(parts.settings)
    assert fresh.games.load(archived) == loaded
    assert [*rebuild([archived], fresh.log, fresh.snapshots, fresh.lobby)] == [(archived, loaded.version)]
    assert parts.snapshots.load(archived) == loaded
    fresh.close()


def test_a_rebuild_without_the_archive_changes_nothing(service: Service, archived: str):
    without = replace(service.parts.settings, archive_url="")
    before = service.parts.lobby.statuses([archived])
    with pytest.raises(StartError, match="ARCHIVE_URL is not set"):
        rebuild_all(without, jobs=1)
    assert service.parts.lobby.statuses([archived]) == before == {archived: "finished"}


def test_inspect_agrees_with_an_archived_game_and_says_what_is_missing(service: Service, archived: str, capsys: Out):
    parts = service.parts
    service.project(f"/v1/games/{archived}")

    def report(settings) -> tuple[int, dict]:
        status = inspect_game(settings, archived, True)
        return status, json.loads(capsys.readouterr().out)

    status, found = report(parts.settings)
    assert (status, found["disagreements"], found["log"]["archived"], found["log"]["chain"]) == (0, [], True, "right")
    assert found["log"]["entries"] == parts.games.load(archived).version
    status, found = report(replace(parts.settings, archive_url=""))
    assert (status, found["log"]["chain"], found["log"]["marked_damaged_at"]) == (1, "unread", None)
    assert "ARCHIVE_URL is not set" in found["disagreements"][0]["what"]


def test_export_verify_and_import_work_with_archived_games(service: Service, over, archiver: Archiver, tmp_path: Path):
    parts, game = service.parts, id_of(over[0])
    before, after = tmp_path / "before", tmp_path / "after"
    export_game(parts.settings, game, before, None, None)
    archiver.archive(game)
    export_game(parts.settings, game, after, None, None)
    assert before.read_bytes() == after.read_bytes()
    settings = settings_of(service)
    assert wonderful("verify", str(after), **settings).returncode == 0
    imported = wonderful("import", str(after), **settings)
    assert (imported.returncode, imported.stdout.count(f"game {game}")) == (0, 1)
    assert parts.redis.xlen(parts.keys.stream(game)) == 1


def test_the_commands_refuse_what_they_cannot_do(service: Service):
    settings = settings_of(service)
    assert_refused(wonderful("archive", **settings | {"ARCHIVE_URL": ""}), "ARCHIVE_URL is not set")
    assert_refused(wonderful("archive", **settings | {"ARCHIVE_URL": "file:/nowhere"}), "there is no folder /nowhere")
    unknown = wonderful("unarchive", "zzzzzzzz", **settings)
    assert (unknown.returncode, unknown.stderr) == (1, "game zzzzzzzz: it is not archived\n")
    for arguments in ((), ("--all", "zzzzzzzz")):
        assert wonderful("unarchive", *arguments, **settings).returncode == 2
