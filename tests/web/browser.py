"""The browser of the tests: the machine's own Chromium, driven by playwright."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""The first one takes two thirds of the CPU time of the others: it composes no window."""
ARGUMENTS = (
    "--no-sandbox",  # root may start no sandbox
    "--disable-gpu",
    "--in-process-gpu",  # a process less
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",  # small in containers
)


def chromium() -> str | None:
    """The path of Chromium: what CHROMIUM names, or one on PATH; None if there is none."""
    return shutil.which(os.environ.get("CHROMIUM") or "") or next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def open_browser(path: str) -> Iterator[Browser]:
    """A headless browser with an empty profile."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[*ARGUMENTS])
        yield browser
        browser.close()
