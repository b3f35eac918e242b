"""A strategy loads what it needs before its time is limited, and never in a request."""

import signal
import subprocess
import sys
from random import Random
from typing import Any

import pytest

import game
from bots import STRATEGIES, Budget, strategy
from service.jobs.bot_turns import play_seat
from service.jobs.decisions import decide_at_once, make_decision
from tests.bots.games import first_view


@pytest.fixture
def limits_while_loading(monkeypatch: pytest.MonkeyPatch) -> list[tuple[float, float]]:
    """What is left of a limit of time, and of one of processor time, whenever `greedy` loads something."""
    found: list[tuple[float, float]] = []

    def load() -> None:
        found.append((signal.getitimer(signal.ITIMER_REAL)[0], signal.getitimer(signal.ITIMER_VIRTUAL)[0]))

    greedy: Any = STRATEGIES["greedy"]
    fields = {name: getattr(greedy, name) for name in greedy.__slots__}
    monkeypatch.setitem(STRATEGIES, "greedy", type(greedy)(**fields | {"load": load}))
    return found


def test_no_limit_runs_while_a_strategy_loads(limits_while_loading: list[tuple[float, float]]):
    before = signal.getitimer(signal.ITIMER_REAL)[0]  # of pytest-timeout
    signal.setitimer(signal.ITIMER_REAL, 0)
    try:
        make_decision("greedy", first_view(2), (None, None), "7")
        play_seat(game.fold(game.new({"seats": 2, "bots": ["greedy"]}, seed=1)), 1, Random(1))
    finally:
        signal.setitimer(signal.ITIMER_REAL, before)
    assert limits_while_loading == [(0.0, 0.0)] * 2


def test_a_request_leaves_a_strategy_that_loads_something_to_a_worker(limits_while_loading: list[tuple[float, float]]):
    assert strategy("master").load
    for name in ("master", "greedy"):
        assert decide_at_once(name, first_view(2), Budget(nodes=1), "7") is None
    assert limits_while_loading == []


@pytest.mark.slow
def test_what_master_loads_is_all_that_it_needs():
    code = (
        "import sys; from random import Random; from bots import Budget, strategy;"
        "from tests.bots.games import first_view;"
        "master = strategy('master'); assert 'numpy' not in sys.modules; master.load(); before = {*sys.modules};"
        "[master.decide(first_view(seats), Random(1), Budget(nodes=1)) for seats in (1, 2)];"
        "assert not {name for name in {*sys.modules} - before if name.startswith(('numpy', 'bots'))}"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
