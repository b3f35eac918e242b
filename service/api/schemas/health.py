"""The health of the service."""

from events.faults import FAULTS
from game.shapes import Field, Nullable, Object, Text

ALIVE = Object("Alive", (Field("status", ("alive",)), Field("version", Text(40), "Of the installed package.")))
READY = Object(
    "Ready",
    (
        Field("status", ("ready",)),
        Field("jobs", ("ready", *FAULTS), "The store of the job queues: `ready`, or what is wrong with it."),
        Field("detail", Nullable(Text(400)), "What is in trouble, and what still works."),
    ),
)
