"""docs/explorer.md: its SQL gives the numbers of the explorer for the same games."""

import re
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from events import IdempotencyKey
from projections.explorer.cells import DEFINITIONS, DESIGN_AT, EMPIRE, EMPIRE_AT, RESULT, STRENGTHS, cards_at
from projections.explorer.numbers import LEAST, Result, result, t_quantile
from projections.explorer.store import DUE_GAMES, DUE_SHARE, count_everything
from projections.explorer.tables import COMBINATIONS, Filter, all_seats, card_rows, card_sections, combination_rows
from projections.rebuild import every_game
from service.commands.dataset import write_dataset
from service.run.up import ROOT
from tests.game.play import Play
from tests.projections.archive import Recorder
from tests.projections.killable_projector import KillableProjector
from tests.projections.record.copied_games import store_copies

duckdb = pytest.importorskip("duckdb", reason="DuckDB comes with the extra `dataset`")
read_questions = pytest.importorskip("examples.dataset").read_questions
PAGE = (ROOT / "docs" / "explorer.md").read_text("utf-8")
GAMES = {
    "two": (Play(2, 2), 0.2),
    "three": (Play(4, 3, "B"), 0.0),
    "left": (Play(11, 3), 0.2),
    "five": (Play(4, 5, "B"), 0.0),
    "solo": (Play(7, 1, "B"), 0.0),
    "imported": (Play(12, 2), 0.0),
    "private": (Play(3, 2), 0.0),
}
"""By id: how it is played, and the share of requests that take back, rewind or leave."""
COPIES = 4
"""More games with the same moves, of other people."""


def rows(database: Any, heading: str, *keys: str) -> dict[Any, dict[str, Any]]:
    """What the SQL under a heading finds, by the columns `keys`."""
    sql = re.search(rf"^### {heading}\n.*?^```sql\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    found = database.execute(sql[1])
    columns = [column[0] for column in found.description]
    made = [dict(zip(columns, row, strict=True)) for row in found.fetchall()]
    return {row[keys[0]] if len(keys) == 1 else tuple(row[key] for key in keys): row for row in made}


@pytest.fixture
def dataset(parts, tmp_path):
    """A database of a dataset, as docs/dataset.md opens it. Its games are projected, and counted by the explorer."""
    logs = []
    for id, (play, other_requests) in GAMES.items():
        recorder = Recorder(id)
        recorder.open(play.options | ({"visibility": "private"} if id == "private" else {}))
        logs.append(recorder.finish(Random(play.seed), play.style, other_requests))
        parts.log.restore(id, recorder.entries, IdempotencyKey("copy:log", b""))
    parts.lobby.mark_imported("imported")
    store_copies(parts, logs[:4], COPIES)
    projector = KillableProjector(parts).projector
    for game in every_game(parts.redis, parts.keys):
        projector.project(game)
    count_everything(parts.explorer, 0)
    assert write_dataset(parts.settings, tmp_path / "d", [], 1) == 0
    setup, _ = read_questions((ROOT / "docs" / "dataset.md").read_text("utf-8"))
    given, _, views = setup.partition("CREATE VIEW")
    [leads] = re.findall(r"^CREATE VIEW leads.*?(?=^```)", PAGE, re.MULTILINE | re.DOTALL)
    with duckdb.connect() as database:
        database.execute(given)
        database.execute("SET VARIABLE dataset = $1", [str(tmp_path / "d")])
        database.execute(f"CREATE VIEW{views}")
        database.execute(leads)
        yield database


def assert_same(found: Result, row: Mapping[str, Any]) -> None:
    """The result is that of the row, with an interval if there are enough."""
    assert found.mean == pytest.approx(row["mean"], abs=0.0006)
    assert found.won == pytest.approx(row["won"], abs=0.00006)
    assert found.enough == (found.cases >= LEAST)
    if found.mean_interval and "spread" in row:
        reach = t_quantile(found.cases - 1) * row["spread"] / found.cases**0.5
        assert found.mean_interval == pytest.approx((row["mean"] - reach, row["mean"] + reach), abs=0.0006)


def test_the_explorer_says_what_sql_says(parts, dataset):
    read = parts.explorer.read
    cards = {row.card: row for row in card_rows(read(Filter(), card_sections(None)).sections, place=1)}
    first, built, recycled = (
        rows(dataset, heading, "design") for heading in ("First picks", "What is built", "What is recycled")
    )
    assert first["zeppelin"]["picked"] > 0
    assert min(len(built), len(recycled)) > 20
    for design, card in cards.items():
        row = first.get(design, {"seen": 0, "picked": 0})
        assert (card.seen, card.picked) == (row["seen"], row["picked"]), design
        if card.picked:
            assert_same(card.picks, row)
        assert card.recycled == recycled.get(design, {"recycled": 0})["recycled"]
        assert (card.built, card.builds.cases) == tuple(built.get(design, {}).get(key, 0) for key in ("built", "cases"))
        if card.built:
            assert card.points == pytest.approx(built[design]["points"], abs=0.0006)
            assert_same(card.builds, built[design])
    sums, pairs = read(Filter(), COMBINATIONS).sections, rows(dataset, "Pairs and empires", "one", "other")
    for (one, other), row in pairs.items():
        if other is None:
            at, numbers = EMPIRE_AT[one] * EMPIRE + 1, sums["empires"]
        else:
            at, numbers = cards_at(*sorted((DESIGN_AT[one], DESIGN_AT[other]))), sums["cards"]
        found = result(*numbers[at : at + RESULT])
        assert found.cases == row["cases"]
        assert_same(found, row)
    [row] = dataset.execute("SELECT count(*), avg(lead), stddev_samp(lead) FROM leads WHERE stayed").fetchall()
    everybody = all_seats(sums)
    assert everybody.cases == row[0] >= LEAST
    assert_same(everybody, {"mean": row[1], "spread": row[2], "won": everybody.won})
    for each in combination_rows(sums, "empires", None, 0, 5)[0]:
        assert_same(each.result, pairs[each.empire, None])


def test_the_page_tells_the_numbers_of_the_program():
    assert f"`low` below {STRENGTHS['middle']} points, `middle`, `high` from {STRENGTHS['high']} on" in PAGE
    assert f"fewer than {LEAST} cases" in PAGE
    assert f"definitions of version {DEFINITIONS}" in PAGE
    assert DUE_SHARE == 8
    assert f"{DUE_GAMES} wait" in PAGE
