"""`wonderful repartition`: nothing is lost, whenever it is cut short, and everybody finds their games again."""

from dataclasses import replace
from pathlib import Path
from secrets import token_hex
from unittest.mock import Mock

import pytest
from redis import Redis

from projections import repartition as module
from projections.feed import GROUP
from projections.projector import Projector
from projections.public_list.store import PublicList
from projections.rebuild import every_game
from projections.repartition import contents, move
from service.accounts.blocks import block, blocked_by
from service.accounts.recovery import recover
from service.accounts.registration import register
from service.accounts.tokens import create_token, rotate_token
from service.backend import checked_backend, open_backend
from service.commands import repartition as command
from service.jobs.publishing import sign_list
from service.run.embedded_redis import ensure_server, stop_server
from service.run.known_epoch import known_epoch, remember_epoch
from service.settings import StartError, read_settings
from store.identity import read_epoch
from store.keys import Keys, PartitionsChanged
from tests.high_limits import HIGH_LIMITS
from tests.projections.table import join, open_game, play, start

PEOPLE = (("Ada", "human"), ("Ben", "human"), ("Robbie", "bot"))


class CutShort(BaseException):
    """The end of the command's process."""


@pytest.fixture(params=["server", "cluster"])
def settings(request, server_url):
    url = server_url if request.param == "server" else request.getfixturevalue("cluster").url
    environ = {
        "REDIS_URL": url,
        "RQ_REDIS_URL": server_url,
        "KEY_PREFIX": f"move-{token_hex(4)}:",
        "ALLOW_VOLATILE": "1",
    }
    return read_settings(environ | HIGH_LIMITS)


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    """No other process runs that would have to notice anything."""
    monkeypatch.setattr(command, "NOTICED_SECONDS", 0.0)


def a_store(settings, partitions):
    """A store with games: open, begun, finished; all but one projected."""
    parts = open_backend(settings)
    parts.keys.count = partitions
    assert parts.watch.look() is None
    for number in range(6):
        game = f"game{number}"
        open_game(parts.log, game)
        parts.redis.set(parts.keys.seed(game), "5eed", ex=1000)
        parts.redis.set(parts.keys.code(game), "c0de")
        join(parts.log, game)
    for number in range(4):
        start(parts.log, f"game{number}")
        play(parts.log, f"game{number}", 20 if number else 10_000)
    projector = Projector(parts.games, parts.snapshots, parts.lobby, lambda effect: 0.0, now=parts.clock)
    for number in range(5):
        projector.project(f"game{number}")
    return parts


def found_in(settings):
    """What a process that starts now finds in the store."""
    parts = open_backend(settings)
    assert parts.watch.look() is None, parts.watch.error
    games = every_game(parts.redis, parts.keys)
    return {
        "games": {game: [entry.hash for entry in parts.log.read(game)] for game in games},
        "snapshots": {game: getattr(parts.snapshots.load(game), "version", None) for game in games},
        "waiting": parts.snapshots.waiting_seats(games),
        "due": sorted(parts.snapshots.due_effects()),
        "timers": sorted(parts.snapshots.next_timers_ms()),
        "seeds": {game: parts.redis.get(parts.keys.seed(game)) for game in games},
        "codes": {game: parts.redis.get(parts.keys.code(game)) for game in games},
    }


def comparable(found):
    """What does not depend on the number of partitions: of the timers of each partition, only the first is found."""
    return {**found, "timers": found["timers"][:1]}


def test_everything_is_where_the_new_layout_looks_for_it(settings, capsys):
    a_store(settings, 8)
    before = comparable(found_in(settings))
    assert len(before["games"]) == 6
    for count in (64, 5, 1):
        command.repartition(settings, count)
        assert comparable(found_in(settings)) == before
        assert open_and_look(settings).keys.count == count
    assert "has 64 partitions now: 6 games with" in capsys.readouterr().out


def test_the_list_of_finished_games_is_signed_as_before(settings, tmp_path):
    settings = replace(settings, data_dir=tmp_path)
    signed = sign_list(a_store(settings, 8))
    command.repartition(settings, 64)
    assert sign_list(open_and_look(settings)).ms >= signed.ms


@pytest.mark.usual("_lock_out", "keep")
@pytest.mark.parametrize(
    "place", ["_lock_out", "sleep", "contents", "move", "point_to_unprojected", "_finish", "keep", "remember_epoch"]
)
def test_whatever_is_cut_short_the_next_start_says_so_and_the_list_goes_on(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    settings = read_settings({"DATA_DIR": str(tmp_path)})
    server = ensure_server(tmp_path, "no")
    try:
        parts = a_store(replace(settings, redis_url=server.url), 8)
        remember_epoch(tmp_path, parts.watch.epoch)
        sign_list(parts)
        with monkeypatch.context() as patch:
            patch.setattr(PublicList if place == "keep" else command, place, Mock(side_effect=CutShort))
            with pytest.raises(CutShort):
                command.repartition(settings, 64)
        started = replace(settings, redis_url=server.url, store_epoch=known_epoch(tmp_path))
        with pytest.raises(StartError, match="cut short: run `wonderful repartition` again"):
            checked_backend(started)
        command.repartition(settings, 64)
        sign_list(checked_backend(replace(started, store_epoch=known_epoch(tmp_path))))
    finally:
        stop_server(server)


def test_accounts_move_with_the_games(settings):
    parts = a_store(settings, 8)
    ada, ben, robot = (register(parts.accounts, name, kind) for name, kind in PEOPLE)
    block(parts.accounts, ada.player.id, ben.player.id)
    listed, secret = create_token(parts.accounts, access_of(parts, ada), "phone", ["read"])
    _, rotated = rotate_token(parts.accounts, access_of(parts, ada), listed.id, 3000)

    command.repartition(settings, 64)
    parts = open_and_look(settings)
    for each in (ada, ben, robot):
        assert access_of(parts, each).player == each.player
    assert {parts.accounts.by_token(each).scopes for each in (secret, rotated)} == {frozenset(["read"])}
    assert blocked_by(parts.accounts, ada.player.id) == [ben.player.id]
    assert parts.accounts.find(f"@{ada.player.handle}") == ada.player
    assert parts.accounts.find_invited("robbie") == [robot.player]
    recovered = recover(parts.accounts, ada.player.id, ada.secrets.recovery_code)
    assert parts.accounts.by_token(recovered.secrets.token).player == ada.player
    assert parts.accounts.by_token(secret) is None


def test_a_store_from_before_the_first_release_is_refused(settings):
    parts = open_backend(settings)
    parts.redis.set(parts.keys.partitions, 8)
    with pytest.raises(PartitionsChanged, match="before the first release"):
        parts.watch.look()


def access_of(parts, registered):
    return parts.accounts.by_token(registered.secrets.token)


def open_and_look(settings):
    parts = open_backend(settings)
    assert parts.watch.look() is None
    return parts


def test_games_go_on_and_what_was_not_projected_yet_is_pointed_to(settings, capsys):
    a_store(settings, 8)
    command.repartition(settings, 64)
    assert "1 games are to be projected" in capsys.readouterr().out
    parts = open_and_look(settings)
    assert parts.redis.xlen(parts.keys.feed(parts.keys.partition("game5"))) == 1
    assert parts.redis.ttl(parts.keys.seed("game5")) > 900
    play(parts.log, "game1")
    assert parts.games.load("game1").state.phase == "finished"


def test_the_backup_is_that_of_another_store_from_then_on(settings, tmp_path, capsys):
    """A process that still runs with the former number must not take the store, so the backup does not, either."""
    a_store(settings, 8)
    before = read_epoch(open_and_look(settings).redis, Keys(settings.key_prefix))
    command.repartition(replace(settings, backup_dir=tmp_path), 64)
    after = read_epoch(open_and_look(settings).redis, Keys(settings.key_prefix))
    assert before.own not in after.ids
    assert f"before that, move {tmp_path} away" in capsys.readouterr().out


@pytest.mark.parametrize("steps", [0, 1, 5, 17, 40])
def test_a_move_that_was_cut_short_is_finished_by_the_next_one(settings, monkeypatch, steps):
    a_store(settings, 8)
    before, left = comparable(found_in(settings)), [steps]

    def tired(name):
        original = getattr(module, name)

        def step(*arguments):
            if not left[0]:
                raise CutShort
            left[0] -= 1
            return original(*arguments)

        return step

    with monkeypatch.context() as patch:
        for name in ("_move_key", "_move_fields", "_move_timers"):
            patch.setattr(module, name, tired(name))
        with pytest.raises(CutShort):
            command.repartition(settings, 64)
    with pytest.raises(StartError, match="a move to 64 partitions was cut short: run `wonderful repartition 64`"):
        command.repartition(settings, 16)
    with pytest.raises(PartitionsChanged, match="run `wonderful repartition` again"):
        open_backend(settings).watch.look()
    command.repartition(settings, 64)
    assert comparable(found_in(settings)) == before


def test_a_key_that_lies_in_both_places_after_a_kill_is_counted_once(settings):
    parts = a_store(settings, 8)
    before, keys = contents(parts.redis, parts.keys), Keys(parts.keys.prefix, 64)
    name = parts.keys.stream("game0")
    assert name != keys.stream("game0")
    parts.redis.restore(keys.stream("game0"), 0, parts.redis.dump(name))
    assert contents(parts.redis, parts.keys) == before
    assert [*move(parts.redis, keys)]
    assert contents(parts.redis, parts.keys) == before


def test_running_processes_refuse_the_store_from_the_beginning(settings, monkeypatch):
    running = a_store(settings, 8)

    def cut(*_):
        raise CutShort

    monkeypatch.setattr(command, "move", cut)
    with pytest.raises(CutShort):
        command.repartition(settings, 64)
    running.watch.look()
    assert running.watch.fault == "foreign" or set(running.watch.degraded.values()) == {"foreign"}


def test_a_store_in_use_is_left_alone(settings):
    parts = a_store(settings, 8)
    subscription = parts.redis.pubsub()
    subscription.subscribe(parts.keys.wake)
    assert subscription.get_message(timeout=60)
    with pytest.raises(StartError, match="the service uses the store: stop all of its processes first"):
        command.repartition(settings, 64)
    subscription.close()
    assert parts.watch.look() is None


def read_as_a_projector(parts, consumer="a projector"):
    parts.redis.xreadgroup(GROUP, consumer, {parts.keys.feed(3): ">"}, count=1)


def test_a_store_whose_projector_goes_on_reading_is_left_alone(settings, monkeypatch):
    parts = a_store(settings, 8)
    parts.redis.xgroup_create(parts.keys.feed(3), GROUP, id="0", mkstream=True)
    read_as_a_projector(parts)
    with monkeypatch.context() as patch:
        patch.setattr(command, "sleep", lambda seconds: read_as_a_projector(parts))
        with pytest.raises(StartError, match="the service uses the store: stop all of its processes first"):
            command.repartition(settings, 64)
    monkeypatch.setattr(command, "IN_USE_MS", 0)
    command.repartition(settings, 64)
    assert open_and_look(settings).keys.count == 64


def test_a_move_that_loses_something_is_no_move(settings, monkeypatch):
    a_store(settings, 8)

    def lossy(redis, keys):
        yield from move(redis, keys)
        redis.delete(keys.stream("game3"))

    with monkeypatch.context() as patch:
        patch.setattr(command, "move", lossy)
        with pytest.raises(StartError, match=r"the store had 6 games with .*, and now has 5 games .*: restore your"):
            command.repartition(settings, 64)
    with pytest.raises(PartitionsChanged):
        open_backend(settings).watch.look()


def test_the_folder_of_an_embedded_server_knows_the_store_again(tmp_path, monkeypatch):
    server = ensure_server(tmp_path, "no")
    parts = a_store(read_settings({"REDIS_URL": server.url, "RQ_REDIS_URL": server.url, "ALLOW_VOLATILE": "1"}), 8)
    parts.redis.xgroup_create(parts.keys.feed(3), GROUP, id="0", mkstream=True)
    read_as_a_projector(parts, "one that ends with its server, and has read as soon as that starts again")
    parts.close()
    stop_server(server)
    monkeypatch.setattr(command, "IN_USE_MS", 1000)
    command.repartition(read_settings({"DATA_DIR": str(tmp_path)}), 64)
    server = ensure_server(tmp_path, "no")
    with Redis.from_url(server.url) as redis:
        assert read_epoch(redis, parts.keys).own == known_epoch(tmp_path) != parts.watch.epoch
    stop_server(server)


def test_an_empty_store_and_the_same_number_are_said(settings, capsys):
    with pytest.raises(StartError, match="the store is empty"):
        command.repartition(settings, 64)
    a_store(settings, 8)
    command.repartition(settings, 8)
    assert "has 8 partitions already" in capsys.readouterr().out
