"""The pages of the documentation, and the addresses inside them."""

import re
from pathlib import Path

from service.run.up import ROOT

PAGES = (*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md")))


def text_of(page: Path) -> str:
    """The text of a page without its fenced blocks, in which `#` begins a comment."""
    return re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)


def links_of(page: Path) -> list[str]:
    """The targets of the page's links that stay inside the documentation."""
    return [link for link in re.findall(r"\]\(([^)\s]+)\)", text_of(page)) if "://" not in link]


def anchors_of(page: Path) -> set[str]:
    """The anchors of the page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", text_of(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
