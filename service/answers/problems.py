"""What is told instead of an answer."""

from marshmallow import fields

from service.answers.base import Answer


class ProblemOut(Answer):
    """RFC 9457."""

    type = fields.String()
    title = fields.String()
    status = fields.Integer()
    code = fields.String(metadata={"description": "Stable, for programs."})
    detail = fields.String()
    instance = fields.String()
    errors = fields.List(fields.Dict())
