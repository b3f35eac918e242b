"""Imported games: each is stored once, and no other game is marked as imported."""

import pytest

from events import MemoryLog
from projections.transfer import Occupied, import_log
from tests.game.play import Play
from tests.projections.archive import log_lines, record_game
from tests.projections.table import fold_game

OURS, THEIRS = record_game(Play(1, 2)), record_game(Play(2, 2))


class RacedLog(MemoryLog):
    """A log in which another process stores its game just before ours is stored."""

    def __init__(self, theirs):
        super().__init__()
        self._theirs = theirs

    def restore(self, game, entries, key):
        super().restore(game, self._theirs.entries, key._replace(field="service:other"))
        return super().restore(game, entries, key)


def is_listed_as_imported(log, lobby, game):
    """Whether the list, once it holds the game, marks it as imported."""
    lobby.save(game, fold_game(log, game))
    [summary] = lobby.page().games
    return summary["imported"]


def test_another_game_that_came_first_keeps_its_id_and_is_not_marked(lobby):
    log = RacedLog(THEIRS)
    with pytest.raises(Occupied):
        import_log(log_lines(OURS), log, lobby)
    assert log.read(OURS.id) == THEIRS.entries
    assert not is_listed_as_imported(log, lobby, OURS.id)


def test_the_same_game_that_came_first_is_as_good(lobby):
    log = RacedLog(OURS)
    assert import_log(log_lines(OURS), log, lobby).ok
    assert log.read(OURS.id) == OURS.entries
    assert is_listed_as_imported(log, lobby, OURS.id)


def test_a_game_that_is_stored_already_stays_as_it_is(lobby):
    log = MemoryLog()
    for _ in range(2):
        assert import_log(log_lines(OURS), log, lobby).ok
    assert log.read(OURS.id) == OURS.entries
