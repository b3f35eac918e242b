"""A tournament as text and pictures."""

import re
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean, median, quantiles

from pygal import Bar, Box
from pygal.style import Style

from service.commands.tournament.record import Played
from service.commands.tournament.standings import Standing, duels, standings

# pygal leaves a finder of an old kind among those that every later import asks, and each warns of it.
sys.meta_path[:] = [finder for finder in sys.meta_path if type(finder).__module__ != "pygal"]
STYLE = Style(background="white", plot_background="white", font_family="sans-serif")


def report(games: Sequence[Played], bots: Sequence[str], command: str) -> str:
    """The tables, as Markdown."""
    seats = len(games[0].bots)
    parts = [f"Made by `{command}`.", alone(games, bots) if seats == 1 else against(games, bots, seats)]
    return "\n\n".join(parts) + "\n"


def against(games: Sequence[Played], bots: Sequence[str], seats: int) -> str:
    """Who beats whom."""
    found = standings(games, bots)
    rows = [
        f"| `{s.bot}` | {s.games} | {s.won:.0%} | {s.score:.1f} | {s.place:.2f} | {s.rating:.1f} ± {s.margin:.1f} "
        f"| {s.micros / 1000:.2f} ms | {s.seconds:.2f} s |"
        for s in found
    ]
    head = "| strategy | games | won | mean score | mean place | rating (95 %) | a decision | a game |"
    tables = [head, "|---|---|---|---|---|---|---|---|", *rows, ""]
    names = [s.bot for s in found]
    shares = duels(games, bots)
    against_ = f"against {seats - 1} of" if seats > 2 else "against"
    tables += [f"| won, of decided games, {against_} | {' | '.join(f'`{n}`' for n in names)} |"]
    tables += ["|---" * (len(names) + 1) + "|"]
    for one in names:
        cells = [_share(shares.get((one, other))) for other in names]
        tables.append(f"| `{one}` | {' | '.join(cells)} |")
    return "\n".join(tables)


def _share(duel: tuple[int, int, int] | None) -> str:
    if duel is None or not duel[1]:
        return "–"
    return f"{duel[0] / duel[1]:.1%} ({duel[0]} of {duel[1]})"


def alone(games: Sequence[Played], bots: Sequence[str]) -> str:
    """How strategies fare alone: their points, and the ranks or medals they earn."""
    rows = [
        "| strategy | games | mean | median | 10 % to 90 % | best | earned | a game |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for bot in bots:
        own = [game for game in games if game.bots == (bot,)]
        if not own:
            continue
        totals = sorted(game.totals[0] for game in own)
        tenths = quantiles(totals, n=10) if len(totals) > 1 else totals * 9
        earned = Counter(game.medal or game.rank or "" for game in own)
        told = ", ".join(f"{name} {count}" for name, count in earned.most_common())
        seconds = fmean([game.seconds[0] for game in own])
        spread = f"{tenths[0]:.0f} to {tenths[-1]:.0f}"
        rows.append(
            f"| `{bot}` | {len(own)} | {fmean(totals):.1f} | {median(totals):.0f} | {spread} | {totals[-1]} | {told} "
            f"| {seconds:.2f} s |"
        )
    return "\n".join(rows)


def pictures(games: Sequence[Played], bots: Sequence[str], folder: Path) -> list[Path]:
    """Write ratings, where there are opponents, and the distribution of scores as SVG; the files."""
    found = standings(games, bots)
    made = []
    if len(games[0].bots) > 1:
        made.append(_written(_ratings(found), folder / "ratings.svg"))
    made.append(_written(_scores(found), folder / "scores.svg"))
    return made


def _ratings(found: Sequence[Standing]) -> Bar:
    chart = Bar(js=[], style=STYLE, show_legend=False, title="Rating, with 95 % confidence")
    chart.x_labels = [s.bot for s in found]
    chart.range = min(0.0, *[s.rating - s.margin for s in found]), max(s.rating + s.margin for s in found)
    values = [{"value": s.rating, "ci": {"low": s.rating - s.margin, "high": s.rating + s.margin}} for s in found]
    chart.add("rating", values)
    return chart


def _scores(found: Sequence[Standing]) -> Box:
    chart = Box(js=[], style=STYLE, title="Points at the end", box_mode="tukey")
    for standing in found:
        chart.add(standing.bot, list(standing.totals))
    return chart


def _written(chart: Bar | Box, file: Path) -> Path:
    """The picture without scripts, and without the id, the remarks and the day that would make it another each time."""
    chart.uuid = file.stem
    text = re.sub(r"<!--.*?-->|<script.*?</script>|<script[^>]*/>", "", chart.render(is_unicode=True), flags=re.DOTALL)
    file.write_text(text, encoding="utf-8")
    return file
