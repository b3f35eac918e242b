"""The points that each card of an empire scores at present."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from game.cards import CARDS, EMPIRES


def points_by_card(seat: Mapping[str, Any], side: str) -> dict[str, int]:
    """Constructed card, or empire, → points, for a seat of a view.

    A card that scores for generals or financiers counts those points itself. Add one point for each general and
    financier, and the sum is the seat's total score.
    """
    card_points = {card: CARDS[card].points for card in seat["constructed"]}
    empire_points = {seat["empire"]: EMPIRES[seat["empire"], side].points}
    types = [CARDS[card].type for card in seat["constructed"]]
    counts = {"general": seat["generals"], "financier": seat["financiers"], **Counter(types)}
    return {
        card: points.flat + (points.points * counts.get(points.of, 0) if points.of else 0)
        for card, points in (card_points | empire_points).items()
    }
