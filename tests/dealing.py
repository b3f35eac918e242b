"""How tests are dealt out to the workers of pytest-xdist: by files, so that what a file shares is made once."""

from collections.abc import Mapping

FOLDERS = ("tests/end_to_end/killed", "tests/generated_clients", "tests/training")
"""Folders that a worker takes as a whole: their tests share what numba compiles, a service of their own, or what
generators have made."""

SLOW_UNTIL = 0.8
"""By when all slow files are dealt."""


def share_of(nodeid: str) -> str:
    """What a worker takes together with this test: its folder or its file."""
    path = nodeid.partition("::")[0]
    return next((folder for folder in FOLDERS if path.startswith(f"{folder}/")), path)


def in_order(shares: Mapping[str, bool]) -> dict[str, float]:
    """Share → when it is dealt, from 0 to 1. `shares`: whether each is slow, in the order of their names.

    Folders go first, as they take longest. Slow files are spread among the others, because a slow one waits while a
    quick one computes; the last ones are quick, so that all workers end together.
    """
    slow, quick = ([name for name, is_slow in shares.items() if is_slow is kind] for kind in (True, False))
    at = {name: SLOW_UNTIL * number / len(slow) for number, name in enumerate(slow)}
    at |= {name: number / len(quick) for number, name in enumerate(quick)}
    return at | dict.fromkeys(shares.keys() & {*FOLDERS}, -1.0)
