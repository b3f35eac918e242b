"""How tests are dealt out to the workers of pytest-xdist: by files, so that what a file shares is made once.

What takes long begins early. Quick files fill the end of a run, so that no worker waits long for the others.
"""

from collections.abc import Iterable

FOLDERS = ("tests/end_to_end/killed", "tests/generated_clients", "tests/training")
"""Folders that a worker takes as a whole: their tests share what numba compiles, a service of their own, or what
generators have made."""


def share_of(nodeid: str) -> str:
    """What a worker takes together with this test: its folder or its file."""
    path = nodeid.partition("::")[0]
    return next((folder for folder in FOLDERS if path.startswith(f"{folder}/")), path)


def order(tests: Iterable[tuple[str, bool]]) -> dict[str, int]:
    """When each share begins, from 0: folders, then files with a slow test, then quick files. `tests`: id, is slow."""
    slow: dict[str, bool] = {}
    for nodeid, is_slow in tests:
        share = share_of(nodeid)
        slow[share] = slow.get(share, False) or is_slow
    shares = sorted(slow, key=lambda share: (share not in FOLDERS, not slow[share]))  # else in the order of the tests
    return {share: at for at, share in enumerate(shares)}
