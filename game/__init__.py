"""The rules of the game, pure: no clock, no dice, no input or output, standard library only.

`decide(state, intention)` gives events or raises `Refused`; `evolve(state, event)` gives the next state;
`fold(events)` gives the state of a game. Everything else is a question to a state.
"""

from game.batches import expand
from game.cards import catalogue
from game.decide import decide
from game.evolve import evolve, fold
from game.facts import facts, state, state_hash
from game.groups import intention_of
from game.imagine import imagine
from game.intentions import Intention, body, intention
from game.legal import legal
from game.lobby import join, leave, new, open, start
from game.refused import Refused
from game.scoring import ranking, score, scored
from game.state import State, bots_due, waiting_on
from game.undo import undo
from game.view import view

__all__ = [
    "Intention",
    "Refused",
    "State",
    "body",
    "bots_due",
    "catalogue",
    "decide",
    "evolve",
    "expand",
    "facts",
    "fold",
    "imagine",
    "intention",
    "intention_of",
    "join",
    "leave",
    "legal",
    "new",
    "open",
    "ranking",
    "score",
    "scored",
    "start",
    "state",
    "state_hash",
    "undo",
    "view",
    "waiting_on",
]
