"""`wonderful export` and `wonderful import`: a finished game as a file, and its way into another store."""

import os
from dataclasses import replace
from errno import ENOSPC
from pathlib import Path
from secrets import token_hex
from typing import Any

import pytest

from service.backend import Backend
from service.commands import export
from service.jobs.publishing import add_game, sign_list
from service.settings import StartError, read_settings
from store.identity import create_epoch
from tests.service.client import Service, id_of
from tests.service.commands.command_line import assert_refused, listening, settings_of, wonderful


def test_an_exported_game_can_be_imported_elsewhere(service: Service, finished: Any, tmp_path: Path):
    game, (ada, _) = finished
    file = tmp_path / "game.jsonl"
    here = settings_of(service)
    assert wonderful("export", id_of(game), "-o", str(file), **here).returncode == 0
    assert file.read_bytes() == ada.get(f"{game}/log").data
    for words in ((), ("-o", "-")):
        assert wonderful("export", id_of(game), *words, **here).stdout.encode() == file.read_bytes(), words
    elsewhere = here | {"KEY_PREFIX": f"{here['KEY_PREFIX']}{token_hex(3)}:"}
    for _ in range(2):  # again does nothing
        ended = wonderful("import", str(file), **elsewhere)
        assert (ended.returncode, ended.stderr) == (0, "")
        assert ended.stdout == f"{file}: game {id_of(game)}, {ada.get(game).json['version']} events\n"
    assert wonderful("export", id_of(game), **elsewhere).stdout.encode() == file.read_bytes()
    assert wonderful("rebuild", **elsewhere).returncode == 0
    assert wonderful("import", str(file), **here).returncode == 0, "it is there already"


def test_the_proof_of_a_listed_game_comes_beside_its_log_from_a_store_and_from_a_service(
    parts: Backend, tmp_path: Path
):
    create_epoch(parts.redis, parts.keys)
    played = Service(parts)
    game, callers = played.start_game(2)
    played.play(game, callers)
    listed = replace(parts, settings=replace(parts.settings, data_dir=tmp_path / "var"))
    add_game(listed, id_of(game))
    sign_list(listed)
    (tmp_path / "keys").write_text("\n".join(key.text for key in parts.signing.read().keys))
    with listening(played.app) as url:
        for name, words, here in (("stored", [], settings_of(played)), ("served", ["--url", url], {})):
            file = tmp_path / name
            assert wonderful("export", id_of(game), "-o", str(file), *words, **here).returncode == 0
            ended = wonderful("verify", str(file), "--keys", str(tmp_path / "keys"))
            assert ended.returncode == 0, ended.stderr
            assert ended.stdout.splitlines()[1].startswith(f"{file}.tlog-proof: ok, in the list ")


def test_a_proof_that_lay_there_before_goes_unless_it_lay_beside_the_same_log(
    service: Service, finished: Any, tmp_path: Path
):
    game, (ada, _) = finished  # nobody has signed the list: there is no proof of this game
    file, proof = tmp_path / "game.jsonl", tmp_path / "game.jsonl.tlog-proof"
    for before, kept in ((None, False), (b"a former log", False), (ada.get(f"{game}/log").data, True)):
        if before:
            file.write_bytes(before)
        proof.write_bytes(b"a proof")
        assert wonderful("export", id_of(game), "-o", str(file), **settings_of(service)).returncode == 0
        assert proof.exists() == kept


def test_nothing_comes_beside_a_pipe_or_standard_output(tmp_path: Path, monkeypatch: Any):
    monkeypatch.setattr(export, "_read", lambda *_: (b"the log", b"the proof"))
    written = list[Path]()
    monkeypatch.setattr(export, "write_whole", lambda file, *_, **__: written.append(file))
    reading, writing = os.pipe()
    for output in (Path(f"/dev/fd/{writing}"), Path("/dev/stdout")):
        export.export_game(read_settings({"DATA_DIR": str(tmp_path)}), "g", output, None, None)
    assert os.read(reading, 100) == b"the log"
    assert written == []


@pytest.mark.parametrize("before", [None, b"a former log"])
def test_a_file_that_cannot_be_written_stays_as_it_was(tmp_path: Path, monkeypatch: Any, before: bytes | None):
    def on_a_full_disk(descriptor: int) -> None:
        raise OSError(ENOSPC, "No space left on device")

    file = tmp_path / "game.jsonl"
    if before:
        file.write_bytes(before)
    monkeypatch.setattr(export, "_read", lambda settings, game: (b"the whole log", b""))
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", on_a_full_disk)
        with pytest.raises(StartError, match=r"game\.jsonl cannot be written: No space left on device"):
            export.export_game(read_settings({}), "abcdefgh", file, None, None)
    assert [each.read_bytes() for each in tmp_path.iterdir()] == ([before] if before else [])
    export.export_game(read_settings({}), "abcdefgh", file, None, None)
    assert file.read_bytes() == b"the whole log"
    export.export_game(read_settings({}), "abcdefgh", Path("/dev/null"), None, None)


def test_a_wrong_log_is_not_imported(service: Service, folder: Path):
    here = settings_of(service)
    before = service.parts.redis.dbsize()
    ended = wonderful("import", str(folder / "wrong"), str(folder / "cut"), **here)
    assert ended.returncode == 1
    assert "line 101: encoding: the end is missing" in ended.stdout
    ended = wonderful("import", str(folder / "newer"), str(folder / "nowhere"), str(folder / "wrong"), **here)
    assert ended.returncode == 2
    assert [line.partition(": ")[2][:15] for line in ended.stderr.splitlines()] == [
        "ruleset 'base-7",
        "cannot be read:",
    ]
    assert ended.stdout.startswith(f"{folder / 'wrong'}: line ")
    assert service.parts.redis.dbsize() <= before + 2
    assert not service.parts.log.read("aaaaaaaa")


def test_another_game_of_the_same_id_is_not_overwritten(service: Service, folder: Path):
    here = settings_of(service) | {"KEY_PREFIX": f"{settings_of(service)['KEY_PREFIX']}{token_hex(3)}:"}
    assert wonderful("import", str(folder / "right"), **here).returncode == 0
    ended = wonderful("import", str(folder / "assisted"), str(folder / "origin"), **here)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.count("another game aaaaaaaa") == 2
    assert wonderful("export", "aaaaaaaa", **here).stdout.encode() == (folder / "right").read_bytes()


def test_a_game_under_way_or_unknown_is_not_exported(service: Service, tmp_path: Path):
    game, _ = service.start_game(2)
    assert_refused(wonderful("export", id_of(game), **settings_of(service)), "not finished", "secret")
    assert_refused(wonderful("export", "nosuchgame", **settings_of(service)), "no game nosuchgame in", "KEY_PREFIX")


def test_a_log_can_be_imported_into_a_new_store_and_the_command_says_where_it_is(folder: Path, tmp_path: Path):
    ended = wonderful("import", str(folder / "right"), DATA_DIR=str(tmp_path / "new"))
    assert ended.returncode == 0
    assert ended.stderr == f"A new store begins in {tmp_path / 'new'}.\n"
    again = wonderful("import", str(folder / "right"), DATA_DIR=str(tmp_path / "new"))
    assert (again.returncode, again.stderr) == (0, "")
    assert wonderful("export", "aaaaaaaa", DATA_DIR=str(tmp_path / "new")).stdout == (folder / "right").read_text()
