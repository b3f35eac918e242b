"""The files of an archive: the same of a folder and of a bucket."""

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock

import pytest

from events.archive import Files, Folder
from service.backend import open_backend
from service.environment import ARCHIVE_URL_FORMS
from service.jobs.archiving import open_archiver
from service.settings import StartError, read_settings
from store.buckets import Bucket
from tests.end_to_end.running import open_client
from tests.ports import free_port
from tests.s3 import SECRET, s3
from tests.service.archive.test_web import serving
from tests.service.client import Caller, Service, assert_problem, id_of
from tests.service.commands.command_line import settings_of, wonderful

BUCKET = "s3://games/archive"


@pytest.fixture(scope="module")
def endpoint(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """The environment with which BUCKET is found."""
    with s3(tmp_path_factory.mktemp("s3"), "games") as made, pytest.MonkeyPatch.context() as patch:
        for name, value in made.items():
            patch.setenv(name, value)
        yield made


@pytest.fixture(params=[Folder, Bucket])
def files(request: pytest.FixtureRequest, endpoint: dict[str, str], tmp_path: Path) -> Files:
    return Folder(tmp_path) if request.param is Folder else Bucket(BUCKET)


def test_what_is_written_is_read_until_it_is_written_again(files: Files):
    assert not files.has("ab/abcd.zst")
    with pytest.raises(FileNotFoundError):
        files.read("ab/abcd.zst")
    for content in (b"\0 some bytes", b"others"):
        files.write("ab/abcd.zst", content)
        assert (files.has("ab/abcd.zst"), files.read("ab/abcd.zst"), files.fault()) == (True, content, "")


@pytest.mark.parametrize(
    "make",
    [lambda folder: Folder(folder / "nowhere"), lambda folder: Bucket("s3://nowhere/archive")],
    ids=["folder", "bucket"],
)
def test_files_that_are_not_there_say_so(endpoint: dict[str, str], tmp_path: Path, make: Callable[[Path], Files]):
    files = make(tmp_path)
    assert "nowhere" in files.fault()
    assert "\n" not in files.fault()
    with pytest.raises(OSError):  # noqa: PT011
        files.write("ab/abcd.zst", b"")


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (
            "S3 error: Error performing PUT http://169.254.169.254/latest/api/token in 3s - no answer",
            "there are no keys in the environment, such as AWS_ACCESS_KEY_ID",
        ),
        ("S3 error: Error performing GET http://h/b in 5.2ms - no answer\n\nDebug source", "http://h/b - no answer"),
    ],
)
def test_what_an_object_store_says_is_said_in_a_line(message: str, said: str):
    errors = pytest.importorskip("obstore.exceptions", reason="the extra `buckets` is not installed")
    bucket = Bucket(BUCKET)
    bucket.__dict__["_store"] = Mock(list=Mock(side_effect=errors.GenericError(message)))
    assert bucket.fault().endswith(said)
    assert "\n" not in bucket.fault()


@pytest.mark.parametrize(
    "url", ["s3://", "s3:///archive", "s3://games/a?b=c", "s3://key:secret@games/a", "ftp://games/a"]
)
def test_what_names_no_bucket_is_refused(url: str):
    with pytest.raises(StartError, match="ARCHIVE_URL") as refused:
        read_settings({"ARCHIVE_URL": url})
    assert ARCHIVE_URL_FORMS in str(refused.value)


def test_without_the_library_a_bucket_is_refused_with_what_installs_it(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("service.environment.find_spec", lambda name: None)
    with pytest.raises(StartError, match="make extras EXTRAS=buckets"):
        read_settings({"ARCHIVE_URL": BUCKET})


def test_games_go_into_a_bucket_and_are_read_from_there(
    endpoint: dict[str, str], service: Service, over: tuple[str, list[Caller]], tmp_path: Path
):
    game, [ada, _] = over
    settings = replace(service.parts.settings, archive_url=BUCKET)
    parts = open_backend(settings)
    before = {path: ada.get(f"{game}{path}").data for path in ("?at=20", "/log", "/replay?from=20&limit=5")}
    open_archiver(parts).archive(id_of(game))
    assert parts.redis.xlen(parts.keys.stream(id_of(game))) == 1
    environ = settings_of(service) | {"ARCHIVE_URL": BUCKET} | endpoint
    with serving(environ, tmp_path) as url, open_client(url) as client:
        client.headers["Authorization"] = f"Bearer {ada.token}"
        assert {path: client.get(f"{game}{path}").content for path in before} == before
        assert client.get(game).json()["status"] == "finished"
    assert "of 1 archived game" not in wonderful("doctor", **environ).stdout
    ended = wonderful("unarchive", id_of(game), **environ)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert parts.redis.xlen(parts.keys.stream(id_of(game))) > 1
    parts.close()


def test_a_bucket_that_does_not_answer_is_told_without_its_keys(
    endpoint: dict[str, str],
    service: Service,
    over: tuple[str, list[Caller]],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
):
    game, [ada, _] = over
    settings = replace(service.parts.settings, archive_url=BUCKET)
    parts = open_backend(settings)
    open_archiver(parts).archive(id_of(game))
    monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{free_port()}")
    elsewhere = Service(open_backend(settings))
    problem = assert_problem(ada.through(elsewhere).get(game), 503, "store_unavailable")
    doctor = wonderful("doctor", **settings_of(service) | {"ARCHIVE_URL": BUCKET} | dict(os.environ)).stdout
    assert "(ARCHIVE_URL)" in doctor
    assert SECRET not in json.dumps(problem) + caplog.text + doctor
    monkeypatch.undo()
    open_archiver(parts).unarchive(id_of(game))
    parts.close()
    elsewhere.end()
