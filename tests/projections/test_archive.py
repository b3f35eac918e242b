"""Imported games: each is stored once, and no other game is marked as imported."""

import pytest

from events import MemoryLog
from projections.archive import Occupied, import_log
from tests.game.play import Play
from tests.projections.archive import log_lines, record_game

OURS, THEIRS = record_game(Play(1, 2)), record_game(Play(2, 2))


class Marks:
    """The lobby's part in it."""

    def __init__(self):
        self.marked = set()
        self.mark_imported, self.unmark_imported = self.marked.add, self.marked.discard


class Raced(MemoryLog):
    """A log in which somebody is quicker: `theirs` is there when a game is about to be restored."""

    def __init__(self, theirs):
        super().__init__()
        self._theirs = theirs

    def restore(self, game, entries, key):
        super().restore(game, self._theirs.entries, key._replace(field="service:other"))
        return super().restore(game, entries, key)


def test_another_game_that_came_first_keeps_its_id_and_is_not_marked():
    log, marks = Raced(THEIRS), Marks()
    with pytest.raises(Occupied):
        import_log(log_lines(OURS), log, marks)
    assert marks.marked == set()
    assert log.read(OURS.id) == THEIRS.entries


def test_the_same_game_that_came_first_is_as_good():
    log, marks = Raced(OURS), Marks()
    assert import_log(log_lines(OURS), log, marks).ok
    assert marks.marked == {OURS.id}
    assert log.read(OURS.id) == OURS.entries
