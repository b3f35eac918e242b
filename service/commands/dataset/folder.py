"""The folder of a dataset: which games it holds, and how more are added without ever leaving a half file.

Each addition writes a file of the same name to a partition of each table, `games` last: only then do its games count.
Whatever an interrupted addition left is removed by the next one.
"""

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_bytes
from typing import Any

import pyarrow
from pyarrow import parquet

from projections.dataset import FACTS, TABLES
from projections.dataset.actors import SALT_BYTES
from projections.dataset.facts import card_rows, empire_rows
from service.commands.dataset.arrow import schema_of, to_arrow
from service.commands.dataset.reading import Partition, Tables
from service.settings import StartError
from store.whole_files import write_whole

FORMAT, SCHEMA = "wonderful-dataset", 1
ABOUT, SALT, LOCK = "dataset.json", "salt", ".lock"
"""Files of the folder: what it is, the key of the pseudonyms, and the lock of the process that writes."""
MAX_DICTIONARY_BYTES = 16 << 20
"""Of a column in a file. Legal intentions repeat often: a dictionary shrinks them to some bits each."""


class Folder:
    """An open dataset. `salt`: the key of its pseudonyms. `known`: the last hash of each of its games, by id."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.salt = _salt_of(path)
        _remove_leftovers(path)
        self.known = _known_games(path)
        self._parts = max((_number(file) for file in path.glob("games/*/*/*.parquet")), default=0)
        _write_facts(path)

    def holds(self, game: str, head: str) -> bool:
        """Whether it has the game of this id that ends with this hash, hexadecimal."""
        known = self.known.get(game)
        return known is not None and known.hex() == head

    def add(self, partition: Partition, tables: Tables) -> int:
        """Add games of a partition. Returns the number of bytes written."""
        self._parts += 1
        written = 0
        for name in TABLES:
            folder = self.path / name / f"month={partition.month}" / f"mode={partition.mode}"
            folder.mkdir(parents=True, exist_ok=True)
            written += _write(tables[name], folder / f"part-{self._parts:06}.parquet")
        return written


@contextmanager
def open_folder(path: Path) -> Iterator[Folder]:
    """The dataset of a folder, which is made if it is not there. One process at a time. Raises StartError."""
    try:
        _make(path)
        with (path / LOCK).open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise StartError(f"another process is writing to {path}") from None
            _check(path)
            yield Folder(path)
    except OSError as error:
        raise StartError(f"{path} cannot be used: {error.strerror or error}") from None


def _make(path: Path) -> None:
    path.mkdir(parents=True, exist_ok=True)
    others = [each for each in path.iterdir() if each.name not in (LOCK, SALT) and not _is_unfinished(each)]
    if not (path / ABOUT).exists() and others:
        raise StartError(f"{path} is no dataset, and not empty: name a new folder")


def _check(path: Path) -> None:
    """Begin an empty folder. Raises StartError for a folder that cannot be added to."""
    about, salt = path / ABOUT, path / SALT
    if not about.exists():
        if not salt.exists():
            write_whole(salt, token_bytes(SALT_BYTES).hex().encode() + b"\n")
        write_whole(about, json.dumps({"format": FORMAT, "schema": SCHEMA}).encode() + b"\n", mode=0o644)
    try:
        found: Any = json.loads(about.read_bytes())
        schema = found["schema"] if found["format"] == FORMAT else None
    except (ValueError, KeyError, TypeError):
        schema = None
    if schema is None:
        raise StartError(f"{about} is not that of a dataset")
    if schema != SCHEMA:
        raise StartError(f"{path} has schema {schema}, and this program writes {SCHEMA}: name a new folder")


def _salt_of(path: Path) -> bytes:
    try:
        salt = bytes.fromhex((path / SALT).read_text("ascii"))
    except (FileNotFoundError, ValueError):
        salt = b""
    if len(salt) != SALT_BYTES:
        raise StartError(f"{path / SALT} is missing or damaged: put it back, or name a new folder")
    return salt


def _is_unfinished(file: Path) -> bool:
    """Whether a process that begins the folder is just writing the file, or has left it."""
    return any(file.match(f"{name}.*.new") for name in (SALT, ABOUT))


def _remove_leftovers(path: Path) -> None:
    """Remove files that were not finished, and files of games that did not come to count."""
    for file in filter(_is_unfinished, path.iterdir()):
        file.unlink()
    for name in (*TABLES, *FACTS):
        for file in (path / name).rglob("*.tmp"):
            file.unlink()
    for name in TABLES:
        for file in (path / name).glob("*/*/*.parquet"):
            if not (path / "games" / file.relative_to(path / name)).exists():
                file.unlink()


def _known_games(path: Path) -> dict[str, bytes]:
    known: dict[str, bytes] = {}
    for file in path.glob("games/*/*/*.parquet"):
        try:
            with file.open("rb") as opened:
                table = parquet.ParquetFile(opened).read(columns=["game", "head"])
        except (pyarrow.ArrowException, ValueError) as error:
            reason = str(error).splitlines()[0]
            raise StartError(f"{file} is damaged ({reason}): remove it, and its games are written again") from None
        heads = map(bytes.fromhex, table["head"].to_pylist())
        known.update(zip(table["game"].to_pylist(), heads, strict=True))
    return known


def _number(file: Path) -> int:
    number = file.stem.removeprefix("part-")
    return int(number) if number.isdecimal() else 0


def _write_facts(path: Path) -> None:
    rows: dict[str, Any] = {"cards": card_rows(), "empires": empire_rows()}
    for name, row in FACTS.items():
        (path / name).mkdir(exist_ok=True)
        _write(to_arrow(rows[name], schema_of(row)), path / name / f"{name}.parquet")


def _write(table: pyarrow.Table, file: Path) -> int:
    """Write a file under its name only once it is complete. Returns its size in bytes."""
    temporary = file.with_suffix(".tmp")
    with temporary.open("wb") as opened:  # not its name, which pyarrow takes for UTF-8 in every locale
        parquet.write_table(table, opened, compression="zstd", dictionary_pagesize_limit=MAX_DICTIONARY_BYTES)
        opened.flush()
        os.fsync(opened.fileno())
    temporary.replace(file)
    return file.stat().st_size
