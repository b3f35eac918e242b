"""The committed games, `vectors.json.br`: events as each viewer got them, and the views at some versions.

    {"games": [{"name", "logs": [log, …]}, …]}

A log is {"viewer", "events", "views": [[version, view], …]}. The events of a finished game are a log, too, with
"open": true and views [version, eyes, view]: eyes are a seat's number, null (a spectator) or "all".
"""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import brotli

import game as rules
from game.outages import TimeGivenBack
from game.scenarios import SCENARIOS
from tests.fold.watched import Watched
from tests.game.play import Play
from tests.projections.archive import Recorder, record_fork, record_game
from tests.projections.timed_games import record_timed
from tests.service.client import Json

FILE = Path(__file__).parent / "vectors.json.br"
OTHER_REQUESTS = 0.15
"""The share of undos, rewinds, auto-ready and resignations in a game."""
NOON, LATER = "2026-11-21T12:00:00.000Z", "2026-11-21T12:10:00.000Z"


@cache
def read() -> Json:
    found: Json = json.loads(brotli.decompress(FILE.read_bytes()))
    return found


def write() -> None:
    made = {"games": [*_games()]}
    FILE.write_bytes(brotli.compress(json.dumps(made, ensure_ascii=False).encode(), lgwin=24))


def _games() -> Iterator[Json]:
    recorders: dict[str, Recorder] = {
        "two": record_game(Play(seed=2, seats=2), OTHER_REQUESTS),
        "three and a bot, side B": record_game(Play(seed=3, seats=4, side="B"), OTHER_REQUESTS, ("greedy",)),
        "five": record_game(Play(seed=5, seats=5), OTHER_REQUESTS),
        "solo, side A": record_game(Play(seed=6, seats=1, style="curious"), OTHER_REQUESTS),
        "solo": record_game(Play(seed=7, seats=1, side="B"), OTHER_REQUESTS),
        **{name: record_game(Play(seed=8, seats=1, side="B", scenario=name)) for name in SCENARIOS},
        "a bank of time, with pauses": record_timed("bank", 1),
        "a time for each phase": record_timed("per phase", 2),
        "a fork": record_fork(Play(seed=1, seats=2))[0],
        "a table that nobody plays at": lobby(),
        "a rewind that was declined": declined(),
    }
    for name, recorder in recorders.items():
        watched, rng = Watched(recorder.entries), Random(name)
        yield {"name": name, "logs": [*_logs(watched, rng)]}


def _logs(watched: Watched, rng: Random) -> Iterator[Json]:
    seats = [seat for state in watched.states for seat in state.seats]
    players = sorted({seat.player for seat in seats if seat.player and ":" not in seat.player})
    for viewer in dict.fromkeys([None, *players[:1], *players[-1:]]):
        views = [(version, watched.view(viewer, version)) for version in sample(watched, rng)]
        yield {"viewer": viewer, "events": watched.events(viewer), "views": views}
    last = watched.states[-1]
    if last.status == "finished":
        views = [
            (version, eyes, watched.open_view(None, version) if eyes == "all" else rules.view(state, eyes))
            for version in sample(watched, rng, 6, first=False)
            if (state := watched.states[version - 1])
            for eyes in ("all", None, rng.randrange(len(last.seats)))
            if state.status != "open"
        ]
        yield {"viewer": None, "open": True, "events": watched.events(None, everything=True), "views": views}


def sample(watched: Watched, rng: Random, more: int = 4, first: bool = True) -> list[int]:
    """The version of the first event of each kind, the last version, and some others."""
    names = [entry.name for entry in watched.entries]
    found = {names.index(name) + 1 for name in names} if first else set()
    return sorted(found | {len(names)} | {*rng.sample(range(1, len(names) + 1), min(more, len(names)))})


def lobby() -> Recorder:
    """Players come and go, are invited and removed; the table changes, and so does its host; it is given up."""
    recorder = Recorder()
    options: dict[str, Any] = {"seats": 4, "bots": ["greedy"], "invited": ["player-2"], "empires": ["aztec-empire"]}
    recorder.add("player-0", rules.open(options, "player-0", recorder.id, ""))
    for actor, act in (
        ("player-1", lambda state: rules.join(state, "player-1", empire="noram-states", client_seed="b")),
        ("player-2", lambda state: rules.join(state, "player-2")),
        ("player-0", lambda state: rules.remove(state, 0, 2)),
        ("player-0", lambda state: rules.invite(state, 0, "player-2")),
        ("player-0", lambda state: rules.invite(state, 0, "player-3")),
        ("player-0", lambda state: rules.withdraw(state, 0, "player-3")),
        ("player-0", lambda state: rules.change_table(state, 0, 5, ["greedy", "random"])),
        ("player-0", lambda state: rules.change_table(state, 0, 3, [])),
        ("player-1", lambda state: rules.agree(state, 1, True, "c")),
        ("player-0", lambda state: rules.hand_on(state, 0, 1)),
        ("player-0", lambda state: rules.leave(state, 0)),
        ("player-1", lambda state: rules.leave(state, 1)),
    ):
        recorder.add(actor, act(recorder.state))
    return recorder


def declined() -> Recorder:
    """A rewind is declined, then one is applied; the service makes up for an outage, and a player resigns."""
    recorder, rng = Recorder(), Random(1)
    recorder.open({"seats": 3})
    for _ in range(12):
        recorder.move(rng, "builder")
    past = rules.fold([entry.event for entry in recorder.entries[:8]])
    recorder.add("player-0", rules.propose(recorder.state, 0, past, NOON, LATER))
    recorder.add("player-1", rules.accept(recorder.state, 1, 1, NOON))
    recorder.add("player-2", rules.decline(recorder.state, 2, 1, NOON))
    recorder.add("player-0", rules.propose(recorder.state, 0, past, NOON, LATER))
    for seat in (1, 2):
        recorder.add(f"player-{seat}", rules.accept(recorder.state, seat, 2, NOON))
    recorder.move(rng, "builder")
    recorder.add("service", [TimeGivenBack(1_795_000_000_000, 1_795_000_060_000)])
    recorder.add("player-1", rules.leave(recorder.state, 1))
    for _ in range(9):
        recorder.move(rng, "builder")
    return recorder
