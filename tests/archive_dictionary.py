"""`python -m tests.archive_dictionary`: the dictionary with which games of the current ruleset are packed.

It is made from games that are the same each time, of all numbers of seats. A dictionary that was released never
changes: give a new one the next number in `events/packing.py`.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import zstandard

from events.packing import DICTIONARIES, content_of
from game.rulesets import CURRENT_RULESET
from projections.games import with_states
from projections.snapshots import archived_fields
from tests.game.play import STYLES
from tests.projections.archive import Recorder

FOLDER = Path(__file__).parents[1] / "events" / "dictionaries"
GAMES, BYTES = 300, 64_000
SEATS = (4, 2, 3, 4, 5, 1, 4, 2)


def played(number: int) -> Recorder:
    """A finished game: people of all styles, some with bots at their table."""
    rng = Random(number)
    recorder = Recorder(f"{rng.getrandbits(32):08x}", f"{rng.getrandbits(256):064x}")
    seats = SEATS[number % len(SEATS)]
    recorder.open({"seats": seats, "side": "AB"[number // len(SEATS) % 2]})
    recorder.finish(rng, [*STYLES][number % len(STYLES)], 0.02 if number % 3 == 0 else 0.0)
    return recorder


def samples() -> Iterator[bytes]:
    """What packed games hold, but for their times and salts, which are chance."""
    for number in range(GAMES):
        recorder = played(number)
        entries = [entry._replace(salt=b"") for entry in recorder.entries]
        loaded, _ = with_states(recorder.id, entries)
        content = content_of(recorder.id, entries, archived_fields(loaded))
        yield content[: -8 * len(entries)]


def make() -> bytes:
    """The dictionary, the same each time with the same release of zstd."""
    made = zstandard.train_dictionary(BYTES, [*samples()], level=19, dict_id=DICTIONARIES[CURRENT_RULESET])
    return made.as_bytes()


if __name__ == "__main__":
    path = FOLDER / f"{DICTIONARIES[CURRENT_RULESET]}.zdict"
    FOLDER.mkdir(exist_ok=True)
    path.write_bytes(make())
    print(f"{path.name}: {path.stat().st_size} bytes")
