"""The document of an analysis: what a decision is called."""

import pytest

from bots.analysis import Decision
from game.draft import Draft
from service.analysis.document import MAX_MOMENTS, class_of, decisive_moments


def decision(best_value: float, made_value: float) -> Decision:
    made, best = Draft(0, "zeppelin.1"), Draft(0, "zeppelin.2")
    return Decision(1, 0, 1, "draft", made, best, 0.0, best_value, made_value, 0.0, is_forced=False)


@pytest.mark.parametrize("hidden", [0.0, 0.003, -0.003])
@pytest.mark.parametrize(
    ("best_value", "made_value", "name"),
    [(32.5, 30.5, "good"), (32.5, 30.49, "inaccuracy"), (4.0, 0.0, "inaccuracy"), (8.5, 0.0, "mistake")],
)
def test_its_class_follows_from_the_values_that_the_document_shows(
    best_value: float, made_value: float, name: str, hidden: float
):
    assert class_of(decision(best_value + hidden, made_value)) == name


def test_a_game_without_a_mistake_is_decided_by_luck_alone():
    decisions = [decision(4.0, 4.0)._replace(version=at, luck=luck) for at, luck in enumerate((3.0, -5.0, 1.0, 4.0))]
    moments = decisive_moments(decisions, 1)
    assert [(each.kind, each.version) for each in moments] == [("lucky", 0), ("unlucky", 1), ("lucky", 3)]
    blunder = decision(40.0, 4.0)._replace(version=9)
    assert len(found := decisive_moments([*decisions, blunder], 1)) == MAX_MOMENTS
    assert ("decision", 9) in [(each.kind, each.version) for each in found]
