"""Reads games in worker processes: verified or folded, then made into tables."""

import logging
from collections.abc import Sequence
from typing import Any, NamedTuple

import pyarrow

from events import Entry
from events.export import UnknownSchema, decoded, parse
from projections.audit import UnknownRuleset, verify
from projections.dataset import TABLES, game_of
from service.commands.dataset.arrow import schema_of, to_arrow
from service.commands.dataset.sources import Source

WRONG, NOT_READ = 1, 2
"""Exit statuses, as of `wonderful verify`."""
SCHEMAS = {name: schema_of(row) for name, row in TABLES.items()}
logger = logging.getLogger(__name__)


class Partition(NamedTuple):
    """A folder of each table."""

    month: str
    mode: str


Tables = dict[str, pyarrow.Table]
"""By the names of TABLES."""


class Read(NamedTuple):
    """A game that was read. `size`: bytes of its tables where they were made: on their way it may change."""

    source: str
    game: str
    head: str
    partition: Partition
    tables: Tables
    size: int


class Failed(NamedTuple):
    """A game that was left out. `status`: WRONG or NOT_READ."""

    source: str
    reason: str
    status: int


def read_all(sources: Sequence[Source], salt: bytes) -> list[Read | Failed]:
    """Read some games. A broken log does not keep the others from being read."""
    return [_read(source, salt) for source in sources]


def _read(source: Source, salt: bytes) -> Read | Failed:
    try:
        entries = _checked_entries(source)
        if isinstance(entries, Failed):
            return entries
        game = game_of(entries, salt, source.imported)
    except (UnknownSchema, UnknownRuleset) as error:
        return Failed(source.name, str(error), NOT_READ)
    except Exception as error:  # a stored game that cannot be folded
        logger.debug("%s cannot be read", source.name, exc_info=True)
        return Failed(source.name, f"cannot be read: {type(error).__name__}: {error}"[:400], WRONG)
    tables: dict[str, Any] = {name: to_arrow(getattr(game, name), SCHEMAS[name]) for name in TABLES}
    size = sum(table.nbytes for table in tables.values())
    partition = Partition(game.month, game.mode)
    return Read(source.name, game.games[0].game, game.games[0].head, partition, tables, size)


def _checked_entries(source: Source) -> list[Entry] | Failed:
    """The entries of a game. Lines of a file are verified first."""
    lines = [each for each in source.log if isinstance(each, bytes)]
    if not lines and source.log:
        return [each for each in source.log if isinstance(each, Entry)]
    verdict = verify(lines)
    return Failed(source.name, str(verdict.fault), WRONG) if verdict.fault else parse(decoded(lines))[1]
