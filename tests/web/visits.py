"""Visits to the page: each in a fresh profile of the browser, and watched for whatever a good page never does."""

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, expect

from tests.generated_clients.tools import NODE_MODULES
from wonderful_client import Client

Json = dict[str, Any]
PATIENCE_MS = 90_000
"""How long to wait for something that comes at once on an idle machine."""
FOLLOW = "(path) => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')); }"
"""Go to an address as a link of the page does."""
PHONE: Json = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
DESKTOP: Json = {"viewport": {"width": 1280, "height": 800}}
LETTERS = "(percent) => document.documentElement.style.setProperty('font-size', `${percent}%`)"
"""Letters of another size, as a setting of the browser makes them."""
MOTION = "matchMedia('(prefers-reduced-motion: reduce)').matches ? 'reduce' : 'no-preference'"
END_ANIMATIONS = """
for (const each of document.getAnimations()) if (each.effect.getComputedTiming().iterations !== Infinity) each.finish();
"""
HOW_IT_FARES = """() => Promise.race([
    new Promise((resolve) => requestAnimationFrame(() => resolve("draws frames"))),
    new Promise((resolve) => setTimeout(() => resolve("draws no frames"), 5000)),
]).then((frames) => [frames, document.visibilityState, document.querySelector(".connection")?.className,
    performance.getEntriesByType("resource").slice(-8).map(({ name, duration }) => `${name} ${duration} ms`)])"""
AXE = NODE_MODULES / "axe-core" / "axe.min.js"
expect.set_options(timeout=PATIENCE_MS)


class Visits:
    """Opens profiles of the browser at a service, and collects the troubles of their pages."""

    def __init__(self, browser: Browser, url: str) -> None:
        self._browser = browser
        self.url = url
        self.contexts: list[BrowserContext] = []
        self.troubles: list[str] = []
        self._clients: list[Client] = []

    def profile(self, account: Json | None = None, allow: Sequence[str] = (), **options: Any) -> BrowserContext:
        """A fresh profile. `account`: the answer to its registration, if it has one.

        `allow`: patterns of messages on the console that the test expects. `options`: of playwright's `new_context`,
        such as PHONE or `color_scheme="dark"`.
        """
        storage = self._storage({"account": account} if account else {})
        settings = {**DESKTOP, "locale": "en-GB", "base_url": self.url, "storage_state": storage, **options}
        context = self._browser.new_context(**settings)
        context.set_default_timeout(PATIENCE_MS)
        self._watch(context, [re.compile(pattern) for pattern in allow])
        self.contexts.append(context)
        return context

    def open(self, path: str = "/", account: Json | None = None, allow: Sequence[str] = (), **options: Any) -> Page:
        """The page at an address, in a fresh profile, once it shows its screen."""
        page = self.profile(account, allow, **options).new_page()
        page.goto(path)
        await_screen(page)
        return page

    def register(self, name: str) -> Json:
        """A new account."""
        return self._new_client().register_player(name=name)

    def client(self, account: Json) -> Client:
        """A client of the library with the token of an account."""
        return self._new_client(account["token"])

    def account_of_pages(self) -> str:
        """What a failed test tells of its pages: their screens as data, and whether the browser draws them."""
        pages = [page for context in self.contexts for page in context.pages]
        return "\n".join([f"{page.url} {page.evaluate(HOW_IT_FARES)}" for page in pages] + self.troubles)

    def close(self) -> None:
        for each in (*self.contexts, *self._clients):
            each.close()

    def _new_client(self, token: str | None = None) -> Client:
        self._clients.append(Client(self.url, token))
        return self._clients[-1]

    def _storage(self, kept: Json) -> Json:
        """What the page has kept in the profile, in playwright's form."""
        items = [{"name": f"wonderful.{name}", "value": json.dumps(value)} for name, value in kept.items()]
        return {"cookies": [], "origins": [{"origin": self.url, "localStorage": items}]}

    def _watch(self, context: BrowserContext, allowed: Sequence[re.Pattern[str]]) -> None:
        def on_console(message: ConsoleMessage) -> None:  # the browser tells violations of the policy here, too
            text = f"{message.text} ({message.location.get('url', '')})"
            if message.type == "error" and not any(pattern.search(text) for pattern in allowed):
                self.troubles.append(f"console: {text}")

        def on_request(request: Request) -> None:
            if not request.url.startswith((f"{self.url}/", "data:", "blob:")):
                self.troubles.append(f"request off the origin: {request.url}")

        context.on("console", on_console)
        context.on("request", on_request)
        context.on("weberror", lambda error: self.troubles.append(f"error: {error.error}"))


@contextmanager
def visits_to(browser: Browser, url: str) -> Iterator[Visits]:
    """Visits to a service. Raises AssertionError at the end if a page did what it must not."""
    visits = Visits(browser, url)
    try:
        yield visits
    finally:
        visits.close()
    assert not visits.troubles, "\n".join(visits.troubles)


def await_screen(page: Page) -> None:
    """Wait until the page shows the screen of its address, with what the screen asked the service for."""
    page.locator("main > :not(.waiting)").first.wait_for(state="attached")


def assert_accessible(page: Page) -> None:
    """axe-core finds nothing serious or critical on the page as it is drawn, when all that appears has appeared.

    What comes while axe looks appears at once, as for people who want no motion: half faded in, it has no contrast.
    """
    motion = page.evaluate(MOTION)
    page.emulate_media(reduced_motion="reduce")
    page.evaluate(END_ANIMATIONS)
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")["violations"]
    page.emulate_media(reduced_motion=motion)
    grave = [each for each in found if each["impact"] in ("serious", "critical")]
    assert not grave, "\n".join(f"{each['id']}: {node['html'][:300]}" for each in grave for node in each["nodes"])


def assert_no_sideways_scrolling(page: Page) -> None:
    """Nothing of the page is wider than its window."""
    wider = page.evaluate(
        """() => document.documentElement.scrollWidth <= document.documentElement.clientWidth ? [] :
            [...document.querySelectorAll("body *")]
                .filter((each) => each.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
                .slice(0, 5).map((each) => each.outerHTML.slice(0, 150))"""
    )
    assert not wider, "\n".join(wider)
