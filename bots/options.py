"""The legal intentions of a seat, from its view alone."""

from bots.strategy import View
from game import Intention, legal
from game.views.determinization import partial_state


def options(view: View) -> list[Intention]:
    """Every legal intention of the view's seat, in the order of `game.legal`."""
    return legal(partial_state(view), view["seat"])
