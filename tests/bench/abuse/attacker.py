"""An attacker: makes an attack of `attacks.py` over many connections, from a process of its own.

`python -m tests.bench.abuse.attacker` takes a plan as JSON on the standard input. Once that ends, it prints how many
answers of each status came.
"""

import asyncio
import json
import os
import sys
from collections import Counter
from contextlib import suppress
from typing import Any

from tests.bench.abuse.attacks import ATTACKS, CONNECTIONS, Stranger

NICE = 19
"""Strangers have machines of their own: their process takes what the service leaves."""


async def run(plan: dict[str, Any]) -> Counter[str]:
    """Attack until the standard input ends; how many answers of each status came."""
    statuses: Counter[str] = Counter()
    shared: dict[str, str] = {}
    attack = ATTACKS[plan["attack"]]

    async def go_on(stranger: Stranger) -> None:
        while True:
            try:
                await attack(stranger)
            except (OSError, asyncio.IncompleteReadError):
                statuses["closed"] += 1
                stranger.close()
                await asyncio.sleep(0)

    tasks = [asyncio.create_task(go_on(Stranger(plan, number, statuses, shared))) for number in range(CONNECTIONS)]
    over = asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    done, _ = await asyncio.wait([over, *tasks], return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()
    for task in done - {over}:
        task.result()  # raises what was wrong with the attack
    with suppress(asyncio.CancelledError):
        await asyncio.gather(*tasks, return_exceptions=True)
    return statuses


if __name__ == "__main__":
    os.nice(NICE)
    print(json.dumps(asyncio.run(run(json.loads(sys.stdin.readline())))))
