"""Logs of every kind, as files."""

from pathlib import Path

import pytest

from tests.game.play import Play
from tests.projections.archive import exported, forked, lines, rechained, recorded


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Logs of every kind."""
    made = tmp_path_factory.mktemp("logs")
    fork, origin = forked(Play(4, 3), 0.5)
    entries = recorded(Play(1, 2)).entries
    altered = rechained("aaaaaaaa", [e._replace(actor="mallory") if e.version == 40 else e for e in entries])
    contents = {
        "right": lines(recorded(Play(1, 2))),
        "assisted": lines(recorded(Play(9, 2, "B"), 0.3, ("greedy",))),
        "fork": lines(fork),
        "origin": lines(origin),
        "wrong": exported("aaaaaaaa", altered),
        "cut": lines(recorded(Play(1, 2)))[:100],
        "newer": [line.replace(b"base-1", b"base-7") for line in lines(recorded(Play(1, 2)))],
        "packed": [b"\x1f\x8b\x08\x00 and so on"],
        "binary": [b"\xff\xfe\x00"],
    }
    for name, content in contents.items():
        (made / name).write_bytes(b"".join(content))
    with (made / "huge").open("wb") as file:
        file.truncate(100_000_000)
    return made
