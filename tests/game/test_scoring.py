"""R80-R84: the four parts of a score, things without points, ties, and the example of the rulebook."""

import pytest

import game
from game.scoring import GameScored
from tests.game.positions import finished, one_left, seat, site


def score(*constructed, empire="republic-of-europe", side="B", **facts):
    state = finished(seat(empire=empire, constructed=list(constructed), **facts), side=side)
    return game.score(state)[0]


def total(*constructed, **facts):
    return score(*constructed, **facts)["total"]


def test_r80_a_score_has_four_parts_and_their_total():
    result = score("giant-tower.1", "museum.1", "atlantis.1", generals=2, financiers=3)
    assert result == {"gross": 10, "combo": 2, "generals": 2 + 4, "financiers": 3, "total": 21}


def test_r80_an_empire_that_built_nothing_has_no_points():
    assert score() == {"gross": 0, "combo": 0, "generals": 0, "financiers": 0, "total": 0}


def test_r80_gross_points_add_up():
    assert score("bionic-grafts.1", "teleportation.1", "lunar-base.1")["gross"] == 4 + 8 + 10


def test_r80_each_character_is_worth_a_point():
    assert score(generals=3, financiers=2) == {"gross": 0, "combo": 0, "generals": 3, "financiers": 2, "total": 5}


def test_r80_bonuses_per_character_add_to_its_point():
    result = score("atlantis.1", "solar-cannon.1", "aquaculture.1", generals=3, financiers=2)
    assert result["generals"] == 3 * (1 + 2 + 1)
    assert result["financiers"] == 2 * (1 + 1)
    assert result["combo"] == 0


@pytest.mark.parametrize(
    ("empire", "facts", "part", "points"),
    [
        ("noram-states", {"financiers": 3}, "financiers", 6),
        ("republic-of-europe", {"generals": 3}, "generals", 6),
        ("federation-of-asia", {"constructed": ["museum.1", "museum.2"]}, "combo", 4),
        ("panafrican-union", {"constructed": ["neuroscience.1", "supercomputer.1", "museum.1"]}, "combo", 4),
        ("aztec-empire", {"constructed": ["roswell.1"]}, "combo", 3),
    ],
)
def test_r80_the_empire_card_gives_points_on_side_a_and_none_on_side_b(empire, facts, part, points):
    on_a, on_b = (game.score(finished(seat(empire=empire, **facts), side=side))[0] for side in "AB")
    assert on_a[part] == points
    assert on_a[part] > on_b[part]


def test_r81_points_per_type_count_the_card_itself_when_it_is_of_that_type():
    assert total("juggernaut.1") == 1
    assert total("unknown-technology.1") == 3
    assert total("gravity-inverter.1") == 0
    assert total("transportation-network.1") == 0


def test_r81_each_card_with_points_per_type_counts_every_card_of_it():
    assert score("transportation-network.1", "juggernaut.1", "zeppelin.1")["combo"] == 2 + 2
    assert score("museum.1", "museum.2", "polar-base.1", "roswell.1", "atlantis.1")["combo"] == 3 * 2 * 2
    assert score("lost-continent-of-mu.1", "roswell.1", "atlantis.1")["combo"] == 3 * 2


def test_r82_krystallium_and_cubes_are_worth_nothing():
    assert total(krystallium=20, empire_cubes=["gold"] * 4) == 0


def test_r82_cards_under_construction_are_worth_nothing_and_so_are_characters_on_them():
    sites = [one_left("giant-tower.1", "gold"), site("zeppelin.1"), one_left("center-of-the-earth.1", "exploration")]
    assert total("transportation-network.1", construction=sites) == 0


def tied(*seats):
    return game.ranking(finished(*[seat(empire="republic-of-europe", **facts) for facts in seats], side="B"))


def test_r83_the_highest_total_wins():
    assert tied({"generals": 2}, {"financiers": 5}, {}) == [[1], [0], [2]]


def test_r83_a_tie_goes_to_the_most_constructed_cards():
    few, more = {"constructed": ["bionic-grafts.1"]}, {"constructed": ["genetic-upgrades.1", "giant-dam.1"]}
    assert tied(few, more) == [[1], [0]]
    assert tied(few | {"construction": [site("zeppelin.1"), site("zeppelin.2")]}, more) == [[1], [0]]


def test_r83_then_to_the_most_characters_owned():
    gross = {"constructed": ["genetic-upgrades.1"]}
    manned = {"constructed": ["wind-turbines.1"], "financiers": 2, "generals": 1}
    assert tied(gross, manned) == [[1], [0]]
    placed = [site("center-of-the-earth.1", general=2), site("world-congress.1", financier=2)]
    assert tied(gross | {"construction": placed}, manned) == [[1], [0]]


def test_r83_then_the_victory_is_shared():
    assert tied({"generals": 2}, {"financiers": 2}, {"generals": 1, "financiers": 1}) == [[0, 1, 2]]
    assert tied({}, {"generals": 2}, {"financiers": 2}, {"generals": 1}) == [[1, 2], [3], [0]]


def test_r83_cubes_and_krystallium_break_no_tie():
    assert tied({"generals": 1, "krystallium": 5, "empire_cubes": ["gold"] * 4}, {"generals": 1}) == [[0, 1]]


def test_r84_the_worked_example():
    """R84: 2 and 10 gross, 5 projects at 1 + 2 + 3, 2 generals, 6 financiers at 1 + 1 + 1, krystallium for nothing."""
    state = finished(
        seat(
            empire="federation-of-asia",  # 2 per project
            constructed=[
                "harbor-zone.1",  # project, 2 gross
                "giant-tower.1",  # project, 10 gross
                "world-congress.1",  # project, 3 per project
                "casino-city.1",  # project, 1 per financier
                "secret-society.1",  # project, 1 per financier
                "universal-vaccine.1",  # 1 per project
            ],
            generals=2,
            financiers=6,
            krystallium=2,
        ),
        side="A",
    )
    assert game.score(state)[0] == {"gross": 12, "combo": 30, "generals": 2, "financiers": 18, "total": 62}


def test_the_score_is_final_once_it_is_an_event():
    state = finished(seat(generals=1), seat())
    scored = game.fold([GameScored(tuple(game.score(state)), tuple(map(tuple, game.ranking(state))))], state)
    assert scored.status == "finished"
    result = game.view(scored, None)["result"]
    assert result["ranking"] == [[0], [1]] == game.ranking(scored)
    assert result["scores"] == game.score(scored)
    assert game.view(state, None)["result"] is None
