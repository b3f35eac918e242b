"""The whole service runs with the rights that docs/operating.md gives to a user of a shared server."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from redis import Redis
from redis.exceptions import NoPermissionError

from tests.end_to_end.running import ALL_LANES, PersistentPlayer, await_true, up
from tests.restricted_server import PASSWORD, restricted_server
from tests.service.commands.command_line import wonderful


@pytest.fixture
def administrator(tmp_path: Path) -> Iterator[Redis]:
    """A client of a server with that user, who may do everything."""
    with restricted_server(tmp_path, "wonderful") as redis:
        yield redis


@pytest.mark.verify
def test_the_documented_rights_are_enough(administrator: Redis, tmp_path: Path):
    administrator.set("others:key", "theirs")
    url = f"unix://wonderful:{PASSWORD}@{tmp_path / 'r.sock'}"
    settings = ALL_LANES | {"REDIS_URL": url, "KEY_PREFIX": "wonderful:", "WEBHOOK_ALLOWED_NETWORKS": "127.0.0.0/8"}
    (tmp_path / "up").mkdir()
    with up(tmp_path / "up", **settings) as running, closing(PersistentPlayer(running.url, "Ada")) as player:
        player.create_webhook(url="http://127.0.0.1:10009/hook", kind="standard")
        game = player.open_game(seats=2, bots=["greedy"], clock={"kind": "per_phase", "seconds": 600})["id"]
        player.start_game(game)
        view = player.get_game(game)
        player.ask("POST", "/v1/bots/search/decisions", {"view": view, "budget": {"seconds": 2}})
        player.play_out(game, Random(1))
        log = player.get_log(game)
        assert player.verify_log(log)["ok"]
        for path in ("/v1/games", "/v1/turns", "/v1/leaderboards", "/v1/players/me", "/v1/limits"):
            player.fetch(path)
    commands: list[list[str]] = [
        ["queues"],
        ["export", game],
        ["replay", game, "--at", "9"],
        ["rebuild", "--jobs", "1"],
    ]
    for arguments in [*commands, ["repartition", "32"], ["accept-store"]]:
        if arguments[0] == "repartition":  # as the guide says
            administrator.execute_command("ACL", "SETUSER", "wonderful", "+restore")  # type: ignore[no-untyped-call]
            await_true(lambda: "stop all" not in wonderful("repartition", "32", **settings).stderr)
        ended = wonderful(*arguments, **settings)
        assert ended.returncode == 0, ended.stderr
    refused: Any = administrator.acl_log()  # type: ignore[no-untyped-call]
    assert refused == []
    assert administrator.get("others:key") == b"theirs"
    with closing(Redis.from_url(url)) as restricted, pytest.raises(NoPermissionError):
        restricted.get("others:key")
