"""Logs of every kind, as files."""

from pathlib import Path

import pytest

from game.rulesets import CURRENT_RULESET
from tests.game.play import Play
from tests.projections.archive import log_lines, make_log, record_fork, record_game, with_new_hashes


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Logs of every kind."""
    made = tmp_path_factory.mktemp("logs")
    fork, origin = record_fork(Play(4, 3), 0.5)
    entries = record_game(Play(1, 2)).entries
    altered = with_new_hashes("aaaaaaaa", [e._replace(actor="mallory") if e.version == 40 else e for e in entries])
    contents = {
        "right": log_lines(record_game(Play(1, 2))),
        "assisted": log_lines(record_game(Play(9, 2, "B"), 0.3, ("greedy",))),
        "fork": log_lines(fork),
        "origin": log_lines(origin),
        "wrong": make_log("aaaaaaaa", altered),
        "cut": log_lines(record_game(Play(1, 2)))[:100],
        "newer": [line.replace(CURRENT_RULESET.encode(), b"base-7") for line in log_lines(record_game(Play(1, 2)))],
        "packed": [b"\x1f\x8b\x08\x00 and so on"],
        "binary": [b"\xff\xfe\x00"],
    }
    for name, content in contents.items():
        (made / name).write_bytes(b"".join(content))
    with (made / "huge").open("wb") as file:
        file.truncate(100_000_000)
    return made
