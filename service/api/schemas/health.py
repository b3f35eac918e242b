"""The health of the service."""

from game.shapes import Field, Nullable, Object, Text
from store.faults import FAULTS

ALIVE = Object("Alive", (Field("status", ("alive",)), Field("version", Text(40), "Of the installed package.")))
READY = Object(
    "Ready",
    (
        Field("status", ("ready",)),
        Field("store", ("ready", "degraded"), "`degraded`: a part of the store, on a cluster, cannot be used now."),
        Field("jobs", ("ready", *FAULTS), "The store of the job queues: `ready`, or what is wrong with it."),
        Field("detail", Nullable(Text(1000)), "What is in trouble, and what still works."),
    ),
)
