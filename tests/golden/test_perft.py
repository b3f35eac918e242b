"""Fixed positions of every mode have as many sequences of legal intentions as the file records."""

import json

import pytest

import game
from game.views.values import mode
from tests.game.positions import after
from tests.game.test_small_worlds import agree
from tests.golden.perft import FILE, count_position, differing_facts, intentions, positions, sequences, split

RECORDED = {recorded["name"]: recorded for recorded in json.loads(FILE.read_text("utf-8"))}


@pytest.mark.parametrize("name", RECORDED)
def test_the_sequences_are_as_many_as_they_were(name):
    recorded = RECORDED[name]
    state, counts = game.state(recorded["facts"]), recorded["counts"]
    now, before = split(state, len(counts)), recorded["split"]
    lines = [f"{first}: {now.get(first, 0)}, was {before.get(first, 0)}" for first in sorted(now | before)]
    assert now == before, "\n".join(
        [f"`make golden` counts anew, if this is meant. Sequences of {len(counts)} by the first intention:", *lines]
    )
    assert [*(sequences(state, depth) for depth in range(1, len(counts))), sum(now.values())] == counts


@pytest.mark.parametrize("name", RECORDED)
def test_a_naive_enumeration_finds_the_same_two_intentions_deep(name):
    state = game.state(RECORDED[name]["facts"])
    assert agree(state) == len(state.seats)
    for intention in intentions(state):
        agree(after(state, intention))


def test_the_file_holds_the_positions_as_they_are_made():
    assert [(recorded["name"], recorded["facts"]) for recorded in RECORDED.values()] == [
        (name, differing_facts(state)) for name, state in positions().items()
    ]


def test_there_is_a_position_of_each_mode_and_phase():
    states = [game.state(recorded["facts"]) for recorded in RECORDED.values()]
    modes = {(mode(state), state.phase) for state in states}
    assert modes >= {("standard", phase) for phase in ("draft", "planning", "production")}
    assert modes >= {("solo", "planning"), ("solo", "production"), ("scenario", "planning")}
    assert {state.options.scenario for state in states} == {None, "SC01", "SC02", "SC03", "SC04", "SC05", "SC06"}
    assert {state.options.side for state in states if mode(state) == "solo"} == {"A", "B"}


def test_a_count_is_the_sum_of_its_split():
    state = positions()["solo with an empty deck"]
    recorded = count_position("solo with an empty deck", state)
    assert recorded == RECORDED["solo with an empty deck"]
    assert recorded["counts"][0] == len(recorded["split"])
    assert any(first.startswith("0 redraw") for first in recorded["split"])
