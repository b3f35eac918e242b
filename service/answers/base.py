"""What all answers have in common."""

from marshmallow import EXCLUDE, Schema


class Answer(Schema):
    """What the service says; it may say more in time, so clients should not mind fields they do not know."""

    class Meta:
        unknown = EXCLUDE
