"""Where finished games come from: the store, or files of exported logs."""

import json
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from gzip import BadGzipFile, GzipFile
from pathlib import Path
from typing import IO, NamedTuple, cast

from events import DamagedLog, Entry, Newest
from events.export import FORMAT
from game.daily import day_ends_ms, is_day
from projections.rebuild import every_game
from service.backend import Backend
from service.commands.log_files import MAX_LINE_BYTES, PROOF_SUFFIX, UnreadableFile
from service.settings import StartError

HEADER_START = f'{{"format":"{FORMAT}"'.encode()
"""How the first line of a log begins, and no other line."""
END_START = b'{"count":'
"""How its last line begins, and no other line."""
MAX_LOG_BYTES = 16 << 20
"""A log usually has a few hundred thousand bytes; many of them wait in memory at once."""
ENVELOPE_BYTES = 100
"""Of an entry, about, besides its data."""
GZIP_START = b"\x1f\x8b"
LISTED_AT_ONCE = 200
"""Stored games whose newest events are read in one round trip."""


class Source(NamedTuple):
    """A game to read. `name`: for messages. `log`: entries of the store, or lines of a file, which nobody has checked.

    `game`, `head`: its id and last hash, as far as they can be seen without reading all of it. `imported`: the log came
    from a file, now or before it was stored.
    """

    name: str
    game: str
    head: str
    log: list[Entry] | list[bytes]
    imported: bool = True


def size_of(source: Source) -> int:
    """About how many bytes a game has on its way to a worker."""
    return sum(len(each) if isinstance(each, bytes) else len(each.data) + ENVELOPE_BYTES for each in source.log)


class Unreadable(NamedTuple):
    """A file, or a game, that could not be read, and why."""

    name: str
    reason: str


class Skipped(NamedTuple):
    """How many games of the store were left out before they were read."""

    known: int = 0
    unfinished: int = 0


Known = Callable[[str, str], bool]
"""Whether the dataset holds the game of this id, with this last hash."""


def stored_games(
    backend: Backend, games: Sequence[str], known: Known, advance: Callable[[], None]
) -> Iterator[Source | Skipped | Unreadable]:
    """The finished games of a store that are not known yet. `advance` is called for each game of the store."""
    for start in range(0, len(games), LISTED_AT_ONCE):
        newest = _newest(backend, games[start : start + LISTED_AT_ONCE])
        finished = {game: entry.hash.hex() for game, entry in newest.items() if entry.name == "game_scored"}
        missing = {game: head for game, head in finished.items() if not known(game, head)}
        yield Skipped(len(finished) - len(missing), len(newest) - len(finished))
        for game in newest:
            if game in missing:
                source = _stored(backend, game, missing[game])
                yield Skipped(unfinished=1) if _is_closed(source, backend.accounts.now_ms()) else source
            advance()


def _newest(backend: Backend, games: Sequence[str]) -> dict[str, Newest]:
    """What the newest entry of each game is, as far as it can be read."""
    try:
        return backend.log.newest(games)
    except DamagedLog as error:
        return _newest(backend, [game for game in games if game != error.game])


def _stored(backend: Backend, game: str, head: str) -> Source | Unreadable:
    try:
        return Source(f"game {game}", game, head, backend.log.read(game), backend.lobby.is_imported(game))
    except DamagedLog as error:
        return Unreadable(f"game {game}", str(error))


def _is_closed(source: Source | Unreadable, now_ms: int) -> bool:
    """Whether a stored game is a try at a daily deal whose day is not over: others still play with its cards."""
    if isinstance(source, Unreadable) or not isinstance(opened := source.log[0], Entry):
        return False
    day = json.loads(opened.data).get("daily")  # as text: an event that cannot be read fails later, with its reason
    return isinstance(day, str) and is_day(day) and now_ms < day_ends_ms(day)


def list_games(backend: Backend) -> list[str]:
    """The ids of all games of a store."""
    return every_game(backend.redis, backend.keys)


def list_files(paths: Iterable[Path], without: Path) -> list[Path]:
    """The files, and all files in the folders, each once.

    Of a folder, hidden files and proofs are left out, which `wonderful export` writes beside logs; and whatever is in
    the folder `without`. Raises StartError for a path that is not there.
    """
    found: list[Path] = []
    for path in paths:
        if not path.exists():
            raise StartError(f"there is no file or folder {path}")
        if path.is_dir():
            files = (each for each in path.rglob("*") if each.is_file() and not each.name.startswith("."))
            found += sorted(each for each in files if each.suffix != PROOF_SUFFIX)
        else:
            found.append(path)
    own = without.resolve()
    return [each for each in dict.fromkeys(found) if own not in each.resolve().parents]


def logs_of(file: Path) -> Iterator[Source | Unreadable]:
    """The logs of a file: one, or several one after the other; plain, or compressed by gzip."""
    number, size, lines = 0, 0, list[bytes]()
    try:
        for line in _lines_of(file):
            if lines and (line.startswith(HEADER_START) or lines[-1].startswith(END_START)):
                number += 1
                yield _source(f"{file}, log {number}", lines)
                size, lines = 0, []
            size += len(line)
            if size > MAX_LOG_BYTES:
                raise UnreadableFile(f"larger than {MAX_LOG_BYTES >> 20} MiB: not a log")
            lines.append(line)
    except (EOFError, zlib.error, BadGzipFile):
        yield Unreadable(str(file), "damaged: it cannot be unpacked")
    except UnreadableFile as error:
        yield Unreadable(str(file), str(error))
    except OSError as error:
        yield Unreadable(str(file), f"cannot be read: {error.strerror}")
    else:
        yield _source(f"{file}, log {number + 1}" if number else str(file), lines)


def _lines_of(file: Path) -> Iterator[bytes]:
    with open(file, "rb") as plain:
        compressed = plain.peek().startswith(GZIP_START)
        lines = cast(IO[bytes], GzipFile(fileobj=plain) if compressed else plain)
        while line := lines.readline(MAX_LINE_BYTES):
            yield line


def _source(name: str, lines: list[bytes]) -> Source:
    game, head = (_field(lines[0], "game"), _field(lines[-1], "head")) if lines else ("", "")
    return Source(name, game, head, lines)


def _field(line: bytes, key: str) -> str:
    """A field of a line that nobody has checked; empty if it is not there."""
    try:
        return str(json.loads(line)[key])
    except (ValueError, KeyError, TypeError, RecursionError):
        return ""
