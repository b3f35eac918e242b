"""`make screens` writes pictures of the page's screens to var/screens/, to look at: `<screen>-<look>.png`.

It starts a service of its own, or uses the one at the address in SERVICE. There it plays a game through the API, and
photographs it on the way.
"""

import sys
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

from service.run.up import ROOT
from tests.web.browser import chromium, open_browser
from tests.web.play import Json, Person, a_service
from tests.web.visits import Visits

FOLDER = ROOT / "var" / "screens"
DESKTOP: Json = {"viewport": {"width": 1440, "height": 900}}
PHONE: Json = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
DARK: Json = {"color_scheme": "dark"}
LOOKS: dict[str, Json] = {
    "desktop": DESKTOP,
    "laptop": {"viewport": {"width": 1280, "height": 720}},
    "phone": PHONE,
    "dark": DESKTOP | DARK,
    "dark-phone": PHONE | DARK,
}
STOPS = {
    "draft": lambda view: view["phase"] == "draft" and len(own_seat(view)["drafted"]) >= 3,
    "planning": lambda view: view["phase"] == "planning" and len(own_seat(view)["construction"]) >= 3,
    "production": lambda view: view["round"] >= 2 and view["phase"] == "production",
    "late": lambda view: view["round"] == 4 and view["phase"] == "planning",
}
"""Where the game is photographed, in the order in which it gets there."""
ANALYSIS_MS = 240_000
"""How long a worker may take for an analysis."""
SETTLE_MS = 1500
"""How long pictures, live data and animations get to come to rest."""


def own_seat(view: Json) -> Json:
    """The viewer's seat."""
    seat: Json = view["seats"][view["seat"]]
    return seat


def take_pictures() -> None:
    """Write all pictures, and the path of each as it is done."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    path = chromium() or sys.exit("There is no chromium on PATH, and CHROMIUM names none.")
    with a_service() as url, open_browser(path) as browser:
        camera = Camera(Visits(browser, url))
        ada, ben = Person(url, "Ada"), Person(url, "Benjamin")
        camera.take("start", "/", None)
        _photograph_tables(camera, ada, ben)
        game = ada.start_game(seats=4, bots=["greedy", "greedy", "random"], name="Friday evening")
        for name, reached in STOPS.items():
            ada.play(game, reached)
            camera.take(f"table-{name}", f"/games/{game}", ada.account)
        camera.take("watch", f"/watch/{game}", ben.account)
        camera.take("board", f"/board/{game}", ben.account)
        last = ada.play(game)["version"]
        camera.take("end", f"/games/{game}", ada.account)
        camera.take("analysis", f"/games/{game}", ada.account, _analyse)
        camera.take("replay", f"/replay/{game}?at={last // 2}&seat=all", ada.account)
        camera.take("my-games", "/", ada.account)
        ada.play(ada.ask("POST", "/v1/daily/games")["id"])
        for name in ("daily", "me", "rules", "audit", "explorer", "puzzles"):
            camera.take(name, f"/{name}", ada.account)
        for puzzle in ada.ask("GET", "/v1/puzzles?limit=1"):  # if the analysed game gave one
            camera.take("puzzle", f"/puzzle/{puzzle['id']}", ben.account)
        print("\n".join(camera.visits.troubles), file=sys.stderr)


def _photograph_tables(camera: "Camera", ada: Person, ben: Person) -> None:
    """The lobby with some tables, a private one with its code, and a solo game."""
    for options in ({"seats": 3, "name": "Slow evening game"}, {"seats": 5, "side": "B"}, {"seats": 2}):
        ben.open_game(**options)
    camera.take("lobby", "/lobby", ada.account)
    private = ada.open_game(seats=3, visibility="private", name="Family", bots=["greedy"])
    camera.take("room", f"/games/{private}", ada.account)
    code = ada.ask("GET", f"/v1/games/{private}")["code"]
    camera.take("join", f"/join/{code}", ben.account)
    solo = ben.start_game(seats=1)
    camera.take("solo", f"/games/{solo}", ben.account)


def _analyse(page: Page) -> None:
    page.get_by_role("button", name="Analyse this game").click()
    page.get_by_role("region", name="Luck and skill").wait_for(timeout=ANALYSIS_MS)
    page.locator(".analysis").scroll_into_view_if_needed()


class Camera:
    """Takes pictures of addresses in all LOOKS."""

    def __init__(self, visits: Visits) -> None:
        self.visits = visits

    def take(self, name: str, path: str, account: Any, prepare: Callable[[Page], None] = lambda page: None) -> None:
        """One picture for each look, each by a fresh profile. `prepare`: what to do on the page before."""
        for look, options in LOOKS.items():
            page = self.visits.open(path, account, reduced_motion="reduce", **options)
            prepare(page)
            page.wait_for_timeout(SETTLE_MS)
            file = FOLDER / f"{name}-{look}.png"
            page.screenshot(path=file)
            print(file.relative_to(ROOT), flush=True)
            page.context.close()


if __name__ == "__main__":
    take_pictures()
