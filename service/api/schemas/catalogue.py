"""Strategies, cards and their names."""

from typing import get_args

from bots import STRATEGIES
from game.cards import CHARACTERS, DESIGNS, EMPIRE_IDS, KRYSTALLIUM, RESOURCES, TYPES
from game.declared import Kind, News
from game.events import EVENTS
from game.intentions import INTENTIONS
from game.model import CUBES_PER_KRYSTALLIUM, DEALT_TO_TWO, PICKS, ROUNDS
from game.options import MAX_SEATS
from game.rulesets import RULESETS
from game.scenarios import SCENARIOS
from game.shapes import Counts
from game.solo import POOL_CARDS, POOLS, REDRAW_CARDS
from game.value_shapes import CUBES, MEDALS, RANKS
from service.api.schemas.base import Answer
from service.api.schemas.fields import Boolean, Float, Integer, List, Nested, Shaped, String
from service.api.schemas.validate import Length, OneOf, Range
from service.language.languages import LANGUAGES, SENTENCE_LANGUAGES
from service.language.names import REACTION_TEXTS
from service.language.sentences import WORDS

NAME = Length(1, 200)
MAX_COUNT = 20


class Bot(Answer):
    """A strategy that can take a seat."""

    name = String(validate=OneOf(STRATEGIES))
    description = String(validate=NAME)
    seconds = Float("Typical time of a decision.")
    nodes = Integer("Nodes that it searches by default; 0: it does not search.", validate=Range(0, 10_000_000))
    rating = Float("From tournaments of two; only to compare strategies.")


class ProductionPer(Answer):
    resource = String(validate=OneOf(RESOURCES))
    per = String("One cube for each constructed card of this type.", validate=OneOf(TYPES))


class PointsPer(Answer):
    of = String("What is counted.", validate=OneOf((*TYPES, *CHARACTERS)))
    points = Integer("For each.", validate=Range(0, 99))


class VictoryPoints(Answer):
    flat = Integer(validate=Range(0, 99))
    per = Nested(PointsPer, allow_none=True)


class Development(Answer):
    """The design of development cards."""

    id = String(validate=OneOf(DESIGNS))
    name = String(validate=NAME)
    type = String(validate=OneOf(TYPES))
    copies = Integer(
        "Cards of this design; a card is called `<id>.<copy>`, copies from 1.", validate=Range(0, MAX_COUNT)
    )
    cost = Shaped(
        Counts("Cost", (*RESOURCES, KRYSTALLIUM, *CHARACTERS), range(MAX_COUNT + 1)),
        "Spaces to fill, by what they need.",
    )
    production = Shaped(CUBES)
    production_per = Nested(ProductionPer, allow_none=True)
    construction_bonus = Shaped(Counts("ConstructionBonus", (KRYSTALLIUM, *CHARACTERS), range(MAX_COUNT + 1)))
    recycling_bonus = String(validate=OneOf(RESOURCES))
    victory_points = Nested(VictoryPoints)


class EmpireSide(Answer):
    production = Shaped(CUBES)
    victory_points = Nested(VictoryPoints)


class EmpireSides(Answer):
    A = Nested(EmpireSide)
    B = Nested(EmpireSide)


class EmpireCard(Answer):
    id = String(validate=OneOf(EMPIRE_IDS))
    name = String(validate=NAME)
    sides = Nested(EmpireSides)


class ScenarioCard(Answer):
    name = String(validate=NAME)
    id = String(validate=OneOf(SCENARIOS))
    required = List(
        String(validate=OneOf(DESIGNS)), "The designs that must be constructed in the end.", validate=Length(max=10)
    )
    bronze = Integer("Points from which the medal is earned.", validate=Range(0, 999))
    silver = Integer(validate=Range(0, 999))
    gold = Integer(validate=Range(0, 999))


class SupremacyCharacters(Answer):
    """The character that each step's winner gets; `choice`: a general or a financier."""

    class Meta:
        include = {step: String(validate=OneOf((*CHARACTERS, "choice"))) for step in RESOURCES}


EVENT_NAMES = tuple(sorted(EVENTS))
MAX_FIELDS = max(len(declared.keys) for declared in EVENTS.values())


class EventDeclaration(Answer):
    """What a program must know of an event to fold a log and to tell it."""

    event = String(validate=OneOf(EVENT_NAMES))
    kind = String(
        "An undo or a rewind takes back what is `passing` or a `move`.",
        validate=OneOf(tuple(kind.value for kind in Kind)),
    )
    public = List(String(validate=NAME), "The fields that everybody sees.", validate=Length(max=MAX_FIELDS))
    own_seat = List(String(validate=NAME), "The fields that its seat sees as well.", validate=Length(max=MAX_FIELDS))
    ends_undo = Boolean("No seat can undo what it did before.")
    caused_by = String(
        "The intention that leads to it.",
        validate=OneOf(tuple(INTENTIONS)),
        allow_none=True,
    )
    news = String("How loudly to tell it; `beginning`: something new begins.", validate=OneOf(get_args(News)))


class EventSentences(Answer):
    event = String(validate=OneOf(EVENT_NAMES))
    templates = List(
        String(validate=NAME), "The fullest first: take the first whose `{fields}` you know.", validate=Length(max=10)
    )


class SentenceWord(Answer):
    field = String("A field, or an event.", validate=OneOf(WORDS))
    value = String(validate=NAME)
    text = String(validate=NAME)


class Sentences(Answer):
    """How to tell events, with names of your own; the `text` of an event is made of these, too."""

    language = String(validate=OneOf(SENTENCE_LANGUAGES))
    events = List(Nested(EventSentences), validate=Length(max=100))
    words = List(Nested(SentenceWord), "What values are called in them.", validate=Length(max=100))


CONSTANTS: dict[str, tuple[int, str]] = {
    "max_seats": (MAX_SEATS, "The most seats of a game."),
    "rounds": (ROUNDS, "Rounds of a game."),
    "picks": (PICKS, "Cards that each seat drafts in a round."),
    "dealt_to_two": (DEALT_TO_TWO, "Cards that each of two seats is dealt in a round."),
    "cubes_per_krystallium": (CUBES_PER_KRYSTALLIUM, "Cubes on the empire card that become a krystallium."),
    "pools": (POOLS, "Pools of a solo game."),
    "pool_cards": (POOL_CARDS, "Cards of a pool."),
    "redraw_cards": (REDRAW_CARDS, "Cards that a redraw shows."),
}
"""Numbers of the rules, with their meaning."""


class Rulings(Answer):
    """What a ruleset decides. A view names the ruleset of its game."""

    ruleset = String(validate=OneOf(RULESETS))
    solo_supremacy = Integer(
        "Cubes that one seat alone must produce to take a step's character.", validate=Range(0, 999)
    )


class NamedRank(Answer):
    id = String(validate=OneOf(RANKS))
    name = String(validate=NAME)


class NamedMedal(Answer):
    id = String(validate=OneOf(MEDALS))
    name = String(validate=NAME)


class NamedReaction(Answer):
    id = String(validate=OneOf(REACTION_TEXTS))
    text = String(validate=NAME)


class ScoreWords(Answer):
    """The names of the lines of the score table."""

    gross, combo, generals, financiers, total = (String(validate=NAME) for _ in range(5))


class Constants(Answer):
    class Meta:
        include = {name: Integer(meaning, validate=Range(0, 999)) for name, (_, meaning) in CONSTANTS.items()}


class Catalogue(Answer):
    """The cards and the words of the game, in one language. Ids are the same in all languages."""

    language = String(validate=OneOf(LANGUAGES))
    developments = List(Nested(Development), "The designs, each with its number of copies.", validate=Length(max=200))
    empires = List(Nested(EmpireCard), validate=Length(max=20))
    supremacy = Nested(SupremacyCharacters)
    scenarios = List(Nested(ScenarioCard), validate=Length(max=20))
    ranks = List(Nested(NamedRank), "Worst first.", validate=Length(max=10))
    medals = List(Nested(NamedMedal), "Best first.", validate=Length(max=10))
    reactions = List(Nested(NamedReaction), "What you can say at the table.", validate=Length(max=100))
    words = Nested(ScoreWords)
    events = List(Nested(EventDeclaration), "All events, by name.", validate=Length(max=100))
    sentences = Nested(Sentences)
    rulesets = List(String(validate=OneOf(RULESETS)), validate=Length(max=100))
    constants = Nested(Constants, "Numbers of the rules.")
    rulings = List(Nested(Rulings), "Numbers that the ruleset of a game decides.", validate=Length(max=100))
