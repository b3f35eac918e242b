"""Games with their newest entries: the state and the entries are always of the same version."""

import pytest

from events import Group
from game.rewinds import RewindProposed, Rewound
from projections.games import Games
from tests.events.stories import groups, write
from tests.game.play import Play
from tests.projections.table import fold_game

STORY = groups(Play(2, 3, "B"))[:40]


@pytest.fixture
def games(log, snapshots) -> Games:
    return Games(log, snapshots.load)


def test_several_games_are_loaded_with_their_entries_after_a_version(games, log):
    for game in ("g", "h"):
        for group in STORY[:5]:
            write(log, game, [group])
    games.load("g")
    for game, more in (("g", 20), ("h", 10)):
        for group in STORY[5:more]:
            write(log, game, [group])
    found = games.load_with_entries({"g": 3, "h": 0, "none": 0})
    assert found[0] == (fold_game(log, "g"), log.read("g", 3))
    assert found[1] == (fold_game(log, "h"), log.read("h"))
    assert (found[2][0].version, [*found[2][1]]) == (0, [])


@pytest.mark.parametrize("after", [0, 1, 9, 10**6])
def test_the_entries_may_begin_before_or_after_what_is_cached(after: int, games, log):
    for group in STORY:
        write(log, "g", [group])
    for _ in ("cold", "warm"):
        [(loaded, entries)] = games.load_with_entries({"g": after})
        assert loaded == fold_game(log, "g")
        assert [*entries] == log.read("g", after)


def test_after_a_rewind_the_entries_reach_to_the_version_of_the_state(games, log):
    for group in STORY:
        write(log, "g", [group])
    games.load("g")
    version = log.read("g")[-1].version
    write(log, "g", [Group("player-0", [RewindProposed(0, 1, 8, "2099-01-01T00:00:00.000Z"), Rewound(8)])])
    [(loaded, entries)] = games.load_with_entries({"g": version})
    assert loaded == fold_game(log, "g")
    assert [entry.name for entry in entries] == ["rewind_proposed", "rewound"]
