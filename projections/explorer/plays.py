"""What each seat drafted, built and recycled: facts that follow from a log alone. Moves taken back leave no trace."""

from collections.abc import Sequence
from typing import NamedTuple

from events import Entry
from game.cards import CARDS
from game.construction import CardConstructed
from game.draft import CardDrafted
from game.model import State
from game.planning import CardRecycled
from game.scoring import card_points
from game.standing import standing_groups


class Pick(NamedTuple):
    """A choice in the draft. `place`: 1 for the first one of the round. `hand`: the designs to choose from, sorted."""

    round: int
    place: int
    design: str
    hand: tuple[str, ...]


class Built(NamedTuple):
    """A card that the seat constructed. `points`: what it is worth at the end."""

    round: int
    design: str
    points: int


class Play(NamedTuple):
    """What a seat did, in its order. `recycled`: (round, design) of drafted cards."""

    picks: tuple[Pick, ...] = ()
    built: tuple[Built, ...] = ()
    recycled: tuple[tuple[int, str], ...] = ()


def plays_of(entries: Sequence[Entry], states: Sequence[State]) -> tuple[Play, ...]:
    """By seat, what it did in a finished game. `states`: after each entry."""
    seats = states[-1].seats
    picks = [list[Pick]() for _ in seats]
    built = [list[Built]() for _ in seats]
    recycled = [list[tuple[int, str]]() for _ in seats]
    for version, event in (move for group in standing_groups([e.event for e in entries]) for move in group):
        if isinstance(event, CardDrafted):
            before = states[version - 2]
            hand = tuple(sorted({_design(card) for card in before.seats[event.seat].hand}))
            picks[event.seat].append(Pick(before.round, before.passes + 1, _design(event.card), hand))
        elif isinstance(event, CardConstructed):
            points = card_points(seats[event.seat], event.card)
            built[event.seat].append(Built(states[version - 2].round, _design(event.card), points))
        elif isinstance(event, CardRecycled):
            recycled[event.seat].append((states[version - 2].round, _design(event.card)))
    return tuple([Play(tuple(picks[seat]), tuple(built[seat]), tuple(recycled[seat])) for seat in range(len(seats))])


def _design(card: str) -> str:
    return CARDS[card].id
