"""`wonderful rebuild`: all projections are made again from the log."""

from pathlib import Path
from typing import Any

import pytest

from projections.effects import Effects
from projections.snapshots import Snapshots
from projections.summaries import SCHEMA
from service.commands import rebuild as command
from service.run.embedded_redis import ensure_server, is_running, stop_server
from service.settings import StartError
from store.identity import Epoch, accept_for, accept_store
from tests.service.client import Service, id_of
from tests.service.commands.command_line import assert_refused, settings_of, wonderful


def test_rebuild_makes_all_projections_from_the_log(service: Service, finished: tuple[str, list[Any]]):
    game, [ada, _] = finished
    parts, id = service.parts, id_of(game)
    listed = f"/v1/games?player={ada.id}"
    parts.redis.hset(parts.keys.snapshot(id), mapping={"stamp": "nonsense", "version": 10**6})
    parts.redis.hset(parts.keys.lobby(f"summaries:{SCHEMA}"), id, '{"id": "nonsense"}')
    ended = wonderful("rebuild", **settings_of(service))
    assert ended.returncode == 0
    assert "Traceback" not in ended.stderr
    games = len({*parts.redis.scan_iter(match=parts.keys.streams(), count=1000)})
    assert f" of {games} games: " in ended.stdout
    assert f"in {settings_of(service)['REDIS_URL']} (KEY_PREFIX {parts.settings.key_prefix})" in ended.stdout
    assert Snapshots(parts.redis, parts.keys).load(id).state == parts.games.load(id).state
    [summary] = [each for each in ada.get(listed).json if each["id"] == id]  # other tests fork the game
    assert summary["status"] == "finished"
    assert ada.get("/v1/players/me").json["statistics"]["finished"] == 1


def test_rebuild_corrects_ratings_and_says_whose_were_wrong(service: Service, finished: tuple[str, list[Any]]):
    game, [ada, _] = finished
    service.project(game)
    wonderful("rebuild", **settings_of(service))
    right = ada.get("/v1/players/me").json["rating"]
    record = service.parts.keys.lobby("record")
    generation = service.parts.redis.hget(record, "current").decode()
    service.parts.redis.hset(f"{record}:{generation}:ratings:all", ada.id, "[31.4,1.5,9]")
    assert ada.get("/v1/players/me").json["rating"] != right
    ended = wonderful("rebuild", **settings_of(service))
    assert ended.returncode == 0
    assert f"Statistics or ratings of 1 player were not what the games say: {ada.id}\n" in ended.stdout
    assert ada.get("/v1/players/me").json["rating"] == right
    assert "were not what" not in wonderful("rebuild", **settings_of(service)).stdout


def test_rebuild_takes_accounts_off_the_leaderboards_that_an_older_release_deleted(service: Service):
    game, [ada, ben] = service.start_game(2)
    service.play(game, [ada, ben])
    parts = service.parts
    service.project(game)
    parts.redis.hset(parts.accounts.layout.player(ada.id), mapping={"name": "", "deleted_ms": 1})
    assert wonderful("rebuild", **settings_of(service)).returncode == 0
    listed = [each["player"]["id"] for each in ben.get("/v1/leaderboards?limit=100").json]
    assert ben.id in listed
    assert ada.id not in listed


def test_nothing_is_rebuilt_with_another_number_of_partitions(service: Service, finished: tuple[str, list[Any]]):
    game, _ = finished
    parts = service.parts
    parts.snapshots.save(id_of(game), parts.games.load(id_of(game)), Effects())
    assert wonderful("rebuild", **settings_of(service)).returncode == 0
    before = parts.redis.hgetall(parts.keys.lobby(f"summaries:{SCHEMA}"))
    ended = wonderful("rebuild", **settings_of(service), PARTITIONS="3")
    assert_refused(ended, "PARTITIONS is 3", f"laid out for {parts.keys.count}")
    assert before
    assert parts.redis.hgetall(parts.keys.lobby(f"summaries:{SCHEMA}")) == before


def test_a_rebuild_goes_on_while_the_epoch_names_one_more_in_whose_place_it_stands(service: Service):
    parts = service.parts
    accept_store(parts.redis, parts.keys)
    accepted = Epoch(parts.redis.get(parts.keys.epoch).decode())
    accept_for(parts.redis, [parts.keys.epoch], accepted, ["0123456789abcdef"])
    assert parts.redis.get(parts.keys.epoch).decode() != accepted
    command.try_store(command.Store(parts.settings, accepted.own))


def test_a_worker_whose_settings_name_another_store_changes_nothing(service: Service):
    with pytest.raises(StartError, match="REDIS_URL and KEY_PREFIX lead to another store than that of the command"):
        command.try_store(command.Store(service.parts.settings, "0123456789abcdef"))


def test_the_embedded_server_is_started_for_a_rebuild_and_stopped_again(tmp_path: Path):
    assert wonderful("accept-store", DATA_DIR=str(tmp_path)).returncode == 0
    ended = wonderful("rebuild", DATA_DIR=str(tmp_path))
    assert ended.returncode == 0
    assert "Folded 0 events of 0 games" in ended.stdout
    assert f"in {tmp_path}." in ended.stdout
    server = ensure_server(tmp_path)
    try:
        assert server.started, "the first rebuild stopped its server"
        assert wonderful("rebuild", DATA_DIR=str(tmp_path)).returncode == 0
        assert is_running(server), "a server that was running stays running"
    finally:
        stop_server(server)


def test_several_processes_make_the_same_projections_as_one(
    service: Service, finished: tuple[str, list[Any]], monkeypatch: pytest.MonkeyPatch
):
    parts = service.parts
    monkeypatch.setattr(command, "FEW_GAMES", -1)
    monkeypatch.setattr(command, "REBUILT_AT_ONCE", 1)
    stored = []
    for jobs in (1, 2):
        command.rebuild_all(parts.settings, jobs)
        snapshot = parts.redis.hgetall(parts.keys.snapshot(id_of(finished[0])))
        record = parts.keys.lobby("record")
        generation = parts.redis.hget(record, "current").decode()
        names = sorted(parts.redis.scan_iter(match=f"{record}:{generation}:statistics:*"))
        statistics = [parts.redis.hgetall(name) for name in names]
        stored.append((snapshot, parts.redis.hgetall(parts.keys.lobby(f"summaries:{SCHEMA}")), statistics))
    assert stored[0] == stored[1]
    assert stored[0][2]
