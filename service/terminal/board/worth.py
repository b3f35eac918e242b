"""What each card of an empire scores as things stand."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from game.cards import CARDS, EMPIRES


def worths(seat: Mapping[str, Any], side: str) -> dict[str, int]:
    """Points by constructed card, and by empire, of a seat of a view.

    A card's points for each general are its own; with a point for each character besides they make the total.
    """
    of_cards = {card: CARDS[card].points for card in seat["constructed"]}
    of_empire = {seat["empire"]: EMPIRES[seat["empire"], side].points}
    types = [CARDS[card].type for card in seat["constructed"]]
    counts = {"general": seat["generals"], "financier": seat["financiers"], **Counter(types)}
    return {id: p.flat + (p.points * counts.get(p.of, 0) if p.of else 0) for id, p in (of_cards | of_empire).items()}
