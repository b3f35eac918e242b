"""A backup follows a real server, and what it saved becomes a server again."""

import json
import re
import resource
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from secrets import token_hex
from threading import Event, Thread
from time import monotonic, sleep

import pytest
from redis import Redis

from service.backup import connection, follow
from service.backup.connection import ReplicaConnection
from service.backup.faults import Lost, Unsuitable
from service.backup.folder import base_ms, list_pairs, locked, newest_pair
from service.backup.follow import Backup, Source, single
from service.backup.options import Options
from service.backup.pair_writer import UNFINISHED, PairWriter
from service.backup.pairs import BASE, DESCRIPTION, INCREMENT, DamagedPair, check_lengths, last_mark, size_of
from service.backup.resp import Whole
from service.backup.restore import check_files, choose, holes, lay_out
from service.backup.status import read_saved
from service.run.embedded_redis import Server, ensure_server, stop_server
from service.run.up import ROOT
from store.buckets import Bucket
from store.clock import store_clock
from store.keys import Keys
from store.server import connect
from tests.end_to_end.running import await_true
from tests.isolation import WONDERFUL, environment

pytestmark = pytest.mark.slow


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    made = ensure_server(tmp_path / "data", "no")
    with closing(Redis.from_url(made.url)) as redis:
        redis.set("epoch", "e1")
    yield made
    stop_server(made)


@pytest.fixture
def redis(server: Server) -> Iterator[Redis]:
    with closing(Redis.from_url(server.url)) as made:
        yield made


def source(server: Server) -> Source:
    return single(server.url, Keys(), store_clock(Redis.from_url(server.url)))


@contextmanager
def following(
    folder: Path,
    server: Server,
    told: list[str],
    days: int = 7,
    min_bytes: int = 1 << 26,
    max_bytes: int = 1 << 30,
    bucket: Bucket | None = None,
) -> Iterator[None]:
    """A backup that follows the server from a thread, from when its first base is complete."""
    ended = Event()
    with locked(folder):
        backup = Backup(
            folder, source(server), Options(days, max_bytes, told.append, told.append, min_bytes, bucket=bucket)
        )
        thread = Thread(target=backup.follow, args=(ended.is_set,))
        thread.start()
        try:
            await_true(lambda: not thread.is_alive() or list_pairs(folder)[0])
            yield
        finally:
            ended.set()
            thread.join()


def await_saved(folder: Path, redis: Redis) -> None:
    """Wait until everything that is written by now is saved."""
    redis.incr("written")
    offset = redis.info("replication")["master_repl_offset"]
    await_true(lambda: (pair := newest_pair(list_pairs(folder)[0])) and last_mark(pair).offset >= offset)


@contextmanager
def restored(folder: Path, target: Path, at_ms: int | None = None) -> Iterator[Redis]:
    """A server on what a backup holds."""
    target.mkdir()
    lay_out(choose(folder, at_ms), target)
    server = ensure_server(target, "no")
    try:
        with closing(Redis.from_url(server.url, decode_responses=True)) as redis:
            yield redis
    finally:
        stop_server(server)


def test_a_copy_is_all_of_the_store(server: Server, redis: Redis, tmp_path: Path):
    redis.xadd("s", {"card": "zeppelin.1"}, id="1-0")
    with locked(tmp_path / "backup"):
        assert Backup(tmp_path / "backup", source(server), Options(7, 1 << 30, print, print)).copy(lambda: False)
    [pair], damages = list_pairs(tmp_path / "backup")
    check_files(pair)
    assert (damages, pair.epoch) == ([], "e1")
    with restored(tmp_path / "backup", tmp_path / "again") as again:
        assert again.xrange("s") == [("1-0", {"card": "zeppelin.1"})]
    assert {path.stat().st_mode & 0o077 for path in (tmp_path / "backup").rglob("*")} == {0}


def test_every_write_that_was_confirmed_half_a_second_ago_survives_the_loss_of_the_store(
    server: Server, redis: Redis, tmp_path: Path
):
    folder, told = tmp_path / "backup", list[str]()
    with following(folder, server, told):
        for number in range(500):
            pipe = redis.pipeline()
            pipe.xadd("s", {"n": number}, id=f"{number + 1}-0")
            pipe.set("last", number)
            pipe.execute()
        await_saved(folder, redis)
        stop_server(server)
        shutil.rmtree(server.folder / "appendonlydir")
        await_true(lambda: any("the store does not answer" in line for line in told))
    with restored(folder, tmp_path / "again") as again:
        assert again.xlen("s") == 500
        assert again.get("last") == "499"


def test_after_a_lost_connection_it_goes_on_where_it_was(server: Server, redis: Redis, tmp_path: Path):
    folder, told = tmp_path / "backup", list[str]()
    with following(folder, server, told):
        await_saved(folder, redis)
        for number in range(3):
            redis.client_kill_filter(_type="replica")
            redis.set(f"k{number}", number)
            await_saved(folder, redis)
    assert len(list_pairs(folder)[0]) == 1, "no second base"
    with following(folder, server, told):
        redis.set("later", 1)
        await_saved(folder, redis)
    assert len(list_pairs(folder)[0]) == 1, "a backup that was stopped goes on, too"
    with restored(folder, tmp_path / "again") as again:
        assert [again.get(key) for key in ("k0", "k1", "k2", "later")] == ["0", "1", "2", "1"]


def test_a_server_that_has_forgotten_the_history_gives_a_new_base(tmp_path: Path, server: Server, redis: Redis):
    folder, told = tmp_path / "backup", list[str]()
    with following(folder, server, told):
        redis.set("a", 1)
        await_saved(folder, redis)
    redis.config_set("repl-backlog-size", 16384)
    redis.set("large", "x" * 100_000)
    redis.set("b", 2)
    with following(folder, server, told):
        await_true(lambda: len(list_pairs(folder)[0]) == 2)
        await_saved(folder, redis)
    with restored(folder, tmp_path / "again") as again:
        assert (again.get("a"), again.get("b"), again.strlen("large")) == ("1", "2", 100_000)


def test_an_increment_larger_than_its_base_is_followed_by_a_new_base_and_old_ones_go(
    server: Server, redis: Redis, tmp_path: Path
):
    folder, told = tmp_path / "backup", list[str]()
    with following(folder, server, told, days=0, min_bytes=10_000):
        [first], _ = list_pairs(folder)
        for number in range(200):
            redis.set(f"k{number % 5}", token_hex(50))
        await_true(lambda: list_pairs(folder)[0][-1].name != first.name)
        await_true(lambda: len(list_pairs(folder)[0]) == 1)
        redis.set("end", 1)
        await_saved(folder, redis)
    with restored(folder, tmp_path / "again") as again:
        assert again.get("end") == "1"


def test_each_moment_that_was_marked_can_be_restored(server: Server, redis: Redis, tmp_path: Path):
    folder, told = tmp_path / "backup", list[str]()
    moments = list[int]()
    with following(folder, server, told):
        for number in range(3):
            redis.set("n", number)
            await_saved(folder, redis)
            moments.append(last_mark(list_pairs(folder)[0][0]).ms)
    for number, at_ms in enumerate(moments):
        with restored(folder, tmp_path / f"at{number}", at_ms) as again:
            assert again.get("n") == str(number)
    with pytest.raises(Unsuitable, match="the backup holds the time from"):
        choose(folder, moments[0] - 3_600_000)
    with pytest.raises(Unsuitable, match="the backup holds the time from"):
        choose(folder, moments[-1] + 3_600_000)


def test_the_times_of_which_no_second_is_saved_are_named(tmp_path: Path):
    writer = PairWriter.begin(tmp_path, "e1", "h", 0, 1_795_000_000_000)
    for after_ms in (0, 10_000, 90_000, 100_000):
        writer.add(Whole(b"*1\r\n$1\r\nx\r\n", 1, False), 1_795_000_000_000 + after_ms)
        if after_ms == 0:
            writer.end_base()
        writer.sync()
    writer.publish()
    writer.finish()
    assert holes(list_pairs(tmp_path)[0]) == [(1_795_000_010_000, 1_795_000_090_000)]


def test_old_bases_go_when_all_take_more_than_they_may(server: Server, redis: Redis, tmp_path: Path):
    folder, told = tmp_path / "backup", list[str]()
    max_bytes, min_bytes = 60_000, 10_000
    with following(folder, server, told, min_bytes=min_bytes, max_bytes=max_bytes):
        [first], _ = list_pairs(folder)
        for number in range(1500):
            redis.set(f"k{number % 5}", token_hex(50))
            sleep(0.002)
        await_saved(folder, redis)
    pairs, _ = list_pairs(folder)  # nobody removes any now
    assert first.name not in {pair.name for pair in pairs}
    assert len(pairs) > 1
    assert sum(map(size_of, pairs[:-1])) <= max_bytes, "while the newest grows, there may be more"
    saved = read_saved(folder)
    assert saved
    assert saved.oldest_ms == base_ms(pairs[0]), "it says since when every second can be restored"


def test_what_was_saved_while_programs_played_is_a_fifteenth_of_what_came(server: Server, redis: Redis, tmp_path: Path):
    folder = tmp_path / "backup"
    snapshot = token_hex(2000)
    with following(folder, server, []):
        for number in range(300):
            redis.set("snapshot", f"{snapshot}{number}")
        await_saved(folder, redis)
    cut = choose(folder)
    assert cut.mark.length * 15 < cut.bytes
    with restored(folder, tmp_path / "again") as again:
        assert again.get("snapshot") == f"{snapshot}299"


def test_an_increment_that_is_not_what_was_saved_is_named(server: Server, redis: Redis, tmp_path: Path):
    folder = tmp_path / "backup"
    with following(folder, server, []):
        for number in range(3):
            redis.set("a", token_hex(500 + number))
            await_saved(folder, redis)
        cut = choose(folder)
        content = bytearray((cut.pair.folder / INCREMENT).read_bytes())
        content[cut.mark.length // 2] ^= 1
        (tmp_path / "again").mkdir()
        (cut.pair.folder / INCREMENT).write_bytes(content)
        with pytest.raises(DamagedPair, match="is not what was saved"):  # no checksum of the file is known yet
            lay_out(cut, tmp_path / "again")


def spoil_base(folder: Path) -> None:
    [base] = folder.glob(f"*/{BASE}")
    base.write_bytes(base.read_bytes()[:-20] + b"x" * 20)


def cut_increment(folder: Path) -> None:
    [increment] = folder.glob(f"*/{INCREMENT}")
    increment.write_bytes(increment.read_bytes()[:-1])


def lose_description(folder: Path) -> None:
    [description] = folder.glob(f"*/{DESCRIPTION}")
    description.unlink()


@pytest.mark.parametrize("spoil", [spoil_base, cut_increment, lose_description])
def test_a_backup_whose_files_have_changed_is_not_restored(
    server: Server, redis: Redis, tmp_path: Path, spoil: Callable[[Path], None]
):
    folder = tmp_path / "backup"
    with following(folder, server, []):
        redis.set("a", 1)
        await_saved(folder, redis)
    spoil(folder)
    with pytest.raises((DamagedPair, Unsuitable), match=r"is not what was saved|has lost data|cannot be read"):
        check_files(choose(folder).pair)


def test_a_backup_into_a_folder_of_another_one_says_so_once_and_takes_its_turn(
    server: Server, redis: Redis, tmp_path: Path
):
    folder, output = tmp_path / "backup", tmp_path / "output"
    with following(folder, server, []):
        with output.open("wb") as file:
            command = [*WONDERFUL, "backup", "--follow", str(folder)]
            variables = environment(DATA_DIR=str(server.folder))
            waiting = subprocess.Popen(command, env=variables, cwd=tmp_path, stdout=file, stderr=subprocess.STDOUT)
        await_true(lambda: "another process backs up into" in output.read_text(), output)
        await_saved(folder, redis)
    redis.set("after", 1)
    await_saved(folder, redis)
    waiting.terminate()
    assert waiting.wait() == 0, output.read_text()
    assert output.read_text().count("another process backs up into") == 1


def test_a_full_disk_is_told_and_followed_by_all_that_was_missed(server: Server, redis: Redis, tmp_path: Path):
    folder, output = tmp_path / "backup", tmp_path / "output"
    with output.open("wb") as file:
        command = [*WONDERFUL, "backup", "--follow", str(folder)]
        variables = environment(DATA_DIR=str(server.folder), LOG_FORMAT="json")
        saving = subprocess.Popen(command, env=variables, cwd=tmp_path, stdout=file, stderr=subprocess.STDOUT)
    await_true(lambda: read_saved(folder), output)
    redis.set("before", 1)
    await_saved(folder, redis)
    limit_bytes = 20_000
    resource.prlimit(saving.pid, resource.RLIMIT_FSIZE, (limit_bytes, resource.RLIM_INFINITY))
    for number in range(100):
        redis.set(f"k{number}", token_hex(500))
    await_true(lambda: f"The backup waits: {folder} cannot be written" in output.read_text(), output)
    await_true(lambda: check_lengths(list_pairs(folder)[0][0]) is None, output)
    resource.prlimit(saving.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    await_saved(folder, redis)
    saving.terminate()
    assert saving.wait() == 0, output.read_text()
    lines = [json.loads(line) for line in output.read_text().splitlines()]
    assert {line["level"] for line in lines if "waits" in line["message"]} == {"warning"}
    with restored(folder, tmp_path / "again") as again:
        assert (again.get("before"), again.strlen("k0"), again.strlen("k99")) == ("1", 1000, 1000)


def test_a_folder_belongs_to_one_store_and_to_one_backup(server: Server, redis: Redis, tmp_path: Path):
    folder = tmp_path / "backup"
    taken = pytest.raises(Unsuitable, match="another process backs up into")
    with following(folder, server, []), taken, locked(folder):
        pass
    redis.set("epoch", "e2")
    with locked(folder), pytest.raises(Unsuitable, match="holds the backup of another store, of the epoch e1"):
        Backup(folder, source(server), Options(7, 1 << 30, print, print)).copy(lambda: False)
    redis.set("epoch", "e2 accepted e1")
    with locked(folder):
        assert Backup(folder, source(server), Options(7, 1 << 30, print, print)).copy(lambda: False), (
            "an operator has accepted it"
        )
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "cat.jpg").touch()
    with pytest.raises(Unsuitable, match=r"is no backup, as it holds cat\.jpg"), locked(tmp_path / "photos"):
        pass


def test_the_documented_rights_are_enough_and_less_is_named(server: Server, redis: Redis, tmp_path: Path):
    url = server.url.replace("unix://", "unix://weak:pw@", 1)
    redis.execute_command("ACL", "SETUSER", "weak", "on", ">pw", "~*", "+get", "+info", "+time")
    with closing(connect(url)) as weak, locked(tmp_path / "backup"):
        backup = Backup(tmp_path / "backup", single(url, Keys(), store_clock(weak)), Options(7, 1 << 30, print, print))
        with pytest.raises(Unsuitable, match=r"its user needs \+psync and \+replconf"):
            backup.copy(lambda: False)
        assert read_saved(tmp_path / "backup") is None
        guide = (ROOT / "docs" / "operating.md").read_text("utf-8")
        [rights] = re.findall(r"needs the rights\s+`(\+psync [^`]*)`", guide)
        redis.execute_command("ACL", "SETUSER", "weak", "nocommands", *rights.split())
        assert backup.copy(lambda: False)


def slow_down(redis: Redis, is_slow: bool = True) -> None:
    """Let the server take ten seconds for a base."""
    redis.mset({f"k{number}": number for number in range(100)})
    redis.config_set("rdb-key-save-delay", 100_000 if is_slow else 0)


def begun(folder: Path) -> bool:
    """Whether a base is under way."""
    return any(folder.glob(f"*{UNFINISHED}"))


def test_a_copy_that_is_stopped_leaves_nothing(server: Server, redis: Redis, tmp_path: Path):
    slow_down(redis)
    folder = tmp_path / "backup"
    with locked(folder):
        backup = Backup(folder, source(server), Options(7, 1 << 30, print, print))
        assert not backup.copy(lambda: True)
        assert not backup.copy(lambda: begun(folder))
    assert [path.name for path in folder.iterdir()] == ["lock"]


def test_a_base_that_is_lost_on_the_way_is_taken_again_after_longer_and_longer_pauses(
    server: Server, redis: Redis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(follow, "RETRY_SECONDS", 0.05)
    slow_down(redis)
    folder, told, tried, ended = tmp_path / "backup", list[str](), list[float](), Event()

    def connect_again() -> ReplicaConnection:
        tried.append(monotonic())
        return ReplicaConnection(server.url)

    with locked(folder):
        slow = replace(source(server), connect=connect_again)
        thread = Thread(
            target=Backup(folder, slow, Options(7, 1 << 30, told.append, told.append)).follow, args=(ended.is_set,)
        )
        thread.start()
        for number in (1, 2):
            await_true(lambda number=number: len(tried) == number and begun(folder))
            slow_down(redis, is_slow=number < 2)
            redis.client_kill_filter(_type="replica")
        await_true(lambda: list_pairs(folder)[0])
        ended.set()
        thread.join()
    assert [later - earlier >= 0.05 * 2**number for number, (earlier, later) in enumerate(pairwise(tried), 1)] == [
        True,
        True,
    ]
    waits = [line for line in told if "The backup waits: the store does not answer" in line]
    assert waits == told[:1], "the same trouble is told once"
    assert not begun(folder)
    with restored(folder, tmp_path / "again") as again:
        assert again.get("k99") == "99"


def test_a_store_that_is_none_is_refused_at_the_beginning_and_waited_for_later(
    server: Server, redis: Redis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(follow, "TROUBLE_SECONDS", 0.05)
    monkeypatch.setattr(follow, "SYNC_SECONDS", 0.02)
    folder, told = tmp_path / "backup", list[str]()
    with following(folder, server, told):
        redis.delete("epoch")
        redis.client_kill_filter(_type="replica")
        await_true(lambda: any("waits: the store has no epoch" in line for line in told))
        redis.set("epoch", "e1")
        await_true(lambda: "The backup follows the store again." in told)
        await_saved(folder, redis)
    redis.delete("epoch")
    with locked(folder), pytest.raises(Unsuitable, match="the store has no epoch"):
        Backup(folder, source(server), Options(7, 1 << 30, print, print)).follow(lambda: False)


def test_a_server_that_asks_how_far_the_backup_is_gets_an_answer_at_once(
    server: Server, redis: Redis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    with following(tmp_path / "backup", server, []):
        with monkeypatch.context() as patched:
            patched.setattr(follow, "SYNC_SECONDS", 30.0)
            redis.set("asked", 1)
            assert redis.wait(1, 10_000) == 1
        redis.set("wakes", 1)


def test_a_server_that_says_nothing_more_is_gone(
    server: Server, redis: Redis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(connection, "SILENCE_SECONDS", 0.1)
    with closing(ReplicaConnection(server.url)) as made:
        slow_down(redis)
        made.begin("?", -1)
        with pytest.raises(Lost, match=r"the server has said nothing for 0\.1 seconds"):
            await_true(lambda: made.receive() and False)


def test_a_server_that_is_gone_is_named(redis: Redis, tmp_path: Path):
    gone = single("redis://127.0.0.1:1", Keys(), store_clock(redis))
    with locked(tmp_path / "backup"), pytest.raises(Lost):
        Backup(tmp_path / "backup", gone, Options(7, 1 << 30, print, print)).copy(lambda: False)
