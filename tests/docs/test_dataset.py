"""docs/dataset.md: its columns are those of the code, and its questions have answers."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from shutil import copytree
from typing import Any

import pytest

from examples.dataset import Answer, as_text, ask_all, charts, main, read_questions
from projections.dataset import FACTS, PARTITIONS, TABLES, Column, columns_of
from service.commands.charts import write_svg
from service.commands.dataset import write_dataset
from service.run.up import ROOT
from service.settings import read_settings
from tests.game.play import Play
from tests.projections.archive import Recorder, log_lines

PAGE = (ROOT / "docs" / "dataset.md").read_text("utf-8")
PICTURES = ROOT / "docs" / "pictures"
GAMES: dict[str, tuple[Play, Sequence[str], float]] = {
    "two": (Play(1, 2), ("greedy",), 0.0),
    "people": (Play(2, 2), (), 0.2),
    "three": (Play(3, 3, "B"), ("planner", "greedy"), 0.0),
    "solo": (Play(7, 1, "B", "curious"), (), 0.0),
    "scenario": (Play(8, 1, "B", scenario="SC03"), ("greedy",), 0.0),
}
"""By id: how it is played, the strategies of the last seats, the share of requests that are no moves."""


def shown(columns: Sequence[Column]) -> str:
    """The table that describes the columns."""
    rows = [f"| `{each.name}` | {each.type} | {each.meaning}{' Can be null.' * each.optional} |" for each in columns]
    return "\n".join(["| column | type | meaning |", "|---|---|---|", *rows]) + "\n"


@pytest.mark.parametrize("name", [*TABLES, *FACTS])
def test_the_page_describes_the_columns_of_each_table(name: str):
    row = {**TABLES, **FACTS}[name]
    assert f"### `{name}`\n\n{row.__doc__}\n\n{shown(columns_of(row))}" in PAGE


def test_the_page_describes_the_columns_that_folders_are_named_by():
    assert shown(PARTITIONS) in PAGE


def test_the_page_asks_ten_questions_and_shows_each_chart():
    setup, questions = read_questions(PAGE)
    assert [question.partition(".")[0] for question in questions] == [str(number) for number in range(1, 11)]
    assert PAGE.count("```sql") == 11
    assert setup.count("CREATE VIEW") == len({**TABLES, **FACTS})
    assert {f"{name}.svg" for name in charts([Answer(question, (), ()) for question in questions])} == {
        *re.findall(r"\(pictures/(.*?)\)", PAGE)
    }


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A handful of games. The letters in the name of its folder are those of a pattern."""
    folder = tmp_path_factory.mktemp("dataset")
    for id, (play, bots, other_requests) in GAMES.items():
        recorder = Recorder(id)
        recorder.open(play.options | {"bots": list(bots)})
        recorder.finish(Random(play.seed), play.style, other_requests)
        (folder / f"{id}.jsonl").write_bytes(b"".join(log_lines(recorder)))
    assert write_dataset(read_settings({}), folder / "[d]*", [folder], 1) == 0
    return folder / "[d]*"


@pytest.fixture(scope="module")
def answers(dataset: Path) -> dict[int, Answer]:
    """The answers for these games, by the numbers of the questions."""
    return {int(answer.question.partition(".")[0]): answer for answer in ask_all(dataset, 1)}


def test_a_file_in_the_place_of_the_folder_for_charts_and_a_damaged_table_are_told_in_a_line(
    dataset: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    file, damaged = tmp_path / "file", tmp_path / "damaged"
    file.write_text("")
    copytree(dataset, damaged)
    next(damaged.glob("games/*/*/*.parquet")).write_bytes(b"damaged")
    for words, told in (([dataset, "--out", file], f"{file} cannot be used"), ([damaged], f"{damaged} cannot be read")):
        monkeypatch.setattr("sys.argv", ["dataset.py", *map(str, words)])
        with pytest.raises(SystemExit) as ended:
            main()
        said = capsys.readouterr().err
        assert (ended.value.code, said.count("\n")) == (2, 1)
        assert said.startswith(told)


def rows(answer: Answer, *columns: str) -> Sequence[Mapping[str, Any]]:
    """The rows of an answer that has these columns, in this order, and is not empty."""
    assert answer.columns == [*columns]
    assert answer.rows
    return answer.rows


def test_1_which_cards_win(answers: Mapping[int, Answer]):
    for row in rows(answers[1], "name", "seats", "won", "score"):
        assert 0 <= row["won"] <= 1
        assert 1 <= row["seats"] <= 7


def test_2_which_cards_are_worth_more(answers: Mapping[int, Answer]):
    found = rows(answers[2], "name", "type", "seats", "more")
    assert [row["more"] for row in found] == sorted((row["more"] for row in found), reverse=True)


def test_3_which_empires_win(answers: Mapping[int, Answer]):
    found = rows(answers[3], "side", "name", "seats", "first", "expected", "score")
    assert {row["side"] for row in found} == {"A", "B"}
    assert {row["expected"] for row in found} <= {0.5, 0.333, 0.417}
    assert all(0 <= row["first"] <= 1 for row in found)


def test_4_what_bots_misjudge(answers: Mapping[int, Answer]):
    found = rows(answers[4], "strategy", "name", "slated", "never_constructed")
    assert {row["strategy"] for row in found} == {"greedy", "planner"}
    assert {row["never_constructed"] for row in found} >= {0, 1}


def test_5_which_cards_are_taken_first(answers: Mapping[int, Answer]):
    found = rows(answers[5], "name", "seen", "taken", "mean_pick")
    assert all(row["mean_pick"] is None or 1 <= row["mean_pick"] <= 7 for row in found)
    picks = round(sum(row["seen"] * row["taken"] for row in found))
    assert abs(picks - 4 * (7 * (2 + 2) + 6 * 3)) <= 2  # shares are rounded; three seats get their last card by itself


def test_6_how_long_phases_take(answers: Mapping[int, Answer]):
    found = rows(answers[6], "mode", "seats", "phase", "phases", "median", "nine_of_ten")
    assert {(row["mode"], row["phase"]) for row in found} >= {
        ("standard", "draft"),
        ("solo", "planning"),
        ("scenario", "production"),
    }
    assert all(0 < row["median"] <= row["nine_of_ten"] for row in found)
    assert all(row["phases"] % 4 == 0 for row in found)


def test_7_whether_more_choice_takes_more_time(answers: Mapping[int, Answer]):
    found = rows(answers[7], "kind", "strategy", "phase", "choices", "decisions", "median")
    assert {row["choices"] for row in found} == {"1", "2 to 5", "6 to 20", "more"}
    assert all(row["median"] > 0 for row in found)


def test_8_what_people_take_back(answers: Mapping[int, Answer]):
    found = rows(answers[8], "type", "intentions", "taken_back", "share")
    assert {"draft", "slate", "place", "ready"} <= {row["type"] for row in found}
    assert any(row["taken_back"] for row in found)
    assert all(row["taken_back"] <= row["intentions"] for row in found)


def test_9_where_points_come_from(answers: Mapping[int, Answer]):
    parts = ("gross", "combo", "generals", "financiers")
    for row in rows(answers[9], "mode", "seats", "who", "games", "score", *parts):
        assert row["score"] == pytest.approx(sum(row[part] for part in parts), abs=0.3)


def test_10_who_beats_whom(answers: Mapping[int, Answer]):
    found = rows(answers[10], "one", "other", "pairs", "better", "points_ahead")
    by_pair = {(row["one"], row["other"]): row for row in found}
    for (one, other), row in by_pair.items():
        assert row["points_ahead"] == -by_pair[other, one]["points_ahead"]
        assert row["better"] + by_pair[other, one]["better"] <= 1.002
    assert ("greedy", "planner") in by_pair


def test_answers_are_printed_and_drawn_the_same_each_time(answers: Mapping[int, Answer], tmp_path):
    assert "# 9. Where do the points come from?\nmode " in as_text(answers[9])
    for name, chart in charts([*answers.values()]).items():
        write_svg(chart, tmp_path / f"{name}.svg")
        first = (tmp_path / f"{name}.svg").read_text("utf-8")
        write_svg(charts([*answers.values()])[name], tmp_path / f"{name}.svg")
        assert (tmp_path / f"{name}.svg").read_text("utf-8") == first
        assert "<script" not in first
        assert len(first) < 60_000
        assert (PICTURES / f"{name}.svg").exists()
