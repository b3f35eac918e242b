"""A game keeps the ruleset it was opened under, whatever rulesets come later."""

import pytest

import game
from game import lobby, rulesets
from game.events import GameOpened, ResourcesProduced, SupremacyWon
from game.intentions import Ready
from game.rulesets import Ruleset
from tests.game.many import ALONE
from tests.game.play import Play, walk
from tests.game.positions import after, alone, events_of


@pytest.fixture
def base_2(monkeypatch):
    """A later ruleset beside `base-1`, for new games: alone a character takes 6 cubes."""
    monkeypatch.setitem(rulesets.RULESETS, "base-2", Ruleset(solo_supremacy=6))
    monkeypatch.setattr(lobby, "CURRENT_RULESET", "base-2")


def test_r64_the_ruleset_in_force_takes_five_cubes():
    assert {"base-1": Ruleset(solo_supremacy=5)} == rulesets.RULESETS
    assert rulesets.CURRENT_RULESET == "base-1"
    assert game.view(game.fold(game.new({"seats": 1})), None)["ruleset"] == "base-1"


@pytest.mark.parametrize("mode", [*ALONE, (4, "A", None)], ids=str)
def test_a_game_of_base_1_replays_to_the_same_hashes_beside_base_2(mode, request):
    seats, side, scenario = mode
    turns = walk(Play(3, seats, side, scenario=scenario)).turns
    hashes = [game.state_hash(turn.after) for turn in turns]
    request.getfixturevalue("base_2")
    state = turns[0].before
    assert state.ruleset == "base-1"
    for turn, expected in zip(turns, hashes, strict=True):
        state = after(state, turn.intention)
        assert game.state_hash(state) == expected


def test_r64_each_game_is_decided_by_its_own_ruleset(base_2):
    opened = [event for event in game.new({"seats": 1}) if isinstance(event, GameOpened)]
    assert [event.ruleset for event in opened] == ["base-2"]
    for amount, old, new in ((5, 1, 0), (6, 1, 1), (4, 0, 0)):
        state = alone(2, "energy", constructed=["supercomputer.1"] * (amount - 1))
        taken = [game.decide(state._replace(ruleset=name), Ready(0)) for name in ("base-1", "base-2")]
        assert [events_of(ResourcesProduced, events)[0].amounts for events in taken] == [(amount,)] * 2
        assert [len(events_of(SupremacyWon, events)) for events in taken] == [old, new]


def test_a_game_opened_under_base_2_plays_to_its_end_by_it(base_2):
    walk.cache_clear()
    played = walk(Play(9, seats=1, side="B"))
    walk.cache_clear()
    assert played.state.ruleset == "base-2"
    events = played.events
    produced = [(at, event.amounts[0]) for at, event in enumerate(events) if isinstance(event, ResourcesProduced)]
    assert [amount >= 6 for _, amount in produced] == [isinstance(events[at + 1], SupremacyWon) for at, _ in produced]


def test_a_ruleset_that_decides_alike_would_not_be_noticed_so_some_game_must_differ():
    """R64: of a few games some step has exactly five cubes, where the two rulesets part."""
    amounts = [
        event.amounts[0]
        for seed in range(8)
        for event in events_of(ResourcesProduced, walk(Play(seed, seats=1, side="B", temper="builder")).events)
    ]
    assert 5 in amounts
