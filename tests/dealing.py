"""How tests are dealt out to the workers of pytest-xdist: by files, so that what a file shares is made once."""

FOLDERS = ("tests/end_to_end/killed", "tests/generated_clients", "tests/training")
"""Folders that a worker takes as a whole: their tests share what numba compiles, a service of their own, or what
generators have made."""


def share_of(nodeid: str) -> str:
    """What a worker takes together with this test: its folder or its file."""
    path = nodeid.partition("::")[0]
    return next((folder for folder in FOLDERS if path.startswith(f"{folder}/")), path)
