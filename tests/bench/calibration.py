"""How well the expectations of `master` predict the results of games that its training never saw.

The nets of `master` play GAMES games with several seats, as many at each of TABLES, and as many alone. At the end of
each planning a seat expects a result: its lead, alone its score. The report says by round how far that is from what the
game comes to, and `docs/pictures/calibration.svg` shows what games came to by what was expected.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from pygal import XY

from bots.master.library import nets_of
from bots.master.nets import Nets
from game import fold, new, view
from game.model import ROUNDS
from service.commands.charts import STYLE, write_svg
from service.run.up import ROOT
from training.arrays.searches import make_searches
from training.seats import batches as with_others
from training.seats import games as games_with_others
from training.seats.openings import first_positions
from training.solo import batches as alone
from training.solo.effort import FULL as FULL_ALONE
from training.solo.openings import LEAST, Kind, openings_of

GAMES = 2000
TABLES = (2, 3, 4, 5)
SEED = 20261128
"""No training has it: `record` beside the weights names theirs."""
THREADS = 2
BINS = 20
"""Of equally many expectations, in the picture."""
PICTURE = ROOT / "docs" / "pictures" / "calibration.svg"


class Predicted(NamedTuple):
    """What seats expected at the end of a planning, and what the game came to for them; both in points."""

    expected: NDArray[np.float64]
    result: NDArray[np.float64]


def report() -> None:
    """Print the errors by table and round, and draw the picture."""
    tables = {f"{seats} seats": _play_with_others(seats, GAMES // len(TABLES)) for seats in TABLES}
    tables |= {f"alone, side {side}": _play_alone(side, GAMES // 2) for side in "AB"}
    for name, rounds in tables.items():
        for number, each in rounds.items():
            print(f"{name}, round {number}: {_in_words(each)}")
    write_svg(_drawn(_together([tables[f"{seats} seats"] for seats in TABLES])), PICTURE)


def _in_words(predicted: Predicted) -> str:
    """`slope`: by how many points results rise with a point of expectation, by least squares."""
    errors = predicted.expected - predicted.result
    slope = np.polyfit(predicted.expected, predicted.result, 1)[0]
    off, mean, spread = np.abs(errors).mean(), errors.mean(), predicted.result.std()
    return f"off by {off:.1f} points, {mean:+.1f} in the mean; slope {slope:.2f}; results vary by {spread:.1f}"


def _play_with_others(seats: int, games: int) -> dict[int, Predicted]:
    """Round → what was expected and what came, of all seats."""
    batch = with_others.make_batch(games, seats)
    searches = with_others.make_seat_searches(_nets(seats, "B"), THREADS)
    with_others.play_batch(searches, batch, games_with_others.FULL, first_positions(), SEED, 0)
    found = {}
    for number in range(1, ROUNDS):
        expected = batch.values[:, :, number * games_with_others.DECISIONS_OF_ROUND - 1].astype(float)
        found[number] = Predicted(_leads(expected), _leads(np.floor(batch.ends)))
    return found


def _play_alone(side: str, games: int) -> dict[int, Predicted]:
    """Round → what was expected after its second sequence and what came."""
    batch = alone.make_batch(games)
    searches = make_searches(_nets(1, side), THREADS, LEAST)
    alone.play_batch(searches, batch, FULL_ALONE, openings_of((Kind(side),)), SEED, 0)
    points = np.floor(batch.ends)  # without the hundredths for cards
    return {number: Predicted(batch.values[:, 2 * number - 1].astype(float), points) for number in range(1, ROUNDS)}


def _nets(seats: int, side: str) -> Nets:
    nets = nets_of(view(fold(new({"seats": seats, "side": side}, seed=1)), 0))
    assert nets is not None
    return nets


def _leads(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """(game, seat) → by seat of all games, the points more than the mean of the others."""
    others = (points.sum(axis=1, keepdims=True) - points) / (points.shape[1] - 1)
    leads: NDArray[np.float64] = (points - others).ravel()
    return leads


def _together(tables: list[dict[int, Predicted]]) -> dict[int, Predicted]:
    return {
        number: Predicted(*[np.concatenate(each) for each in zip(*[rounds[number] for rounds in tables], strict=True)])
        for number in tables[0]
    }


def _drawn(rounds: Mapping[int, Predicted]) -> XY:
    """Mean results by mean expectations, in groups of equally many; a perfect prediction lies on the diagonal."""
    title = f"What {GAMES:,} games came to, by what master expected"
    axes = {"x_title": "expected lead, points", "y_title": "mean lead at the end, points"}
    chart = XY(js=[], style=STYLE, title=title, truncate_legend=-1, **axes)
    edges: list[float] = []
    for number, each in rounds.items():
        groups = np.array_split(np.argsort(each.expected, kind="stable"), BINS)
        points = [(float(each.expected[group].mean()), float(each.result[group].mean())) for group in groups]
        edges += [points[0][0], points[-1][0]]
        chart.add(f"after planning {number}", [(round(x, 1), round(y, 1)) for x, y in points])
    ends = [round(min(edges)), round(max(edges))]
    chart.add("perfect", [(end, end) for end in ends], show_dots=False, stroke_style={"dasharray": "4, 4"})
    return chart
