"""What receipts and the public list cost: a signature, and checkpoints and proofs of lists of 100,000 and a million.

The rate with receipts is a ratio to the rate without them, in alternating rounds.
"""

import statistics
import tempfile
from pathlib import Path
from timeit import repeat

from projections.public_list.store import Newest, PublicList
from service.backend import open_backend
from service.run.embedded_redis import ensure_server, stop_server
from store.keys import Keys
from store.server import connect
from tests.bench.http import measure, our_requests, pick, record
from tests.bench.service import everything, new_account, settings, web
from tests.transparency.made import LIST, LOG, ORIGIN, RECEIPTS, SECONDS, made_leaf
from transparency import checkpoint, tiles, tree
from transparency.checkpoint import Checkpoint
from transparency.leaf import text as leaf_text
from transparency.notes import sign
from transparency.receipt import ReceiptSigner

SIZES = (100_000, 1_000_000)
ADDED, PROOFS, SIGNATURES, ROUNDS = 2_000, 200, 1_000, 40


def report() -> None:
    """Print microseconds, milliseconds and bytes."""
    signer = ReceiptSigner(ORIGIN, [RECEIPTS])
    note = signer.note("4ryxr4qb", 12, bytes(32), SECONDS)
    each = repeat(lambda: signer.note("4ryxr4qb", 12, bytes(32), SECONDS), number=SIGNATURES, repeat=5)
    print(f"receipt: {min(each) / SIGNATURES * 1e6:.0f} µs, {len(note.encode())} bytes")
    for size in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            server = ensure_server(Path(folder, "data"), "no")
            try:
                _report(server.url, size)
            finally:
                stop_server(server)
    _report_rate()


def _report_rate() -> None:
    """Print the ratio of intentions a second with receipts and without: the median of ROUNDS rounds, either first."""
    with everything() as (url, signed), web(url, "tests.bench.unsigned:create_app()") as unsigned:
        parts = open_backend(settings(url))
        _, scripts = record()
        players = [new_account(parts, f"seat {seat}") for seat in (0, 1)]
        ratios = []
        for number in range(ROUNDS + 1):
            order = (signed, unsigned) if number % 2 else (unsigned, signed)
            rates = {port: measure(port, our_requests(parts, scripts, players))[0] for port in order}
            ratios.append(rates[signed] / rates[unsigned])
    low, middle, high = statistics.quantiles(ratios[1:], n=4)
    print(f"http ratio with receipts / without: {middle:.3f} (quartiles {low:.3f} and {high:.3f}, {ROUNDS} rounds)")


def _report(url: str, size: int) -> None:
    redis = connect(url)
    found = PublicList(redis, Keys())
    before = redis.info("memory")["used_memory"]
    _lay(redis, size - ADDED)
    adding = repeat(_adding(found, size - ADDED), number=1, repeat=ADDED)
    filling = repeat(lambda: found.fill(size), number=1, repeat=1)[0]
    root = tree.root(size, found.node(size))
    note = sign(checkpoint.text(Checkpoint(LOG, size, root)), LIST)
    signing = repeat(lambda: _checkpoint(found, size), number=1, repeat=20)
    assert _checkpoint(found, size) == note
    assert found.keep(found.newest(), Newest(note, size, 1, "epoch"))
    games = [made_leaf(size * at // PROOFS).game for at in range(PROOFS)]
    proofs = list[str | None]()
    proving = repeat(lambda: proofs.append(found.proof(games[len(proofs)])), number=1, repeat=PROOFS)
    made = proofs[-1] or ""
    memory = (redis.info("memory")["used_memory"] - before) / size
    print(
        f"list of {size:,}: {memory:.0f} bytes a game; a leaf {pick(sorted(adding), 0.5) * 1e6:.0f} µs; upper tiles "
        f"{filling * 1000:.0f} ms; checkpoint {pick(sorted(signing), 0.5) * 1000:.1f} ms, {len(note.encode())} bytes; "
        f"proof {pick(sorted(proving), 0.5) * 1000:.1f} ms, {len(made.encode())} bytes"
    )


def _checkpoint(found: PublicList, size: int) -> str:
    """The signed checkpoint, from tiles that are read anew."""
    return sign(checkpoint.text(Checkpoint(LOG, size, tree.root(size, found.node(size)))), LIST)


def _lay(redis, size: int) -> None:
    """Store the leaves of a list as `publish.lua` would, 256 at once."""
    base = Keys().lobby("list")
    for first in range(0, size, tiles.WIDTH):
        made = map(made_leaf, range(first, min(size, first + tiles.WIDTH)))
        leaves = {leaf.game: leaf_text(leaf).encode() for leaf in made}
        pipe = redis.pipeline(transaction=False)
        pipe.set(f"{base}:entries:{first // tiles.WIDTH}", tiles.bundle([*leaves.values()]))
        pipe.set(f"{base}:tile:0:{first // tiles.WIDTH}", b"".join(map(tree.leaf_hash, leaves.values())))
        pipe.hset(f"{base}:positions", mapping={game: first + at for at, game in enumerate(leaves)})
        pipe.execute()
    redis.set(f"{base}:size", size)


def _adding(found: PublicList, first: int):
    numbers = iter(range(first, first + ADDED))
    return lambda: found.add(made_leaf(next(numbers)))
