"""The simulation: nothing gets lost, and where there is enough of each part it agrees with the formulas."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.amounts import amounts
from tests.bench.scaling.closed_form import Design, plan
from tests.bench.scaling.costs import amount
from tests.bench.scaling.load import rates
from tests.bench.scaling.report import SIZES, expected_utilisation
from tests.bench.scaling.simulation import PARTS, Machines, halved, planned, simulate

FEW = st.integers(1, 4)
MACHINES = st.builds(Machines, FEW, FEW, FEW, FEW, FEW)
TOLERANCE = 0.04
"""In 20 seconds a part has some thousands of tasks, and workers have about 1,700: a few percent of chance."""


@settings(max_examples=40, deadline=None)
@given(MACHINES, st.integers(1, 3000), st.integers(0, 2**32), st.booleans())
def test_all_that_arrives_leaves(machines: Machines, games: int, seed: int, hears_all: bool):
    found = simulate(games, machines, Design(hears_all), seconds=2, seed=seed)
    assert found.arrived == found.left == sum(map(len, found.latencies_ms.values()))
    assert all(0 <= share <= 1 for share in found.utilisation.values())


@amounts("seed", 1, 2)
@pytest.mark.parametrize("games", SIZES)
def test_utilisation_agrees_with_the_formula(games: int, seed: int):
    design, scale = plan(games), SIZES[games]
    machines = planned(games, design, scale)
    found = simulate(games, machines, design, scale=scale, seed=seed).utilisation
    expected = expected_utilisation(games, machines, design, scale)
    assert found == {part: pytest.approx(expected[part], abs=TOLERANCE) for part in PARTS}


@pytest.mark.verify
def test_a_single_queue_waits_as_long_as_the_theory_says():
    """One projector, of all else plenty. M/M/1: the mean time is the service time through the share that is free."""
    service_ms, stored_ms = amount("projector_append_ms"), amount("store_append_ms") - amount("store_answer_ms")
    games = 0.6 / service_ms * 1000 / rates(1).appends
    times_ms = simulate(games, Machines(30, 1, 30, 64, 1), seconds=200).latencies_ms["projection"]
    assert sum(times_ms) / len(times_ms) == pytest.approx(service_ms / (1 - 0.6) + stored_ms, rel=0.1)


def test_each_append_is_projected_once_and_told_to_the_streams():
    found = {kind: len(each) for kind, each in simulate(5000, Machines(9, 9, 9, 9, 1)).latencies_ms.items()}
    assert found["projection"] == found["intention"]
    assert found["projection of a bot"] == found["bot"]
    assert found["delivery"] / (found["intention"] + found["bot"]) == pytest.approx(2.2, rel=0.02)


@pytest.mark.verify
@pytest.mark.parametrize(
    "part", ["web", *[pytest.param(part, marks=pytest.mark.verify) for part in ("projector", "primary")]]
)
def test_tasks_pile_up_before_the_part_that_is_halved(part: str):
    design = plan(10_000)
    machines = planned(10_000, design)
    assert max(simulate(10_000, machines, design).waiting.values()) < 100
    found = simulate(10_000, halved(machines, [part]), design)
    assert found.fullest == part
    assert found.waiting[part] > 100


def test_the_same_seed_gives_the_same_run():
    machines = planned(1000)
    assert simulate(1000, machines, seed=7) == simulate(1000, machines, seed=7)
    assert simulate(1000, machines, seed=7) != simulate(1000, machines, seed=8)
