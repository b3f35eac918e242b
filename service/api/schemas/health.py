"""The health of the service."""

from service.api.schemas.base import Answer
from service.api.schemas.fields import String
from service.api.schemas.validate import Length, OneOf
from store.faults import FAULTS


class Alive(Answer):
    status = String(validate=OneOf(("alive",)))
    version = String(validate=Length(1, 40), description="Of the installed package.")


class Ready(Answer):
    status = String(validate=OneOf(("ready",)))
    store = String(
        validate=OneOf(("ready", "degraded")),
        description="`degraded`: a part of the store, on a cluster, cannot be used now.",
    )
    jobs = String(
        validate=OneOf(("ready", *FAULTS)),
        description="The store of the job queues: `ready`, or what is wrong with it.",
    )
    detail = String(validate=Length(1, 1_000), allow_none=True, description="What is in trouble, and what still works.")
