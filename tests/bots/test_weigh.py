"""Weighing: what a strategy weighs best is what it decides."""

import json
from random import Random

import pytest

from bots import STRATEGIES, Budget, strategy
from tests.service.api.test_decisions import PLAYS, views


@pytest.mark.slow
@pytest.mark.parametrize("name", STRATEGIES)
def test_what_is_weighed_best_is_what_is_decided(name: str):
    chosen = strategy(name)
    budget = Budget(nodes=30) if chosen.nodes else Budget()
    for play in PLAYS:
        for view in views(play, 41):
            weighed = chosen.weigh(json.loads(json.dumps(view)), Random("same"), budget)
            assert weighed[0].intention == chosen.decide(view, Random("same"), budget)
            assert len({each.intention for each in weighed}) == len(weighed)
