"""`python -m tests.bench.scaling` writes the tables and the picture of docs/scaling.md again."""

from tests.bench.scaling.report import GROWING, PAGE, PICTURE, draw, grown, tables, with_tables

PAGE.write_text(with_tables(PAGE.read_text("utf-8"), tables()), "utf-8")
draw(PICTURE, {games: grown(games) for games in GROWING})
