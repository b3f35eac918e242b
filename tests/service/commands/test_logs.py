"""Finished games on the command line: exported, verified without a server, taken in elsewhere, watched again."""

from pathlib import Path
from secrets import token_hex
from typing import Any

import pytest

from service.commands import log_files
from service.language.names import names
from tests.game.play import Play
from tests.projections.archive import exported, forked, lines, rechained, recorded
from tests.service.client import Service, id_of
from tests.service.commands.test_cli import assert_refused, settings_of, wonderful


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Logs of every kind."""
    made = tmp_path_factory.mktemp("logs")
    fork, origin = forked(Play(4, 3), 0.5)
    entries = recorded(Play(1, 2)).entries
    altered = rechained("aaaaaaaa", [e._replace(actor="mallory") if e.version == 40 else e for e in entries])
    contents = {
        "right": lines(recorded(Play(1, 2))),
        "assisted": lines(recorded(Play(9, 2, "B"), 0.3, ("greedy",))),
        "fork": lines(fork),
        "origin": lines(origin),
        "wrong": exported("aaaaaaaa", altered),
        "cut": lines(recorded(Play(1, 2)))[:100],
        "newer": [line.replace(b"base-1", b"base-7") for line in lines(recorded(Play(1, 2)))],
        "packed": [b"\x1f\x8b\x08\x00 and so on"],
        "binary": [b"\xff\xfe\x00"],
    }
    for name, content in contents.items():
        (made / name).write_bytes(b"".join(content))
    with (made / "huge").open("wb") as file:
        file.truncate(100_000_000)
    return made


# verify


def test_a_right_log_is_ok_with_its_head_without_any_server(folder: Path):
    ended = wonderful("verify", str(folder / "right"), REDIS_URL="redis://127.0.0.1:1")
    assert (ended.returncode, ended.stderr) == (0, "")
    head = recorded(Play(1, 2)).entries[-1].hash.hex()
    assert ended.stdout == f"{folder / 'right'}: ok {head}\n"


def test_many_logs_are_verified_in_their_order_each_with_a_line(folder: Path):
    files = [str(folder / name) for name in ("right", "wrong", "assisted", "fork", "origin", "cut")]
    ended = wonderful("verify", *files)
    assert ended.returncode == 1
    right, wrong, assisted, fork, _, cut = ended.stdout.splitlines()
    assert ": ok " in right
    assert "rules:" in wrong or "actor:" in wrong or "order:" in wrong
    assert assisted.endswith(" (assisted)")
    assert fork.endswith("which agrees)")
    assert cut.endswith("line 101: encoding: the end is missing")


@pytest.mark.slow
def test_a_fork_alone_says_what_it_was_not_held_against(folder: Path):
    ended = wonderful("verify", "--jobs", "1", str(folder / "fork"))
    assert ended.returncode == 0
    assert ended.stdout.endswith("which is not here to compare)\n")


@pytest.mark.parametrize(
    ("name", "status", "words"),
    [
        ("newer", 2, "ruleset 'base-7' is not known here"),
        ("nowhere", 2, "cannot be read: No such file"),
        ("packed", 1, "line 1: encoding: compressed: unpack it first"),
        ("binary", 1, "line 1: encoding: not UTF-8"),
        ("huge", 1, "line 1: encoding: longer than"),
        (".", 2, "cannot be read: Is a directory"),
    ],
)
def test_what_cannot_be_verified_is_said_in_a_line(folder: Path, name: str, status: int, words: str):
    ended = wonderful("verify", str(folder / name))
    assert ended.returncode == status
    assert (ended.stdout + ended.stderr).count("\n") == 1
    assert words in ended.stdout + ended.stderr


def test_a_file_that_is_too_large_is_given_up(folder: Path, monkeypatch: pytest.MonkeyPatch):
    size = (folder / "right").stat().st_size
    monkeypatch.setattr(log_files, "MAX_FILE_BYTES", size)
    assert len([*log_files.read_lines(folder / "right")]) > 100
    monkeypatch.setattr(log_files, "MAX_FILE_BYTES", size - 1)
    with pytest.raises(log_files.UnreadableFile, match="larger than"):
        [*log_files.read_lines(folder / "right")]


@pytest.mark.slow
def test_a_log_may_come_from_a_pipe(folder: Path):
    for arguments in (["-", str(folder / "origin")], ["--jobs", "1", "-", str(folder / "origin")]):
        ended = wonderful("verify", *arguments, input=(folder / "fork").read_text("utf-8"))
        assert (ended.returncode, ended.stderr) == (0, "")
        assert ended.stdout.splitlines()[0].endswith("which agrees)")
    assert "Finished" in wonderful("replay", "-", input=(folder / "right").read_text("utf-8")).stdout


def test_what_a_log_holds_steers_no_terminal(folder: Path):
    for old, new in ((b"aaaaaaaa", b"\\u001b[2Jaaa"), (b"player-0", b"\\u001b]0;x\\u0007")):
        (folder / "evil").write_bytes((folder / "right").read_bytes().replace(old, new))
        ended = wonderful("verify", str(folder / "evil"))
        assert ended.returncode == 1
        assert "\x1b" not in ended.stdout
        assert ended.stdout.count("\n") == 1


# export and import


@pytest.mark.slow
def test_an_exported_game_verifies_and_is_an_archived_game_elsewhere(service: Service, finished: Any, tmp_path: Path):
    game, (ada, _) = finished
    file = tmp_path / "game.jsonl"
    here = settings_of(service)
    assert wonderful("export", id_of(game), "-o", str(file), **here).returncode == 0
    assert file.read_bytes() == ada.get(f"{game}/log").data
    assert wonderful("export", id_of(game), **here).stdout.encode() == file.read_bytes()
    elsewhere = here | {"KEY_PREFIX": f"{here['KEY_PREFIX']}{token_hex(3)}:"}
    for _ in range(2):  # again does nothing
        ended = wonderful("import", str(file), **elsewhere)
        assert (ended.returncode, ended.stderr) == (0, "")
        assert ended.stdout == f"{file}: game {id_of(game)}, {ada.get(game).json['version']} events\n"
    assert wonderful("export", id_of(game), **elsewhere).stdout.encode() == file.read_bytes()
    assert wonderful("rebuild", **elsewhere).returncode == 0
    assert wonderful("import", str(file), **here).returncode == 0, "it is there already"


def test_what_does_not_verify_is_not_taken_in(service: Service, folder: Path):
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
    game, _ = service.table(2)
    assert_refused(wonderful("export", id_of(game), **settings_of(service)), "not finished", "secret")
    assert_refused(wonderful("export", "nosuchgame", **settings_of(service)), "no game nosuchgame")


# replay


@pytest.mark.slow
def test_a_replay_that_is_piped_is_plain_text(folder: Path):
    ended = wonderful("replay", str(folder / "assisted"), "--lang", "fr", COLUMNS="100")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "\x1b" not in ended.stdout
    assert "(taken back)" in ended.stdout
    assert "La partie revient à la version" in ended.stdout
    assert max(map(len, ended.stdout.splitlines())) < 400


@pytest.mark.slow
def test_a_board_is_shown_at_one_version_through_the_eyes_of_a_seat(folder: Path):
    everything = wonderful("replay", str(folder / "right"), "--at", "20").stdout
    own = wonderful("replay", str(folder / "right"), "--at", "20", "--seat", "1").stdout
    assert everything.count("hand ") == 2
    assert own.count("hand ") <= 2
    assert everything != own


@pytest.mark.slow
def test_a_game_of_the_store_is_replayed_and_one_under_way_as_to_a_spectator(service: Service, finished: Any):
    game, _ = finished
    here = settings_of(service)
    assert "Player 0" in wonderful("replay", id_of(game), "--at", "60", **here).stdout
    running, _ = service.table(2)
    ended = wonderful("replay", id_of(running), **here)
    assert ended.returncode == 0
    for card in service.parts.games.load(id_of(running)).state.seats[0].hand:
        assert names("en")[card.partition(".")[0]] not in ended.stdout
    assert_refused(wonderful("replay", id_of(running), "--seat", "0", **here), "still secret")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--at", "9999"], "the game is at version"),
        (["--seat", "4"], "there is no seat 4"),
        (["--lang", "xx"], "there is no language xx"),
    ],
)
def test_what_a_replay_does_not_have_is_said_in_a_line(folder: Path, arguments: list[str], words: str):
    assert_refused(wonderful("replay", str(folder / "right"), *arguments), words)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["wrong", "cut", "newer", "binary"])
def test_a_log_that_does_not_verify_is_not_replayed(folder: Path, name: str):
    assert_refused(wonderful("replay", str(folder / name)))
