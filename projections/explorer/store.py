"""The explorer on Redis: a part of each generation of the record. Games wait there, and are counted many at once.

A game changes some hundred numbers of each of its cells, and cells are rewritten as a whole. So games wait, each with
its facts and its strengths, until enough of them wait to be worth it.
"""

import json
from array import array
from collections.abc import Sequence
from importlib.resources import files
from itertools import chain
from operator import add
from secrets import token_hex
from typing import Any, NamedTuple

from redis import Redis

from projections.explorer.cells import DEFINITIONS, SIZES, Cell, empty_cell, move_game, pack, unpack
from projections.explorer.facts import unpack_facts
from projections.explorer.tables import Filter, Sections
from store.keys import Keys

START = f"explorer:{DEFINITIONS}:"
"""How the names of the explorer begin, after the generation of the record."""
MAX_COUNTED_AT_ONCE = 256
DUE_GAMES, DUE_SHARE, DUE_MS = 256, 8, 3_600_000
"""Games are due when so many of them wait, one for so many counted games, or any for so long."""
STAGED_SECONDS = 60
"""How long cells are kept that nothing has become of, because their writer died or lost a race."""
MAX_KEPT_SUMS = 16
"""How many sums a process keeps, of about 100 kB each: most requests ask for the same few."""
MAX_LOST_RACES = 5
"""How often games are counted again because others were counted in the meantime, before the caller tries again."""
READ = """
local generation = redis.call('HGET', KEYS[1], 'current') or '0'
local function key(name) return KEYS[1] .. ':' .. generation .. ':' .. ARGV[1] .. name end
local edition = generation .. '-' .. (redis.call('HGET', key('progress'), 'edition') or '0')
if edition == ARGV[2] then return { edition } end
local games, found = redis.call('HLEN', key('counted')), {}
local sections = cjson.decode(ARGV[3])
for i = 4, #ARGV do
  for _, content in ipairs(redis.call('HMGET', key('cell:' .. ARGV[i]), unpack(sections))) do
    found[#found + 1] = content or ''
  end
end
return { edition, games, found }
"""


class Sums(NamedTuple):
    """What was read. `edition`: it changes when anything is counted. `games`: how many are. `sections`: summed."""

    edition: str
    games: int
    sections: Sections


class Explorer:
    """The explorer of a generation of the record. Every method may be repeated without harm."""

    def __init__(self, redis: Redis, keys: Keys, generation: str | None = None) -> None:
        """`generation`: the one to count and to read; None for the current one."""
        self._redis = redis
        self._generations = keys.lobby("record")
        self._generation = generation or ""
        self._waiting, self._count = (
            redis.register_script(files(__package__).joinpath(f"{name}.lua").read_text("utf-8"))
            for name in ("waiting", "count")
        )
        self._read = redis.register_script(READ)
        self._kept: dict[tuple[Filter, tuple[str, ...]], Sums] = {}

    def is_due(self, now_ms: float) -> bool:
        """Whether so many games wait, or one for so long, that `count` should be called."""
        return bool(self._next(1, now_ms)[2])

    def count(self, now_ms: float, most: int = MAX_COUNTED_AT_ONCE) -> bool:
        """Count at most `most` of the games that wait, due or not; returns whether more may be left.

        A game that is rated anew moves to the cells of its new strengths. Of several processes that count at once, one
        stores its sums, and the others begin again from these. Nothing is left to count in a replaced generation.
        """
        for _ in range(MAX_LOST_RACES):
            generation, edition, waiting = self._next(most, None)
            if not waiting:
                return False
            staged = f"staged:{token_hex(8)}:"
            cells = self._stage(f"{self._generations}:{generation}:{START}{staged}", self._counted(generation, waiting))
            games = json.dumps([(game.decode(), strengths.decode()) for game, strengths, *_ in waiting])
            args: list[Any] = [generation, START, edition, int(now_ms), games, staged, *chain.from_iterable(cells)]
            if stored := self._count(keys=[self._generations], args=args):
                return stored > 0 and len(waiting) == most
        return True

    def read(self, filter_by: Filter, sections: tuple[str, ...]) -> Sums:
        """The sums of some sections over the cells of a filter, always of the current generation."""
        kept = self._kept.get((filter_by, sections))
        args: list[Any] = [
            START,
            kept.edition if kept else "",
            json.dumps(sections),
            *[cell.name for cell in filter_by.cells()],
        ]
        edition, *found = self._read(keys=[self._generations], args=args)
        if kept and not found:
            return kept
        games, contents = found
        sums = {
            section: _summed([unpack(content) for content in contents[at :: len(sections)] if content], SIZES[section])
            for at, section in enumerate(sections)
        }
        made = Sums(edition.decode(), games, sums)
        others = [(key, each) for key, each in self._kept.items() if key != (filter_by, sections)]
        self._kept = dict([((filter_by, sections), made), *others[: MAX_KEPT_SUMS - 1]])
        return made

    def _stage(self, start: str, cells: dict[Cell, dict[str, "array[int]"]]) -> list[tuple[str, int | str]]:
        """Write cells under names that begin with `start`, for a minute; returns each with 1, or '' if it is all 0."""
        pipe, found = self._redis.pipeline(transaction=False), list[tuple[str, int | str]]()
        for cell, sections in cells.items():
            content = {section: packed for section, numbers in sections.items() if (packed := pack(numbers))}
            if content:
                pipe.hset(f"{start}{cell.name}", mapping=content)  # type: ignore[arg-type]  # bytes are fine
                pipe.expire(f"{start}{cell.name}", STAGED_SECONDS)
            found.append((cell.name, 1 if content else ""))
        pipe.execute()
        return found

    def _next(self, most: int, now_ms: float | None) -> tuple[str, str, list[tuple[bytes, bytes, bytes, bytes]]]:
        """Generation, edition, and at most `most` games that wait. `now_ms`: None whether they are due or not."""
        now = "" if now_ms is None else int(now_ms)
        args: list[Any] = [self._generation, START, most, now, DUE_GAMES, DUE_SHARE, DUE_MS]
        generation, edition, waiting = self._waiting(keys=[self._generations], args=args)
        return generation.decode(), edition.decode(), waiting

    def _counted(
        self, generation: str, waiting: Sequence[tuple[bytes, bytes, bytes, bytes]]
    ) -> dict[Cell, dict[str, "array[int]"]]:
        """The cells of the games as they are after these are counted."""
        games = [(unpack_facts(packed), before.decode(), after.decode()) for _, after, before, packed in waiting]
        cells: dict[Cell, dict[str, array[int]]] = {}
        for facts, before, after in games:
            move_game(facts, before, after, lambda cell: cells.setdefault(cell, empty_cell()))
        pipe = self._redis.pipeline(transaction=False)
        for cell in cells:
            pipe.hmget(f"{self._generations}:{generation}:{START}cell:{cell.name}", [*SIZES])
        for sections, stored in zip(cells.values(), pipe.execute(), strict=True):
            for section, content in zip(SIZES, stored, strict=True):
                if content:
                    sections[section] = array("q", map(add, sections[section], unpack(content)))
        return cells


def _summed(stored: Sequence["array[int]"], size: int) -> "array[int]":
    if not stored:
        return array("q", bytes(8 * size))
    return stored[0] if len(stored) == 1 else array("q", map(sum, zip(*stored, strict=True)))


def count_everything(explorer: Explorer, now_ms: float, at_once: int = MAX_COUNTED_AT_ONCE) -> None:
    """Count all games that wait."""
    while explorer.count(now_ms, at_once):
        pass
