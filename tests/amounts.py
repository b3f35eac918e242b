"""How much the tests try where one example is much like the last."""

import os


def amount(usual: int) -> int:
    """`usual`, times AMOUNT if the environment has it: `AMOUNT=2 make test` plays twice as many games."""
    return usual * int(os.environ.get("AMOUNT") or 1)
