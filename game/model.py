"""The state of a game: plain values, shared between versions and never changed.

Named tuples rather than dataclasses: every event makes new ones, and `_replace` is several times faster
than `dataclasses.replace`. The lists of a game are short, so tuples serve.
"""

from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from game.options import Options
from game.rulesets import FIRST_RULESET

BOT: Final = "bot:"
"""Stands before the strategy where a seat's player is one of the service's bots, not an account."""
ROUNDS: Final = 4
PICKS: Final = 7
"""Cards that each seat drafts in a round (R13)."""
DEALT_TO_TWO: Final = 10
"""Cards that each of two seats is dealt in a round (R14)."""
CUBES_PER_KRYSTALLIUM: Final = 5
"""Cubes on the empire card that become a krystallium (R45)."""


class Site(NamedTuple):
    """A card under construction.

    `filled`: the item on each of the design's spaces, in their order, None for an open space. `open`: the kinds of the
    open spaces, each once; it follows from `filled`, and is stored because it is read often.
    """

    card: str
    filled: tuple[str | None, ...]
    open: tuple[str, ...]


class Undo(NamedTuple):
    """What an intention replaced: the seat `before` it, and the cards it sent to the discard pile.

    `version`: that of the intention's first event. Earlier intentions of the phase follow in `before.undo`.
    """

    version: int
    before: "Seat"
    discarded: tuple[str, ...]


class Seat(NamedTuple):
    """A place at the table. `player`: None while the seat is free. `bot`: the strategy that plays it, if any.

    `candidates`: the cards drawn in a redraw, of which one is kept (R62). `cubes`: cubes of the step that are not
    placed yet; `produced`: all cubes of the step. `empire_cubes`: 0..4 resources on the empire card. `choosing`: must
    choose a character (R38). `auto_ready`: is declared ready when it has nothing to do. `external`: a bot account,
    played by a program. `expired`: its time for this phase, step or hand is up; `misses`: in how many of them that was
    so since it last was in time. `away`: `bot` plays it because it was not played in time, until its player returns.
    `pause_asked`: the number of the stage in which it last asked for a pause in vain; 0: in none.

    Before the start, `ready` is a seat that agrees to start.

    A new field: say in SEAT_SETTINGS whether undo and rewind leave it alone, and in `game.views.fields` who sees it.
    """

    player: str | None = None
    bot: str | None = None
    client_seed: str | None = None
    empire: str | None = None
    hand: tuple[str, ...] = ()
    picked: str | None = None
    candidates: tuple[str, ...] = ()
    drafted: tuple[str, ...] = ()
    construction: tuple[Site, ...] = ()
    constructed: tuple[str, ...] = ()
    cubes: int = 0
    empire_cubes: tuple[str, ...] = ()
    krystallium: int = 0
    generals: int = 0
    financiers: int = 0
    produced: int | None = None
    ready: bool = False
    choosing: bool = False
    auto_ready: bool = False
    undo: Undo | None = None
    external: bool = False
    expired: bool = False
    misses: int = 0
    away: bool = False
    pause_asked: int = 0


SEAT_SETTINGS = ("bot", "auto_ready", "misses", "away", "pause_asked")
"""Fields that are no moves: undo and rewind leave them as they are. They restore all other fields."""


def with_settings(seat: Seat, settings: Seat) -> Seat:
    """The seat with the settings of another one."""
    return seat._replace(**{name: getattr(settings, name) for name in SEAT_SETTINGS})


class Supremacy(NamedTuple):
    """The seat that won the character of a step; `character`: None until the seat has chosen."""

    round: int
    step: str
    seat: int
    character: str | None


@dataclass(frozen=True, slots=True)
class Result:
    """The outcome, as the event `game_scored` gives it."""

    scores: tuple[dict[str, int], ...] = ()
    ranking: tuple[tuple[int, ...], ...] = ()
    rank: str | None = None
    medal: str | None = None


class Proposal(NamedTuple):
    """A rewind to version `to`, proposed by `seat`. `accepted`: the seats that agree. `expires`: RFC 3339, UTC."""

    number: int
    seat: int
    to: int
    expires: str
    accepted: tuple[int, ...] = ()


class Pause(NamedTuple):
    """A pause for which a seat asks, until `expires`; or the pause itself, at the longest `until`. RFC 3339, UTC.

    `agreed`: the seats that want it, in the order in which they agreed. `until`: None while not all people agree.
    """

    expires: str
    agreed: tuple[int, ...]
    until: str | None = None


class Origin(NamedTuple):
    """What a fork starts from: a game at a version, and the chain's hash there, hexadecimal.

    `dealt`: the game whose id is in the commitment. `events`: the number of copied events, the deal first.
    """

    game: str
    version: int
    head: str = ""
    dealt: str = ""
    events: int = 0


class State(NamedTuple):
    """Everything about a game, secrets included.

    `version`: the number of events so far. `since`: the version at which the current phase, step or hand began.
    `phase`: None, draft, planning, production or finished. `step`: the resource of a production step. `passes`: how
    often hands were passed in the round's draft. `deck`: card names, first drawn first. Solo: `sequence` 1 or 2 of the
    round, `pools` not yet taken, `reshuffles` of the discard pile so far. `opener`: the player who may start a game of
    bots. `rewinds`: the number of proposed rewinds; `proposal`: the undecided one. `assisted`: a rewind revealed hidden
    cards. `host`: the seat that may start the open game, invite and remove players. `invited`: None until it differs
    from the options; `removed`: players whom the host removed. `rematch_of`: the game that is played again;
    `reserved`: its players, by seat. `end_reason`: why the game was abandoned. `resumed`: the version at which the last
    pause ended, 0 without one. `daily`: the day at whose daily deal the game is a try, such as `2026-11-28`.
    """

    version: int = 0
    since: int = 0
    id: str = ""
    ruleset: str = FIRST_RULESET
    options: Options = Options(2)
    commitment: str = ""
    status: str = "open"
    seats: tuple[Seat, ...] = ()
    round: int = 0
    phase: str | None = None
    step: str | None = None
    passes: int = 0
    sequence: int | None = None
    pools: tuple[tuple[str, ...], ...] = ()
    reshuffles: int = 0
    deck: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    supremacy: tuple[Supremacy, ...] = ()
    server_seed: str = ""
    client_seeds: tuple[str, ...] = ()
    result: Result | None = None
    opener: str | None = None
    rewinds: int = 0
    proposal: Proposal | None = None
    assisted: bool = False
    origin: Origin | None = None
    host: int | None = None
    invited: tuple[str, ...] | None = None
    removed: tuple[str, ...] = ()
    rematch_of: str | None = None
    reserved: tuple[str | None, ...] = ()
    end_reason: str | None = None
    pause: Pause | None = None
    resumed: int = 0
    daily: str | None = None


def replace_seat(state: State, index: int, seat: Seat, **changes: Any) -> State:
    """The next version of the state, with one seat replaced."""
    seats, version = list(state.seats), state.version + 1
    seats[index] = seat
    if not changes:  # two events of three: an empty `**changes` has its price
        return state._replace(version=version, seats=tuple(seats))
    return state._replace(version=version, seats=tuple(seats), **changes)


def next_version(state: State, **changes: Any) -> State:
    """The next version of the state, with these changes and the same seats."""
    return state._replace(version=state.version + 1, **changes)


def is_solo(state: State) -> bool:
    """Whether one seat plays alone, scenario or not."""
    return state.options.seats == 1


def has_clocks(state: State) -> bool:
    """Whether any seat may have a clock; this does not change after the start."""
    return state.options.clock is not None or True in [seat.external for seat in state.seats]


def is_bot(player: str) -> bool:
    """Whether a seat's player is `bot:<strategy>` rather than an account's id."""
    return player.startswith(BOT)


def in_time(seat: Seat) -> Seat:
    """The seat after it did all that the phase, step or hand asks of it: if it did so in time, it has missed none."""
    return seat._replace(misses=0) if seat.misses and not (seat.expired or seat.away) else seat
