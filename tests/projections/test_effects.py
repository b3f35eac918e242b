"""Effects: the work outside the log that a game calls for."""

import pytest

import game as rules
from events import MemoryLog
from projections.effects import Effect, parse_effect
from tests.projections.table import act, at_once, begin, fold_game, join, leave, open_game, play, score, start


@pytest.fixture
def log():
    return MemoryLog()


def effect(log):
    return at_once(log, "g")


def begun(log):
    """The version at which the present hand, phase or step began."""
    return fold_game(log, "g").state.since


def test_an_open_game_calls_for_nothing(log):
    open_game(log, "g", seats=3, bots=["greedy"])
    assert effect(log) is None
    join(log, "g")
    assert effect(log) is None


def test_a_game_of_humans_calls_for_nothing_until_it_has_ended(log):
    begin(log, "g")
    for _ in range(40):
        play(log, "g", turns=5)
        assert effect(log) is None or fold_game(log, "g").state.phase == "finished"


def test_a_game_that_waits_for_a_bot_calls_for_it_from_where_its_hand_began(log):
    open_game(log, "g", seats=3, bots=["greedy", "random"])
    start(log, "g")
    assert effect(log) == Effect("bots", "g", begun(log)) == Effect("bots", "g", 6)
    play(log, "g", turns=1, bots=False)
    assert fold_game(log, "g").version == 7
    assert effect(log) == Effect("bots", "g", 6)


def test_once_the_bots_have_played_nothing_is_due_until_the_human_has(log):
    open_game(log, "g", seats=2, bots=["greedy"])
    start(log, "g")
    act(log, "g", "bot:greedy", lambda state: rules.decide(state, rules.legal(state, 1)[0]))
    assert effect(log) is None
    play(log, "g", bots=False)
    assert effect(log) == Effect("bots", "g", begun(log))


def test_a_seat_that_resigned_is_played_by_a_bot(log):
    open_game(log, "g", seats=3)
    join(log, "g", "bob")
    join(log, "g", "cat")
    start(log, "g")
    assert effect(log) is None
    leave(log, "g", 1)
    assert effect(log) == Effect("bots", "g", begun(log))


def test_an_abandoned_game_calls_for_nothing(log):
    open_game(log, "g", bots=["greedy"])
    start(log, "g")
    act(log, "g", "ann", rules.abort)
    assert fold_game(log, "g").state.status == "abandoned"
    assert effect(log) is None


def test_an_ended_game_calls_for_its_score_and_a_scored_one_for_nothing(log):
    open_game(log, "g", bots=["greedy"])
    start(log, "g")
    play(log, "g")
    assert effect(log) == Effect("score", "g", fold_game(log, "g").version)
    score(log, "g")
    assert effect(log) is None


@pytest.mark.parametrize("one", [Effect("bots", "4ryxr4qb", 17), Effect("score", "a-v3-b", 1)], ids=str)
def test_an_effect_has_one_text_and_comes_back_from_it(one):
    assert parse_effect(one.stored) == one


def test_the_text_names_effect_game_and_version():
    assert Effect("bots", "4ryxr4qb", 17).job_prefix == "bots-4ryxr4qb-v17"


@pytest.mark.parametrize("text", ["", "bots", "bots-g", "bots-g-17", "bots-g-v", "bots-g-vx"])
def test_other_texts_are_no_effects(text):
    with pytest.raises(ValueError, match="invalid literal"):
        parse_effect(text)
