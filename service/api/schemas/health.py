"""The health of the service."""

from game.shapes import Field, Object, Text

ALIVE = Object("Alive", (Field("status", ("alive",)), Field("version", Text(40), "Of the installed package.")))
READY = Object("Ready", (Field("status", ("ready",)),))
