"""Players."""

from marshmallow import fields, validate

from service.api.schemas.base import Answer


class Statistics(Answer):
    open = fields.Integer()
    playing = fields.Integer()
    finished = fields.Integer()
    abandoned = fields.Integer()
    won = fields.Integer(metadata={"description": "Finished games won, alone or shared."})
    assisted = fields.Integer(
        metadata={"description": "Games that are over and in which a rewind revealed hidden cards; not finished ones."}
    )


class PlayerOut(Answer):
    id = fields.String()
    name = fields.String()
    kind = fields.String(validate=validate.OneOf(["human", "bot"]))


class Registered(PlayerOut):
    token = fields.String(metadata={"description": "Only in this answer; keep it."})


class Account(PlayerOut):
    statistics = fields.Nested(Statistics)
