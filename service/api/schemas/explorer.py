"""The explorer: what finished games say about cards, empires and pairs."""

from game.cards import DESIGNS, EMPIRE_IDS
from game.model import PICKS
from game.value_shapes import VERSION
from projections.explorer.cells import DEFINITIONS
from projections.explorer.numbers import LEAST
from service.api.schemas.base import Answer
from service.api.schemas.fields import Boolean, Float, Integer, List, Nested, Shaped, String
from service.api.schemas.queries import MAX_PAGE_GAMES
from service.api.schemas.validate import Length, OneOf, Range


def interval(of: str) -> List:
    """The bounds of a confidence interval."""
    return List(Float(), f"95 % interval of `{of}`.", validate=Length(2, 2), allow_none=True)


class ExplorerResult(Answer):
    """What seats came to. Without seats, values are null; intervals are null unless there are `enough`."""

    cases = Shaped(VERSION, "How many it counts.")
    enough = Boolean(f"Whether it counts {LEAST} seats. Fewer are a hint at most, and not ranked.")
    won = Float("The share that won alone.", validate=Range(0, 1), allow_none=True)
    won_interval = interval("won")
    mean = Float("The mean lead over the mean of the others, in points; alone, the score.", allow_none=True)
    mean_interval = interval("mean")


class ExplorerPlace(Answer):
    place = Integer(validate=Range(1, PICKS))
    seen = Shaped(VERSION)
    picked = Shaped(VERSION)


class ExplorerCard(Answer):
    card = String(validate=OneOf(tuple(DESIGNS)))
    seen = Shaped(VERSION, "Hands with it, from which a seat picked.")
    picked = Shaped(VERSION)
    rate = Float("`picked` of `seen`.", validate=Range(0, 1), allow_none=True)
    rate_interval = interval("rate")
    places = List(Nested(ExplorerPlace), "By place in the draft of a round.", validate=Length(PICKS, PICKS))
    built = Shaped(VERSION)
    recycled = Shaped(VERSION)
    points = Float("What each that was built brought at the end.", allow_none=True)
    picks = Nested(ExplorerResult, "Of the seats, for each pick of it.")
    builds = Nested(ExplorerResult, "Of the seats that built it.")


class ExplorerCombination(Answer):
    """An empire without cards, an empire and a card that was built, or two cards that were."""

    empire = String(validate=OneOf(EMPIRE_IDS), allow_none=True)
    cards = List(String(validate=OneOf(tuple(DESIGNS))), validate=Length(max=2))
    result = Nested(ExplorerResult)


class _Table(Answer):
    definitions = Integer(
        "The version of the definitions in docs/explorer.md.", validate=Range(DEFINITIONS, DEFINITIONS)
    )
    games = Shaped(VERSION, "All games of the explorer, whatever the query asks for.")
    seats = Nested(ExplorerResult, "Of all seats that the query asks for, to compare with.")


class ExplorerCards(_Table):
    cards = List(Nested(ExplorerCard), "The best first.", validate=Length(max=MAX_PAGE_GAMES))


class ExplorerCombinations(_Table):
    combinations = List(
        Nested(ExplorerCombination), "The best first, of those that are `enough`.", validate=Length(max=MAX_PAGE_GAMES)
    )
