"""A whole store is checked with the games that are archived, also one that a backup still has in the store."""

from dataclasses import replace
from pathlib import Path

import pytest

from service.backend import Backend
from service.backup.status import Outcome
from service.diagnosis.opening import open_to_read
from service.diagnosis.stored import read_layout
from service.diagnosis.whole_store import check
from service.diagnosis.whole_store.check import Report
from service.diagnosis.whole_store.logs import CheckedLog, judge_logs, not_continued
from service.settings import Settings
from tests.service.archive.conftest import file_of


def checked(settings: Settings) -> Report:
    report = Report()
    with open_to_read(settings) as opened:
        check.check_store(opened, report, lambda logs: (judge_logs([log]) for log in logs), lambda logs: ())
    return report


def test_an_archived_game_is_read_from_its_file(
    parts: Backend, archived: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(check, "LOOK_SECONDS", 0.0)
    report = checked(parts.settings)
    assert (report.outcome, report.faults, report.games) == (Outcome.SOUND, [], 1)
    assert report.events == parts.snapshots.load(archived).version
    elsewhere = checked(replace(parts.settings, archive_url=f"file:{tmp_path}/none"))
    assert elsewhere.outcome == Outcome.INCONCLUSIVE
    assert elsewhere.whys == [f"game {archived}: it is archived, and ARCHIVE_URL leads to no archive here"]
    with open_to_read(replace(parts.settings, archive_url=f"file:{tmp_path}/none")) as opened:
        read_layout(opened)
        of_the_copy = CheckedLog(archived, report.events, bytes(32))
        assert not_continued(opened, [of_the_copy]) == [], "its file may well begin with that"
    file = file_of(parts, archived)
    good = file.read_bytes()
    try:
        file.write_bytes(good[:-9])
        [fault] = checked(parts.settings).faults
    finally:
        file.write_bytes(good)
    assert fault.what == f"game {archived}"
    assert "it is archived, and cannot be read: " in fault.fault
    entries = parts.log.read(archived)
    ends = [entry for entry in entries if entry.hash]
    with open_to_read(parts.settings) as opened:
        read_layout(opened)
        begun = CheckedLog(archived, ends[3].version, ends[3].hash)
        assert not_continued(opened, [begun]) == []
        assert not_continued(opened, [begun._replace(head=bytes(32))]) == [archived]
