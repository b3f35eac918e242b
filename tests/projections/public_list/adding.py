"""A process that adds leaves to a list, fills its tiles and keeps checkpoints until it is killed.

`python -m tests.projections.public_list.adding URL PREFIX PARTITIONS FIRST`: from the leaf FIRST on, without end.
"""

import sys

from projections.public_list.store import Newest, PublicList
from store.keys import Keys
from store.server import connect
from tests.transparency.made import LIST, LOG, made_leaf
from transparency import checkpoint, tree
from transparency.checkpoint import Checkpoint
from transparency.notes import sign

PUBLISHED_EVERY = 5
"""Leaves of this process between two checkpoints."""


def publish(found: PublicList) -> bool:
    """Sign the list as it is; whether this checkpoint was kept."""
    before, size = found.newest(), found.size()
    found.fill(size)
    note = sign(checkpoint.text(Checkpoint(LOG, size, tree.root(size, found.node(size)))), LIST)
    return found.keep(before, Newest(note, size, 1, "epoch"))


def main(url: str, prefix: str, partitions: str, first: str) -> None:
    """Add leaves, and say each checkpoint that is kept on a line, as its size."""
    found = PublicList(connect(url), Keys(prefix, int(partitions)))
    number = int(first)
    while True:
        found.add(made_leaf(number))
        number += 1
        if number % PUBLISHED_EVERY == 0 and publish(found):
            print(found.newest().note.encode().hex(), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
