"""docs/operating.md lists the checks as the code has them."""

import re

from service.diagnosis.checks import CHECKS
from service.run.up import ROOT

GUIDE = (ROOT / "docs" / "operating.md").read_text("utf-8")


def test_the_table_of_checks_is_that_of_the_code():
    rows = re.findall(r"^\| (D\d+) \| (.*) \| (.*) \|$", GUIDE, re.MULTILINE)
    assert rows == [(check.id, check.title, check.finds) for check in CHECKS]


def test_the_checks_of_the_example_are_those_of_the_table():
    titles = {check.id: check.title for check in CHECKS}
    shown = re.findall(r"^[x!?] (D\d+) ([a-z ]+): ", GUIDE, re.MULTILINE)
    assert len(shown) == 3
    assert all(titles[id] == title for id, title in shown)
