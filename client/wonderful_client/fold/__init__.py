"""Views from events alone. Its modules need the standard library only: copy them, or translate them."""

from .views import fold as fold
from .views import standing_events as standing_events
