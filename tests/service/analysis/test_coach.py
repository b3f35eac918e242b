"""The coach: which kind a decision is of, and what the numbers of some games carry."""

from typing import Any

import pytest

from service.analysis.coach import MAX_GAMES, MIN_GAMES, T_QUANTILES, Mistake, habits, kind_of, mistakes_of

Json = dict[str, Any]
SLATE, READY = {"type": "slate", "card": "zeppelin.1"}, {"type": "ready"}
RECYCLE = {"type": "recycle", "card": "zeppelin.1", "onto": "empire"}
WILD = {"type": "place", "item": "krystallium", "onto": "megabomb.1", "as": "gold"}
GENERAL = {"type": "place", "item": "general", "onto": "megabomb.1"}
CUBE = {"type": "place", "item": "gold", "onto": "megabomb.1"}
ELSEWHERE = {"type": "place", "item": "gold", "onto": "zeppelin.1"}
ON_EMPIRE = {"type": "place", "item": "gold", "onto": "empire"}


def decision(made: Json, best: Json, lost: float = 3.0, actor: str = "ada") -> Json:
    values = {"best_value": 10.0, "made_value": 10.0 - lost, "class": "mistake"}
    return {"version": 7, "seat": 0, "round": 2, "actor": actor, "made": made, "best": best, **values}


@pytest.mark.parametrize(
    ("made", "best", "kind"),
    [
        ({"type": "draft", "card": "zeppelin.1"}, {"type": "draft", "card": "megabomb.1"}, "picks"),
        (SLATE, RECYCLE, "too_many_sites"),
        (RECYCLE, SLATE, "recycled"),
        (RECYCLE, {**RECYCLE, "card": "megabomb.1"}, "recycled"),
        (RECYCLE, {**RECYCLE, "card": "zeppelin.2", "onto": "megabomb.1"}, "wrong_site"),
        (CUBE, ELSEWHERE, "wrong_site"),
        (ON_EMPIRE, CUBE, "wasted_cubes"),
        (WILD, READY, "krystallium"),
        (READY, WILD, "krystallium"),
        (GENERAL, READY, "characters"),
        (READY, GENERAL, "characters"),
        ({"type": "discard", "card": "zeppelin.1"}, CUBE, "given_up"),
        ({"type": "choose", "character": "general"}, {"type": "choose", "character": "financier"}, "supremacy"),
        (READY, {"type": "discard", "card": "zeppelin.1"}, "ready_early"),
        ({"type": "keep", "card": "zeppelin.1"}, {"type": "keep", "card": "megabomb.1"}, None),
    ],
)
def test_each_decision_is_of_one_kind(made: Json, best: Json, kind: str | None):
    assert kind_of(decision(made, best)) == kind
    assert kind_of(decision(made, best, lost=0.0)) is None


def test_only_what_the_player_decided_counts():
    document = {"decisions": [decision(SLATE, RECYCLE), decision(SLATE, RECYCLE, actor="bot:greedy")]}
    [(kind, mistake)] = mistakes_of("a-game", document, "ada")
    assert (kind, mistake) == ("too_many_sites", Mistake("a-game", 7, 0, 2, SLATE, RECYCLE, 3.0))


def game(number: int, *lost: float, kind: str = "picks") -> list[tuple[str, Mistake]]:
    return [(kind, Mistake(f"game-{number}", at, 0, 1, SLATE, RECYCLE, each)) for at, each in enumerate(lost)]


def test_a_kind_is_told_with_its_mean_its_interval_and_the_dearest_decision():
    [habit] = habits([game(number, 4.0, 1.0 + number) for number in range(5)])
    assert (habit.kind, habit.decisions, habit.points) == ("picks", 10, 7.0)
    assert habit.low == pytest.approx(7 - 2.776 * 1.5811 / 5**0.5, abs=0.06)
    assert habit.low + habit.high == pytest.approx(14)
    assert (habit.example.game, habit.example.lost) == ("game-4", 5.0)


def test_what_may_be_chance_is_not_told():
    rare = [game(number, *([20.0] if number == 0 else [])) for number in range(8)]
    assert habits(rare) == []
    small = [game(number, 0.5) for number in range(8)]
    assert habits(small) == []
    assert habits([game(number, 9.0) for number in range(MIN_GAMES - 1)]) == []
    assert habits([]) == []


def test_the_dearest_kind_comes_first():
    games = [game(number, 2.0) + game(number, 6.0 + number % 2, kind="recycled") for number in range(MAX_GAMES)]
    assert [each.kind for each in habits(games)] == ["recycled", "picks"]
    assert len(T_QUANTILES) == MAX_GAMES - MIN_GAMES + 1
