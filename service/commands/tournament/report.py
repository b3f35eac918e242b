"""The report of a tournament: Markdown tables and SVG charts."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path
from statistics import fmean, median, quantiles

from pygal import Bar, Box

from service.commands.charts import STYLE, write_svg
from service.commands.tournament.mirrored import Bounds, Counts, counted, lead, likelihood_ratio, verdict
from service.commands.tournament.record import Outcome
from service.commands.tournament.standings import Duel, Standing, duels, pair_scores, standings


def report(games: Sequence[Outcome], bots: Sequence[str], command: str, bounds: Bounds | None = None) -> str:
    """The tables as Markdown. `command`: the command line that repeats the tournament. `bounds`: of its test."""
    seats = len(games[0].bots)
    tables = _solo_table(games, bots) if seats == 1 else _contest_tables(games, bots, seats)
    if seats == 2:
        tables += "\n\n" + _pairs_table(games, bots, bounds)
    return f"Made by `{command}`.\n\n{tables}\n"


def _contest_tables(games: Sequence[Outcome], bots: Sequence[str], seats: int) -> str:
    """The standings, and how often each strategy beats each other one."""
    ranked = standings(games, bots)
    rows = [
        f"| `{s.bot}` | {s.games} | {s.won:.0%} | {s.score:.1f} | {s.place:.2f} | {s.rating:.1f} ± {s.margin:.1f} "
        f"| {s.decision_microseconds / 1000:.2f} ms | {s.game_seconds:.2f} s |"
        for s in ranked
    ]
    heading = "| strategy | games | won | mean score | mean place | rating (95 %) | time per decision | time per game |"
    lines = [heading, "|---|---|---|---|---|---|---|---|", *rows, ""]
    names = [s.bot for s in ranked]
    found = duels(games)
    against = f"against {seats - 1} of" if seats > 2 else "against"
    lines += [f"| won, of decided games, {against} | {' | '.join(f'`{name}`' for name in names)} |"]
    lines += ["|---" * (len(names) + 1) + "|"]
    for name in names:
        cells = [_share_won(found.get((name, opponent))) for opponent in names]
        lines.append(f"| `{name}` | {' | '.join(cells)} |")
    return "\n".join(lines)


def _pairs_table(games: Sequence[Outcome], bots: Sequence[str], bounds: Bounds | None) -> str:
    """What the mirrored pairs say: who leads whom by how much, and what the test says."""
    names = [standing.bot for standing in standings(games, bots)]
    counts = {pair: counted(pair_scores(games, *pair)) for pair in combinations(names, 2)}
    return pairs_table({f"`{a}`, `{b}`": found for (a, b), found in counts.items() if any(found)}, bounds)


def pairs_table(counts: Mapping[str, Counts], bounds: Bounds | None) -> str:
    """A row for each two players: pairs by score, the lead of the first one in Elo; with `bounds`, its test."""
    heading = "| mirrored pairs of | pairs | 0 | ¼ | ½ | ¾ | 1 | lead in Elo (95 %) |"
    rows = [f"{heading} SPRT |" if bounds else heading, "|---" * (9 if bounds else 8) + "|"]
    for name, found in counts.items():
        shown = lead(found)
        row = f"| {name} | {sum(found)} | {' | '.join(map(str, found))} "
        row += f"| {shown.elo:.0f} ({shown.low:.0f} to {shown.high:.0f}) |"
        rows.append(f"{row} {describe_test(found, bounds)} |" if bounds else row)
    return "\n".join(rows)


def describe_test(counts: Counts, bounds: Bounds) -> str:
    """What a test says, with its bounds."""
    said = {"high": f"{bounds.high:g}", "low": f"{bounds.low:g}", None: "undecided"}[verdict(counts, bounds)]
    ratio = likelihood_ratio(counts, bounds)
    return f"{bounds.low:g} or {bounds.high:g}, errors {bounds.error:.0%}: {said} ({ratio:.2f} of ±{bounds.ratio:.2f})"


def _share_won(duel: Duel | None) -> str:
    if duel is None or not duel.decided:
        return "–"
    return f"{duel.won / duel.decided:.1%} ({duel.won} of {duel.decided})"


def _solo_table(games: Sequence[Outcome], bots: Sequence[str]) -> str:
    """The points of strategies that play alone, and the ranks or medals they earn."""
    rows = [
        "| strategy | games | mean | median | 10 % to 90 % | best | earned | time per game |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for bot in bots:
        own = [game for game in games if game.bots == (bot,)]
        if not own:
            continue
        totals = sorted(game.totals[0] for game in own)
        deciles = quantiles(totals, n=10) if len(totals) > 1 else totals * 9
        awards = Counter(game.medal or game.rank or "" for game in own)
        earned = ", ".join(f"{name} {count}" for name, count in awards.most_common())
        seconds = fmean([game.seconds[0] for game in own])
        spread = f"{deciles[0]:.0f} to {deciles[-1]:.0f}"
        rows.append(
            f"| `{bot}` | {len(own)} | {fmean(totals):.1f} | {median(totals):.0f} | {spread} | {totals[-1]} | {earned} "
            f"| {seconds:.2f} s |"
        )
    return "\n".join(rows)


def write_charts(games: Sequence[Outcome], bots: Sequence[str], folder: Path) -> list[Path]:
    """Write SVG files to the folder: the ratings if there are opponents, and the distribution of scores.

    Returns the files. The same games give the same bytes.
    """
    ranked = standings(games, bots)
    files = []
    if len(games[0].bots) > 1:
        files.append(write_svg(_rating_chart(ranked), folder / "ratings.svg"))
    files.append(write_svg(_score_chart(ranked), folder / "scores.svg"))
    return files


def _rating_chart(ranked: Sequence[Standing]) -> Bar:
    chart = Bar(js=[], style=STYLE, show_legend=False, title="Rating, with 95 % confidence")
    chart.x_labels = [s.bot for s in ranked]
    chart.range = min(0.0, *[s.rating - s.margin for s in ranked]), max(s.rating + s.margin for s in ranked)
    values = [{"value": s.rating, "ci": {"low": s.rating - s.margin, "high": s.rating + s.margin}} for s in ranked]
    chart.add("rating", values)
    return chart


def _score_chart(ranked: Sequence[Standing]) -> Box:
    chart = Box(js=[], style=STYLE, title="Points at the end", box_mode="tukey")
    for standing in ranked:
        chart.add(standing.bot, list(standing.totals))
    return chart
