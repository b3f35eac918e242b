"""`wonderful dataset`: bytes a game, games/s from the store and from logs, and how long the ten questions take.

DATASET_GAMES: how many games are played, each with a deal of its own; 120 by default. DATASET_COPIES: how many copies
with other players and times are then stored, for the rates; 1000 by default.
"""

import os
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from events import Entry
from examples.dataset import ask_all
from service.backend import open_backend
from service.commands.dataset import write_dataset
from tests.bench.service import server, settings
from tests.projections.archive import make_log
from tests.projections.record.copied_games import play_tournament, store_copies

GAMES = int(os.environ.get("DATASET_GAMES", "120"))
COPIES = int(os.environ.get("DATASET_COPIES", "1000"))


def report() -> None:
    with server("everysec") as url, tempfile.TemporaryDirectory() as name:
        folder, parts = Path(name), open_backend(settings(url))
        originals = play_tournament(parts, GAMES)
        events, logs = sum(map(len, originals)), _write_logs(originals, folder / "logs")
        print(f"{GAMES} games, {events / GAMES:.0f} events and {logs / GAMES:,.0f} bytes of log each")
        _print("played games", lambda: write_dataset(parts.settings, folder / "played", [], 1))
        _print("their logs, 1 process", lambda: write_dataset(parts.settings, folder / "logs1", [folder / "logs"], 1))
        _print("their logs, 2 processes", lambda: write_dataset(parts.settings, folder / "logs2", [folder / "logs"], 2))
        store_copies(parts, originals, COPIES)
        print(f"and {COPIES} copies")
        _print("store, 1 process", lambda: write_dataset(parts.settings, folder / "one", [], 1))
        _print("store, 2 processes", lambda: write_dataset(parts.settings, folder / "two", [], 2))
        _print("nothing new", lambda: write_dataset(parts.settings, folder / "two", [], 2))
        _print("ten questions", lambda: ask_all(folder / "two"))


def _write_logs(games: Sequence[Sequence[Entry]], folder: Path) -> int:
    """Export the games. Returns the number of bytes."""
    folder.mkdir()
    for number, entries in enumerate(games):
        (folder / f"{number}.jsonl").write_bytes(b"".join(make_log(f"real{number:05}", list(entries))))
    return sum(file.stat().st_size for file in folder.iterdir())


def _print(what: str, function: Callable[[], object]) -> None:
    began = time.monotonic()
    function()
    print(f"{what}: {time.monotonic() - began:.2f} s")
