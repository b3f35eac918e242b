"""`wonderful dataset`: games of logs and of the store become Parquet files, each once, and never half of one."""

import gzip
from collections.abc import Sequence
from pathlib import Path
from random import Random

import duckdb
import pytest
from pyarrow import parquet

from events import IdempotencyKey
from projections.transfer import import_log
from service.backend import Backend
from service.commands import cli, extras
from service.commands.dataset import buffers, folder, run, write_dataset
from service.commands.dataset.reading import SCHEMAS
from service.settings import StartError, read_settings
from tests.game.play import Play
from tests.projections.archive import Recorder, log_lines, record_game
from tests.service.commands.command_line import assert_refused, wonderful

TABLES = ("seats", "intentions", "events", "games")
NO_STORE = read_settings({"DATA_DIR": "/nonexistent"})


def a_log(id: str, play: Play) -> bytes:
    """The log of a game under another id."""
    return b"".join(log_lines(recorded(id, play)))


def recorded(id: str, play: Play) -> Recorder:
    recorder = Recorder(id)
    recorder.open(play.options | {"bots": []})
    recorder.finish(Random(play.seed), play.style)
    return recorder


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three games in files."""
    made = tmp_path_factory.mktemp("logs")
    for id, play in (("one", Play(1, 2)), ("two", Play(8, 1, "B")), ("solo", Play(7, 1, "B"))):
        (made / f"{id}.jsonl").write_bytes(a_log(id, play))
    return made


def write(dataset: Path, *paths: Path, jobs: int = 1) -> int:
    return write_dataset(NO_STORE, dataset, paths, jobs)


def games_in(dataset: Path, table: str = "games") -> list[str]:
    """The ids in a table, one for each of its rows in `games`, otherwise each once."""
    pattern = f"{dataset}/{table}/**/*.parquet"
    distinct = "" if table == "games" else "DISTINCT"
    rows = duckdb.sql(f"SELECT {distinct} game FROM read_parquet('{pattern}', hive_partitioning = true) ORDER BY game")
    return [game for (game,) in rows.fetchall()]


def files_in(dataset: Path) -> set[str]:
    return {str(file.relative_to(dataset)) for file in dataset.rglob("*") if file.is_file()}


def last_line(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().out.splitlines()[-1]


# What is written


def test_games_of_a_folder_are_written_by_month_and_mode(logs: Path, tmp_path: Path, capsys):
    assert write(tmp_path / "d", logs) == 0
    assert last_line(capsys).startswith(f"Wrote 3 games to {tmp_path / 'd'}, ")
    parts = {f"{table}/month=2026-11/mode={mode}" for table in TABLES for mode in ("standard", "solo")}
    assert {str(Path(file).parent) for file in files_in(tmp_path / "d")} == parts | {"cards", "empires", "."}
    for table in TABLES:
        assert games_in(tmp_path / "d", table) == ["one", "solo", "two"]
        for file in (tmp_path / "d" / table).rglob("*.parquet"):
            assert parquet.read_schema(file) == SCHEMAS[table]


def test_the_proofs_that_export_writes_beside_logs_are_left_out(logs: Path, tmp_path: Path):
    (tmp_path / "one.jsonl").write_bytes((logs / "one.jsonl").read_bytes())
    (tmp_path / "one.jsonl.tlog-proof").write_text("c2sp.org/tlog-proof@v1\n")
    assert write(tmp_path / "d", tmp_path) == 0
    assert games_in(tmp_path / "d") == ["one"]


def test_a_second_run_writes_only_what_is_not_there(logs: Path, tmp_path: Path, capsys):
    write(tmp_path / "d", logs / "one.jsonl")
    before = files_in(tmp_path / "d")
    assert write(tmp_path / "d", logs) == 0
    assert "Wrote 2 games" in (line := last_line(capsys))
    assert line.endswith("; 1 were there.")
    added = {file.rpartition("/")[2] for file in files_in(tmp_path / "d") - before}
    assert added == {"part-000002.parquet"}
    now = files_in(tmp_path / "d")
    assert write(tmp_path / "d", logs) == 0
    assert last_line(capsys) == f"Wrote 0 games to {tmp_path / 'd'}; 3 were there."
    assert files_in(tmp_path / "d") == now


def test_an_archive_holds_many_logs_and_may_be_compressed(logs: Path, tmp_path: Path):
    (tmp_path / "all.gz").write_bytes(gzip.compress(b"".join(file.read_bytes() for file in logs.iterdir())))
    assert write(tmp_path / "d", tmp_path / "all.gz") == 0
    assert games_in(tmp_path / "d") == ["one", "solo", "two"]


def test_little_memory_makes_more_files_of_the_same_games(logs: Path, tmp_path: Path, monkeypatch):
    monkeypatch.setattr(buffers.Buffers.__init__, "__defaults__", (1,))
    write(tmp_path / "d", logs)
    assert len([*(tmp_path / "d").glob("games/*/*/*.parquet")]) == 3
    assert games_in(tmp_path / "d") == ["one", "solo", "two"]


def test_finished_games_of_the_store_are_written_and_those_of_files_are_known(
    logs: Path, tmp_path: Path, parts: Backend, capsys
):
    for id in ("one", "two"):
        import_log((logs / f"{id}.jsonl").read_bytes().splitlines(keepends=True), parts.log, parts.lobby)
    unfinished = record_game(Play(3, 2)).entries[:40]
    last = max(entry.version for entry in unfinished if entry.hash)
    parts.log.restore("aaaaaaaa", unfinished[:last], IdempotencyKey("x:y", b""))
    parts.log.restore("played", recorded("played", Play(4, 1, "B")).entries, IdempotencyKey("x:y", b""))
    write(tmp_path / "d", logs / "one.jsonl")
    assert write_dataset(parts.settings, tmp_path / "d", [], 1) == 0
    assert last_line(capsys).endswith("; 1 were there, 1 are not finished.")
    assert games_in(tmp_path / "d") == ["one", "played", "two"]
    unmarked = duckdb.sql(f"SELECT game FROM read_parquet('{tmp_path}/d/games/**/*.parquet') WHERE NOT imported")
    assert unmarked.fetchall() == [("played",)]


# What is wrong


def test_a_broken_log_gets_a_line_and_the_others_are_written(logs: Path, tmp_path: Path, capsys):
    lines = (logs / "one.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / "cut.jsonl").write_bytes(b"".join(lines[:50]))
    (tmp_path / "mixed.jsonl").write_bytes(b"".join(lines[:-1]) + (logs / "two.jsonl").read_bytes())
    (tmp_path / "empty.jsonl").write_bytes(b"")
    assert write(tmp_path / "d", tmp_path) == write(tmp_path / "d", tmp_path) == 1
    out, err = capsys.readouterr()
    assert (
        sorted(err.splitlines()[:3])
        == sorted(err.splitlines()[3:])
        == [
            f"{tmp_path}/cut.jsonl: line 51: encoding: the end is missing",
            f"{tmp_path}/empty.jsonl: line 1: encoding: not the header of a log: there is no line",
            f"{tmp_path}/mixed.jsonl, log 1: line {len(lines)}: encoding: the end is missing",
        ]
    )
    assert out.endswith("; 1 were there, 3 could not be read.\n")
    assert games_in(tmp_path / "d") == ["two"]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (gzip.compress(b"abc")[:-4], "damaged: it cannot be unpacked"),
        (gzip.compress(bytes(17 << 20)), "larger than 16 MiB: not a log"),
        (b'{"format":"wonderful-log","game":"g","ruleset":"base-7","schema":1}\n', "ruleset 'base-7' is not known"),
        (b'{"format":"wonderful-log","game":"g","ruleset":"base-1","schema":9}\n', "schema 9 is not known"),
    ],
    ids=["damaged", "huge", "unknown rules", "unknown schema"],
)
def test_a_file_that_cannot_be_read_is_status_2(content: bytes, words: str, tmp_path: Path, capsys):
    (tmp_path / "x").write_bytes(content)
    assert write(tmp_path / "d", tmp_path / "x") == 2
    err = capsys.readouterr().err
    assert err.startswith(f"{tmp_path}/x: ")
    assert words in err
    assert err.count("\n") == 1


def test_another_game_of_the_same_id_is_left_out(logs: Path, tmp_path: Path, capsys):
    write(tmp_path / "d", logs)
    (tmp_path / "other").write_bytes(a_log("one", Play(5, 1, "B")))
    assert write(tmp_path / "d", tmp_path / "other") == 1
    assert capsys.readouterr().err == f"{tmp_path}/other: the dataset has another game one\n"


def test_what_an_interrupted_addition_left_is_removed(logs: Path, tmp_path: Path, monkeypatch):
    write(tmp_path / "d", logs / "one.jsonl")
    real = folder._write

    def fail_at_games(table, file):
        if "games" in file.parts:
            file.with_suffix(".tmp").write_bytes(b"half")
            raise OSError(28, "No space left on device")
        return real(table, file)

    monkeypatch.setattr(folder, "_write", fail_at_games)
    with pytest.raises(StartError, match="cannot be used: No space left on device"):
        write(tmp_path / "d", logs / "two.jsonl")
    assert games_in(tmp_path / "d", "seats") == ["one", "two"]
    assert games_in(tmp_path / "d") == ["one"]
    monkeypatch.setattr(folder, "_write", real)
    write(tmp_path / "d", logs / "one.jsonl")
    assert games_in(tmp_path / "d", "seats") == ["one"]
    assert not [file for file in files_in(tmp_path / "d") if file.endswith(".tmp")]
    write(tmp_path / "d", logs)
    for table in TABLES:
        assert games_in(tmp_path / "d", table) == ["one", "solo", "two"]


def test_a_folder_with_a_file_of_another_name_is_none_to_begin(logs: Path, tmp_path: Path):
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "salted.csv").touch()
    with pytest.raises(StartError, match="is no dataset, and not empty"):
        write(tmp_path / "d", logs / "one.jsonl")


@pytest.mark.parametrize("name", ["salt.0a1b2c3d.new", "dataset.json.0a1b2c3d.new"])
def test_a_folder_that_was_just_begun_when_its_process_died_is_gone_on_with(name: str, logs: Path, tmp_path: Path):
    (tmp_path / "d").mkdir()
    for each in (".lock", name):
        (tmp_path / "d" / each).touch()
    assert write(tmp_path / "d", logs / "one.jsonl") == 0
    assert name not in files_in(tmp_path / "d")


def test_a_stop_keeps_the_games_that_were_read(logs: Path, tmp_path: Path, monkeypatch):
    def stop_after_one(read, tasks, engine, stop_requested, **how):
        yield read(next(tasks)[:1])
        raise KeyboardInterrupt

    monkeypatch.setattr(run, "results", stop_after_one)
    with pytest.raises(StartError, match="stopped; run the same command again"):
        write(tmp_path / "d", logs)
    assert len(games_in(tmp_path / "d")) == 1


def spoil(dataset: Path, name: str, content: bytes | None) -> None:
    if content is None:
        (dataset / name).unlink()
    else:
        (dataset / name).write_bytes(content)


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("salt", None, "salt is missing or damaged: put it back"),
        ("salt", b"xyz", "salt is missing or damaged: put it back"),
        ("dataset.json", b"[]", "is not that of a dataset"),
        ("dataset.json", b'{"format":"wonderful-dataset","schema":2}', "has schema 2, and this program writes 1"),
        ("dataset.json", None, "is no dataset, and not empty"),
        ("games/month=2026-11/mode=solo/part-000001.parquet", b"PAR1", "is damaged"),
    ],
)
def test_a_folder_that_cannot_be_added_to_is_refused_in_a_line(
    name: str, content: bytes | None, words: str, logs: Path, tmp_path: Path
):
    write(tmp_path / "d", logs / "solo.jsonl")
    spoil(tmp_path / "d", name, content)
    with pytest.raises(StartError, match=words) as refused:
        write(tmp_path / "d", logs)
    assert "\n" not in str(refused.value)


def test_only_one_process_writes_at_a_time(logs: Path, tmp_path: Path):
    with folder.open_folder(tmp_path / "d"), pytest.raises(StartError, match="another process is writing"):
        write(tmp_path / "d", logs)


def test_the_salt_is_for_the_owner_alone_and_differs(tmp_path: Path):
    for name in ("a", "b"):
        with folder.open_folder(tmp_path / name):
            pass
    assert (tmp_path / "a" / "salt").stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "a" / "salt").read_text() != (tmp_path / "b" / "salt").read_text()


def test_with_the_salt_of_another_folder_the_same_games_give_the_same_files(logs: Path, tmp_path: Path):
    write(tmp_path / "a", logs)
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "salt").write_bytes((tmp_path / "a" / "salt").read_bytes())
    write(tmp_path / "b", logs)
    assert files_in(tmp_path / "a") == files_in(tmp_path / "b")
    for name in files_in(tmp_path / "a"):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes(), name


def test_the_command_reads_in_processes_and_says_what_it_did(logs: Path, tmp_path: Path):
    everything: Sequence[Path] = [*logs.iterdir()]
    (tmp_path / "many").mkdir()
    for number in range(70):
        (tmp_path / "many" / f"{number:02}.jsonl").write_bytes(everything[number % 3].read_bytes())
    ended = wonderful("dataset", str(tmp_path / "d"), "--from", str(tmp_path / "many"), "--jobs", "2")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.startswith("Wrote 3 games to ")
    assert ended.stdout.endswith("; 67 were there.\n")
    assert games_in(tmp_path / "d") == ["one", "solo", "two"]
    assert_refused(wonderful("dataset", str(tmp_path / "d"), "--from", str(tmp_path / "none")), "no file or folder")


@pytest.mark.parametrize("source", ["file", "store"])
def test_without_its_source_no_folder_is_begun(source: str, tmp_path: Path):
    with pytest.raises(StartError, match="no file or folder" if source == "file" else "REDIS_URL"):
        write(tmp_path / "d", *[tmp_path / "none"] * (source == "file"))
    assert not (tmp_path / "d").exists()


def test_without_the_extra_the_command_says_how_to_install_it(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(extras, "find_spec", lambda name: None)
    with pytest.raises(StartError, match="make extras EXTRAS=dataset"):
        cli.cli(["dataset", str(tmp_path / "d")], standalone_mode=False)
    assert not (tmp_path / "d").exists()
