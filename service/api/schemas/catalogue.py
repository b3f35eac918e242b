"""Strategies, cards and their names."""

from bots import STRATEGIES
from game.cards import CHARACTERS, DESIGNS, EMPIRE_IDS, KRYSTALLIUM, RESOURCES, TYPES
from game.declared import EVENTS
from game.model import CUBES_PER_KRYSTALLIUM, DEALT_TO_TWO, PICKS, ROUNDS
from game.options import MAX_SEATS
from game.rulesets import RULESETS
from game.scenarios import SCENARIOS
from game.shapes import Counts, Field, ListOf, Nullable, Number, Object, Text
from game.solo import POOL_CARDS, POOLS, REDRAW_CARDS
from game.value_shapes import CUBES, MEDALS, RANKS
from service.language.names import LANGUAGES, REACTION_TEXTS
from service.language.sentences import WORDS
from service.language.translations import SENTENCE_LANGUAGES

NAME = Text(200)
POINTS = range(100)
COUNT = range(21)
BOT = Object(
    "Bot",
    (
        Field("name", tuple(STRATEGIES)),
        Field("description", NAME),
        Field("seconds", Number(), "Typical time of a decision."),
        Field("nodes", range(10_000_001), "Nodes that it searches by default; 0: it does not search."),
        Field("rating", Number(), "From tournaments of two; only to compare strategies."),
    ),
    meaning="A strategy that can take a seat.",
)
COST = Counts("Cost", (*RESOURCES, KRYSTALLIUM, *CHARACTERS), COUNT)
BONUS = Counts("ConstructionBonus", (KRYSTALLIUM, *CHARACTERS), COUNT)
PRODUCTION_PER = Object(
    "ProductionPer",
    (Field("resource", RESOURCES), Field("per", TYPES, "One cube for each constructed card of this type.")),
)
POINTS_PER = Object(
    "PointsPer", (Field("of", (*TYPES, *CHARACTERS), "What is counted."), Field("points", POINTS, "For each."))
)
VICTORY_POINTS = Object("VictoryPoints", (Field("flat", POINTS), Field("per", Nullable(POINTS_PER))))
DEVELOPMENT = Object(
    "Development",
    (
        Field("id", tuple(DESIGNS)),
        Field("name", NAME),
        Field("type", TYPES),
        Field("copies", COUNT, "Cards of this design; a card is called `<id>.<copy>`, copies from 1."),
        Field("cost", COST, "Spaces to fill, by what they need."),
        Field("production", CUBES),
        Field("production_per", Nullable(PRODUCTION_PER)),
        Field("construction_bonus", BONUS),
        Field("recycling_bonus", RESOURCES),
        Field("victory_points", VICTORY_POINTS),
    ),
    meaning="The design of development cards.",
)
FACE = Object("EmpireSide", (Field("production", CUBES), Field("victory_points", VICTORY_POINTS)))
EMPIRE = Object(
    "EmpireCard",
    (
        Field("id", EMPIRE_IDS),
        Field("name", NAME),
        Field("sides", Object("EmpireSides", (Field("A", FACE), Field("B", FACE)))),
    ),
)
SCENARIO = Object(
    "ScenarioCard",
    (
        Field("name", NAME),
        Field("id", tuple(SCENARIOS)),
        Field("required", ListOf(tuple(DESIGNS), 10), "The designs that must be constructed in the end."),
        Field("bronze", range(1000), "Points from which the medal is earned."),
        Field("silver", range(1000)),
        Field("gold", range(1000)),
    ),
)
SUPREMACY = Object(
    "SupremacyCharacters",
    tuple(Field(step, (*CHARACTERS, "choice")) for step in RESOURCES),
    meaning="The character that each step's winner gets; `choice`: a general or a financier.",
)
EVENT_SENTENCES = Object(
    "EventSentences",
    (
        Field("event", tuple(sorted(EVENTS))),
        Field("templates", ListOf(NAME, 10), "The fullest first: take the first whose `{fields}` you know."),
    ),
)
SENTENCE_WORD = Object(
    "SentenceWord", (Field("field", tuple(WORDS), "A field, or an event."), Field("value", NAME), Field("text", NAME))
)
SENTENCES = Object(
    "Sentences",
    (
        Field("language", SENTENCE_LANGUAGES),
        Field("events", ListOf(EVENT_SENTENCES, 100)),
        Field("words", ListOf(SENTENCE_WORD, 100), "What values are called in them."),
    ),
    meaning="How to tell events, with names of your own; the `text` of an event is made of these, too.",
)
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
RULINGS = Object(
    "Rulings",
    (
        Field("ruleset", tuple(RULESETS)),
        Field("solo_supremacy", range(1000), "Cubes that one seat alone must produce to take a step's character."),
    ),
    meaning="What a ruleset decides. A view names the ruleset of its game.",
)
CATALOGUE = Object(
    "Catalogue",
    (
        Field("language", LANGUAGES),
        Field("developments", ListOf(DEVELOPMENT, 200), "The designs, each with its number of copies."),
        Field("empires", ListOf(EMPIRE, 20)),
        Field("supremacy", SUPREMACY),
        Field("scenarios", ListOf(SCENARIO, 20)),
        Field("ranks", ListOf(Object("NamedRank", (Field("id", RANKS), Field("name", NAME))), 10), "Worst first."),
        Field("medals", ListOf(Object("NamedMedal", (Field("id", MEDALS), Field("name", NAME))), 10), "Best first."),
        Field(
            "reactions",
            ListOf(Object("NamedReaction", (Field("id", tuple(REACTION_TEXTS)), Field("text", NAME))), 100),
            "What you can say at the table.",
        ),
        Field(
            "words",
            Object(
                "ScoreWords",
                tuple(Field(line, NAME) for line in ("gross", "combo", "generals", "financiers", "total")),
                meaning="The names of the lines of the score table.",
            ),
        ),
        Field("sentences", SENTENCES),
        Field("rulesets", ListOf(tuple(RULESETS), 100)),
        Field(
            "constants",
            Object("Constants", tuple(Field(name, range(1000), meaning) for name, (_, meaning) in CONSTANTS.items())),
            "Numbers of the rules.",
        ),
        Field("rulings", ListOf(RULINGS, 100), "Numbers that the ruleset of a game decides."),
    ),
    meaning="The cards and the words of the game, in one language. Ids are the same in all languages.",
)
