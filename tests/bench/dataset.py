"""`wonderful dataset`: games/s from the store and from logs, bytes a game, and how long the ten questions take.

DATASET_GAMES: how many games are played first, each with a deal of its own; 200 by default.
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
from tests.projections.record.copies import play_tournament

GAMES = int(os.environ.get("DATASET_GAMES", "200"))


def report() -> None:
    with server("everysec") as url, tempfile.TemporaryDirectory() as name:
        folder, parts = Path(name), open_backend(settings(url))
        originals = play_tournament(parts, GAMES)
        logs = _write_logs(originals, folder / "logs")
        events = sum(map(len, originals))
        print(f"{GAMES} games, {events / GAMES:.0f} events and {logs / GAMES:,.0f} bytes of log each")
        for jobs in (1, 2):
            _print(
                f"store, {jobs} processes",
                lambda jobs=jobs: write_dataset(parts.settings, folder / f"{jobs}", [], jobs),
            )
        _print("store, nothing new", lambda: write_dataset(parts.settings, folder / "2", [], 2))
        _print("logs, 2 processes", lambda: write_dataset(parts.settings, folder / "logs2", [folder / "logs"], 2))
        _print("ten questions", lambda: ask_all(folder / "2"))


def _write_logs(games: Sequence[Sequence[Entry]], folder: Path) -> int:
    """Export the games. Returns the number of bytes."""
    folder.mkdir()
    for number, entries in enumerate(games):
        (folder / f"{number}.jsonl").write_bytes(b"".join(make_log(f"real{number:05}", list(entries))))
    return sum(file.stat().st_size for file in folder.iterdir())


def _print(what: str, function: Callable[[], object]) -> None:
    began = time.monotonic()
    function()
    seconds = time.monotonic() - began
    print(f"{what}: {seconds:.2f} s, {GAMES / seconds:.0f} games/s")
