"""Every numbered rule has a test, a test names at most three rules, and docs/rules.md lists the tests of each."""

import re

from tests.rulebook import NUMBER, PAGE, RULES, headings, proofs, with_tests


def test_every_rule_has_a_test():
    tested = set().union(*(numbers for _, numbers in proofs()))
    assert [f"R{number}" for number in RULES if number not in tested] == []
    assert [f"R{number}" for number in sorted(tested) if number not in RULES] == []


def test_a_test_names_at_most_three_rules():
    assert [name for name, numbers in proofs() if len(numbers) > 3] == []


def test_numbers_are_read_from_names_and_docstrings_one_by_one():
    assert NUMBER.findall("test_r5_r37_of_4_steps R12, (R45) R60+ and r1") == ["5", "37", "12", "45", "60", "1"]
    assert NUMBER.findall("test_seat2_r R14b pr7") == []


def test_the_page_of_rules_has_a_section_for_each():
    assert headings(PAGE.read_text("utf-8")) == RULES


def test_the_page_of_rules_names_the_tests_there_are():
    """Out of step? `python -m tests.rulebook` rewrites the lists."""
    page = PAGE.read_text("utf-8")
    assert with_tests(page) == page


def test_each_ruling_names_the_tests_that_hold_it():
    page, names = PAGE.read_text("utf-8"), {name for name, _ in proofs()}
    rulings = [part for part in re.split(r"\n\n|\n(?=- )", page) if part.startswith(("*Ruling*", "- *Ruling*"))]
    assert len(rulings) >= 20
    for ruling in rulings:
        cited = re.findall(r"`(test_\w+\.py::\w+)`", ruling)
        assert cited, ruling
        assert names.issuperset(cited), ruling
