"""Clocks of a running service: players vanish, processes are killed, and every stage is played for them once."""

import os
import signal
import time
from collections import Counter
from random import Random

from events.export import decoded, parse
from game.folding import states
from game.stages import stage_number
from projections.audit import verify
from tests.amounts import amounts
from tests.end_to_end.running import OwnService, PersistentPlayer, await_true

EMPTY_BANK = {"kind": "bank", "seconds": 1, "misses": 100}
"""After a second, every phase, step and hand is over as soon as it begins."""


def played_to_the_end(host: PersistentPlayer, game: str) -> bool:
    return bool(host.get_game(game)["status"] == "finished")


def check_expiries(host: PersistentPlayer, game: str) -> None:
    """The log of a finished game is correct, and the seat expired once in each stage at most."""
    lines = host.get_log(game).splitlines(keepends=True)
    assert verify(lines).fault is None
    _, entries, _ = parse(decoded(lines))
    expired = Counter(
        (entry.seat, stage_number(state))
        for entry, state in zip(entries, states([entry.event for entry in entries]), strict=True)
        if entry.name == "time_expired"
    )
    assert len(expired) > 20
    assert set(expired.values()) == {1}


@amounts("number", 1, 4)
def test_a_game_whose_player_has_vanished_is_played_to_its_end_while_processes_are_killed(
    own_service: OwnService, number: int
):
    host, rng = PersistentPlayer(own_service.url, "Host"), Random(1)
    games = [host.open_game(seats=2, bots=["random"], clock=EMPTY_BANK)["id"] for at in range(number)]
    for game in games:
        host.start_game(game)
    for kind in ("worker", "projector", "server", "worker", "projector"):
        time.sleep(0.7)
        if found := own_service.processes(kind):
            os.kill(rng.choice(found), signal.SIGKILL)
    for game in games:
        await_true(lambda game=game: played_to_the_end(host, game), own_service.output)
        check_expiries(host, game)
    host.close()
