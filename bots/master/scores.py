"""What the end of a game is worth."""

CARD_POINTS = 0.01
"""Points for a constructed card, to break ties: with equal scores, more cards win (R83)."""
MISSING_CARD_POINTS = 30.0
"""Points that a required card costs if it is missing at the end of a scenario."""
