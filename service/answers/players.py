"""Players."""

from marshmallow import fields

from service.answers.base import Answer


class Statistics(Answer):
    open = fields.Integer()
    playing = fields.Integer()
    finished = fields.Integer()
    abandoned = fields.Integer()
    won = fields.Integer(metadata={"description": "Finished games won, alone or shared."})
    assisted = fields.Integer(
        metadata={
            "description": "Games that are over, but in which a rewind showed what was hidden; not finished ones."
        }
    )


class PlayerOut(Answer):
    id = fields.String(required=True)
    name = fields.String(required=True)
    kind = fields.String(required=True)


class Registered(PlayerOut):
    token = fields.String(required=True, metadata={"description": "Shown this once; keep it."})


class Account(PlayerOut):
    statistics = fields.Nested(Statistics)
