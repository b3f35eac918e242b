"""The words and the forms of names that docs/glossary.md promises."""

import re
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("game", "store", "events", "transparency", "projections", "bots", "training", "service", "examples", "tests")


def test_each_word_has_one_line():
    words = re.findall(r"^\| \*([a-z -]+)\* \|", (ROOT / "docs/glossary.md").read_text("utf-8"), re.MULTILINE)
    assert len(words) > 40
    assert [word for word, count in Counter(words).items() if count > 1] == []


def test_bounds_are_named_alike():
    sources = [path for folder in FOLDERS for kind in ("*.py", "*.js") for path in (ROOT / folder).rglob(kind)]
    name = re.compile(r"\b(?:MOST|LEAST)_[A-Z_]+\b")
    assert {found for path in sources for found in name.findall(path.read_text("utf-8"))} == set()
