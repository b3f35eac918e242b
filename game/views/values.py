"""How the fields of a view follow from the state, and how the state follows from them, where that is no mere copy."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, NamedTuple

from game.cards import CARDS, RESOURCES
from game.model import Origin, Proposal, Result, Seat, Site, State, Supremacy, is_solo
from game.options import may_watch
from game.production import production
from game.scenarios import SCENARIOS
from game.scoring import Score

Json = dict[str, Any]


class TableLook(NamedTuple):
    """A look at the table. `viewer`: the viewer's seat, None for a spectator; `own`: that seat, or an empty one."""

    state: State
    viewer: int | None
    own: Seat
    waiting_on: tuple[int, ...]


class SeatLook(NamedTuple):
    """A look at one seat of the table."""

    state: State
    number: int
    seat: Seat
    must_act: tuple[int, ...]
    points: Score


def mode(state: State) -> str:
    """The kind of game: standard, solo or scenario."""
    if state.options.scenario:
        return "scenario"
    return "solo" if is_solo(state) else "standard"


def mode_of(look: TableLook) -> str:
    return mode(look.state)


def is_assisted(state: State) -> bool:
    """Whether hidden cards were known too early: after a rewind, or because the game is a fork."""
    return state.assisted or state.origin is not None


def origin_of(state: State) -> Json | None:
    """The game and version that a fork starts from."""
    return {"game": state.origin.game, "version": state.origin.version} if state.origin else None


def restore_origin(view: Mapping[str, Any]) -> Json:
    return {"state.origin": Origin(**view["origin"]) if view["origin"] else None}


def deck_size(look: TableLook) -> int:
    return len(look.state.deck) if look.state.phase else len(CARDS)


def pools_left(look: TableLook) -> int | None:
    return len(look.state.pools) if is_solo(look.state) else None


def passed_cards(look: TableLook) -> list[str]:
    """Hidden cards that the viewer has seen: cards it passed on lie in the hands, or picks, of the seats after it."""
    state, index = look.state, look.viewer
    if state.phase != "draft" or index is None:
        return []
    cards: list[str] = []
    for seat in passed_to(state, index):
        other = state.seats[seat]
        cards += other.hand if other.picked is None else (*other.hand, other.picked)
    return sorted(cards)


def passed_to(state: State, index: int) -> list[int]:
    """The seats that hold the hands which this seat had earlier in the round, the latest first (R12)."""
    count, ahead = len(state.seats), 1 if state.round % 2 else -1
    return [(index + ahead * i) % count for i in range(1, min(state.passes, count - 1) + 1)]


def proposal_of(state: State) -> Json | None:
    if state.proposal is None:
        return None
    number, seat, to, expires, accepted = state.proposal
    return {"number": number, "seat": seat, "to": to, "expires_at": expires, "accepted": list(accepted)}


def restore_proposal(view: Mapping[str, Any]) -> Json:
    rewind = view["rewind"]
    if rewind is None:
        return {}
    accepted = tuple(rewind["accepted"])
    proposal = Proposal(rewind["number"], rewind["seat"], rewind["to"], rewind["expires_at"], accepted)
    return {"state.rewinds": rewind["number"], "state.proposal": proposal}


def pause_of(state: State) -> Json | None:
    if state.pause is None:
        return None
    expires, agreed, until = state.pause
    return {"agreed": list(agreed), "expires_at": expires, "until": until}


def required_designs(state: State) -> list[Json] | None:
    """The scenario's designs, each with its progress; any copy of the design counts."""
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


def supremacies(look: TableLook) -> list[Json]:
    return [
        {"round": number, "step": step, "seat": seat, "character": character}
        for number, step, seat, character in look.state.supremacy
    ]


def restore_supremacy(view: Mapping[str, Any]) -> Json:
    return {"state.supremacy": tuple(Supremacy(**won) for won in view["supremacy"])}


def result_of(state: State) -> Json | None:
    if state.result is None:
        return None
    return {
        "ranking": [list(group) for group in state.result.ranking],
        "scores": [dict(points) for points in state.result.scores],
        "rank": state.result.rank,
        "medal": state.result.medal,
    }


def restore_result(view: Mapping[str, Any]) -> Json:
    result = view["result"]
    if result is None:
        return {}
    ranking = tuple(tuple(group) for group in result["ranking"])
    return {"state.result": Result(tuple(result["scores"]), ranking, result["rank"], result["medal"])}


def clock_facts(state: State) -> Json | None:
    """How much time each seat has."""
    return None if state.options.clock is None else asdict(state.options.clock)


def clock_option(look: TableLook) -> Json | None:
    return clock_facts(look.state)


def is_watchable(look: TableLook) -> bool:
    return may_watch(look.state.options)


def kept_for(state: State, index: int) -> str | None:
    """The player for whom a free seat of a rematch is kept."""
    return state.reserved[index] if state.reserved and state.seats[index].player is None else None


def reserved_for(look: SeatLook) -> str | None:
    return kept_for(look.state, look.number)


def player_of(seat: Seat) -> Json | None:
    """The account as the log knows it; where accounts are known, its name is added."""
    if seat.player is None:
        return None
    if seat.player.startswith("bot:"):
        return {"id": seat.player, "name": seat.player.removeprefix("bot:"), "kind": "bot"}
    return {"id": seat.player, "name": None, "kind": "bot" if seat.external else "human"}


def restore_player(seat: Mapping[str, Any]) -> Json:
    player = seat["player"]
    if player is None:
        return {}
    return {"seat.player": player["id"], "seat.external": player["kind"] == "bot" and ":" not in player["id"]}


def is_ready(look: SeatLook) -> bool:
    if look.state.status == "open":
        return look.seat.ready
    return look.number not in look.must_act and look.state.status == "playing"


def construction_of(look: SeatLook) -> list[Json]:
    return [
        {
            "card": site.card,
            "spaces": [
                {"needs": needs, "filled": filled}
                for needs, filled in zip(CARDS[site.card].spaces, site.filled, strict=True)
            ],
        }
        for site in look.seat.construction
    ]


def restore_construction(seat: Mapping[str, Any]) -> Json:
    return {"seat.construction": tuple([_site(site) for site in seat["construction"]])}


def _site(site: Mapping[str, Any]) -> Site:
    filled = tuple([space["filled"] for space in site["spaces"]])
    still_open = dict.fromkeys([space["needs"] for space in site["spaces"] if space["filled"] is None])
    return Site(site["card"], filled, tuple(still_open))


def cubes_to_place(look: SeatLook) -> Json:
    return {look.state.step: look.seat.cubes} if look.seat.cubes and look.state.step else {}


def count_cubes(cubes: tuple[str, ...]) -> Json:
    """Cubes by resource; resources without a cube are left out."""
    if not cubes:
        return {}
    return {cube: cubes.count(cube) for cube in RESOURCES if cube in cubes}


def restore_empire_cubes(seat: Mapping[str, Any]) -> Json:
    return {"seat.empire_cubes": tuple([cube for cube, count in seat["empire_cubes"].items() for _ in range(count)])}


def production_of(look: SeatLook) -> Json:
    if look.seat.empire is None:
        return {}
    materials, energy, science, gold, exploration = production(look.seat, look.state.options.side)
    return {"materials": materials, "energy": energy, "science": science, "gold": gold, "exploration": exploration}
