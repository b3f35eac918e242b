"""All events. `game.declared` says what a declaration means, `game.event_fields` what the types of the fields are.

In the group of an intention the seat's own event comes first; what the rules then do by themselves follows.
"""

from dataclasses import dataclass

from game.cards import EMPIRE
from game.declared import ALL, EVENTS, LOBBY, MOVE, PASSING, TABLE, event
from game.declared import Event as Event
from game.event_fields import (
    Account,
    Amounts,
    Card,
    Cards,
    Character,
    ClientSeed,
    ClientSeeds,
    Commitment,
    Direction,
    Empire,
    Empires,
    EndReason,
    Flag,
    GameId,
    HandSize,
    Item,
    Medal,
    Milliseconds,
    Options,
    Origin,
    Picks,
    Player,
    Players,
    Rank,
    Ranking,
    Rematch,
    Resource,
    Ruleset,
    Scores,
    SeatNumber,
    Sequence,
    ServerSeed,
    Space,
    Strategy,
    Target,
    Time,
    Tokens,
    Version,
)
from game.intentions import AutoReady, Choose, Discard, Draft, Keep, Place, Ready, Recycle, Redraw, Slate

# The lobby


@event("game_opened", LOBBY, public=ALL)
@dataclass(frozen=True, slots=True)
class GameOpened(Event):
    """`commitment`: SHA-256 of server seed and game id, hexadecimal. `options`: the body of the request.

    `opener`: the player who may start a game in which bots have all seats. `origin`: of a fork, the fields of
    `game.model.Origin`. `rematch`: the `game` that is played again, and its `players` by seat,
    bots as `bot:<strategy>`.
    """

    game: GameId
    ruleset: Ruleset
    options: Options
    commitment: Commitment
    opener: Account | None = None
    origin: Origin | None = None
    rematch: Rematch | None = None


@event("seat_taken", LOBBY, public=ALL)
@dataclass(frozen=True, slots=True)
class SeatTaken(Event):
    """`player`: an account's id, or `bot:<strategy>`. `external`: the account is a bot account, played by a program."""

    seat: SeatNumber
    player: Player
    empire: Empire | None = None
    client_seed: ClientSeed | None = None
    external: Flag = False


@event("seat_left", LOBBY, public=ALL)
@dataclass(frozen=True, slots=True)
class SeatLeft(Event):
    seat: SeatNumber


@event("seat_removed", LOBBY, public=ALL)
@dataclass(frozen=True, slots=True)
class SeatRemoved(Event):
    """The host removed the player from the open game."""

    seat: SeatNumber
    player: Player


@event("start_agreed", LOBBY, public=ALL, players_only=True)
@dataclass(frozen=True, slots=True)
class StartAgreed(Event):
    """The seat agrees that the game starts, or no longer does. When all agree, it starts.

    `client_seed`: replaces the one that the seat gave before.
    """

    seat: SeatNumber
    on: Flag
    client_seed: ClientSeed | None = None


@event("host_changed", LOBBY, public=ALL)
@dataclass(frozen=True, slots=True)
class HostChanged(Event):
    """`host`: the seat that may now start the game, invite players and remove them."""

    host: SeatNumber


@event("table_changed", LOBBY, public=ALL)
@dataclass(frozen=True, slots=True)
class TableChanged(Event):
    """The host changed the number of seats, or the bots. Nobody agrees to start any more.

    `players`: by seat, an account, `bot:<strategy>`, or None for a free seat. An account keeps what it chose; its
    former seat is the one where the table had it. `reserved`: by seat, for whom a rematch keeps a free seat.
    """

    players: Players
    reserved: Players = ()


@event("player_invited", LOBBY, public=ALL)
@dataclass(frozen=True, slots=True)
class PlayerInvited(Event):
    player: Player


@event("invitation_withdrawn", LOBBY, public=ALL)
@dataclass(frozen=True, slots=True)
class InvitationWithdrawn(Event):
    """The host withdrew the invitation, or the player declined it."""

    player: Player


@event("game_started", MOVE, public=("empires", "client_seeds"))
@dataclass(frozen=True, slots=True)
class GameStarted(Event):
    """`empires`, `client_seeds`: by seat. `deck`: card names, first drawn first. Seeds are hexadecimal or text."""

    empires: Empires
    deck: Cards
    server_seed: ServerSeed
    client_seeds: ClientSeeds


@event("seat_resigned", TABLE, public=ALL)
@dataclass(frozen=True, slots=True)
class SeatResigned(Event):
    """From now on the strategy plays the seat."""

    seat: SeatNumber
    strategy: Strategy


@event("game_abandoned", TABLE, public=ALL)
@dataclass(frozen=True, slots=True)
class GameAbandoned(Event):
    """The game ends without a result; no event follows.

    `reason`: `left` (no player is at the table), `aborted` (by a player, before the first picks were revealed),
    `expired` (it did not start in time) or `idle` (nobody moved for long).
    """

    reason: EndReason = "left"


# Time


@event("time_expired", PASSING, public=ALL)
@dataclass(frozen=True, slots=True)
class TimeExpired(Event):
    """The seat's time is up: a strategy plays the rest of the phase, step or hand."""

    seat: SeatNumber


@event("seat_taken_over", TABLE, public=ALL)
@dataclass(frozen=True, slots=True)
class SeatTakenOver(Event):
    """The seat missed too many phases in a row: from now on the strategy plays it, until its player returns."""

    seat: SeatNumber
    strategy: Strategy


@event("seat_returned", TABLE, public=ALL)
@dataclass(frozen=True, slots=True)
class SeatReturned(Event):
    """The player plays the seat again."""

    seat: SeatNumber


@event("time_given_back", TABLE, public=ALL)
@dataclass(frozen=True, slots=True)
class TimeGivenBack(Event):
    """The service did not answer from `from_ms` to `to_ms` (ms since 1970): no clock ran then."""

    from_ms: Milliseconds
    to_ms: Milliseconds


@event("pause_agreed", TABLE, public=ALL, players_only=True)
@dataclass(frozen=True, slots=True)
class PauseAgreed(Event):
    """The seat agrees to a pause; or not, and then nobody asks for one any more.

    `expires`: of the seat that asks first, until when the others may agree. RFC 3339, UTC.
    """

    seat: SeatNumber
    on: Flag
    expires: Time | None = None


@event("game_paused", TABLE, public=ALL)
@dataclass(frozen=True, slots=True)
class GamePaused(Event):
    """All people agree: clocks stand still, and nobody moves, at the longest `until` a time in RFC 3339, UTC."""

    until: Time


@event("game_resumed", TABLE, public=ALL)
@dataclass(frozen=True, slots=True)
class GameResumed(Event):
    """The pause is over."""


# Solo


@event("pools_formed", MOVE, public=ALL)
@dataclass(frozen=True, slots=True)
class PoolsFormed(Event):
    """A solo game forms its pools (R60). `required`: the scenario's cards, which go to the construction area."""

    required: Cards = ()


@event("pool_taken", MOVE, public=("sequence",), own_seat=("cards",))
@dataclass(frozen=True, slots=True)
class PoolTaken(Event):
    """`sequence`: 1 begins a round, 2 is its second; `cards` are the hand (R61)."""

    seat: SeatNumber
    sequence: Sequence
    cards: Cards


@event("cards_redrawn", MOVE, public=("cards",), own_seat=("candidates",), caused_by=Redraw)
@dataclass(frozen=True, slots=True)
class CardsRedrawn(Event):
    """`cards` were discarded to see `candidates` (R62).

    `under`: the discard pile, these cards included, as it was shuffled under the deck first; empty if it was not (R65).
    """

    seat: SeatNumber
    cards: Cards
    candidates: Cards
    under: Cards = ()


@event("card_kept", MOVE, public=("discarded",), own_seat=("card",), caused_by=Keep)
@dataclass(frozen=True, slots=True)
class CardKept(Event):
    """`discarded`: the other candidates (R62)."""

    seat: SeatNumber
    card: Card
    discarded: Cards


# The draft


@event("hands_dealt", MOVE, public=ALL, gives_hands=True)
@dataclass(frozen=True, slots=True)
class HandsDealt(Event):
    """A round begins: each seat in turn gets the next `size` cards of the deck (R10, R14)."""

    size: HandSize


@event("card_drafted", MOVE, public=(), own_seat=("card",), caused_by=Draft)
@dataclass(frozen=True, slots=True)
class CardDrafted(Event):
    seat: SeatNumber
    card: Card


@event("picks_revealed", MOVE, public=ALL, gives_hands=True)
@dataclass(frozen=True, slots=True)
class PicksRevealed(Event):
    """`picks`: by seat. `passed`: where the hands then go: left (to the next seat), right, or None (R12)."""

    picks: Picks
    passed: Direction | None = None


@event("hands_discarded", MOVE, public=ALL)
@dataclass(frozen=True, slots=True)
class HandsDiscarded(Event):
    """`cards`: the rest of the hands, seat 0 first (R14)."""

    cards: Cards


# Planning and production


@event("planning_begun", MOVE, public=ALL)
@dataclass(frozen=True, slots=True)
class PlanningBegun(Event):
    pass


@event("card_slated", MOVE, public=ALL, caused_by=Slate)
@dataclass(frozen=True, slots=True)
class CardSlated(Event):
    seat: SeatNumber
    card: Card


@event("card_recycled", MOVE, public=ALL, caused_by=Recycle)
@dataclass(frozen=True, slots=True)
class CardRecycled(Event):
    """The cube of its recycling bonus went `onto` a card under construction or the empire card (R20, R21)."""

    seat: SeatNumber
    card: Card
    onto: Target = EMPIRE


@event("item_placed", MOVE, public=ALL, caused_by=Place)
@dataclass(frozen=True, slots=True)
class ItemPlaced(Event):
    """`kind`: the kind of space that a krystallium fills, None for other items."""

    seat: SeatNumber
    item: Item
    onto: Target = EMPIRE
    kind: Space | None = None


@event("card_discarded", MOVE, public=ALL, caused_by=Discard)
@dataclass(frozen=True, slots=True)
class CardDiscarded(Event):
    """The cube of its recycling bonus went to the empire card (R46)."""

    seat: SeatNumber
    card: Card


@event("character_chosen", MOVE, public=ALL, caused_by=Choose)
@dataclass(frozen=True, slots=True)
class CharacterChosen(Event):
    seat: SeatNumber
    character: Character


@event("ready_declared", MOVE, public=ALL, caused_by=Ready)
@dataclass(frozen=True, slots=True)
class ReadyDeclared(Event):
    """`auto`: declared by auto-ready, not by an intention. An undo of the move that led to it removes it."""

    seat: SeatNumber
    auto: Flag = False


@event("auto_ready_set", TABLE, public=ALL, caused_by=AutoReady, players_only=True)
@dataclass(frozen=True, slots=True)
class AutoReadySet(Event):
    seat: SeatNumber
    on: Flag


@event("card_constructed", MOVE, public=ALL)
@dataclass(frozen=True, slots=True)
class CardConstructed(Event):
    """`krystallium`, `generals`, `financiers`: the construction bonus received (R42, R43)."""

    seat: SeatNumber
    card: Card
    krystallium: Tokens = 0
    generals: Tokens = 0
    financiers: Tokens = 0


@event("krystallium_made", MOVE, public=ALL)
@dataclass(frozen=True, slots=True)
class KrystalliumMade(Event):
    """Five cubes on the empire card became one krystallium (R45)."""

    seat: SeatNumber


@event("resources_produced", MOVE, public=ALL)
@dataclass(frozen=True, slots=True)
class ResourcesProduced(Event):
    """A production step begins; `amounts`: cubes by seat (R31)."""

    step: Resource
    amounts: Amounts


@event("supremacy_won", MOVE, public=ALL)
@dataclass(frozen=True, slots=True)
class SupremacyWon(Event):
    """`character`: None while the seat must choose (R34)."""

    seat: SeatNumber
    character: Character | None = None


# The end


@event("game_ended", MOVE, public=ALL)
@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """The last step of the last round is over; a job will append the score."""


@event("game_scored", MOVE, public=ALL)
@dataclass(frozen=True, slots=True)
class GameScored(Event):
    """`scores`: by seat, gross, combo, generals, financiers, total; `ranking`: groups of seats, best first (R83).

    `rank`: of a solo game (R66); `medal`: of a scenario (R70-R75).
    """

    scores: Scores
    ranking: Ranking
    rank: Rank | None = None
    medal: Medal | None = None


# Taking back


@event("intention_undone", PASSING, public=ALL, players_only=True)
@dataclass(frozen=True, slots=True)
class IntentionUndone(Event):
    """`group`: the version of the undone intention's first event."""

    seat: SeatNumber
    group: Version


@event("rewind_proposed", TABLE, public=ALL, players_only=True)
@dataclass(frozen=True, slots=True)
class RewindProposed(Event):
    """The seat asks the others to go back to version `to`. `number`: 1, 2 ... in the game. `expires`: RFC 3339, UTC."""

    seat: SeatNumber
    number: Version
    to: Version
    expires: Time


@event("rewind_accepted", TABLE, public=ALL, players_only=True)
@dataclass(frozen=True, slots=True)
class RewindAccepted(Event):
    seat: SeatNumber
    number: Version


@event("rewind_declined", TABLE, public=ALL, players_only=True)
@dataclass(frozen=True, slots=True)
class RewindDeclined(Event):
    """Another seat declined the rewind, or the proposing seat withdrew it."""

    seat: SeatNumber
    number: Version


@event("rewound", TABLE, public=ALL)
@dataclass(frozen=True, slots=True)
class Rewound(Event):
    """The game is as it was at version `to`. `assisted`: nobody had to agree, and hidden cards were seen since."""

    to: Version
    assisted: Flag = False


# What follows from the declarations

SECRET = frozenset(name for name, declared in EVENTS.items() if declared.is_secret)
"""Names of events that not everybody may see whole. They are stored and hashed with a salt."""
GIVES_HANDS = frozenset(name for name, declared in EVENTS.items() if declared.gives_hands)
"""Names of events after which each seat has a new hand."""
PLAYERS_ONLY = frozenset(name for name, declared in EVENTS.items() if declared.players_only)
"""Names of events that no bot causes, and no fork copies."""
MOVES = frozenset(declared.event for declared in EVENTS.values() if declared.kind is MOVE)
"""Events that an undo or a rewind takes back."""
