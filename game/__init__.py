"""The rules of the game. They are pure: no clock, no dice, no input or output, and only the standard library.

`decide(state, intention)` returns events or raises `Refused`. `evolve(state, event)` returns the next state, and
`fold(events)` the state of a game. The other functions answer questions about a state.
"""

from game.cards import catalogue
from game.causes import intention_of
from game.determinization import imagine
from game.foreign_views import check_view
from game.forks import fork, fork_options
from game.intentions import Intention, body, intention
from game.legal_moves import legal
from game.lobby import check_full, join, leave, new, open, opening_deal, start
from game.model import Origin, State, bots_due, externals_due, humans, waiting_on
from game.options import check_options
from game.refused import Refused
from game.rewinds import RewindAnswer, accept, decline, propose
from game.rules import decide
from game.scoring import ranking, score, score_event
from game.serialization import facts, state, state_hash
from game.shorthands import expand
from game.standing import standing_groups, undone_versions
from game.transitions import TooEarly, evolve, fold, states
from game.undos import undo
from game.views import open_view, view

__all__ = [
    "Intention",
    "Origin",
    "Refused",
    "RewindAnswer",
    "State",
    "TooEarly",
    "accept",
    "body",
    "bots_due",
    "catalogue",
    "check_full",
    "check_options",
    "check_view",
    "decide",
    "decline",
    "evolve",
    "expand",
    "externals_due",
    "facts",
    "fold",
    "fork",
    "fork_options",
    "humans",
    "imagine",
    "intention",
    "intention_of",
    "join",
    "leave",
    "legal",
    "new",
    "open",
    "open_view",
    "opening_deal",
    "propose",
    "ranking",
    "score",
    "score_event",
    "standing_groups",
    "start",
    "state",
    "state_hash",
    "states",
    "undo",
    "undone_versions",
    "view",
    "waiting_on",
]
