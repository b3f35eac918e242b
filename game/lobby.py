"""Before the game: open, join, leave, start (R1-R4)."""

from collections.abc import Mapping, Sequence
from typing import Any

from game.cards import CARDS, EMPIRE_IDS, SIDES
from game.draft import deal
from game.events import Event, GameAbandoned, GameOpened, GameStarted, PoolsFormed, SeatLeft, SeatResigned, SeatTaken
from game.evolve import fold
from game.refused import Refused
from game.rulings import CURRENT
from game.scenarios import SCENARIOS
from game.shuffle import commitment as commit
from game.shuffle import seed_text, shuffled
from game.solo import required_cards, take_pool
from game.state import State, is_solo

DAY = 86_400  # seconds
FALLBACKS = ("greedy", "random")
"""Strategies that act where a seat's own player does not, in this order; the first plays on for who resigned."""


def open(
    options: Mapping[str, Any], player: str, game: str = "", commitment: str = "", external: bool = False
) -> list[Event]:
    """Open a game: `player` takes seat 0, the bots the last seats. With as many bots as seats `player` only watches.

    `options`: the body of `POST /v1/games`. `external`: a program plays the account. Raises Refused: `invalid_options`,
    `not_supported`.
    """
    checked = checked_options(options)
    first = checked["seats"] - len(checked["bots"])
    events: list[Event] = [GameOpened(game, CURRENT, checked, commitment, None if first else player)]
    events += [SeatTaken(0, player, external=external)] if first else []
    return events + [SeatTaken(first + i, f"bot:{strategy}") for i, strategy in enumerate(checked["bots"])]


def join(
    state: State, player: str, empire: str | None = None, client_seed: str | None = None, external: bool = False
) -> list[Event]:
    """Take the first free seat; `external`: a program plays the account.

    Raises Refused: `not_open`, `already_seated`, `bots_not_allowed`, `no_free_seat`, `unknown_empire`, `empire_taken`.
    """
    _must_be_open(state)
    players = [seat.player for seat in state.seats]
    if player in players:
        raise Refused("already_seated", "you have a seat in this game")
    if external and not state.options.allow_bots and player not in state.options.invited:
        raise Refused("bots_not_allowed", "this game is for people, and for bots that are invited")
    if None not in players:
        raise Refused("no_free_seat", "all seats are taken")
    if empire is not None:
        if empire not in EMPIRE_IDS:
            raise Refused("unknown_empire", f"empire must be one of: {', '.join(EMPIRE_IDS)}")
        if empire in state.options.empires or empire in [seat.empire for seat in state.seats]:
            raise Refused("empire_taken", f"{empire} is taken")
    index = players.index(None)
    if empire is not None and index < len(state.options.empires) and state.options.empires[index]:
        raise Refused("empire_taken", f"seat {index} plays {state.options.empires[index]}")
    return [SeatTaken(index, player, empire, client_seed, external)]


def leave(state: State, index: int) -> list[Event]:
    """Leave an open game; or resign, and a strategy plays on. With no human left the game is abandoned."""
    if state.status not in ("open", "playing") or state.phase == "finished":
        raise Refused("not_playing", "the game is over")
    seat = state.seats[index]
    if seat.bot is not None:
        raise Refused("already_resigned", "you have resigned")
    left: Event = SeatLeft(index) if state.status == "open" else SeatResigned(index, FALLBACKS[0])
    humans = [i for i, other in enumerate(state.seats) if other.player and not other.bot and i != index]
    return [left] if humans else [left, GameAbandoned()]


def start(state: State, index: int | None, server_seed: str, client_seed: str | None = None) -> list[Event]:
    """Deal the empires, shuffle the deck, deal the first hands (R2, R3, R10).

    `index`: the seat that starts, none for the opener of a game of bots, whose seed stands for seat 0.
    `server_seed`: hexadecimal.
    """
    check_full(state)
    seeds = [seat.client_seed or "" for seat in state.seats]
    if client_seed is not None:
        seeds[index or 0] = client_seed
    return dealt(state, server_seed, tuple(seeds))


def new(
    options: Mapping[str, Any],
    deck: Sequence[str] | None = None,
    empires: Sequence[str] | None = None,
    seed: bytes | str | int = 0,
    client_seeds: Sequence[str] = (),
) -> list[Event]:
    """All events of a game that is opened, filled and started at once.

    `deck`: card names in draw order, first drawn first; those left out follow, shuffled. `empires`: by seat.
    """
    given = dict(options) | ({"empires": list(empires)} if empires is not None else {})
    server_seed = seed_text(seed)
    events = open(given, "player-0", commitment=commit(server_seed, ""))
    state = fold(events)
    while None in [seat.player for seat in state.seats]:
        index = [seat.player for seat in state.seats].index(None)
        taken = join(state, f"player-{index}")
        events, state = events + taken, fold(taken, state)
    seeds = (*client_seeds, *[""] * len(state.seats))[: len(state.seats)]
    return events + dealt(state, server_seed, seeds, deck or ())


def dealt(state: State, server_seed: str, client_seeds: Sequence[str], top: Sequence[str] = ()) -> list[Event]:
    """The start of a full game with these seeds; `top`: cards that are drawn first, whatever the seeds say."""
    if len(set(top)) != len(top) or not CARDS.keys() >= set(top):
        raise Refused("invalid_deck", "the deck must name cards of the catalogue, each once")
    deck = shuffled(tuple(CARDS), "deck", server_seed, client_seeds)
    if top:
        deck = (*top, *[card for card in deck if card not in set(top)])
    started = GameStarted(_empires(state, server_seed, client_seeds), deck, server_seed, tuple(client_seeds))
    if not is_solo(state):
        return [started, deal(fold([started], state))]
    scenario = SCENARIOS.get(state.options.scenario or "")
    formed = PoolsFormed(required_cards(scenario))
    return [started, formed, take_pool(fold([started, formed], state), 1)]


def _empires(state: State, server_seed: str, client_seeds: Sequence[str]) -> tuple[str, ...]:
    """By seat: the empire the options or the player named, otherwise one dealt at random (R3)."""
    named = [*state.options.empires, *[None] * len(state.seats)]
    chosen = [name or seat.empire for name, seat in zip(named, state.seats, strict=False)]
    dealt = iter(shuffled([e for e in EMPIRE_IDS if e not in chosen], "empires", server_seed, client_seeds))
    return tuple([empire or next(dealt) for empire in chosen])


def check_full(state: State) -> None:
    """Whether the game could start. Raises Refused: `not_open`, `seats_open`."""
    _must_be_open(state)
    if any(seat.player is None for seat in state.seats):
        raise Refused("seats_open", "some seats are still free")


def _must_be_open(state: State) -> None:
    if state.status != "open":
        raise Refused("not_open", f"the game is {state.status}")


def checked_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options with their defaults, or Refused."""
    known = {"seats", "side", "scenario", "empires", "bots", "visibility", "clock", "name"}
    known |= {"allow_bots", "invited", "bot_seconds"}
    given = {key: value for key, value in options.items() if value is not None}
    if unknown := given.keys() - known:
        raise Refused("invalid_options", f"unknown option: {', '.join(sorted(unknown))}")
    seats, side = given.get("seats"), given.get("side")
    if not isinstance(seats, int) or isinstance(seats, bool) or not 1 <= seats <= 5:
        raise Refused("invalid_options", "seats must be 1 to 5")
    side = side or ("B" if seats == 1 else "A")
    if side not in SIDES:
        raise Refused("invalid_options", "side must be A or B")
    scenario = given.get("scenario")
    if scenario is not None and scenario not in SCENARIOS:
        raise Refused("invalid_options", f"scenario must be one of: {', '.join(SCENARIOS)}")
    if scenario is not None and (seats != 1 or side != "B"):
        raise Refused("invalid_options", "scenarios are played with one seat and side B")
    if "clock" in given:
        raise Refused("not_supported", "clocks are not built yet")
    if given.get("visibility", "public") != "public":
        raise Refused("not_supported", "only public games are built yet")
    bots, empires = list(given.get("bots", ())), list(given.get("empires", ()))
    if not all(isinstance(bot, str) for bot in bots) or isinstance(given.get("bots"), str):
        raise Refused("invalid_options", "bots must be a list of strategies")
    if len(bots) > seats:
        raise Refused("invalid_options", "there are more bots than seats")
    named = [empire for empire in empires if empire is not None]
    if len(empires) > seats or len(set(named)) != len(named) or not set(EMPIRE_IDS) >= set(named):
        raise Refused("invalid_options", "empires must be different empires of the catalogue, at most one a seat")
    name = given.get("name", "-")
    if not isinstance(name, str) or not 1 <= len(name) <= 80 or not name.isprintable():
        raise Refused("invalid_options", "name must be a printable text of 1 to 80 characters")
    checked: dict[str, Any] = {"seats": seats, "side": side, "bots": bots, "visibility": "public"}
    checked |= {"scenario": scenario} if scenario else {}
    checked |= _checked_for_bots(given)
    return checked | ({"empires": empires} if empires else {}) | ({"name": given["name"]} if "name" in given else {})


def _checked_for_bots(given: Mapping[str, Any]) -> dict[str, Any]:
    """The options about programs that play from outside; what is as usual is left out."""
    allowed, invited, seconds = given.get("allow_bots", True), given.get("invited", ()), given.get("bot_seconds")
    if not isinstance(allowed, bool):
        raise Refused("invalid_options", "allow_bots must be true or false")
    ids = [player for player in invited if isinstance(player, str) and player.isprintable() and len(player) <= 64]
    if len(ids) != len(invited) or len(ids) > 5:
        raise Refused("invalid_options", "invited must name at most five players")
    if seconds is not None and (type(seconds) is not int or not 1 <= seconds <= DAY):
        raise Refused("invalid_options", f"bot_seconds must be 1 to {DAY}")
    checked: dict[str, Any] = {} if allowed else {"allow_bots": False}
    checked |= {"invited": list(invited)} if invited else {}
    return checked | ({"bot_seconds": seconds} if seconds is not None else {})
