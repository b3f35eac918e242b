"""What moves at the table: long tasks and frames on a slow processor, with and without motion; memory over games."""

import statistics
import sys
from typing import Any

from playwright.sync_api import Page

from tests.bench.page import SLOW_CPU
from tests.web.browser import chromium, open_browser
from tests.web.play import Person, a_service
from tests.web.visits import Visits, await_screen

GAMES, SEATS, ROUNDS = 10, 4, 2
SETTLE_MS = 1200
"""How long a moment gets: its motions take 600 ms at most."""
LATE_FRAME_MS = 50
FOLLOW = "(path) => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')); }"
"""Go to an address as a link of the page does."""
WATCH = """() => {
    globalThis.tasks = [];
    const keep = (list) => tasks.push(...list.getEntries().map((task) => task.duration));
    new PerformanceObserver(keep).observe({ type: "longtask" });
    globalThis.frames = [];
    let before = performance.now();
    const frame = (now) => {
        if (document.querySelector(".motion-layer")) frames.push(now - before);
        before = now;
        requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
}"""


def report() -> None:
    """Print all measurements."""
    path = chromium() or sys.exit("There is no chromium on PATH, and CHROMIUM names none.")
    with a_service() as url, open_browser(path) as browser:
        visits, ada = Visits(browser, url), Person(url, "Ada")
        for motion in ("no-preference", "reduce"):
            _report_rounds(visits, ada, motion)
        _report_memory(visits, ada)
        visits.close()
        for trouble in visits.troubles:
            print(f"trouble: {trouble}", file=sys.stderr)


def _report_rounds(visits: Visits, ada: Person, motion: str) -> None:
    """Long tasks and frames while a game of four goes on before the eyes of a player."""
    game = ada.start_game(seats=SEATS, bots=["greedy"] * (SEATS - 1))
    page = _table(visits, ada, game, motion)
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOW_CPU})
    page.evaluate(WATCH)
    version = 0
    while True:
        view = ada.play(game, until=lambda view, version=version: view["version"] > version)
        version = view["version"]
        page.wait_for_timeout(SETTLE_MS)
        if view["round"] > ROUNDS:
            break
    tasks: list[float] = page.evaluate("tasks")
    frames: list[float] = page.evaluate("frames")
    print(f"{ROUNDS} rounds of {SEATS} seats, motion {motion}, {SLOW_CPU}x slower CPU:")
    print(f"  {len(tasks)} tasks over 50 ms, the longest {max(tasks, default=0):.0f} ms")
    if frames:
        late = sum(frame > LATE_FRAME_MS for frame in frames) / len(frames)
        median = statistics.median(frames)
        print(f"  {len(frames)} frames during motion, median {median:.1f} ms, over {LATE_FRAME_MS} ms {late:.1%}")
    page.context.close()


def _report_memory(visits: Visits, ada: Person) -> None:
    """The heap of one page after each of ten games, which all end before its eyes."""
    page: Page | None = None
    sizes: list[float] = []
    for _ in range(GAMES):
        game = ada.start_game(seats=2, bots=["greedy"])
        if page is None:
            page = _table(visits, ada, game, "no-preference")
            session = page.context.new_cdp_session(page)
            session.send("Performance.enable")
        else:
            page.evaluate(FOLLOW, f"/games/{game}")
            page.locator(".own-board").wait_for()
        ada.play(game)
        page.locator(".scene").wait_for()
        page.wait_for_timeout(SETTLE_MS)
        session.send("HeapProfiler.collectGarbage")
        found: list[Any] = session.send("Performance.getMetrics")["metrics"]
        sizes.append(next(each["value"] for each in found if each["name"] == "JSHeapUsedSize") / 1e6)
    print(f"heap after each of {GAMES} games: {', '.join(f'{size:.1f}' for size in sizes)} MB")


def _table(visits: Visits, ada: Person, game: str, motion: str) -> Page:
    page = visits.open(f"/games/{game}", ada.account, reduced_motion=motion, viewport={"width": 1440, "height": 900})
    await_screen(page)
    page.locator("link[href$='motion.css']").wait_for(state="attached")
    return page
