"""Answers the ten questions of docs/dataset.md for a dataset, and draws three of the answers.

    .venv/bin/python examples/dataset.py DIR [--out FOLDER] [--least N]

It needs the extra `dataset`: make extras EXTRAS=dataset.
"""

import argparse
import re
from collections.abc import Mapping, Sequence
from glob import escape
from pathlib import Path
from typing import Any, NamedTuple

import duckdb
import pygal

from service.commands.charts import STYLE, write_svg

PAGE = Path(__file__).resolve().parents[1] / "docs" / "dataset.md"
MAX_SHOWN_ROWS, MAX_BARS = 12, 12


class Answer(NamedTuple):
    """What a question found. `rows`: by the names of their columns."""

    question: str
    columns: Sequence[str]
    rows: Sequence[Mapping[str, Any]]


def read_questions(page: str) -> tuple[str, dict[str, str]]:
    """The set-up of the page, and its questions with their SQL."""
    setup = page.partition("## Opening it")[2].partition("```sql\n")[2].partition("```")[0]
    return setup, dict(re.findall(r"^### (\d+\. .*?)\n.*?^```sql\n(.*?)^```", page, re.MULTILINE | re.DOTALL))


def ask_all(dataset: Path, least: int | None = None) -> list[Answer]:
    """The answers for a dataset. `least`: how often a card must occur to be listed."""
    setup, questions = read_questions(PAGE.read_text("utf-8"))
    with duckdb.connect() as database:
        given, _, views = setup.partition("CREATE VIEW")
        database.execute(given)
        database.execute("SET VARIABLE dataset = $1", [escape(str(dataset))])
        if least is not None:
            database.execute("SET VARIABLE least = $1", [least])
        database.execute(f"CREATE VIEW{views}")
        return [_ask(database, question, sql) for question, sql in questions.items()]


def _ask(database: duckdb.DuckDBPyConnection, question: str, sql: str) -> Answer:
    found = database.execute(sql)
    columns = [column[0] for column in found.description or ()]
    return Answer(question, columns, [dict(zip(columns, row, strict=True)) for row in found.fetchall()])


def as_text(answer: Answer) -> str:
    """The question, and the first rows of its answer as a table."""
    shown = [[*answer.columns], *[[str(row[name]) for name in answer.columns] for row in answer.rows[:MAX_SHOWN_ROWS]]]
    widths = [max(map(len, column)) for column in zip(*shown, strict=True)]
    lines = ["  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip() for row in shown]
    more = len(answer.rows) - MAX_SHOWN_ROWS
    return "\n".join([f"# {answer.question}", *lines, *([f"and {more} more"] if more > 0 else [])])


def charts(answers: Sequence[Answer]) -> dict[str, pygal.Graph]:
    """Charts of answers, by the names of their files."""
    by_number = {int(answer.question.partition(".")[0]): answer.rows for answer in answers}
    return {
        "winning-cards": _cards_chart(by_number[1][:MAX_BARS]),
        "misjudged-cards": _misjudged_chart(by_number[4]),
        "phases": _phases_chart(by_number[6]),
    }


def _cards_chart(rows: Sequence[Mapping[str, Any]]) -> pygal.Graph:
    chart = _bars("Share of the seats with a card that won")
    chart.x_labels = [row["name"] for row in reversed(rows)]
    chart.add("won", [row["won"] for row in reversed(rows)])
    chart.show_legend = False
    return chart


def _misjudged_chart(rows: Sequence[Mapping[str, Any]]) -> pygal.Graph:
    """The cards that are most often left under construction, and how often each strategy leaves them."""
    shares = {(row["strategy"], row["name"]): row["never_constructed"] for row in rows if row["strategy"] != "random"}
    names = [*dict.fromkeys(name for _, name in shares)][:MAX_BARS][::-1]
    chart = _bars("Cards under construction that were never constructed")
    chart.x_labels = names
    for strategy in sorted({strategy for strategy, _ in shares}):
        chart.add(strategy, [shares.get((strategy, name)) for name in names])
    return chart


def _phases_chart(rows: Sequence[Mapping[str, Any]]) -> pygal.Graph:
    """The median of each phase, by the kind of game."""
    kinds = [*dict.fromkeys((row["mode"], row["seats"]) for row in rows)]
    seconds = {(row["mode"], row["seats"], row["phase"]): row["median"] for row in rows}
    chart = pygal.Bar(js=[], style=STYLE, title="Median of a phase, in seconds", x_title="mode, seats")
    chart.x_labels = [f"{mode}, {seats}" for mode, seats in kinds]
    for phase in ("draft", "planning", "production"):
        chart.add(phase, [seconds.get((*kind, phase)) for kind in kinds])
    return chart


def _bars(title: str) -> pygal.HorizontalBar:
    return pygal.HorizontalBar(js=[], style=STYLE, title=title, height=420)


def main() -> None:
    """Print all answers, and write the charts to the folder OUT if it is given."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("dataset", type=Path, metavar="DIR", help="what `wonderful dataset DIR` wrote")
    parser.add_argument("--out", type=Path, help="folder for the charts")
    parser.add_argument("--least", type=int, help="how often a card must occur to be listed; 20 by default")
    arguments = parser.parse_args()
    try:
        answers = ask_all(arguments.dataset, arguments.least)
    except duckdb.IOException:
        parser.exit(2, f"there are no games in {arguments.dataset}: write them with `wonderful dataset`\n")
    except duckdb.Error as error:
        parser.exit(2, f"{arguments.dataset} cannot be read: {str(error).partition(chr(10))[0]}\n")
    print("\n\n".join(map(as_text, answers)))
    if arguments.out:
        try:
            arguments.out.mkdir(parents=True, exist_ok=True)
            for name, chart in charts(answers).items():
                print(write_svg(chart, arguments.out / f"{name}.svg"))
        except OSError as error:
            parser.exit(2, f"{arguments.out} cannot be used: {error.strerror}\n")


if __name__ == "__main__":
    main()
