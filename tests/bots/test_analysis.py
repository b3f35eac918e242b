"""The analysis of finished games: each decision that stands is judged, by what its seat saw."""

import json
from dataclasses import replace
from functools import cache
from itertools import pairwise
from random import Random

import pytest

import game
from bots import Budget
from bots.analysis import Decision, is_learned
from bots.analysis.timeline import Timeline
from bots.master import judging
from bots.master.library import nets_of
from game.draft import Draft
from game.solo import Redraw
from tests.game.play import Play, walk
from tests.projections.archive import record_game

BUDGET = Budget(nodes=4)
PLAYS = [
    Play(1, 2, steps=130),
    Play(2, 3, "B", style="recycler", steps=90),
    Play(3, 1, "A", style="curious", steps=60),
    Play(4, 1, "B", scenario="SC02", style="curious", steps=60),
]


@cache
def judged(play: Play) -> list[Decision]:
    return [*Timeline(walk(play).events, "seed", BUDGET)]


@pytest.mark.parametrize("play", PLAYS, ids=str)
@pytest.mark.slow
def test_each_intention_of_a_game_is_judged_in_its_order(play: Play):
    turns = [turn for turn in walk(play).turns if not isinstance(turn.intention, game.auto_ready.AutoReady)]
    decisions = judged(play)
    assert [each.made for each in decisions] == [turn.intention for turn in turns]
    assert [each.version for each in decisions] == [turn.before.version for turn in turns]
    for each, turn in zip(decisions, turns, strict=True):
        assert each.best in game.legal(turn.before, each.seat)
        assert each.made_value <= each.best_value
        assert each.is_forced == (len(game.legal(turn.before, each.seat)) == 1)
        if each.made == each.best or each.is_forced:
            assert each.made_value == each.best_value


@pytest.mark.parametrize("play", PLAYS, ids=str)
@pytest.mark.slow
def test_what_a_seat_expects_moves_by_luck_between_its_decisions_and_by_them(play: Play):
    for seat in range(play.seats):
        own = [each for each in judged(play) if each.seat == seat]
        assert own[0].luck == 0
        for before, after in pairwise(own):
            assert before.made_value + after.luck == pytest.approx(after.best_value)


@pytest.mark.verify
@pytest.mark.slow
def test_the_same_seed_judges_in_the_same_way():
    one, other = ([*Timeline(walk(Play(1, 2, steps=40)).events, "seed", BUDGET)] for _ in range(2))
    assert one == other


@pytest.mark.slow
def test_redraws_are_judged():
    assert any(isinstance(each.made, Redraw) for play in PLAYS[2:] for each in judged(play))


@pytest.mark.slow
def test_what_was_taken_back_is_not_judged():
    entries = record_game(Play(7), other_requests=0.3).entries[:250]
    events = [entry.event for entry in entries]
    assert {"intention_undone", "rewound"} <= {entry.name for entry in entries}
    undone = game.undone_versions(events)
    versions = [each.version + 1 for each in Timeline(events, "seed", BUDGET)]
    assert undone
    assert not undone & {*versions}
    assert len(Timeline(events, "seed")) == len(versions)


@pytest.mark.slow
def test_what_a_seat_did_not_see_does_not_change_what_its_pick_was_worth():
    turn = next(turn for turn in walk(Play(1, 3)).turns if isinstance(turn.intention, Draft))
    seen = game.view(turn.before, turn.intention.seat)
    other = game.imagine(json.loads(json.dumps(seen)), Random("other cards"))
    assert [seat.hand for seat in other.seats] != [seat.hand for seat in turn.before.seats]
    views = [game.view(state, turn.intention.seat) for state in (turn.before, other)]
    one, two = (judging.judge_pick(view, turn.intention, Random("x")) for view in views)
    assert one == two


@pytest.mark.parametrize(
    "play", [Play(1, 1, "A"), Play(1, 1, "B", scenario="SC01"), Play(1, 2, "A"), Play(1, 5, "B")], ids=str
)
def test_it_says_which_kinds_of_games_it_can_judge(play: Play):
    state = walk(replace(play, steps=0)).first
    assert is_learned(state) == (nets_of(game.view(state, 0)) is not None)
    assert not is_learned(state._replace(ruleset="base-0"))
