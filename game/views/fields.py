"""The fields of a view: each with its shape, its meaning, who may see it, and how it follows from the state (R50).

`game.views` builds views from these entries, `determinization.py` reads them back into a state, `foreign.py` checks
views from elsewhere by them, and openapi.yaml describes them.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from game.cards import CARDS, EMPIRE_IDS, RESOURCES, SIDES
from game.model import PICKS, ROUNDS
from game.options import CLOCK, DAY_SECONDS, MAX_INVITED, MAX_SEATS, VISIBILITIES
from game.rulesets import RULESETS
from game.scenarios import SCENARIOS
from game.shapes import Field, ListOf, Nullable, Object, Shape, Text
from game.solo import POOL_CARDS, POOLS
from game.table import invited_players
from game.value_shapes import (
    CARD,
    CARD_COUNT,
    CARDS_SHAPE,
    CUBES,
    DAY,
    END_REASONS,
    MAX_HAND_CARDS,
    MAX_PRODUCTION,
    MAX_REQUIRED_CARDS,
    MAX_TOKENS,
    ORIGIN,
    PAUSE,
    PLAYER,
    PROPOSAL,
    REQUIRED,
    RESULT,
    SCORE,
    SEAT,
    SITE,
    SUPREMACY,
    VERSION,
)
from game.views import values

EVERYBODY, OWN_SEAT, AFTER_THE_END = "everybody", "the viewer's own seat", "everybody, once the game is finished"
STATUSES = ("open", "playing", "finished", "abandoned")
MODES = ("standard", "solo", "scenario")
PHASES = ("draft", "planning", "production", "finished")
COMPARED, GIVEN, OPTIONAL = "compared", "given", "optional"
"""How a foreign view is checked. COMPARED: the field must follow from the other fields. GIVEN: it must be present.
OPTIONAL: it may be missing."""

Restored = Mapping[str, Any]
"""Paths of the state to values: `state.passes`, `state.options.side`, `own.hand`, `seat.empire`."""


class ViewField(NamedTuple):
    """A field of a view, or of a seat in it.

    `value`: a path, which also tells how to read the field back into a state; or a function, and then `restore` gives
    the paths that follow from a view, if any do.
    """

    name: str
    shape: Shape
    meaning: str
    value: str | Callable[[Any], Any]
    seen_by: str = EVERYBODY
    foreign: str = COMPARED
    restore: Callable[[Any], Restored] | None = None


TABLE_FIELDS: tuple[ViewField, ...] = (
    ViewField("id", Text(64, min_characters=0), "The game's id.", "state.id", foreign=GIVEN),
    ViewField("version", VERSION, "The number of events so far.", "state.version", foreign=GIVEN),
    ViewField("ruleset", tuple(RULESETS), "The rulings that the game keeps.", "state.ruleset", foreign=GIVEN),
    ViewField("mode", MODES, "The kind of game.", values.mode_of),
    ViewField("scenario", Nullable(tuple(SCENARIOS)), "Of a scenario game.", "state.options.scenario"),
    ViewField("side", SIDES, "The side of the empire cards.", "state.options.side"),
    ViewField("name", Nullable(Text(80)), "The game's name.", "state.options.name", foreign=OPTIONAL),
    ViewField("rewinds", bool, "Whether players may propose to go back.", "state.options.rewinds", foreign=OPTIONAL),
    ViewField(
        "allow_bots", bool, "Whether bot accounts may join uninvited.", "state.options.allow_bots", foreign=OPTIONAL
    ),
    ViewField(
        "bot_seconds",
        range(1, DAY_SECONDS + 1),
        "Time that a bot account has for an intention.",
        "state.options.bot_seconds",
        foreign=OPTIONAL,
    ),
    ViewField(
        "clock",
        Nullable(CLOCK),
        "How much time each seat has.",
        values.clock_option,
        foreign=OPTIONAL,
        restore=lambda view: {"state.options.clock": view["clock"]},
    ),
    ViewField(
        "visibility", VISIBILITIES, "A private game is in no list.", "state.options.visibility", foreign=OPTIONAL
    ),
    ViewField(
        "spectators",
        bool,
        "Whether players without a seat may watch.",
        values.is_watchable,
        foreign=OPTIONAL,
        restore=lambda view: {"state.options.spectators": view["spectators"]},
    ),
    ViewField(
        "host",
        Nullable(SEAT),
        "The seat that may start the open game, invite players and remove them.",
        lambda look: look.state.host if look.state.status == "open" else None,
        foreign=OPTIONAL,
        restore=lambda view: {"state.host": view["host"]},
    ),
    ViewField(
        "invited",
        ListOf(Text(128), MAX_INVITED),
        "The accounts that are invited to the open game.",
        lambda look: list(invited_players(look.state)) if look.state.status == "open" else [],
        foreign=OPTIONAL,
    ),
    ViewField(
        "rematch_of",
        Nullable(Text(64)),
        "The game of which this is the rematch.",
        "state.rematch_of",
        foreign=OPTIONAL,
    ),
    ViewField(
        "daily",
        Nullable(DAY),
        "The day at whose daily deal this is a try. Until it is over, only its player sees the game, and no secrets.",
        "state.daily",
        foreign=OPTIONAL,
    ),
    ViewField("status", STATUSES, "Where the game stands.", "state.status"),
    ViewField(
        "end_reason",
        Nullable(END_REASONS),
        "Why the game was abandoned: `left` by all players, `aborted` before the first picks were revealed, `expired` "
        "before it started, `idle` because nobody moved for long, `closed_…` by an operator of the service.",
        "state.end_reason",
        foreign=OPTIONAL,
    ),
    ViewField(
        "commitment",
        Nullable(Text(128, min_characters=0)),
        "SHA-256 of the server seed and the game's id, hexadecimal.",
        "state.commitment",
        foreign=GIVEN,
    ),
    ViewField(
        "assisted",
        bool,
        "Whether hidden cards were known too early: after a rewind, or in a fork.",
        lambda look: values.is_assisted(look.state),
        foreign=OPTIONAL,
        restore=lambda view: {"state.assisted": view["assisted"]},
    ),
    ViewField(
        "origin",
        Nullable(ORIGIN),
        "What a fork starts from.",
        lambda look: values.origin_of(look.state),
        foreign=OPTIONAL,
        restore=values.restore_origin,
    ),
    ViewField("round", range(ROUNDS + 1), "0 before the start.", "state.round"),
    ViewField("phase", Nullable(PHASES), "Null before the start.", "state.phase"),
    ViewField("step", Nullable(RESOURCES), "The step of the production phase.", "state.step"),
    ViewField(
        "passes", range(PICKS), "How often hands were passed in this round's draft.", "state.passes", foreign=OPTIONAL
    ),
    ViewField(
        "waiting_on",
        ListOf(SEAT, MAX_SEATS),
        "Seats that must act; none in a pause.",
        lambda look: list(look.waiting_on),
    ),
    ViewField("deck_size", CARD_COUNT, "Cards in the deck.", values.deck_size),
    ViewField("discard", CARDS_SHAPE, "The discard pile.", "state.discard"),
    ViewField("seat", Nullable(SEAT), "The viewer's seat; null for a spectator.", "viewer"),
    ViewField("hand", CARDS_SHAPE, "The viewer's hand.", "own.hand", OWN_SEAT),
    ViewField("picked", Nullable(CARD), "The card picked in the draft.", "own.picked", OWN_SEAT),
    ViewField(
        "candidates",
        ListOf(CARD, POOL_CARDS),
        "The cards seen in a redraw, of which one is kept.",
        "own.candidates",
        OWN_SEAT,
    ),
    ViewField(
        "passed",
        CARDS_SHAPE,
        "Hidden cards that the viewer passed on in this round and that are still hidden, sorted.",
        values.passed_cards,
        OWN_SEAT,
    ),
    ViewField(
        "undoable",
        Nullable(VERSION),
        "The version of the intention that an undo takes back.",
        lambda look: look.own.undo.version if look.own.undo else None,
        OWN_SEAT,
        foreign=GIVEN,
    ),
    ViewField(
        "rewind",
        Nullable(PROPOSAL),
        "The rewind that is proposed and not decided; it may have expired.",
        lambda look: values.proposal_of(look.state),
        foreign=OPTIONAL,
        restore=values.restore_proposal,
    ),
    ViewField(
        "pause",
        Nullable(PAUSE),
        "The pause that a seat asks for, which may have expired; or the pause itself.",
        lambda look: values.pause_of(look.state),
        foreign=OPTIONAL,
        restore=lambda view: {},
    ),
    ViewField("sequence", Nullable(range(1, 3)), "Of a solo round: 1 or 2.", "state.sequence"),
    ViewField("pools_left", Nullable(range(POOLS + 1)), "Of a solo game: pools not taken yet.", values.pools_left),
    ViewField(
        "required",
        Nullable(ListOf(REQUIRED, MAX_REQUIRED_CARDS)),
        "Of a scenario: the designs to construct.",
        lambda look: values.required_designs(look.state),
    ),
    ViewField(
        "supremacy",
        ListOf(SUPREMACY, ROUNDS * len(RESOURCES)),
        "The characters won so far, in order.",
        values.supremacies,
        restore=values.restore_supremacy,
    ),
    ViewField(
        "result",
        Nullable(RESULT),
        "The outcome, once the game is scored.",
        lambda look: values.result_of(look.state),
        foreign=GIVEN,
        restore=values.restore_result,
    ),
    ViewField("deck", CARDS_SHAPE, "The deck, first drawn first.", "state.deck", AFTER_THE_END),
    ViewField(
        "pools",
        ListOf(ListOf(CARD, POOL_CARDS), POOLS),
        "The pools not taken.",
        lambda look: [list(pool) for pool in look.state.pools],
        AFTER_THE_END,
    ),
)
"""All but `seats`, a list of objects with SEAT_FIELDS."""

SEAT_FIELDS: tuple[ViewField, ...] = (
    ViewField("seat", SEAT, "The seat's number.", "number"),
    ViewField(
        "player",
        Nullable(PLAYER),
        "Null while the seat is free.",
        lambda look: values.player_of(look.seat),
        foreign=GIVEN,
        restore=values.restore_player,
    ),
    ViewField("bot", Nullable(Text(80)), "The strategy that plays the seat.", "seat.bot", foreign=OPTIONAL),
    ViewField("empire", Nullable(EMPIRE_IDS), "Null until it is dealt or chosen.", "seat.empire"),
    ViewField("ready", bool, "Whether the seat is done with what the game waits for.", values.is_ready),
    ViewField("choosing", bool, "Whether the seat must choose a character.", "seat.choosing"),
    ViewField(
        "auto_ready",
        bool,
        "Whether the seat is declared ready when it has nothing to do.",
        "seat.auto_ready",
        foreign=OPTIONAL,
    ),
    ViewField(
        "away",
        bool,
        "Whether `bot` plays the seat until its player returns.",
        "seat.away",
        foreign=OPTIONAL,
    ),
    ViewField(
        "reserved",
        Nullable(Text(128)),
        "The account for which a free seat of a rematch is kept.",
        values.reserved_for,
        foreign=OPTIONAL,
        restore=lambda seat: {},
    ),
    ViewField("hand_size", range(MAX_HAND_CARDS + 1), "Cards in the hand.", lambda look: len(look.seat.hand)),
    ViewField(
        "candidates_size",
        range(POOL_CARDS + 1),
        "Cards seen in a redraw.",
        lambda look: len(look.seat.candidates),
        foreign=OPTIONAL,
    ),
    ViewField("drafted", ListOf(CARD, PICKS), "The cards drafted and not planned yet.", "seat.drafted"),
    ViewField("constructed", CARDS_SHAPE, "The cards of the empire.", "seat.constructed"),
    ViewField(
        "construction",
        ListOf(SITE, len(CARDS)),
        "The cards under construction.",
        values.construction_of,
        restore=values.restore_construction,
    ),
    ViewField(
        "cubes_to_place",
        CUBES,
        "Cubes of the step that are not placed yet.",
        values.cubes_to_place,
        restore=lambda seat: {"seat.cubes": sum(seat["cubes_to_place"].values())},
    ),
    ViewField(
        "empire_cubes",
        CUBES,
        "Cubes on the empire card.",
        lambda look: values.count_cubes(look.seat.empire_cubes),
        restore=values.restore_empire_cubes,
    ),
    ViewField("krystallium", range(MAX_TOKENS + 1), "Krystallium owned.", "seat.krystallium"),
    ViewField("generals", range(MAX_TOKENS + 1), "Generals owned.", "seat.generals"),
    ViewField("financiers", range(MAX_TOKENS + 1), "Financiers owned.", "seat.financiers"),
    ViewField("production", CUBES, "Cubes that the empire produces, by resource.", values.production_of),
    ViewField("produced", Nullable(range(MAX_PRODUCTION + 1)), "Cubes produced in this step.", "seat.produced"),
    ViewField("score", SCORE, "Points as the empire stands.", lambda look: look.points),
    ViewField("hand", CARDS_SHAPE, "The hand.", "seat.hand", AFTER_THE_END),
    ViewField("picked", Nullable(CARD), "The picked card.", "seat.picked", AFTER_THE_END),
    ViewField("candidates", ListOf(CARD, POOL_CARDS), "The cards seen in a redraw.", "seat.candidates", AFTER_THE_END),
)


def seat_shape(name: str = "Seat", after_the_end: bool = True) -> Object:
    """The shape of a seat in a view. Fields that are seen after the end only are optional."""
    return Object(name, _described(SEAT_FIELDS, after_the_end), closed=False)


def view_shape(name: str = "GameView", after_the_end: bool = True) -> Object:
    """The shape of a view."""
    seats = Field("seats", ListOf(seat_shape("Seat", after_the_end), MAX_SEATS, min_items=1), "By number.")
    return Object(
        name,
        (*_described(TABLE_FIELDS, after_the_end), seats),
        closed=False,
        meaning="What a viewer may know of a game.",
    )


def _described(fields: tuple[ViewField, ...], after_the_end: bool) -> tuple[Field, ...]:
    return tuple(
        Field(
            field.name,
            field.shape,
            field.meaning if field.seen_by == EVERYBODY else f"{field.meaning} Seen by {field.seen_by}.",
            required=field.seen_by != AFTER_THE_END,
        )
        for field in fields
        if after_the_end or field.seen_by != AFTER_THE_END
    )
