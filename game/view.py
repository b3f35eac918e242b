"""What one seat, or a spectator, may know of a game: a view, built field by field from an allow-list (R50)."""

from typing import Any

from game.cards import CARDS, RESOURCES
from game.production import production
from game.scenarios import SCENARIOS
from game.scoring import Score, score
from game.state import Seat, State, is_solo, waiting_on

Json = dict[str, Any]


def open_view(state: State, seat: int | None) -> Json:
    """A version of a game that is finished by now: the view with everybody's cards, the deck and the pools besides."""
    shown = view(state, seat)
    for own, each in zip(state.seats, shown["seats"], strict=True):
        each |= {"hand": list(own.hand), "picked": own.picked, "candidates": list(own.candidates)}
    return shown | {"deck": list(state.deck), "pools": [list(pool) for pool in state.pools]}


def view(state: State, seat: int | None) -> Json:
    """The game as `seat` (0..n-1) or a spectator (None) may see it, as JSON values; names as the API gives them.

    `passed` lists, sorted, the cards in hands this seat has passed on in the round and not seen since.
    """
    own = state.seats[seat] if seat is not None else Seat()
    waiting = waiting_on(state)
    open_ = state.phase is None
    return {
        "id": state.id,
        "version": state.version,
        "ruleset": state.ruleset,
        "mode": mode(state),
        "scenario": state.options.scenario,
        "side": state.options.side,
        "name": state.options.name,
        "allow_bots": state.options.allow_bots,
        "bot_seconds": state.options.bot_seconds,
        "status": state.status,
        "commitment": state.commitment,
        "assisted": assisted(state),
        "origin": origin(state),
        "round": state.round,
        "phase": state.phase,
        "step": state.step,
        "passes": state.passes,
        "waiting_on": list(waiting),
        "deck_size": len(CARDS) if open_ else len(state.deck),
        "discard": list(state.discard),
        "seat": seat,
        "hand": list(own.hand),
        "picked": own.picked,
        "candidates": list(own.candidates),
        "passed": _passed(state, seat) if seat is not None else [],
        "undoable": own.undo.version if own.undo else None,
        "rewind": _rewind(state),
        "sequence": state.sequence,
        "pools_left": len(state.pools) if is_solo(state) else None,
        "required": _required(state),
        "seats": [
            _seat(index, other, state, points, index not in waiting)
            for index, (other, points) in enumerate(zip(state.seats, score(state), strict=True))
        ],
        "supremacy": [won._asdict() for won in state.supremacy],
        "result": _result(state),
    }


def _seat(index: int, seat: Seat, state: State, points: Score, ready: bool) -> Json:
    side = state.options.side
    cubes: list[str] = list(seat.empire_cubes)
    return {
        "seat": index,
        "player": _player(seat),
        "bot": seat.bot,
        "empire": seat.empire,
        "ready": ready and state.status == "playing",
        "choosing": seat.choosing,
        "auto_ready": seat.auto_ready,
        "hand_size": len(seat.hand),
        "candidates_size": len(seat.candidates),
        "drafted": list(seat.drafted),
        "constructed": list(seat.constructed),
        "construction": [
            {
                "card": site.card,
                "spaces": [
                    {"needs": needs, "filled": filled}
                    for needs, filled in zip(CARDS[site.card].spaces, site.filled, strict=True)
                ],
            }
            for site in seat.construction
        ],
        "cubes_to_place": {state.step: seat.cubes} if seat.cubes else {},
        "empire_cubes": {cube: cubes.count(cube) for cube in RESOURCES if cube in cubes},
        "krystallium": seat.krystallium,
        "generals": seat.generals,
        "financiers": seat.financiers,
        "production": dict(zip(RESOURCES, production(seat, side), strict=True)) if seat.empire else {},
        "produced": seat.produced,
        "score": points,
    }


def _player(seat: Seat) -> Json | None:
    """The account as the log knows it; its name is added where accounts are known."""
    if seat.player is None:
        return None
    if seat.player.startswith("bot:"):
        return {"id": seat.player, "name": seat.player.removeprefix("bot:"), "kind": "bot"}
    return {"id": seat.player, "name": None, "kind": "bot" if seat.external else "human"}


def _passed(state: State, index: int) -> list[str]:
    """Hidden cards this seat has seen: what it passed on is now in the hands, or picks, of the seats after it."""
    if state.phase != "draft":
        return []
    cards: list[str] = []
    for seat in passed_to(state, index):
        other = state.seats[seat]
        cards += other.hand if other.picked is None else (*other.hand, other.picked)
    return sorted(cards)


def passed_to(state: State, index: int) -> list[int]:
    """The seats that hold the hands this seat had earlier in the round, the latest first (R12)."""
    count, ahead = len(state.seats), 1 if state.round % 2 else -1
    return [(index + ahead * i) % count for i in range(1, min(state.passes, count - 1) + 1)]


def assisted(state: State) -> bool:
    """Whether hidden cards were known before they should have been: by a rewind, or because it is a fork."""
    return state.assisted or state.origin is not None


def origin(state: State) -> Json | None:
    """What a fork goes on from: game and version."""
    return {"game": state.origin.game, "version": state.origin.version} if state.origin else None


def mode(state: State) -> str:
    """Which rules are played: standard, solo or scenario."""
    if state.options.scenario:
        return "scenario"
    return "solo" if is_solo(state) else "standard"


def _rewind(state: State) -> Json | None:
    """The rewind that is proposed and not decided; it may have expired."""
    if state.proposal is None:
        return None
    number, seat, to, expires, accepted = state.proposal
    return {"number": number, "seat": seat, "to": to, "expires_at": expires, "accepted": list(accepted)}


def _required(state: State) -> list[Json] | None:
    """The scenario's designs, each with what has become of it: any copy counts."""
    if not state.options.scenario:
        return None
    seat = state.seats[0]
    built = {CARDS[card].id for card in seat.constructed}
    begun = {CARDS[site.card].id for site in seat.construction}
    return [
        {
            "design": design,
            "state": "constructed" if design in built else "under_construction" if design in begun else "missing",
        }
        for design in SCENARIOS[state.options.scenario].required
    ]


def _result(state: State) -> Json | None:
    if state.result is None:
        return None
    return {
        "ranking": [list(group) for group in state.result.ranking],
        "scores": [dict(points) for points in state.result.scores],
        "rank": state.result.rank,
        "medal": state.result.medal,
    }
