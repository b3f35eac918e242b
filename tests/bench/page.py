"""The page in a browser: bytes and requests of a first visit, times on a slow phone, a tap, a replay, lines of code."""

import statistics
import sys
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

from service.run.up import ROOT
from tests.web.browser import chromium, open_browser
from tests.web.play import Json, Person, a_service
from tests.web.visits import PHONE, Visits, await_screen

VISITS, GAMES, TAPS, STEPS = 5, 3, 6, 200
SETTLE_MS = 2500
"""How long what comes late may still move or paint something."""
SLOW_CPU = 4
"""How many times slower the throttled processor is."""
SLOW_NETWORK = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 0.75e6 / 8}
"""Latency in milliseconds, throughput in bytes a second."""
DRAWN = "() => document.querySelector('main > :not(.waiting)') && performance.now()"
"""Milliseconds since the address was asked for, once its screen is drawn."""
WATCH_SHIFTS = """
globalThis.shifts = 0;
new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) if (!shift.hadRecentInput) shifts += shift.value;
}).observe({ type: "layout-shift", buffered: true });"""
WATCH_INTERACTIONS = """
globalThis.interactions = {};
new PerformanceObserver((list) => {
    for (const { interactionId: id, duration } of list.getEntries())
        if (id) interactions[id] = Math.max(interactions[id] ?? 0, duration);
}).observe({ type: "event", durationThreshold: 16, buffered: true });"""
PAINTS = """() => new Promise((resolve) => new PerformanceObserver((list) => resolve({
    fcp: performance.getEntriesByName("first-contentful-paint")[0].startTime,
    lcp: list.getEntries().at(-1).startTime,
})).observe({ type: "largest-contentful-paint", buffered: true }))"""
WATCH_TAPS = """() => {
    globalThis.taps = [];
    addEventListener("click", () => taps.push(performance.now()), true);
}"""
CONFIRMED = """() => performance.getEntriesByType("resource")
    .filter(({ name, responseEnd }) => name.endsWith("/intentions") && responseEnd)
    .map(({ startTime, responseEnd }) => responseEnd - taps.findLast((tap) => tap <= startTime))"""
STEP = """async (steps) => {
    const frame = () => new Promise(requestAnimationFrame);
    const channel = new MessageChannel();
    const painted = () => new Promise((resolve) => {
        channel.port1.onmessage = resolve;
        channel.port2.postMessage(0);
    });
    const tasks = [], times = [];
    const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map((task) => task.duration)));
    observer.observe({ type: "longtask" });
    for (let step = 0; step < steps; step++) {
        let drawing = 0;
        requestAnimationFrame(() => { drawing = performance.now(); });  // runs before the page's own
        const began = performance.now();
        document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
        const handled = performance.now();
        await frame();
        await painted();  // a card that comes into sight is laid out after all scripts of the frame
        times.push(handled - began + performance.now() - drawing);
    }
    await frame();
    return { times, longest: Math.max(0, ...tasks) };
}"""


def report() -> None:
    """Print all measurements."""
    _report_lines()
    path = chromium() or sys.exit("There is no chromium on PATH, and CHROMIUM names none.")
    with a_service() as url, open_browser(path) as browser:
        visits, ada = Visits(browser, url), Person(url, "Ada")
        table = ada.start_game(seats=2, bots=["greedy"])
        for name, path, account in (("/", "/", None), ("the table", f"/games/{table}", ada.account)):
            _report_weight(name, visits, path, account)
            _report_slow_visit(name, visits, path, account)
        _report_taps(visits, ada)
        _report_interactions(visits, ada)
        game = ada.start_game(seats=5, bots=["greedy"] * 4)
        ada.play(game)
        _report_replay(visits, ada, game)
        visits.close()
        for trouble in visits.troubles:
            print(f"trouble: {trouble}", file=sys.stderr)


def _report_lines() -> None:
    for extension in ("js", "css"):
        texts = [path.read_text("utf-8") for path in (ROOT / "service" / "web").rglob(f"*.{extension}")]
        lines = sum(text.count("\n") for text in texts)
        print(f"{extension}: {len(texts)} files, {lines} lines, {sum(map(len, texts)) / 1000:.1f} kB")


def _report_weight(name: str, visits: Visits, path: str, account: Json | None) -> None:
    """What a first visit brings over the wire until nothing more comes for half a second, but for streams."""
    page = visits.profile(account, **PHONE).new_page()
    found: list[float] = []
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.on("Network.loadingFinished", lambda event: found.append(event["encodedDataLength"]))
    page.goto(path)
    await_screen(page)
    page.wait_for_timeout(3000)
    print(f"first visit of {name}: {len(found)} requests, {sum(found) / 1000:.1f} kB with headers")
    page.context.close()


def _report_slow_visit(name: str, visits: Visits, path: str, account: Json | None) -> None:
    """A first visit on a slow phone: first paint, largest paint, and the screen of the address."""
    rows: list[Json] = []
    for _ in range(VISITS):
        page = visits.profile(account, **PHONE).new_page()
        page.add_init_script(WATCH_SHIFTS)
        _slow_down(page, SLOW_NETWORK)
        page.goto(path, wait_until="commit")
        drawn = page.wait_for_function(DRAWN).json_value()
        page.wait_for_timeout(SETTLE_MS)
        rows.append(page.evaluate(PAINTS) | {"drawn": drawn, "shifts": page.evaluate("shifts")})
        page.context.close()
    median = {key: statistics.median(row[key] for row in rows) for key in rows[0]}
    figures = ", ".join(f"{key} {median[key]:.0f} ms" for key in ("fcp", "lcp", "drawn"))
    how = f"median of {VISITS}; 4x slower CPU, 1.6 Mbit/s, 150 ms"
    print(f"slow first visit of {name}: {figures}, layout shift {median['shifts']:.3f} ({how})")


def _slow_down(page: Page, network: Json | None = None) -> None:
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOW_CPU})
    if network:
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", network)


def _report_interactions(visits: Visits, ada: Person) -> None:
    """From a tap to the next paint on a slow phone: choose and draft cards, then look at everyone."""
    game = ada.start_game(seats=3, bots=["greedy", "greedy"])
    page = visits.profile(ada.account, **PHONE).new_page()
    page.add_init_script(WATCH_INTERACTIONS)
    _slow_down(page)
    page.goto(f"/games/{game}")
    for _ in range(TAPS):
        page.get_by_text("Choose a card to draft.").first.wait_for()
        page.locator("[data-row='hand']").first.tap()
        page.get_by_role("group", name="Actions").get_by_role("button", name="Draft", exact=True).tap()
    page.get_by_role("button", name="Everyone").tap()
    page.wait_for_timeout(SETTLE_MS)
    durations = sorted(page.evaluate("Object.values(interactions)"))
    slow = f"median {statistics.median(durations):.0f} ms, longest {durations[-1]:.0f} ms"
    print(f"interaction to next paint at the table: {slow} ({len(durations)} taps, 4x slower CPU)")
    page.context.close()


def _report_taps(visits: Visits, ada: Person) -> None:
    """From the tap that drafts a card to the answer of the service."""
    times: list[float] = []
    for _ in range(GAMES):
        game = ada.start_game(seats=2, bots=["greedy"])
        page = visits.open(f"/games/{game}", ada.account)
        page.evaluate(WATCH_TAPS)
        for pick in range(1, TAPS + 1):
            page.get_by_text("Choose a card to draft.").first.wait_for()
            page.locator("[data-row='hand']").first.click()
            page.get_by_role("group", name="Actions").get_by_role("button", name="Draft", exact=True).click()
            _await(page, lambda page=page, pick=pick: len(page.evaluate(CONFIRMED)) == pick)
        times += page.evaluate(CONFIRMED)
        page.context.close()
    _print_times("tap -> confirmed", times)


def _report_replay(visits: Visits, ada: Person, game: str) -> None:
    frames: dict[str, list[float]] = {"": [], " again": []}
    for _ in range(VISITS):
        page = visits.profile(ada.account).new_page()
        page.goto("/rules")
        await_screen(page)
        for found in frames.values():
            page.goto(f"/replay/{game}?at=1", wait_until="commit")
            found.append(page.wait_for_function(DRAWN).json_value())
        page.context.close()
    for when, found in frames.items():
        print(f"replay of 5 seats, first frame{when}: {statistics.median(found):.0f} ms (median of {VISITS})")
    page = visits.open(f"/replay/{game}?at=1", ada.account)
    stepped: Any = page.evaluate(STEP, STEPS)
    _print_times("replay of 5 seats, one step", stepped["times"])
    print(f"replay of 5 seats, longest task over 50 ms: {stepped['longest']:.0f} ms")


def _await(page: Page, condition: Callable[[], object]) -> None:
    """Wait until the condition is true. Raises AssertionError."""
    for _ in range(600):
        if condition():
            return
        page.wait_for_timeout(50)
    raise AssertionError("waited in vain")


def _print_times(what: str, times: list[float]) -> None:
    quantiles = statistics.quantiles(times, n=100)
    print(f"{what}: p50 {quantiles[49]:.1f} ms, p99 {quantiles[98]:.1f} ms ({len(times)} times)")
