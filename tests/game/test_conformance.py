"""The numbered rules in force are each named by a test; a test names at most three."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

IN_FORCE = [
    *range(1, 6),  # setup
    *range(10, 15),  # draft
    *range(20, 25),  # planning
    *range(30, 39),  # production
    *range(40, 48),  # construction
    50,  # visibility
    *range(80, 85),  # scoring
]
"""The numbers of the rules that the game follows now."""

_NUMBER = re.compile(r"(?<![A-Za-z0-9])[Rr](\d+)(?![A-Za-z0-9])")


def named() -> Iterator[tuple[str, set[int]]]:
    """Each test beside this file, with the rule numbers in its name and docstring. A range names its ends only."""
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                text = f"{node.name} {ast.get_docstring(node) or ''}"
                yield f"{path.name}: {node.name}", {int(number) for number in _NUMBER.findall(text)}


def test_every_rule_in_force_has_a_test():
    tested = set().union(*(numbers for _, numbers in named()))
    assert [f"R{number}" for number in IN_FORCE if number not in tested] == []


def test_a_test_names_at_most_three_rules():
    assert [name for name, numbers in named() if len(numbers) > 3] == []


def test_numbers_are_read_from_names_and_docstrings_one_by_one():
    assert _NUMBER.findall("test_r5_r37_of_4_steps R12, (R45) R60+ and r1") == ["5", "37", "12", "45", "60", "1"]
    assert _NUMBER.findall("test_seat2_r R14b pr7") == []
