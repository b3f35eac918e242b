"""The store is killed and its files are lost: the backup brings back what was accepted a second before."""

import os
import shutil
import signal
import time
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from events.answering import OUTAGE_MS
from service.backup.status import read_saved
from tests.end_to_end.running import PersistentPlayer, await_true, runs, up
from tests.service.commands.command_line import wonderful


@pytest.mark.verify
def test_nothing_that_was_accepted_a_second_before_is_lost_with_the_files_of_the_store(tmp_path: Path):
    backup = tmp_path / "backup"
    with ExitStack() as ending:
        service = ending.enter_context(up(tmp_path, BACKUP_DIR=str(backup)))
        player = ending.enter_context(closing(PersistentPlayer(service.url, "Ada")))
        game = player.open_game(seats=2, bots=["greedy"], clock={"kind": "per_phase", "seconds": 3600})["id"]
        player.start_game(game)
        for _ in range(3):
            await_true(lambda: player.list_legal(game), service.output)
            player.act(game, player.list_legal(game)[0])
        version, accepted_ms = player.get_game(game)["version"], time.time() * 1000
        await_true(lambda: (saved := read_saved(backup)) and saved.saved_ms > accepted_ms, service.output)
        [server] = service.processes("server")
        service.supervisor.kill()
        service.supervisor.wait()
        os.kill(server, signal.SIGKILL)
        await_true(lambda: not runs(server))
        shutil.rmtree(service.data)
        ended = wonderful("restore", str(backup), DATA_DIR=str(service.data))
        assert ended.returncode == 0, ended.stderr
        assert f"restored into {service.data}: 1 game.\n" in ended.stdout
        await_true(lambda: time.time() * 1000 > accepted_ms + 2 * OUTAGE_MS)
        again = tmp_path / "again"
        again.mkdir()
        player.go_to(ending.enter_context(up(again, DATA_DIR=str(service.data))).url)
        assert player.get_game(game)["version"] >= version
        await_true(lambda: "time_given_back" in names_of_events(player, game))


def names_of_events(player: PersistentPlayer, game: str) -> list[str]:
    return [event["name"] for event in player.list_events(game)]
