"""The rules of the game. They are pure: no clock, no dice, no input or output, and only the standard library.

`decide(state, intention)` returns events or raises `Refused`. `evolve(state, event)` returns the next state, and
`fold(events)` the state of a game. The other functions answer questions about a state.
"""

from game.cards import catalogue
from game.clocks import Clocks
from game.daily import is_closed, open_try, options_of_day
from game.declared import Intention, intention_of
from game.folding import TooEarly, evolve, fold, states
from game.forks import fork, fork_options
from game.hosting import hand_on, invite, remove, withdraw
from game.intentions import body, intention
from game.legal_moves import legal
from game.lobby import abort, agree, close, is_agreed, join, leave, open
from game.model import Origin, State
from game.opening import check_start, new, opening_deal, start
from game.options import check_options
from game.outages import Outage, may_give_back, owed_outages
from game.pauses import (
    MAX_PAUSE_SECONDS,
    agree_to_pause,
    awaited_for_pause,
    end_pause,
    paused_until,
    resume,
)
from game.refused import Refused
from game.rematches import check_rematch, open_rematch, rematch
from game.rewinds import RewindAnswer, accept, awaited_consents, decline, needs_consent, propose
from game.rules import decide
from game.scoring import ranking, score, score_event
from game.seating import change_table
from game.serialization import facts, quick_facts, state, state_hash
from game.shorthands import expand
from game.standing import group_moves, standing_groups, undone_versions
from game.table import (
    attended,
    host_of,
    humans,
    invited_players,
    is_at_table,
    is_expected,
    is_host,
    is_paused,
    waiting_on,
)
from game.time_limits import (
    abandon,
    bots_due,
    can_return,
    come_back,
    ends_at_ms,
    expire,
    overdue,
    silent,
    take_over,
    takeovers_ms,
)
from game.undos import undo
from game.views import open_view, view
from game.views.determinization import imagine
from game.views.foreign import check_view

__all__ = [
    "MAX_PAUSE_SECONDS",
    "Clocks",
    "Intention",
    "Origin",
    "Outage",
    "Refused",
    "RewindAnswer",
    "State",
    "TooEarly",
    "abandon",
    "abort",
    "accept",
    "agree",
    "agree_to_pause",
    "attended",
    "awaited_consents",
    "awaited_for_pause",
    "body",
    "bots_due",
    "can_return",
    "catalogue",
    "change_table",
    "check_options",
    "check_rematch",
    "check_start",
    "check_view",
    "close",
    "come_back",
    "decide",
    "decline",
    "end_pause",
    "ends_at_ms",
    "evolve",
    "expand",
    "expire",
    "facts",
    "fold",
    "fork",
    "fork_options",
    "group_moves",
    "hand_on",
    "host_of",
    "humans",
    "imagine",
    "intention",
    "intention_of",
    "invite",
    "invited_players",
    "is_agreed",
    "is_at_table",
    "is_closed",
    "is_expected",
    "is_host",
    "is_paused",
    "join",
    "leave",
    "legal",
    "may_give_back",
    "needs_consent",
    "new",
    "open",
    "open_rematch",
    "open_try",
    "open_view",
    "opening_deal",
    "options_of_day",
    "overdue",
    "owed_outages",
    "paused_until",
    "propose",
    "quick_facts",
    "ranking",
    "rematch",
    "remove",
    "resume",
    "score",
    "score_event",
    "silent",
    "standing_groups",
    "start",
    "state",
    "state_hash",
    "states",
    "take_over",
    "takeovers_ms",
    "undo",
    "undone_versions",
    "view",
    "waiting_on",
    "withdraw",
]
