"""`--url`: `wonderful export` and `wonderful replay` ask a running service instead of a store."""

import socket
from pathlib import Path
from typing import Any

import pytest

from tests.service.client import Service, id_of
from tests.service.commands.command_line import assert_refused, listening, settings_of, wonderful


def count_players(service: Service) -> int:
    pattern = f"{service.parts.keys.prefix}{{*}}:player:*"
    return len([*service.parts.redis.scan_iter(match=pattern, count=1000)])


def test_the_log_of_a_service_is_exported_without_a_store(service: Service, finished: Any, tmp_path: Path):
    game, (ada, _) = finished
    file = tmp_path / "game.jsonl"
    with listening(service.app) as url:
        ended = wonderful("export", id_of(game), "--url", url, "-o", str(file), folder=tmp_path)
        assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
    assert file.read_bytes() == ada.get(f"{game}/log").data
    assert [*tmp_path.iterdir()] == [file]


def test_a_token_is_used_and_without_one_an_account_is_registered(service: Service, finished: Any, tmp_path: Path):
    game, (ada, _) = finished
    before = count_players(service)
    with listening(service.app) as url:
        for more in (["--token", ada.token], []):
            ended = wonderful("export", id_of(game), "--url", url, *more, folder=tmp_path)
            assert ended.stdout.encode() == ada.get(f"{game}/log").data
            assert count_players(service) == before + (not more)
        ended = wonderful("export", id_of(game), "--url", url, folder=tmp_path, WONDERFUL_TOKEN=f"{ada.token}\n")
        assert ended.returncode == 0
    assert count_players(service) == before + 1


def test_a_finished_game_of_a_service_is_replayed_as_from_its_store(service: Service, finished: Any, tmp_path: Path):
    game, (ada, _) = finished
    with listening(service.app) as url:
        for more in ([], ["--lang", "fr", "--at", "60", "--seat", "1"]):
            there = wonderful("replay", id_of(game), "--url", url, "--token", ada.token, *more, folder=tmp_path)
            assert (there.returncode, there.stderr) == (0, "")
            assert there.stdout == wonderful("replay", id_of(game), *more, **settings_of(service)).stdout
            assert "Player 1" in there.stdout


def test_a_game_under_way_on_a_service_is_replayed_as_from_its_store(service: Service, tmp_path: Path):
    game, callers = service.start_game(2)
    service.play(game, callers, until="finished")  # all but the score
    assert service.version(game) > 100, "more than one page of frames"
    with listening(service.app) as url:
        for more in ([], ["--at", "101"], ["--at", "1"]):
            there = wonderful("replay", id_of(game), "--url", url, *more, folder=tmp_path)
            assert (there.returncode, there.stderr) == (0, "")
            assert there.stdout == wonderful("replay", id_of(game), *more, **settings_of(service)).stdout
        for more, words in ((["--seat", "0"], "still secret"), (["--at", "999"], "the game is at version")):
            assert_refused(wonderful("replay", id_of(game), "--url", url, *more, folder=tmp_path), words)


@pytest.mark.parametrize("command", ["export", "replay"])
def test_what_a_service_refuses_is_told_in_one_line(command: str, service: Service, tmp_path: Path):
    with listening(service.app) as url:
        unknown = wonderful(command, "no game", "--url", url, folder=tmp_path)
        assert_refused(unknown, f"{url}/v1/games/no%20game", "404: there is no such game")
        refused = wonderful(command, "abcdefgh", "--url", url, "--token", "wrong", folder=tmp_path)
        assert_refused(refused, "401: this token is not known")
        no_text = wonderful(command, "\udcff", "--url", url, "--token", "t", folder=tmp_path)
        assert_refused(no_text, "is not text in UTF-8")


def test_the_log_of_a_game_under_way_is_refused(service: Service, tmp_path: Path):
    game, _ = service.start_game(2)
    with listening(service.app) as url:
        assert_refused(
            wonderful("export", id_of(game), "--url", url, folder=tmp_path), "409", "once the game is finished"
        )


@pytest.mark.parametrize(
    "url", ["localhost:8000", "http://", "ftp://localhost", "http://[", "no url", "http://localhost:x"]
)
def test_a_wrong_url_is_told_in_one_line(url: str, tmp_path: Path):
    shown = url.replace("localhost:x", "***")  # what is no port may be a password
    assert_refused(wonderful("export", "abcdefgh", "--url", url, folder=tmp_path), shown, "does not answer")


def test_an_address_where_nothing_listens_is_told_in_one_line(tmp_path: Path):
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{closed.getsockname()[1]}"
        for command in (["export", "abcdefgh"], ["demo"]):
            assert_refused(wonderful(*command, "--url", url, folder=tmp_path), url, "does not answer")


@pytest.mark.parametrize(
    ("status", "body", "words"),
    [
        ("200 OK", b"<html>\nhello", "another service"),
        ("200 OK", b"[]", "another service"),
        ("404 NO", b"a\nb", "404: a b"),
    ],
)
def test_another_service_is_told_in_one_line(status: str, body: bytes, words: str, tmp_path: Path):
    def other(environ: Any, start_response: Any) -> list[bytes]:
        start_response(status, [("Content-Type", "text/html")])
        return [body]

    with listening(other) as url:
        assert_refused(wonderful("export", "abcdefgh", "--url", url, folder=tmp_path), url, words)
