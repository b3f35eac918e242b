"""A position in words, as a spectator sees it."""

from game.cards import CARDS
from game.model import Seat, State
from game.scoring import score


def describe(state: State) -> str:
    """A line for the table and one for each seat."""
    stage = f"round {state.round}, {state.phase}" + (f" of {state.step}" if state.step else "")
    lines = [f"{stage}; {len(state.deck)} cards in the deck"]
    for index, (seat, points) in enumerate(zip(state.seats, score(state), strict=True)):
        lines.append(f"seat_{index}: {points['total']} points; {_items(seat)}; builds {_sites(seat)}")
    return "\n".join(lines)


def _items(seat: Seat) -> str:
    owned = f"{seat.krystallium} krystallium, {seat.generals} generals, {seat.financiers} financiers"
    return f"{len(seat.constructed)} cards, {owned}"


def _sites(seat: Seat) -> str:
    sites = [
        f"{CARDS[site.card].id} ({len(site.filled) - site.filled.count(None)}/{len(site.filled)})"
        for site in seat.construction
    ]
    return ", ".join(sites) or "nothing"
