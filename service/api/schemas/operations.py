"""The health of the service."""

from marshmallow import fields, validate

from service.api.schemas.base import Answer


class Alive(Answer):
    status = fields.String(validate=validate.OneOf(["alive"]))
    version = fields.String(metadata={"description": "Of the installed package."})


class Ready(Answer):
    status = fields.String(validate=validate.OneOf(["ready"]))
