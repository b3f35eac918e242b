"""A game keeps the ruleset under which it was opened, also when rulesets are added later."""

import pytest

import game
from game import lobby, rulesets
from game.lobby import GameOpened
from game.production import Ready, ResourcesProduced, SupremacyWon
from game.rulesets import CURRENT_RULESET, FIRST_RULESET, RULESETS, Ruleset
from tests.game.play import Play, walk
from tests.game.positions import after, alone, events_of
from tests.game.random_games import SOLO_MODES

STORED = {"base-1": Ruleset(solo_supremacy=5)}
"""Rulesets of games that exist. Their names and rulings never change; a new ruleset is added here."""


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a later ruleset, which is the current one: alone a character takes 6 cubes."""
    monkeypatch.setitem(rulesets.RULESETS, "later", Ruleset(solo_supremacy=6))
    monkeypatch.setattr(lobby, "CURRENT_RULESET", "later")
    return "later"


def test_rulesets_of_existing_games_never_change():
    assert RULESETS == STORED
    assert FIRST_RULESET in STORED


def test_r64_in_the_first_ruleset_five_cubes_take_a_character():
    assert RULESETS[FIRST_RULESET].solo_supremacy == 5


def test_a_new_game_has_the_current_ruleset():
    assert game.view(game.fold(game.new({"seats": 1})), None)["ruleset"] == CURRENT_RULESET


@pytest.mark.slow
@pytest.mark.parametrize("mode", [*SOLO_MODES, (4, "A", None)], ids=str)
def test_a_game_replays_to_the_same_hashes_beside_a_later_ruleset(mode, request):
    seats, side, scenario = mode
    turns = walk(Play(3, seats, side, scenario=scenario)).turns
    hashes = [game.state_hash(turn.after) for turn in turns]
    later = request.getfixturevalue("later")
    state = turns[0].before
    assert state.ruleset == CURRENT_RULESET != later
    for turn, expected in zip(turns, hashes, strict=True):
        state = after(state, turn.intention)
        assert game.state_hash(state) == expected


def test_r64_each_game_is_decided_by_its_own_ruleset(later):
    opened = [event for event in game.new({"seats": 1}) if isinstance(event, GameOpened)]
    assert [event.ruleset for event in opened] == [later]
    for amount, characters in ((4, [0, 0]), (5, [1, 0]), (6, [1, 1])):
        state = alone(2, "energy", constructed=["supercomputer.1"] * (amount - 1))
        decided = [game.decide(state._replace(ruleset=name), Ready(0)) for name in (FIRST_RULESET, later)]
        assert [events_of(ResourcesProduced, events)[0].amounts for events in decided] == [(amount,)] * 2
        assert [len(events_of(SupremacyWon, events)) for events in decided] == characters


def test_a_game_opened_under_a_later_ruleset_is_played_by_it_to_the_end(later):
    walk.cache_clear()
    played = walk(Play(9, seats=1, side="B"))
    walk.cache_clear()
    assert played.state.ruleset == later
    events = played.events
    produced = [(at, event.amounts[0]) for at, event in enumerate(events) if isinstance(event, ResourcesProduced)]
    assert [amount >= 6 for _, amount in produced] == [isinstance(events[at + 1], SupremacyWon) for at, _ in produced]


def test_some_game_differs_between_a_threshold_of_five_and_one_of_six():
    """R64: in some step of a few games exactly five cubes are produced, so a wrong ruleset is noticed."""
    amounts = [
        event.amounts[0]
        for seed in range(8)
        for event in events_of(ResourcesProduced, walk(Play(seed, seats=1, side="B", style="builder")).events)
    ]
    assert 5 in amounts
