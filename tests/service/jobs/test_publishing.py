"""The list of finished games: what gets there, when it is signed, and when an operator must decide first."""

from dataclasses import replace
from pathlib import Path
from secrets import token_hex
from time import monotonic

import pytest

from projections.projector import Projector
from projections.public_list.store import Newest
from service.backend import Backend, check_store, open_backend
from service.jobs import publishing
from service.jobs.publishing import (
    DISK_WAIT_MS,
    NotSigned,
    checkpoint_file,
    is_publishing_due,
    publish_some,
    published_before,
    sign_list,
)
from service.run.embedded_redis import ensure_server, stop_server
from service.settings import read_settings
from service.signing import LOG
from store.identity import accept_store
from store.server import connect_blocking
from tests.conftest import delete_keys
from tests.high_limits import HIGH_LIMITS
from tests.projections.table import open_game
from tests.service.client import Service, id_of
from tests.service.meanwhile import meanwhile
from tests.store.wire import wired
from tests.transparency.made import made_leaf
from transparency.checkpoint import open_checkpoint
from transparency.leaf import parse
from transparency.notes import parse_key


@pytest.fixture
def parts(redis_url: str, service: Service, tmp_path):
    """A new store, whose processes have a folder of their own."""
    settings = replace(service.parts.settings, key_prefix=f"test-{token_hex(6)}:", data_dir=tmp_path / "var")
    made = open_backend(settings)
    yield made
    publishing._rounds.clear()
    delete_keys(made)
    made.close()


def add(parts: Backend, *numbers: int) -> None:
    for number in numbers:
        parts.public_list.add(made_leaf(number))


def kept_file(parts: Backend) -> Path:
    return checkpoint_file(parts.settings.data_dir, f"{parts.signing.read().origin}{LOG}")


def opened(parts: Backend, note: str):
    keys = [parse_key(key.text) for key in parts.signing.read().keys if key.use == LOG]
    return open_checkpoint(note, keys, (), f"{parts.signing.read().origin}{LOG}")


def projected(parts: Backend, game: str) -> None:
    projector = Projector(
        parts.games,
        parts.snapshots,
        parts.lobby,
        lambda effect: 0.0,
        public_list=parts.public_list,
        now=parts.clock,
    )
    projector.project(game)


def test_a_finished_game_is_a_leaf_and_one_under_way_is_none(service: Service, finished):
    game, parts = id_of(finished[0]), service.parts
    for each in (game, game, id_of(service.start_game(2)[0])):
        projected(parts, each)
    [position] = parts.public_list.positions([game])
    assert position is not None
    [leaf] = [*parts.public_list.leaves(position, position + 1)]
    loaded = parts.games.load(game)
    found = parse(leaf)
    assert (found.game, found.events, found.head) == (game, loaded.version, loaded.head)
    assert all(caller.id.encode() not in leaf for caller in finished[1])


def test_it_is_signed_at_once_after_new_leaves_and_then_once_an_hour(parts: Backend):
    assert is_publishing_due(parts)
    add(parts, 0, 1)
    while publish_some(parts):
        pass
    newest = parts.public_list.newest()
    assert parts.public_list.refusal() == ""
    assert opened(parts, newest.note).checkpoint.size == 2
    assert not is_publishing_due(parts)
    add(parts, 2)
    assert is_publishing_due(parts)
    sign_list(parts)
    hour_ago = parts.public_list.newest()._replace(ms=int(parts.clock() * 1000) - 3_600_000)
    assert parts.public_list.keep(parts.public_list.newest(), hour_ago)
    assert is_publishing_due(parts)


def test_a_look_for_missed_games_goes_on_in_slices_and_signs_not_with_each(
    parts: Backend, monkeypatch: pytest.MonkeyPatch
):
    open_game(parts.log, "k3jx9a2m")
    monkeypatch.setattr(publishing, "SLICE_SECONDS", 0.0)
    assert publish_some(parts) is True
    add(parts, 0)
    assert publish_some(parts) is False
    assert (parts.public_list.newest().size, is_publishing_due(parts)) == (0, True)
    assert publish_some(parts) is False
    assert (parts.public_list.newest().size, is_publishing_due(parts)) == (1, False)


@pytest.fixture
def hasty(parts: Backend, tmp_path: Path):
    """A new store on a server with `appendfsync no`. A checkpoint waits for the disk longer than for an answer."""
    server = ensure_server(tmp_path / "server", "no")
    made = open_backend(replace(parts.settings, redis_url=server.url, store_seconds=1.0))
    assert made.settings.store_seconds < DISK_WAIT_MS / 1000
    yield made
    made.close()
    stop_server(server)


def test_on_a_server_that_leaves_it_to_the_system_when_it_writes_the_list_is_signed(hasty: Backend):
    add(hasty, 0)
    assert sign_list(hasty).size == 1


def test_on_a_server_without_an_append_only_file_nothing_is_awaited(hasty: Backend, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(publishing, "DISK_WAIT_MS", 100_000)
    hasty.redis.config_set("appendonly", "no")
    add(hasty, 0)
    began = monotonic()
    assert sign_list(hasty).size == 1
    assert monotonic() - began < 50  # it would hang for 100 s


def test_a_list_of_which_the_server_does_not_say_in_time_that_it_is_on_the_disk_is_signed_later(
    hasty: Backend, caplog: pytest.LogCaptureFixture
):
    add(hasty, 0)
    with pytest.MonkeyPatch.context() as patch, wired(hasty.settings.redis_url or "") as wire:
        wire.delay = 0.5
        patch.setattr(publishing, "connect_blocking", lambda url, seconds: connect_blocking(wire.url, 0.2))
        assert publish_some(hasty) is False
    assert "does not say whether" in caplog.text
    assert "does not say whether" in hasty.public_list.refusal()
    assert is_publishing_due(hasty)
    publishing._tried[0] = 0.0
    publish_some(hasty)
    assert (hasty.public_list.newest().size, hasty.public_list.refusal()) == (1, "")


def test_a_list_that_the_server_still_writes_to_its_disk_is_not_signed(hasty: Backend, monkeypatch: pytest.MonkeyPatch):
    add(hasty, 0)
    monkeypatch.setattr(publishing, "_is_still_writing", lambda written, info: written == [0, 0])
    with pytest.raises(NotSigned, match="more than 2 s"):
        sign_list(hasty)


def test_who_signs_while_another_process_does_publishes_nothing_and_gets_what_that_published(
    parts: Backend, monkeypatch: pytest.MonkeyPatch
):
    add(parts, 0)
    other, published = open_backend(parts.settings), list[Newest]()
    meanwhile(monkeypatch, "service.jobs.publishing.read_epoch", lambda: published.append(sign_list(other)))
    assert sign_list(parts) == published[0] == parts.public_list.newest()
    assert opened(parts, published[0].note).checkpoint.size == 1
    other.close()


def test_a_folder_that_cannot_be_written_is_said_once_and_the_list_is_signed(
    parts: Backend, caplog: pytest.LogCaptureFixture
):
    parts.settings.data_dir.write_text("no folder")
    for size in (0, 1):
        assert sign_list(parts).size == size
        add(parts, size)
    assert caplog.text.count("the checkpoint is not kept beside the data") == 1


def test_a_game_that_was_imported_or_is_under_way_is_not_added(service: Service):
    parts, (over, callers) = service.parts, service.start_game(1, ["random"])
    service.play(over, callers)
    games = [id_of(over), id_of(service.start_game(2)[0])]
    parts.redis.sadd(parts.keys.lobby("imported"), games[0])
    for each in games:
        publishing.add_game(parts, each)
    assert parts.public_list.positions(games) == [None, None]
    parts.redis.srem(parts.keys.lobby("imported"), games[0])
    publishing.add_game(parts, games[0])
    assert parts.public_list.positions(games) != [None, None]


def test_both_keys_of_a_rotation_sign_and_another_name_is_another_list(parts: Backend):
    old = parse_key(parts.signing.read().keys[1].text)
    parts.signing.rotate()
    assert len(opened(parts, sign_list(parts).note).verified) == 2
    parts.signing.rotate("other.example")
    signed = opened(parts, sign_list(parts).note)
    assert signed.checkpoint.origin == "other.example/log"
    assert old not in [each.key for each in signed.verified]


def test_games_that_no_projector_added_are_found(service: Service, finished, tmp_path):
    game = id_of(finished[0])
    parts = replace(service.parts, settings=replace(service.parts.settings, data_dir=tmp_path))
    service.project(finished[0])
    parts.redis.delete(*parts.redis.keys(parts.keys.lobby("list:*")))
    while is_publishing_due(parts):
        publish_some(parts)
    [position] = parts.public_list.positions([game])
    assert position is not None
    assert parts.public_list.newest().size == parts.public_list.size()


def test_a_store_that_is_older_than_what_was_published_signs_nothing(parts: Backend, caplog: pytest.LogCaptureFixture):
    add(parts, 0, 1, 2)
    sign_list(parts)
    parts.redis.delete(*parts.redis.keys(parts.keys.lobby("list:*")))  # a backup from before
    add(parts, 0, 1)
    with pytest.raises(NotSigned, match="3 games were published, and this store has 2"):
        sign_list(parts)
    add(parts, 3)
    with pytest.raises(NotSigned, match="are others than those published"):
        sign_list(parts)
    for _ in range(2):
        assert publish_some(parts) is False
    assert caplog.text.count("no checkpoint of the list of finished games is signed") == 1
    assert parts.public_list.newest().note == ""
    assert "are others than those published" in parts.public_list.refusal()


def test_a_list_that_was_changed_in_the_store_is_not_signed(parts: Backend):
    add(parts, 0, 1)
    sign_list(parts)
    kept_file(parts).unlink()
    parts.redis.setrange(parts.keys.lobby("list:tile:0:0"), 0, bytes(32))
    with pytest.raises(NotSigned, match="are others than those published"):
        sign_list(parts)


def test_after_an_operator_has_accepted_a_store_the_list_waits_for_another_decision(parts: Backend):
    accept_store(parts.redis, parts.keys)
    add(parts, 0)
    sign_list(parts)
    accept_store(parts.redis, parts.keys)
    with pytest.raises(NotSigned, match="wonderful list resume"):
        sign_list(parts)
    assert sign_list(parts, resumed=True).size == 1
    assert sign_list(parts).size == 1


def test_what_was_published_is_kept_beside_the_data(parts: Backend):
    add(parts, 0)
    note = sign_list(parts).note
    origin = f"{parts.signing.read().origin}{LOG}"
    assert kept_file(parts).read_text("utf-8") == note
    assert published_before(parts.settings.data_dir, origin) == opened(parts, note).checkpoint
    assert published_before(parts.settings.data_dir, "other.example/log") is None
    kept_file(parts).write_bytes(b"\xff")
    assert published_before(parts.settings.data_dir, origin) is None


def test_after_a_restored_backup_nothing_is_signed_until_an_operator_has_decided(parts: Backend):
    assert not parts.public_list.mark_restored()
    add(parts, 0)
    sign_list(parts)
    assert parts.public_list.mark_restored()
    with pytest.raises(NotSigned, match="restored from a backup"):
        sign_list(parts)
    assert sign_list(parts, resumed=True).size == 1
    assert sign_list(parts).size == 1


@pytest.mark.slow
def test_on_a_cluster_keys_and_list_work_as_on_a_server(cluster, server_url: str, tmp_path):
    store = {"REDIS_URL": cluster.url, "RQ_REDIS_URL": server_url, "KEY_PREFIX": f"c{token_hex(3)}:"}
    parts = open_backend(read_settings(store | {"ALLOW_VOLATILE": "1", "DATA_DIR": str(tmp_path)} | HIGH_LIMITS))
    check_store(parts)
    parts.signing.rotate()
    parts.signing.drop_retired()
    add(parts, *range(300))
    assert opened(parts, sign_list(parts).note).checkpoint.size == 300
    service = Service(parts)
    game, (ada, _) = service.start_game(2)
    assert ada.get(f"{game}/receipt").status_code == 200
    assert service.app.test_client().get(f"/log/proof/{made_leaf(7).game}").status_code == 200
    service.end()
