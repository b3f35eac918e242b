"""What moves at the table: long tasks on a slow processor, with and without motion; memory over games."""

import json
import sys
from functools import partial
from typing import Any

from playwright.sync_api import Browser, Page

from tests.bench.page import SLOW_CPU
from tests.web.browser import chromium, open_browser
from tests.web.play import Json, Person, a_service
from tests.web.visits import FOLLOW, Visits, await_screen

GAMES, SEATS, MOMENTS = 10, 4, 20
SETTLE_MS = 1000
"""How long a moment gets: its motions take 600 ms at most."""
END_MS = 2500
"""How long the end of a game gets."""
LONG_TASK_MS = 50
TRACED = ["toplevel", "devtools.timeline", "__metadata"]


def report() -> None:
    """Print all measurements."""
    path = chromium() or sys.exit("There is no chromium on PATH, and CHROMIUM names none.")
    with a_service() as url, open_browser(path) as browser:
        visits, ada = Visits(browser, url), Person(url, "Ada")
        for motion in ("no-preference", "reduce"):
            _report_rounds(browser, visits, ada, motion)
        _report_memory(visits, ada)
        visits.close()
        for trouble in visits.troubles:
            print(f"trouble: {trouble}", file=sys.stderr)


def _report_rounds(browser: Browser, visits: Visits, ada: Person, motion: str) -> None:
    """Tasks of the page while a game of four goes on before the eyes of a player, in CPU time: machines are shared."""
    game = ada.start_game(seats=SEATS, bots=["greedy"] * (SEATS - 1))
    page = _table(visits, ada, game, motion)
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOW_CPU})
    browser.start_tracing(page=page, categories=TRACED)
    version = 0
    for _ in range(MOMENTS):
        version = ada.play(game, until=partial(_is_later, version))["version"]
        page.wait_for_timeout(SETTLE_MS)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    threads = {_thread(each) for each in events if each.get("args", {}).get("name") == "CrRendererMain"}
    own = [each for each in events if each.get("ph") == "X" and _thread(each) in threads]
    tasks = sorted(each.get("tdur", 0) / 1000 for each in own if each["name"].endswith("RunTask"))
    scripts = sum(each.get("tdur", 0) / 1000 for each in own if each["name"] == "FireAnimationFrame")
    long = [task for task in tasks if task > LONG_TASK_MS]
    print(f"{MOMENTS} moments of {SEATS} seats, motion {motion}, {SLOW_CPU}x slower CPU:")
    print(f"  {len(long)} tasks over {LONG_TASK_MS} ms of CPU time, the longest {max(tasks):.0f} ms", end="")
    print(f"; tasks {sum(tasks) / MOMENTS:.0f} ms and drawing {scripts / MOMENTS:.0f} ms a moment")
    page.context.close()


def _is_later(version: int, view: Json) -> bool:
    return int(view["version"]) > version


def _thread(event: Json) -> tuple[int, int]:
    return event["pid"], event["tid"]


def _report_memory(visits: Visits, ada: Person) -> None:
    """The heap of one page after each of ten games, which all end before its eyes."""
    page: Page | None = None
    sizes: list[dict[str, float]] = []
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
        page.wait_for_timeout(END_MS)
        page.evaluate(FOLLOW, "/rules")
        page.locator(".rules").wait_for()
        session.send("HeapProfiler.collectGarbage")
        found: list[Any] = session.send("Performance.getMetrics")["metrics"]
        sizes.append({each["name"]: each["value"] for each in found})
    print(f"heap after each of {GAMES} games, in MB:", *(f"{each['JSHeapUsedSize'] / 1e6:.2f}" for each in sizes))
    print(f"nodes after each of {GAMES} games:", *(int(each["Nodes"]) for each in sizes))


def _table(visits: Visits, ada: Person, game: str, motion: str) -> Page:
    page = visits.open(f"/games/{game}", ada.account, reduced_motion=motion, viewport={"width": 1440, "height": 900})
    await_screen(page)
    page.locator("link[href$='motion.css']").wait_for(state="attached")
    return page
