"""What comes instead of an answer."""

from marshmallow import fields

from service.api.schemas.base import Answer


class ProblemFault(Answer):
    """A place in the body (JSON Pointer) or a parameter of the query, and its fault."""

    optional = frozenset({"pointer", "parameter"})

    pointer = fields.String()
    parameter = fields.String()
    detail = fields.String()


class Problem(Answer):
    """RFC 9457."""

    optional = frozenset({"errors"})

    type = fields.String()
    title = fields.String()
    status = fields.Integer()
    code = fields.String(metadata={"description": "Stable, for programs."})
    detail = fields.String()
    instance = fields.String()
    errors = fields.List(fields.Nested(ProblemFault))
