"""All events, each from the file of its topic, and what follows from their declarations (`game.declared`).

In the group of an intention the seat's own event comes first; what the rules then do by themselves follows.
"""

from game.auto_ready import AutoReadySet
from game.construction import CardConstructed, CardDiscarded, ItemPlaced, KrystalliumMade
from game.declared import EVENTS, INTENTION_TYPES, MOVE, Event
from game.draft import CardDrafted, HandsDealt, HandsDiscarded, PicksRevealed
from game.hosting import HostChanged, InvitationWithdrawn, PlayerInvited, SeatRemoved
from game.lobby import GameAbandoned, GameOpened, SeatLeft, SeatResigned, SeatTaken, StartAgreed
from game.opening import GameStarted
from game.outages import TimeGivenBack
from game.pauses import GamePaused, GameResumed, PauseAgreed
from game.planning import CardRecycled, CardSlated, PlanningBegun
from game.production import CharacterChosen, GameEnded, ReadyDeclared, ResourcesProduced, SupremacyWon
from game.rewinds import RewindAccepted, RewindDeclined, RewindProposed, Rewound
from game.scoring import GameScored
from game.seating import TableChanged
from game.solo import CardKept, CardsRedrawn, PoolsFormed, PoolTaken
from game.time_limits import SeatReturned, SeatTakenOver, TimeExpired
from game.undos import IntentionUndone

SECRET = frozenset(name for name, declared in EVENTS.items() if declared.is_secret)
"""Names of events that not everybody may see whole. They are stored and hashed with a salt."""
GIVES_HANDS = frozenset(name for name, declared in EVENTS.items() if declared.gives_hands)
"""Names of events after which each seat has a new hand."""
SETTINGS = frozenset(
    name for name, declared in EVENTS.items() if declared.caused_by and INTENTION_TYPES[declared.caused_by].is_setting
)
"""Names of events of settings: who only changes one does not play."""
PLAYERS_ONLY = frozenset(name for name, declared in EVENTS.items() if declared.players_only)
"""Names of events that no bot causes, and no fork copies."""
MOVES = frozenset(declared.event for declared in EVENTS.values() if declared.kind is MOVE)
"""Events that an undo or a rewind takes back."""
