"""The tables and the picture of docs/scaling.md."""

from collections.abc import Iterable, Mapping, Sequence
from math import inf
from pathlib import Path

from pygal import XY

from service.commands.charts import STYLE, write_svg
from service.run.up import ROOT
from tests.bench.scaling.closed_form import (
    LIMITS,
    REPLICAS,
    TARGET,
    Design,
    cores,
    fits,
    hearing,
    plan,
    sizes,
)
from tests.bench.scaling.costs import COSTS, Figure
from tests.bench.scaling.load import ASSUMPTIONS, rates
from tests.bench.scaling.simulation import PARTS, Machines, Outcome, halved, planned, simulate

SIZES = {10_000: 1, 100_000: 10, 1_000_000: 100}
"""Games under way, and by how much a simulation scales them down."""
PAGE, PICTURE = ROOT / "docs" / "scaling.md", ROOT / "docs" / "pictures" / "scaling.svg"
KINDS = ("intention", "delivery", "projection", "bot")
GROWING = (2_000, 4_000, 6_000, 8_000, 10_000, 12_000, 14_000, 16_000, 17_000, 18_000, 20_000)
"""Games on the machines that are planned for 10,000."""
Row = Sequence[object]


def report() -> None:
    """Print the tables. `python -m tests.bench.scaling` also writes them into the page."""
    for name, text in tables().items():
        print(f"{name}\n\n{text}")


def tables() -> dict[str, str]:
    """Name → table, as Markdown."""
    return formula_tables() | {"simulation": simulation_table(), "halved": halved_table()}


def formula_tables() -> dict[str, str]:
    """Those that need no simulation."""
    return {
        "machines": machines_table(),
        "limits": limits_table(),
        "costs": figures_table(COSTS),
        "assumptions": figures_table(ASSUMPTIONS),
    }


def with_tables(page: str, made: Mapping[str, str]) -> str:
    """The page with these tables in the places of the old ones, each between two comments with its name."""
    for name, text in made.items():
        before, begin, rest = page.partition(f"<!-- {name} -->\n")
        _, end, after = rest.partition(f"<!-- end of {name} -->")
        if not (begin and end):
            raise ValueError(f"the page has no place for the table {name}")
        page = f"{before}{begin}\n{text}\n{end}{after}"
    return page


def machines_table() -> str:
    """What each size needs, with the changes that it needs."""
    plans = [(games, plan(games)) for games in SIZES]
    found = [cores(games, design) for games, design in plans]
    asked, held = [rates(games) for games in SIZES], [sizes(games, design) for games, design in plans]
    rows: list[Row] = [
        ("intentions and bots' jobs, 1/s", *[f"{r.intentions:,.0f} and {r.bot_jobs:,.0f}" for r in asked]),
        ("live streams", *[f"{r.streams:,.0f}" for r in asked]),
        ("web: busy cores; processes", *[f"{c.web_busy:,.0f}; {c.web:,.0f}" for c in found]),
        ("projectors", *[f"{c.projector_busy:,.1f}; {c.projectors:,.0f}" for c in found]),
        ("workers of quick bots", *[f"{c.workers_busy:,.1f}; {c.workers:,.0f}" for c in found]),
        ("workers of slow bots", *[f"{c.slow_busy:,.1f}; {c.slow_workers:,.0f}" for c in found]),
        ("stores: busy cores; primaries", *[f"{c.store_busy:,.1f}; {c.primaries:,.0f}" for c in found]),
        ("replicas, two of each primary", *[f"{c.primaries * REPLICAS:,.0f}" for c in found]),
        ("memory of the web processes", *[_bytes(s.web_memory) for s in held]),
        ("memory of the stores: games under way, without replicas", *[_bytes(s.under_way) for s in held]),
        ("the same of finished games, more each day", *[_bytes(s.kept_a_day) for s in held]),
        ("append-only files, written a day, without replicas", *[_bytes(s.append_file_a_day) for s in held]),
        ("clients, 1/s, without compression", *[_bytes(s.clients_a_second) for s in held]),
        ("stores, 1/s, in and out, without replication", *[_bytes(s.store_a_second) for s in held]),
        ("wake-ups to web processes, 1/s", *[_bytes(s.wake_ups_a_second) for s in held]),
        ("*changes*: partitions", *[design.partitions for _, design in plans]),
        ("*changes*: divided lanes, with a job store each", *[design.lanes for _, design in plans]),
        ("*changes*: wake-ups", *["as today" if d.hears_all else "a channel for each game" for _, d in plans]),
    ]
    return _table(("games under way", *[f"{games:,}" for games in SIZES]), rows)


def limits_table() -> str:
    """What does not divide today: for which share of its time it is busy, in the order in which it is full."""
    found = sorted(LIMITS.items(), key=lambda limit: fits(limit[1]))
    rows: list[Row] = [
        (name, *[_share(limit(games)) for games in SIZES], f"{_rounded(fits(limit)):,.0f}") for name, limit in found
    ]
    heads = ("part", *[f"{games:,} games" for games in SIZES], f"games at {_share(TARGET)}")
    return _table(heads, rows)


def simulation_table() -> str:
    """The planned machines, simulated."""
    heads = ("games", *[f"{part}: formula, simulated" for part in PARTS], *[f"{kind}, p50 / p99 ms" for kind in KINDS])
    return _table(heads, [simulated_row(games, scale) for games, scale in SIZES.items()])


def simulated_row(games: int, scale: int) -> Row:
    design = plan(games)
    machines = planned(games, design, scale)
    found = simulate(games, machines, design, scale=scale)
    expected = expected_utilisation(games, machines, design, scale)
    shares = [f"{_share(expected[part])}, {_share(found.utilisation[part])}" for part in PARTS]
    return (_scaled(games, scale), *shares, *[_latency(found, kind) for kind in KINDS])


def expected_utilisation(games: float, machines: Machines, design: Design, scale: int) -> dict[str, float]:
    """What the closed form says of these machines. The simulation leaves out the finished games of the projector."""
    each, found = rates(games), cores(games, design)
    heard = hearing(games, design)
    work = (
        found.web_busy - found.web * heard,
        found.projector_busy - each.finished_games * COSTS["projector_finished_ms"].amount / 1000,
        found.workers_busy,
        found.store_busy,
        found.job_store_busy * design.lanes,
    )
    shares = {part: w / scale / n for part, w, n in zip(PARTS, work, machines, strict=True)}
    return shares | {"web": heard + shares["web"]}


def halved_table() -> str:
    """Half of the machines: of all parts at each size, and of one part at a time at the smallest."""
    cases: list[tuple[int, int, tuple[str, ...]]] = [(games, scale, PARTS) for games, scale in SIZES.items()]
    cases += [(min(SIZES), 1, (part,)) for part in PARTS if part != "job store"]
    heads = ("games", "halved", "utilisation", "tasks pile up before", *[f"{kind}, p50 / p99 ms" for kind in KINDS])
    return _table(heads, [halved_row(*case) for case in cases])


def halved_row(games: int, scale: int, parts: tuple[str, ...]) -> Row:
    """With half of the machines of these parts."""
    design = plan(games)
    machines = planned(games, design, scale)
    found = simulate(games, halved(machines, parts), design, scale=scale)
    return (
        _scaled(games, scale),
        "all" if parts == PARTS else parts[0],
        ", ".join(f"{part} {_share(found.utilisation[part])}" for part in PARTS if part != "job store"),
        found.fullest if max(found.waiting.values()) > 100 else "none",
        *[_latency(found, kind) for kind in KINDS],
    )


def figures_table(figures: Mapping[str, Figure]) -> str:
    """Costs or assumptions."""
    rows = [(each.what, f"{each.amount:,} {each.unit}".strip(), each.source) for each in figures.values()]
    return _table(("what", "figure", "from"), rows)


def draw(file: Path, found: Mapping[int, Sequence[float]]) -> Path:
    """Draw the p99 of each kind, by games: they grow while the machines stay those that are planned for 10,000."""
    chart = XY(
        js=[],
        style=STYLE,
        title="p99 in ms, on the machines planned for 10,000 games",
        x_title="games under way",
        logarithmic=True,
        height=420,
    )
    for at, kind in enumerate(KINDS):
        chart.add(kind, [(games, latencies[at]) for games, latencies in found.items()])
    return write_svg(chart, file)


def grown(games: int) -> list[float]:
    """The p99 of each kind in ms, on the machines that are planned for 10,000 games."""
    design = plan(min(SIZES))
    outcome = simulate(games, planned(min(SIZES), design), design)
    return [round(outcome.quantile_ms(kind, 0.99), 1) for kind in KINDS]


def _table(heads: Row, rows: Iterable[Row]) -> str:
    first, *lines = map(line, (heads, *rows))
    return "\n".join([first, "|---" * len(heads) + "|", *lines]) + "\n"


def line(row: Row) -> str:
    return f"| {' | '.join(map(str, row))} |"


def _scaled(games: int, scale: int) -> str:
    return f"{games:,}" if scale == 1 else f"{games:,}, 1/{scale} of it"


def _latency(found: Outcome, kind: str) -> str:
    return f"{found.quantile_ms(kind, 0.5):,.0f} / {found.quantile_ms(kind, 0.99):,.0f}"


def _share(share: float) -> str:
    return "never enough" if share == inf else f"{share * 100:.0f} %" if share < 10 else f"{share:,.0f} ×"


def _rounded(games: float) -> float:
    """To two digits: the costs have no more."""
    return float(f"{games:.1e}")


def _bytes(number: float) -> str:
    """
    >>> _bytes(3.2e9), _bytes(0)
    ('3.2 GB', '0')
    """
    for unit, size in (("TB", 1e12), ("GB", 1e9), ("MB", 1e6)):
        if number >= size:
            return f"{number / size:,.2g} {unit}" if number < 100 * size else f"{number / size:,.0f} {unit}"
    return "0" if not number else f"{number / 1000:,.0f} kB"
