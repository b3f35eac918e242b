"""A game as its players and spectators see it: the events that each got, and the view at each version by the rules."""

import json
from collections.abc import Sequence
from random import Random
from time import time

import game as rules
from events import Entry, Group
from events.chain import entries
from game import State
from game.events import GIVES_HANDS
from projections.redaction import redact
from service.api.catalogue import catalogue_text
from tests.game.play import Play
from tests.game.test_property_rewind import play_with_rewinds
from tests.service.client import Json

CATALOGUE: Json = json.loads(catalogue_text("en", "en"))
"""As `GET /v1/catalogue` gives it."""


class Watched:
    """The entries of a game, and the state after each. A viewer is the id of a player, or None: a spectator."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.entries = entries
        self.states = list(rules.states([entry.event for entry in entries]))

    def seat_of(self, viewer: str | None, version: int) -> int | None:
        """The seat of a player who has not resigned."""
        seats = enumerate(self.states[version - 1].seats)
        return next(
            (at for at, seat in seats if viewer and seat.player == viewer and (not seat.bot or seat.away)), None
        )

    def events(self, viewer: str | None, everything: bool = False) -> list[Json]:
        """The events as a viewer got them one by one; `everything`: as they are once the game is finished."""
        return [self._event(entry, self.seat_of(viewer, entry.version), everything) for entry in self.entries]

    def view(self, viewer: str | None, version: int) -> Json:
        return rules.view(self.states[version - 1], self.seat_of(viewer, version))

    def open_view(self, viewer: str | None, version: int) -> Json:
        """The view once the game is finished: of who has resigned it is that of a spectator."""
        is_seated = self.seat_of(viewer, len(self.states)) is not None
        return rules.open_view(self.states[version - 1], self.seat_of(viewer, version) if is_seated else None)

    def _event(self, entry: Entry, seat: int | None, everything: bool) -> Json:
        gives_hands = entry.name in GIVES_HANDS and (seat is not None or everything)
        hands = [each.hand for each in self.states[entry.version - 1].seats] if gives_hands else None
        return redact(entry, seat, everything, hands)


def random_game(play: Play) -> Watched:
    """A random game with undos, rewinds, auto-ready and resignations."""
    made, _ = play_with_rewinds(play, Random(play.seed))
    state: State = rules.fold(made)
    if state.phase == "finished":
        made.append(rules.score_event(state))
    return Watched(entries([Group("player-0", made)], 0, b"", time))
