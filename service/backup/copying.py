"""The copy of a backup in a bucket: it is still there when the machine and its disks are lost.

A pair is a folder in the bucket. It has the base, `pair.json`, and *pieces*: marks, and what the increment got up to
the last of them. The name of a piece is where its marks begin in the file `marks`. What has a mark never changes, so a
piece is written once; when there are many, one that holds all of them takes their place.
"""

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from threading import Event, Thread
from time import monotonic

from service.backup.faults import Unsuitable
from service.backup.files import FOLDER_MODE, OnBytes, chunks, write_chunks
from service.backup.folder import PAIR_NAME, ms_of_name, outdated
from service.backup.options import Options
from service.backup.pairs import (
    BASE,
    DESCRIPTION,
    INCREMENT,
    MARKS,
    DamagedPair,
    Mark,
    Pair,
    parse_description,
    parse_marks,
    read_pair,
)
from service.backup.shard_list import SHARDS, parse_shards, shards_at
from store.buckets import Bucket
from store.whole_files import write_whole

COPY_SECONDS = 5.0
"""Between two times at which what is new goes into the bucket."""
QUIET_SECONDS = 60.0
"""The same while nothing changes: every ten seconds a server says how far its history is, and that is a mark."""
MAX_PIECES = 500
"""Of a pair. If more is saved all the time, they become one after 40 minutes."""
LOOK_SECONDS = 60.0
"""Between two looks whether all that was copied is still there: somebody may delete it, or a rule of the bucket."""
END_SECONDS = 20.0
"""The longest wait for the last copy when the backup stops."""


@dataclass
class Copied:
    """What the bucket has of a pair.

    `marks`: bytes of its marks. `length`: of its increment. `ms`: the newest second, since 1970. `pieces`: their names,
    oldest first. `written`: when a piece was written last, by the clock of `monotonic`.
    """

    marks: int = 0
    length: int = 0
    ms: int = 0
    pieces: list[str] = field(default_factory=list)
    description: bytes = b""
    written: float = 0.0


class BucketCopy:
    """Copies a backup folder into a bucket. `epochs`: of the store; the bucket holds its backup or none."""

    def __init__(self, folder: Path, bucket: Bucket, epochs: Collection[str]) -> None:
        self._folder, self._bucket, self._epochs = folder, bucket, epochs
        self._known: dict[str, Copied] | None = None
        self._looked = 0.0

    def turn(self, kept_from_ms: int) -> int:
        """Copy what is new, and again what is gone; the newest second that the bucket holds, in ms since 1970.

        `kept_from_ms`: from when on every second can be restored, since 1970.
        Raises Unsuitable if the bucket holds the backup of another store; OSError; DamagedPair.
        """
        pairs = [read_pair(path) for path in sorted(self._folder.iterdir()) if PAIR_NAME.fullmatch(path.name)]
        if self._known is None or monotonic() > self._looked + LOOK_SECONDS:
            self._known = self._look({pair.name: pair for pair in pairs})
            self._looked = monotonic()
        for pair in pairs:
            if pair.name not in self._known:
                self._bucket.write(f"{pair.name}/{BASE}", pair.folder / BASE)
                self._known[pair.name] = Copied(pieces=[*self._bucket.names(f"{pair.name}/pieces")])
            self._copy(pair, self._known[pair.name])
        self._remove_outdated(self._known, kept_from_ms)
        return max((copied.ms for copied in self._known.values()), default=0)

    def _look(self, ours: dict[str, Pair]) -> dict[str, Copied]:
        """What the bucket has. What is not as in the folder does not count: it is written again."""
        names, found = sorted(self._bucket.names()), dict[str, Copied]()
        known = self._known or {}
        for name in _pairs_of(names):
            if name in known and known[name].pieces == _pieces_of(name, names):
                found[name] = known[name]
                continue
            description = self._bucket.read(f"{name}/{DESCRIPTION}")
            if parse_description(Path(name), description).epoch not in self._epochs:
                raise Unsuitable(f"{self._bucket} holds the backup of another store: name another folder of it")
            found[name] = Copied(pieces=_pieces_of(name, names), description=description)
            if (pair := ours.get(name)) and found[name].pieces:
                self._match(pair, found[name])
        return found

    def _match(self, pair: Pair, copied: Copied) -> None:
        """Note how far a pair is copied, if the last piece says what the folder says."""
        start = _start_of(copied.pieces[-1])
        marks, _ = _opened(self._bucket.chunks(copied.pieces[-1]))
        with (pair.folder / MARKS).open("rb") as file:
            file.seek(start)
            if marks and file.read(len(marks)) == marks:
                last = parse_marks(marks)[-1]
                copied.marks, copied.length, copied.ms = start + len(marks), last.length, last.ms

    def _copy(self, pair: Pair, copied: Copied) -> None:
        description = (pair.folder / DESCRIPTION).read_bytes()  # before the marks: what it counts has one
        if copied.marks and len(copied.pieces) >= MAX_PIECES:
            self._merge(pair, copied)
        marks = _whole_lines(pair.folder / MARKS, copied.marks)
        found = parse_marks(marks)
        if found and (found[-1].length > copied.length or monotonic() > copied.written + QUIET_SECONDS):
            if not copied.marks and copied.pieces:  # they are not what the folder says
                self._bucket.remove(copied.pieces)
                copied.pieces = []
            self._write(pair, copied, marks, found[-1])
        if description != copied.description:
            self._bucket.write(f"{pair.name}/{DESCRIPTION}", description)
            copied.description = description

    def _merge(self, pair: Pair, copied: Copied) -> None:
        """Put one piece in the place of all. It ends where the last one ends, so what a crash leaves of them fits."""
        first, *others = copied.pieces
        marks = (pair.folder / MARKS).read_bytes()[: copied.marks]
        self._bucket.write(first, _piece(marks, pair.folder / INCREMENT, 0, copied.length))
        copied.pieces = [first]
        self._bucket.remove(others)

    def _write(self, pair: Pair, copied: Copied, marks: bytes, last: Mark) -> None:
        name = f"{pair.name}/pieces/{copied.marks:016}"
        self._bucket.write(name, _piece(marks, pair.folder / INCREMENT, copied.length, last.length))
        copied.pieces.append(name)
        copied.marks, copied.length, copied.ms = copied.marks + len(marks), last.length, last.ms
        copied.written = monotonic()

    def _remove_outdated(self, known: dict[str, Copied], kept_from_ms: int) -> None:
        for name in outdated(known, kept_from_ms):
            self._bucket.remove([f"{name}/{DESCRIPTION}"])  # first: without it, the rest is no pair
            self._bucket.remove([*self._bucket.names(name)])
            del known[name]


class Copying:
    """Copies in a thread of its own, while the backup goes on.

    `copied_ms`: the newest second in the bucket, in ms since 1970; 0: not known yet. `problem`: why nothing is copied.
    """

    def __init__(self, copy: BucketCopy, options: Options, now_ms: Callable[[], int]) -> None:
        self.copied_ms, self.problem = 0, ""
        self._copy, self._options, self._now_ms = copy, options, now_ms
        self._stopped = Event()
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def stop(self, seconds: float | None = END_SECONDS) -> None:
        """Copy what is new for the last time. `seconds`: the longest wait for that; None: there is no bound."""
        self._stopped.set()
        self._thread.join(seconds)

    def _run(self) -> None:
        self._turn()
        while not self._stopped.wait(COPY_SECONDS):
            self._turn()
        self._turn()

    def _turn(self) -> None:
        problem = ""
        try:
            self.copied_ms = self._copy.turn(self._options.kept_from_ms(self._now_ms()))
        except FileNotFoundError:  # of a pair that the backup has just removed
            return
        except OSError as error:
            problem = error.strerror or str(error)
        except Exception as error:  # the thread must not end
            problem = str(error) or repr(error)
        if problem and problem != self.problem:
            self._options.warn(f"The copy in the bucket waits: {problem}.")
        elif self.problem and not problem:
            self._options.tell("The copy in the bucket goes on.")
        self.problem = problem


def fetch(bucket: Bucket, folder: Path, at_ms: int | None, on_bytes: OnBytes) -> None:
    """Write the newest whole pair of a bucket, or the one that holds a time, into an empty folder: a backup then.

    Of a cluster, that is one of each primary. `at_ms`: since 1970. `on_bytes`: called with a number of bytes again and
    again. Raises Unsuitable if there is none; OSError; DamagedPair.
    """
    names = sorted(bucket.names())
    if SHARDS not in names:
        _fetch_pair(bucket, names, folder, at_ms, on_bytes)
        return
    content = bucket.read(SHARDS)
    for name in shards_at(parse_shards(content), at_ms).names:
        (folder / name).mkdir(FOLDER_MODE)
        part = Bucket(f"{bucket}/{name}")
        _fetch_pair(part, sorted(part.names()), folder / name, at_ms, on_bytes)
    write_whole(folder / SHARDS, content)


def _fetch_pair(bucket: Bucket, names: Sequence[str], folder: Path, at_ms: int | None, on_bytes: OnBytes) -> None:
    """Write one pair into a folder. `names`: of the bucket, sorted."""
    pairs = _pairs_of(names)
    at = len(pairs) if at_ms is None else bisect_right(pairs, at_ms, key=ms_of_name)
    if not at:
        raise Unsuitable(f"there is no whole backup{' of that time' if pairs else ''} in {bucket}")
    made = folder / pairs[at - 1]
    made.mkdir(FOLDER_MODE)
    write_chunks(made / BASE, bucket.chunks(f"{made.name}/{BASE}"), on_bytes)
    marks = bytearray()

    def increment() -> Iterator[bytes]:
        for name in _pieces_of(made.name, names):
            if _start_of(name) < len(marks):  # one that a later piece has taken the place of
                continue
            if _start_of(name) > len(marks):
                raise DamagedPair(f"{bucket}/{name} comes after one that is missing")
            more, rest = _opened(bucket.chunks(name))
            marks.extend(more)
            yield from rest

    write_chunks(made / INCREMENT, increment(), on_bytes)
    write_whole(made / MARKS, marks)
    write_whole(made / DESCRIPTION, bucket.read(f"{made.name}/{DESCRIPTION}"))


def _pairs_of(names: Sequence[str]) -> list[str]:
    """The pairs among names of the bucket: those that have a base, a first piece and a description. Sorted."""
    there = {*names}
    pairs = sorted({name.partition("/")[0] for name in names if PAIR_NAME.match(name)})
    parts = (BASE, str(DESCRIPTION), f"pieces/{0:016}")
    return [pair for pair in pairs if all(f"{pair}/{part}" in there for part in parts)]


def _pieces_of(pair: str, names: Sequence[str]) -> list[str]:
    return [name for name in names if name.startswith(f"{pair}/pieces/")]


def _start_of(piece: str) -> int:
    """Where the marks of a piece begin in the file of marks."""
    return int(piece.rpartition("/")[2])


def _whole_lines(file: Path, start: int = 0) -> bytes:
    """What a file has from a byte on, without a line that is being written."""
    with file.open("rb") as opened:
        opened.seek(start)
        found = opened.read()
    return found[: found.rfind(b"\n") + 1]


def _piece(marks: bytes, increment: Path, start: int, end: int) -> Iterator[bytes]:
    """A piece: how many bytes of marks, the marks, and a part of an increment."""
    yield b"%d\n" % len(marks) + marks
    yield from chunks(increment, start, end)


def _opened(piece: Iterator[bytes]) -> tuple[bytes, Iterator[bytes]]:
    """The marks of a piece, and its part of an increment."""
    head = next(piece, b"")
    while b"\n" not in head and (more := next(piece, b"")):
        head += more
    length, _, rest = head.partition(b"\n")
    while len(rest) < int(length or b"0") and (more := next(piece, b"")):
        rest += more
    return rest[: int(length or b"0")], chain([rest[int(length or b"0") :]], piece)
