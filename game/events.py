"""Events: what has happened. An event holds everything `evolve` needs, random results included, and never changes.

In the group of an intention the seat's own event comes first; what the rules then do by themselves follows.
"""

from dataclasses import dataclass
from typing import Any

from game.cards import EMPIRE

Cards = tuple[str, ...]


# The lobby


@dataclass(frozen=True, slots=True)
class GameOpened:
    """`commitment`: SHA-256 of server seed and game id, hexadecimal. `options`: the body of the request.

    `opener`: the player who may start a game in which bots have all seats. `origin`: of a fork, the fields of
    `game.model.Origin`. `rematch`: the `game` that is played again, and its `players` by seat,
    bots as `bot:<strategy>`.
    """

    game: str
    ruleset: str
    options: dict[str, Any]
    commitment: str
    opener: str | None = None
    origin: dict[str, Any] | None = None
    rematch: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """`player`: an account's id, or `bot:<strategy>`. `external`: the account is a bot account, played by a program."""

    seat: int
    player: str
    empire: str | None = None
    client_seed: str | None = None
    external: bool = False


@dataclass(frozen=True, slots=True)
class SeatLeft:
    seat: int


@dataclass(frozen=True, slots=True)
class SeatRemoved:
    """The host removed the player from the open game."""

    seat: int
    player: str


@dataclass(frozen=True, slots=True)
class StartAgreed:
    """The seat agrees that the game starts, or no longer does. When all agree, it starts.

    `client_seed`: replaces the one that the seat gave before.
    """

    seat: int
    on: bool
    client_seed: str | None = None


@dataclass(frozen=True, slots=True)
class HostChanged:
    """`host`: the seat that may now start the game, invite players and remove them."""

    host: int


@dataclass(frozen=True, slots=True)
class TableChanged:
    """The host changed the number of seats, or the bots. Nobody agrees to start any more.

    `players`: by seat, an account, `bot:<strategy>`, or None for a free seat. An account keeps what it chose; its
    former seat is the one where the table had it. `reserved`: by seat, for whom a rematch keeps a free seat.
    """

    players: tuple[str | None, ...]
    reserved: tuple[str | None, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayerInvited:
    player: str


@dataclass(frozen=True, slots=True)
class InvitationWithdrawn:
    """The host withdrew the invitation, or the player declined it."""

    player: str


@dataclass(frozen=True, slots=True)
class GameStarted:
    """`empires`, `client_seeds`: by seat. `deck`: card names, first drawn first. Seeds are hexadecimal or text."""

    empires: tuple[str, ...]
    deck: Cards
    server_seed: str
    client_seeds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeatResigned:
    """From now on the strategy plays the seat."""

    seat: int
    strategy: str


@dataclass(frozen=True, slots=True)
class GameAbandoned:
    """The game ends without a result; no event follows.

    `reason`: `left` (no player is at the table), `aborted` (by a player, before the first picks were revealed),
    `expired` (it did not start in time) or `idle` (nobody moved for long).
    """

    reason: str = "left"


# Time


@dataclass(frozen=True, slots=True)
class TimeExpired:
    """The seat's time is up: a strategy plays the rest of the phase, step or hand."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeatTakenOver:
    """The seat missed too many phases in a row: from now on the strategy plays it, until its player returns."""

    seat: int
    strategy: str


@dataclass(frozen=True, slots=True)
class SeatReturned:
    """The player plays the seat again."""

    seat: int


@dataclass(frozen=True, slots=True)
class TimeGivenBack:
    """The service did not answer from `from_ms` to `to_ms` (ms since 1970): no clock ran then."""

    from_ms: int
    to_ms: int


@dataclass(frozen=True, slots=True)
class PauseAgreed:
    """The seat agrees to a pause; or not, and then nobody asks for one any more.

    `expires`: of the seat that asks first, until when the others may agree. RFC 3339, UTC.
    """

    seat: int
    on: bool
    expires: str | None = None


@dataclass(frozen=True, slots=True)
class GamePaused:
    """All people agree: clocks stand still, and nobody moves, at the longest `until` a time in RFC 3339, UTC."""

    until: str


@dataclass(frozen=True, slots=True)
class GameResumed:
    """The pause is over."""


# Solo


@dataclass(frozen=True, slots=True)
class PoolsFormed:
    """A solo game forms its pools (R60). `required`: the scenario's cards, which go to the construction area."""

    required: Cards = ()


@dataclass(frozen=True, slots=True)
class PoolTaken:
    """`sequence`: 1 begins a round, 2 is its second; `cards` are the hand (R61)."""

    seat: int
    sequence: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class CardsRedrawn:
    """`cards` were discarded to see `candidates` (R62).

    `under`: the discard pile, these cards included, as it was shuffled under the deck first; empty if it was not (R65).
    """

    seat: int
    cards: Cards
    candidates: Cards
    under: Cards = ()


@dataclass(frozen=True, slots=True)
class CardKept:
    """`discarded`: the other candidates (R62)."""

    seat: int
    card: str
    discarded: Cards


# The draft


@dataclass(frozen=True, slots=True)
class HandsDealt:
    """A round begins: each seat in turn gets the next `size` cards of the deck (R10, R14)."""

    size: int


@dataclass(frozen=True, slots=True)
class CardDrafted:
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class PicksRevealed:
    """`picks`: by seat. `passed`: where the hands then go: left (to the next seat), right, or None (R12)."""

    picks: Cards
    passed: str | None = None


@dataclass(frozen=True, slots=True)
class HandsDiscarded:
    """`cards`: the rest of the hands, seat 0 first (R14)."""

    cards: Cards


# Planning and production


@dataclass(frozen=True, slots=True)
class PlanningBegun:
    pass


@dataclass(frozen=True, slots=True)
class CardSlated:
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class CardRecycled:
    """The cube of its recycling bonus went `onto` a card under construction or the empire card (R20, R21)."""

    seat: int
    card: str
    onto: str = EMPIRE


@dataclass(frozen=True, slots=True)
class ItemPlaced:
    """`kind`: the kind of space that a krystallium fills, None for other items."""

    seat: int
    item: str
    onto: str = EMPIRE
    kind: str | None = None


@dataclass(frozen=True, slots=True)
class CardDiscarded:
    """The cube of its recycling bonus went to the empire card (R46)."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class CharacterChosen:
    seat: int
    character: str


@dataclass(frozen=True, slots=True)
class ReadyDeclared:
    """`auto`: declared by auto-ready, not by an intention. An undo of the move that led to it removes it."""

    seat: int
    auto: bool = False


@dataclass(frozen=True, slots=True)
class AutoReadySet:
    seat: int
    on: bool


@dataclass(frozen=True, slots=True)
class CardConstructed:
    """`krystallium`, `generals`, `financiers`: the construction bonus received (R42, R43)."""

    seat: int
    card: str
    krystallium: int = 0
    generals: int = 0
    financiers: int = 0


@dataclass(frozen=True, slots=True)
class KrystalliumMade:
    """Five cubes on the empire card became one krystallium (R45)."""

    seat: int


@dataclass(frozen=True, slots=True)
class ResourcesProduced:
    """A production step begins; `amounts`: cubes by seat (R31)."""

    step: str
    amounts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SupremacyWon:
    """`character`: None while the seat must choose (R34)."""

    seat: int
    character: str | None = None


# The end


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The last step of the last round is over; a job will append the score."""


@dataclass(frozen=True, slots=True)
class GameScored:
    """`scores`: by seat, gross, combo, generals, financiers, total; `ranking`: groups of seats, best first (R83).

    `rank`: of a solo game (R66); `medal`: of a scenario (R70-R75).
    """

    scores: tuple[dict[str, int], ...]
    ranking: tuple[tuple[int, ...], ...]
    rank: str | None = None
    medal: str | None = None


# Taking back


@dataclass(frozen=True, slots=True)
class IntentionUndone:
    """`group`: the version of the undone intention's first event."""

    seat: int
    group: int


@dataclass(frozen=True, slots=True)
class RewindProposed:
    """The seat asks the others to go back to version `to`. `number`: 1, 2 ... in the game. `expires`: RFC 3339, UTC."""

    seat: int
    number: int
    to: int
    expires: str


@dataclass(frozen=True, slots=True)
class RewindAccepted:
    seat: int
    number: int


@dataclass(frozen=True, slots=True)
class RewindDeclined:
    """Another seat declined the rewind, or the proposing seat withdrew it."""

    seat: int
    number: int


@dataclass(frozen=True, slots=True)
class Rewound:
    """The game is as it was at version `to`. `assisted`: nobody had to agree, and hidden cards were seen since."""

    to: int
    assisted: bool = False


Event = (
    GameOpened
    | SeatTaken
    | SeatLeft
    | SeatRemoved
    | StartAgreed
    | HostChanged
    | TableChanged
    | PlayerInvited
    | InvitationWithdrawn
    | GameStarted
    | SeatResigned
    | GameAbandoned
    | TimeExpired
    | SeatTakenOver
    | SeatReturned
    | TimeGivenBack
    | PauseAgreed
    | GamePaused
    | GameResumed
    | PoolsFormed
    | PoolTaken
    | CardsRedrawn
    | CardKept
    | HandsDealt
    | CardDrafted
    | PicksRevealed
    | HandsDiscarded
    | PlanningBegun
    | CardSlated
    | CardRecycled
    | ItemPlaced
    | CardDiscarded
    | CharacterChosen
    | ReadyDeclared
    | AutoReadySet
    | CardConstructed
    | KrystalliumMade
    | ResourcesProduced
    | SupremacyWon
    | GameEnded
    | GameScored
    | IntentionUndone
    | RewindProposed
    | RewindAccepted
    | RewindDeclined
    | Rewound
)
