"""The rules of the game, pure: no clock, no dice, no input or output, standard library only.

`decide(state, intention)` gives events or raises `Refused`; `evolve(state, event)` gives the next state;
`fold(events)` gives the state of a game. Everything else is a question to a state.
"""

from game.batches import expand
from game.cards import catalogue
from game.check import check_view
from game.decide import decide
from game.effective import effective, undone
from game.evolve import TooEarly, evolve, fold, states
from game.facts import facts, state, state_hash
from game.fork import fork, fork_options
from game.groups import intention_of
from game.imagine import imagine
from game.intentions import Intention, body, intention
from game.legal import legal
from game.lobby import check_full, checked_options, dealt, join, leave, new, open, start
from game.refused import Refused
from game.rewind import accept, decline, propose
from game.scoring import ranking, score, scored
from game.state import Origin, State, bots_due, externals_due, humans, waiting_on
from game.undo import undo
from game.view import open_view, view

__all__ = [
    "Intention",
    "Origin",
    "Refused",
    "State",
    "TooEarly",
    "accept",
    "body",
    "bots_due",
    "catalogue",
    "check_full",
    "check_view",
    "checked_options",
    "dealt",
    "decide",
    "decline",
    "effective",
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
    "propose",
    "ranking",
    "score",
    "scored",
    "start",
    "state",
    "state_hash",
    "states",
    "undo",
    "undone",
    "view",
    "waiting_on",
]
