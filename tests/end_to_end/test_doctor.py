"""`wonderful doctor` and `wonderful inspect` beside a service that runs."""

import json
from contextlib import closing

from tests.end_to_end.running import PersistentPlayer, Running
from tests.service.commands.command_line import wonderful

OTHERS_CHANGE = {"D15", "D20", "D21", "D28"}
"""Checks that depend on what other tests do to the shared service, or on the machine."""


def test_a_service_that_runs_is_sound_and_so_is_a_game_of_it(running: Running):
    settings = {"DATA_DIR": str(running.data), "PORT": running.url.rpartition(":")[2]}
    with closing(PersistentPlayer(running.url, "Ada")) as player:
        game = player.open_game(seats=2, bots=["greedy"])["id"]
        player.start_game(game)
    report = json.loads(wonderful("doctor", "--json", **settings).stdout)
    wrong = [each for each in report["checks"] if each["status"] not in ("sound", "skipped")]
    assert [each for each in wrong if each["id"] not in OTHERS_CHANGE] == []
    inspected = json.loads(wonderful("inspect", "--json", game, **settings).stdout)
    assert (inspected["agrees"], inspected["table"]["status"]) == (True, "playing"), inspected
