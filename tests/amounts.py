"""How much the tests try: little in every run, much in `make verify`."""

import os

import pytest

SEED = int(os.environ.get("SEED") or 1)
"""Of tests that try other things with another seed: `make verify` draws one and prints it."""


def amount(usual: int) -> int:
    """`usual`, times AMOUNT if the environment has it: `AMOUNT=2 make test` plays twice as many games."""
    return usual * int(os.environ.get("AMOUNT") or 1)


def amounts(name: str, short: int, long: int, timeout: float = 300) -> pytest.MarkDecorator:
    """Run a test with `short` in every run, and with `long` (times AMOUNT) and that `timeout` in `make verify`."""
    marks = [pytest.mark.verify, pytest.mark.timeout(amount(1) * timeout)]
    return pytest.mark.parametrize(
        name, [pytest.param(short, id="short"), pytest.param(amount(long), id="long", marks=marks)]
    )
