"""docs/rules.md names the tests of each rule: `python -m tests.rulebook` rewrites those lists.

The sentences of that page are written by hand; a list follows the section of its rule. A test belongs to the rules
whose numbers are in its name or docstring: `test_r31_...`, `R31`.
"""

import ast
import re
from functools import cache
from pathlib import Path

PAGE = Path(__file__).parent.parent / "docs" / "rules.md"
TESTS = Path(__file__).parent / "game"
RULES = [
    *range(1, 6),  # setup
    *range(10, 15),  # draft
    *range(20, 25),  # planning
    *range(30, 39),  # production
    *range(40, 48),  # construction
    50,  # visibility
    *range(60, 67),  # solo
    *range(70, 76),  # scenarios
    *range(80, 85),  # scoring
]
"""The numbers of all rules."""

NUMBER = re.compile(r"(?<![A-Za-z0-9])[Rr](\d+)(?![A-Za-z0-9])")
_LIST = re.compile(r"<details>.*?</details>\n\n?", re.DOTALL)
_HEADING = re.compile(r"^### R(\d+)$", re.MULTILINE)


@cache
def proofs() -> list[tuple[str, set[int]]]:
    """Each test of the rules, as `file::name`, with the rule numbers it names. A range names its ends only."""
    found = []
    for path in sorted(TESTS.glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                text = f"{node.name} {ast.get_docstring(node) or ''}"
                found.append((f"{path.name}::{node.name}", {int(number) for number in NUMBER.findall(text)}))
    return found


def headings(page: str) -> list[int]:
    """The rules that have a section, in order."""
    return [int(number) for number in _HEADING.findall(page)]


def with_tests(page: str) -> str:
    """The page with the list of tests renewed at the end of each rule's section."""
    parts = re.split(r"^(?=#)", _LIST.sub("", page), flags=re.MULTILINE)
    return "".join(part.rstrip() + "\n\n" + _listed(part, proofs()) for part in parts).strip() + "\n"


def _listed(part: str, proven: list[tuple[str, set[int]]]) -> str:
    heading = _HEADING.match(part)
    if heading is None:
        return ""
    names = [name for name, numbers in proven if int(heading[1]) in numbers]
    lines = "\n".join(f"- `{name}`" for name in names)
    return f"<details><summary>Tests: {len(names)}</summary>\n\n{lines}\n\n</details>\n\n"


if __name__ == "__main__":
    PAGE.write_text(with_tests(PAGE.read_text("utf-8")), "utf-8")
