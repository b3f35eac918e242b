"""Strategies, cards and their names."""

from marshmallow import fields

from service.api.schemas.base import Answer


class Bot(Answer):
    name = fields.String()
    description = fields.String()
    seconds = fields.Float(metadata={"description": "Typical time of a decision."})
    nodes = fields.Integer(metadata={"description": "Nodes it searches by default; 0: it does not search."})
    rating = fields.Float(metadata={"description": "From tournaments of two; only to compare strategies."})


class Named(Answer):
    id = fields.String()
    name = fields.String()


class ScenarioOut(Named):
    """`bronze`, `silver`, `gold`: points from which each medal is earned."""

    required = fields.List(fields.String(metadata={"description": "A design that must be constructed in the end."}))
    bronze = fields.Integer()
    silver = fields.Integer()
    gold = fields.Integer()


class ScoreWords(Answer):
    gross = fields.String()
    combo = fields.String()
    generals = fields.String()
    financiers = fields.String()
    total = fields.String()


class Catalogue(Answer):
    """The cards and the words of the game, in one language. Ids are the same in all languages."""

    language = fields.String(metadata={"example": "fr"})
    developments = fields.List(fields.Dict(), metadata={"description": "The designs, each with its number of copies."})
    empires = fields.List(fields.Dict())
    supremacy = fields.Dict(metadata={"description": "Step to character: general, financier, or a choice of either."})
    scenarios = fields.List(fields.Nested(ScenarioOut))
    ranks = fields.List(fields.Nested(Named), metadata={"description": "Of a solo score, worst first."})
    medals = fields.List(fields.Nested(Named), metadata={"description": "Of a scenario, best first."})
    words = fields.Nested(ScoreWords, metadata={"description": "The names of the lines of the score table."})
    rulesets = fields.List(fields.String())
