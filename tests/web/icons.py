"""`python -m tests.web.icons` draws the PNG icons of the page from `icon.svg`, without its round corners."""

import sys

from service.run.up import ROOT
from tests.web.browser import chromium, open_browser

FOLDER = ROOT / "service" / "web" / "icons"
SIZES = (180, 192, 512)
"""In pixels: for Apple's home screen, and for a manifest."""


def draw() -> None:
    """Write `icon-<size>.png` in each size."""
    image = (FOLDER / "icon.svg").read_text("utf-8").replace(' rx="96"', "")
    with open_browser(chromium() or sys.exit("there is no chromium")) as browser:
        for size in SIZES:
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{image}")
            page.screenshot(path=FOLDER / f"icon-{size}.png")
            page.close()


if __name__ == "__main__":
    draw()
