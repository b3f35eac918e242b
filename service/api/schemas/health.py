"""The health of the service."""

from service.api.schemas.base import Answer
from service.api.schemas.fields import String
from service.api.schemas.validate import Length, OneOf
from store.faults import FAULTS


class Alive(Answer):
    status = String(validate=OneOf(("alive",)))
    version = String("Of the installed package.", validate=Length(1, 40))


class Ready(Answer):
    status = String(validate=OneOf(("ready",)))
    store = String(
        "`degraded`: a part of the store, on a cluster, cannot be used now.", validate=OneOf(("ready", "degraded"))
    )
    jobs = String("The store of the job queues: `ready`, or what is wrong with it.", validate=OneOf(("ready", *FAULTS)))
    detail = String("What is in trouble, and what still works.", validate=Length(1, 1_000), allow_none=True)
