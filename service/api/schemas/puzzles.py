"""Puzzles."""

from game.model import ROUNDS
from game.options import MAX_SEATS
from game.shapes import Text
from game.value_shapes import SEAT, VERSION
from service.api.schemas.base import Answer
from service.api.schemas.computed import MAX_SENTENCES, Alternative
from service.api.schemas.fields import Boolean, Float, Integer, List, Nested, Shaped, String
from service.api.schemas.intentions import INTENTION, LEGAL, MAX_LEGAL_INTENTIONS
from service.api.schemas.queries import MAX_POINTS
from service.api.schemas.validate import Length, OneOf, Range
from service.api.schemas.views import GameView, view_field
from service.puzzles.themes import THEMES


class PuzzleRating(Answer):
    """A try is a game of the player and the puzzle, rated as games are (Plackett-Luce)."""

    points = Integer("1000 + 40 * (mu - 25).", validate=Range(-MAX_POINTS, MAX_POINTS))
    tries = Shaped(VERSION, "First tries so far.")
    sigma = Float("How uncertain the rating is; 25/3 without a try, in units of 40 points.", validate=Range(0))


class ListedPuzzle(Answer):
    id = String(validate=Length(1, 20))
    themes = List(String(validate=OneOf(THEMES)), validate=Length(1, len(THEMES)))
    round = Integer(validate=Range(1, ROUNDS))
    phase = String(validate=OneOf(("draft", "planning", "production")))
    seats = Integer("How many play.", validate=Range(2, MAX_SEATS))
    side = view_field("side")
    rating = Nested(PuzzleRating)
    solved = Boolean("Whether your first try was right; null before it.", allow_none=True)


class Puzzle(ListedPuzzle):
    """A position of a real game in which one move is clearly better than all others."""

    view = Nested(GameView, "What the seat sees, without what names the game and its players.")
    legal = Shaped(LEGAL, "All that the seat may do.")
    own_rating = Nested(PuzzleRating, "Yours.")


class PuzzleSolution(Answer):
    intention = Shaped(INTENTION, "The best one, or a copy of it.")
    alternatives = List(
        Nested(Alternative),
        "Each different intention, with the lead at the end that `master` expects from it. The best one first.",
        validate=Length(max=MAX_LEGAL_INTENTIONS),
    )
    explanation = List(String(validate=Length(1, 2_000)), "In sentences.", validate=Length(max=MAX_SENTENCES))


class PuzzleTry(Answer):
    right = Boolean("Whether the intention is the best one.")
    lost = Float("How many points of lead it loses against the best one.")
    counted = Boolean("Whether it was your first try: only that one moves both ratings.")
    solution = Nested(PuzzleSolution)
    rating = Nested(PuzzleRating, "Yours, after the try.")
    puzzle_rating = Nested(PuzzleRating, "That of the puzzle, after the try.")
    game = Shaped(Text(64), "The game that the position is from.")
    version = Shaped(VERSION, "Of the game, before the decision.")
    seat = Shaped(SEAT)
