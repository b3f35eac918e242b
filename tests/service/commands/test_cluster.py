"""Batch work on a Dask cluster: the same results as on this machine, whichever worker ends; faults are one line."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from service.backend import check_store
from service.commands import extras
from service.commands.batch.where import check_address
from service.run.up import ROOT
from service.settings import StartError
from tests.end_to_end.running import await_true
from tests.isolation import WONDERFUL, environment
from tests.ports import free_port
from tests.service.client import Service, id_of
from tests.service.commands.command_line import assert_refused, settings_of, wonderful
from tests.service.commands.dask_cluster import WITHOUT_PROJECT, Cluster, dask_cluster, needs_dask

GAMES = 40
LONG_GAMES = 500  # so many that they still run when a test ends one of their processes
END_SECONDS = 200  # a scheduler may wait 30 s for a worker that has just died, and this machine may be busy
BOTS = ("tournament", "--bots", "random", "--seats", "1", "--games")
TOURNAMENT, LONG_TOURNAMENT = (*BOTS, str(GAMES)), (*BOTS, str(LONG_GAMES))


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A scheduler with two workers. No test ends one of them."""
    with dask_cluster(tmp_path_factory.mktemp("cluster"), 2) as made:
        yield made


def played(folder: Path) -> dict[str, bytes]:
    """What a tournament wrote, but for the measured times."""
    record = re.sub(rb'"seconds":\[[^]]*\]', b"", (folder / "games.jsonl").read_bytes())
    return {"games.jsonl": record} | {file.name: file.read_bytes() for file in folder.glob("*.svg")}


def played_here(tournament: tuple[str, ...], folder: Path) -> dict[str, bytes]:
    """What the tournament writes when processes of this machine play it."""
    assert wonderful(*tournament, "--jobs", "2", "--out", str(folder)).returncode == 0
    return played(folder)


@pytest.fixture(scope="module")
def long_here(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What the long tournament writes here, for all tests that compare with it."""
    return played_here(LONG_TOURNAMENT, tmp_path_factory.mktemp("here"))


def files_of(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def begin(folder: Path, *arguments: str) -> "subprocess.Popen[str]":
    pipe = subprocess.PIPE
    command = [*WONDERFUL, *arguments]
    return subprocess.Popen(command, env=environment(), cwd=folder, stdout=pipe, stderr=pipe, text=True)


def lines_of(record: Path) -> set[bytes]:
    return {*record.read_bytes().splitlines()} if record.exists() else set()


@needs_dask
def test_a_tournament_on_two_workers_gives_the_same_bytes_as_on_this_machine(cluster: Cluster, tmp_path: Path):
    here, there = tmp_path / "here", tmp_path / "there"
    ended = wonderful(*TOURNAMENT, "--on", cluster.address, "--out", str(there))
    assert (ended.returncode, ended.stderr) == (0, "")
    assert played(there) == played_here(TOURNAMENT, here)
    assert len(lines_of(there / "games.jsonl")) == 1 + GAMES


@needs_dask
@pytest.mark.verify
def test_a_lost_worker_costs_its_tasks_alone_and_changes_nothing(long_here: dict[str, bytes], tmp_path: Path):
    record = tmp_path / "there" / "games.jsonl"
    with dask_cluster(tmp_path, 2) as cluster:
        process = begin(tmp_path, *LONG_TOURNAMENT, "--on", cluster.address, "--out", str(tmp_path / "there"))
        await_true(lambda: len(lines_of(record)) > 30)
        cluster.workers[0].kill()
        before = {line for line in lines_of(record) if line.endswith(b"}")}
        assert len(before) < 1 + LONG_GAMES
        _, errors = process.communicate(timeout=END_SECONDS)
        assert (process.returncode, errors) == (0, "")
    assert before <= lines_of(record)  # with the seconds that they took: no game was played again
    assert played(tmp_path / "there") == long_here


@needs_dask
@pytest.mark.verify
def test_a_lost_scheduler_is_one_line_and_the_tournament_can_be_resumed_anywhere(
    long_here: dict[str, bytes], tmp_path: Path
):
    record = tmp_path / "there" / "games.jsonl"
    with dask_cluster(tmp_path, 1) as cluster:
        process = begin(tmp_path, *LONG_TOURNAMENT, "--on", cluster.address, "--out", str(tmp_path / "there"))
        await_true(lambda: len(lines_of(record)) > 30)
        cluster.scheduler.kill()
        _, errors = process.communicate(timeout=END_SECONDS)
    assert process.returncode == 2
    assert errors.startswith("wonderful: ")
    assert "run the same command again" in errors
    assert errors.count("\n") == 1, errors
    before = lines_of(record)
    assert wonderful(*LONG_TOURNAMENT, "--out", str(tmp_path / "there")).returncode == 0
    assert before <= lines_of(record)
    assert played(tmp_path / "there") == long_here


@needs_dask
@pytest.mark.verify
def test_logs_get_the_same_lines_in_the_same_order(cluster: Cluster, folder: Path):
    names = ("right", "wrong", "nowhere", "assisted", "fork", "origin", "cut", "newer", "huge")
    files = [str(folder / name) for name in names]
    here, there = wonderful("verify", *files), wonderful("verify", "--on", cluster.address, *files)
    assert (there.returncode, there.stdout, there.stderr) == (here.returncode, here.stdout, here.stderr)
    assert "which agrees)" in there.stdout
    piped = wonderful("verify", "--on", cluster.address, "-", files[5], input=(folder / "fork").read_text("utf-8"))
    assert piped.stdout.splitlines()[0].endswith("which agrees)")


@pytest.mark.verify
@needs_dask
def test_a_whole_store_is_judged_by_workers_that_do_not_reach_it(
    cluster: Cluster, service: Service, finished: tuple[str, list[Any]]
):
    settings = settings_of(service)
    check_store(service.parts)
    here, there = (
        wonderful("verify", "--store", *engine, **settings) for engine in (("--jobs", "1"), ("--on", cluster.address))
    )
    assert (there.returncode, there.stderr) == (here.returncode, here.stderr)
    assert sorted(there.stdout.splitlines()) == sorted(here.stdout.splitlines())
    assert "Checked: " in there.stdout


@needs_dask
@pytest.mark.verify
def test_a_dataset_is_the_same_to_the_byte(cluster: Cluster, folder: Path, tmp_path: Path):
    pytest.importorskip("pyarrow", reason="the extra `dataset` is not installed")
    logs = [word for name in ("right", "assisted", "fork", "wrong") for word in ("--from", str(folder / name))]
    here = wonderful("dataset", str(tmp_path / "here"), *logs)
    (tmp_path / "there").mkdir()
    for name in ("dataset.json", "salt"):  # pseudonyms follow from the salt
        shutil.copy(tmp_path / "here" / name, tmp_path / "there")
    there = wonderful("dataset", str(tmp_path / "there"), *logs, "--on", cluster.address)
    assert (here.returncode, there.returncode) == (1, 1), there.stderr
    assert here.stderr == there.stderr
    assert files_of(tmp_path / "here") == files_of(tmp_path / "there")
    salt = (tmp_path / "there" / "salt").read_text("ascii").strip()
    assert salt not in cluster.output.read_text("utf-8")


@pytest.mark.verify
@needs_dask
def test_workers_rebuild_the_store_that_their_own_settings_name(
    service: Service, finished: tuple[str, list[Any]], tmp_path: Path
):
    game, [ada, _] = finished
    settings = settings_of(service)
    service.parts.redis.delete(service.parts.keys.snapshot(id_of(game)))
    with dask_cluster(tmp_path, 1, **settings) as cluster:
        ended = wonderful("rebuild", "--on", cluster.address, **settings)
        assert (ended.returncode, ended.stderr) == (0, "")
        assert service.parts.redis.exists(service.parts.keys.snapshot(id_of(game)))
        assert ada.get("/v1/players/me").json["statistics"]["finished"] == 1
        cluster.start_worker(**settings | {"KEY_PREFIX": "other:"})
        assert_refused(
            wonderful("rebuild", "--on", cluster.address, **settings), "another store than that of the command"
        )
        assert not service.parts.redis.exists("other:epoch")
    assert service.parts.redis.exists(service.parts.keys.snapshot(id_of(game)))


@pytest.mark.verify
@needs_dask
def test_a_worker_that_cannot_work_is_named_in_a_line_and_nothing_changes(cluster: Cluster, tmp_path: Path):
    assert_refused(wonderful("rebuild", "--on", cluster.address), "REDIS_URL")
    assert_refused(wonderful("rebuild", "--on", cluster.address, REDIS_URL="redis://127.0.0.1:1"), "no store listens")
    out = ("--out", str(tmp_path / "t"))
    with dask_cluster(tmp_path, 0) as other:
        assert_refused(wonderful(*TOURNAMENT, *out, "--on", other.address), "has no workers")
        other.start_worker(WITHOUT_PROJECT, PYTHONPATH="")
        refused = wonderful(*TOURNAMENT, *out, "--on", other.address)
        assert_refused(refused, "tcp://127.0.0.1:", "the worker lacks this project")
        assert_refused(
            wonderful("dataset", str(tmp_path / "d"), "--on", other.address), "the worker lacks this project"
        )
    assert not (tmp_path / "t").exists()
    assert not (tmp_path / "d").exists()


@needs_dask
@pytest.mark.verify
def test_a_worker_with_another_version_of_the_project_is_named(tmp_path: Path):
    copy = tmp_path / "copy"
    for package in ("game", "store", "events", "transparency", "projections", "bots", "service"):
        shutil.copytree(ROOT / package, copy / package, ignore=shutil.ignore_patterns("__pycache__"))
    with (copy / "game" / "scoring.py").open("a") as file:
        file.write("# changed\n")
    with dask_cluster(tmp_path, 1, PYTHONPATH=str(copy)) as other:
        refused = wonderful(*TOURNAMENT, "--out", str(tmp_path / "t"), "--on", other.address)
        assert_refused(refused, "tcp://127.0.0.1:", "another version of this project")
    assert not (tmp_path / "t").exists()


@needs_dask
def test_a_worker_with_another_python_or_dask_is_named():
    from service.commands.batch.cluster import check_versions, own_versions

    check_versions("tcp://a:1", own_versions())
    for package in ("python", "dask", "distributed"):
        with pytest.raises(StartError, match=f"tcp://a:1: the worker has {package} 2.7, and this command") as refused:
            check_versions("tcp://a:1", own_versions() | {package: "2.7"})
        assert "\n" not in str(refused.value)


@pytest.mark.verify
@needs_dask
def test_an_address_without_a_scheduler_is_named(tmp_path: Path):
    address = f"tcp://127.0.0.1:{free_port()}"
    ended = wonderful(*TOURNAMENT, "--on", address, "--out", str(tmp_path / "t"))
    assert_refused(ended, f"no Dask scheduler answers at {address}")
    assert not (tmp_path / "t").exists()


@needs_dask
@pytest.mark.verify
def test_tls_without_a_usable_certificate_is_one_line(tmp_path: Path):
    arguments = [*TOURNAMENT, "--on", f"tls://127.0.0.1:{free_port()}", "--out", str(tmp_path / "t")]
    names = [f"DASK_DISTRIBUTED__COMM__TLS__{name}" for name in ("CA_FILE", "CLIENT__CERT", "CLIENT__KEY")]
    assert_refused(wonderful(*arguments), "tls:// needs a certificate", *names)
    (tmp_path / "empty.pem").touch()
    for file in ("missing.pem", "empty.pem"):
        refused = wonderful(*arguments, **dict.fromkeys(names, str(tmp_path / file)))
        assert_refused(refused, "the certificates in Dask's configuration cannot be used")
    assert not (tmp_path / "t").exists()


@pytest.mark.parametrize("command", [TOURNAMENT, ("verify", "x"), ("rebuild",), ("dataset", "d")], ids=lambda c: c[0])
def test_every_command_refuses_an_address_that_is_none(command: tuple[str, ...], tmp_path: Path):
    assert_refused(
        wonderful(*command, "--on", "host:8786", folder=tmp_path), "'host:8786' cannot be used", "tcp://host:port"
    )
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize(
    "text", ["", "host", "tcp://host", "tcp://:8786", "tcp://host:0", "tcp://host:99999", "http://h:1", "tcp://u@h:1"]
)
def test_an_address_names_a_scheme_a_host_and_a_port(text: str):
    with pytest.raises(StartError, match="must be tcp://host:port or tls://host:port"):
        check_address(text, None)


def test_processes_of_this_machine_are_not_counted_on_a_cluster():
    with pytest.raises(StartError, match="leave it out with --on"):
        check_address("tcp://host:8786", 2)


def test_without_the_extra_the_command_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(extras, "find_spec", lambda name: None)
    with pytest.raises(StartError, match="make extras EXTRAS=cluster"):
        check_address("tcp://host:8786", None)


@needs_dask
def test_a_rebuild_on_a_cluster_needs_a_server_that_its_workers_reach(tmp_path: Path):
    refused = wonderful("rebuild", "--on", "tcp://127.0.0.1:1", DATA_DIR=str(tmp_path))
    assert_refused(refused, "--on needs REDIS_URL: workers on other machines cannot reach an embedded server")
    assert [*tmp_path.iterdir()] == []
