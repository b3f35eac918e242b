"""The curves of a training as SVG files."""

from collections.abc import Sequence
from pathlib import Path

from pygal import XY

from service.commands.charts import STYLE, write_svg
from training.learning.loop import Point

MAX_POINTS = 200
"""The most groups whose means a curve shows."""


def write_curves(points: Sequence[Point], folder: Path, moment_names: tuple[str, str]) -> list[Path]:
    """Write `points.svg`, the points of the games, and `errors.svg`, the errors of the nets; the files.

    `moment_names`: of the moments of a round.
    """
    group = -(-len(points) // MAX_POINTS) or 1
    groups = [points[at : at + group] for at in range(0, len(points), group)]
    games = [each[-1].games for each in groups]
    values = [sum(point.value for point in each) / len(each) for each in groups]
    scores = _chart("Points of the games of training", "points")
    scores.add("mean", [*zip(games, values, strict=True)])
    errors = _chart("Mean errors of the nets", "points")
    for moment in range(len(points[0].errors) if points else 0):
        means = [sum(point.errors[moment] for point in each) / len(each) for each in groups]
        name = f"round {moment // 2 + 1}, {moment_names[moment % 2]}"
        errors.add(name, [*zip(games, means, strict=True)])
    return [write_svg(scores, folder / "points.svg"), write_svg(errors, folder / "errors.svg")]


def _chart(title: str, y_title: str) -> XY:
    return XY(title=title, x_title="games", y_title=y_title, show_dots=False, truncate_legend=-1, style=STYLE, js=[])
