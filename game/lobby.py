"""Before the game: open, join, leave, start (R1-R4)."""

from collections.abc import Mapping, Sequence
from typing import Any

from game.cards import CARDS, EMPIRE_IDS
from game.draft import deal
from game.events import (
    Event,
    GameAbandoned,
    GameOpened,
    GameStarted,
    PoolsFormed,
    SeatLeft,
    SeatResigned,
    SeatTaken,
    StartAgreed,
)
from game.message import Message
from game.model import State, is_solo
from game.options import check_options
from game.refused import Refused
from game.rulesets import CURRENT_RULESET
from game.scenarios import SCENARIOS
from game.shuffle import commitment as commit
from game.shuffle import seed_text, shuffled
from game.solo import required_cards, take_pool
from game.table import invited_players
from game.transitions import fold

FALLBACKS = ("greedy", "random")
"""Strategies that act when a seat's own player does not, in this order. The first one plays on after a resignation."""


def open(
    options: Mapping[str, Any],
    player: str,
    game: str = "",
    commitment: str = "",
    external: bool = False,
    ruleset: str | None = None,
) -> list[Event]:
    """Open a game: `player` takes seat 0, bots take the last seats. With as many bots as seats `player` only watches.

    `options`: the body of `POST /v1/games`. `external`: a bot account, played by a program. `ruleset`: the current one
    by default. Raises Refused(`invalid_options`).
    """
    checked = check_options(options)
    first = checked["seats"] - len(checked["bots"])
    events: list[Event] = [GameOpened(game, ruleset or CURRENT_RULESET, checked, commitment, None if first else player)]
    events += [SeatTaken(0, player, external=external)] if first else []
    return events + [SeatTaken(first + i, f"bot:{strategy}") for i, strategy in enumerate(checked["bots"])]


def join(
    state: State, player: str, empire: str | None = None, client_seed: str | None = None, external: bool = False
) -> list[Event]:
    """Take the first free seat; in a rematch the seat that is kept for you, and so you agree that the game starts.

    `external`: a bot account, played by a program. Raises Refused: `not_open`, `already_seated`, `removed`,
    `bots_not_allowed`, `no_free_seat`, `unknown_empire`, `empire_taken`.
    """
    must_be_open(state)
    if player in [seat.player for seat in state.seats]:
        raise Refused("already_seated", "you have a seat in this game")
    if player in state.removed:
        raise Refused("removed", "the host removed you from this game")
    if external and not state.options.allow_bots and player not in invited_players(state):
        raise Refused("bots_not_allowed", "this game accepts people, and bots that are invited")
    index = _seat_for(state, player)
    if empire is not None:
        if empire not in EMPIRE_IDS:
            raise Refused("unknown_empire", Message("empire must be one of: {empires}", empires=EMPIRE_IDS))
        if empire in state.options.empires or empire in [seat.empire for seat in state.seats]:
            raise Refused("empire_taken", Message("{empire} is taken", empire=empire))
    if empire is not None and index < len(state.options.empires) and state.options.empires[index]:
        raise Refused(
            "empire_taken", Message("seat {seat} plays {empire}", seat=index, empire=state.options.empires[index])
        )
    taken = SeatTaken(index, player, empire, client_seed, external)
    return [taken, StartAgreed(index, True)] if player in state.reserved else [taken]


def _seat_for(state: State, player: str) -> int:
    """The free seat that is kept for a player, otherwise the first one that is kept for nobody."""
    kept = state.reserved or (None,) * len(state.seats)
    free = [index for index, seat in enumerate(state.seats) if seat.player is None]
    found = [index for index in free if kept[index] == player] or [index for index in free if kept[index] is None]
    if found:
        return found[0]
    detail = "the free seats are kept for the players of the game before" if free else "all seats are taken"
    raise Refused("no_free_seat", detail)


def leave(state: State, index: int) -> list[Event]:
    """Leave an open game, which is abandoned without a player left. After the start: resign.

    A strategy plays a resigned seat to the end, also without a player left: a lost game gets its result although its
    loser has gone. Raises Refused: `not_playing`, `already_resigned`.
    """
    if state.status not in ("open", "playing") or state.phase == "finished":
        raise Refused("not_playing", "the game is over")
    seat = state.seats[index]
    if seat.bot is not None and not seat.away:
        raise Refused("already_resigned", "you have resigned")
    if state.status == "playing":
        return [SeatResigned(index, FALLBACKS[0])]
    return [SeatLeft(index), *([] if has_another_player(state, index) else [GameAbandoned()])]


def has_another_player(state: State, index: int) -> bool:
    """Whether an account plays another seat than this one, or is away from it and may return."""
    others = [seat for seat in state.seats if seat is not state.seats[index]]
    return any(seat.player and (seat.away or not seat.bot) for seat in others)


def start(state: State, index: int | None, server_seed: str, client_seed: str | None = None) -> list[Event]:
    """Deal the empires, shuffle the deck, deal the first hands (R2, R3, R10).

    `index`: the seat that starts the game; None for the opener of a game of bots, whose client seed counts for seat 0.
    `server_seed`: hexadecimal. Raises Refused: `not_open`, `not_host`, `seats_open`.
    """
    check_start(state, index)
    seeds = [seat.client_seed or "" for seat in state.seats]
    if client_seed is not None:
        seeds[index or 0] = client_seed
    return opening_deal(state, server_seed, tuple(seeds))


def new(
    options: Mapping[str, Any],
    deck: Sequence[str] | None = None,
    empires: Sequence[str] | None = None,
    seed: bytes | str | int = 0,
    client_seeds: Sequence[str] = (),
    ruleset: str | None = None,
) -> list[Event]:
    """All events of a game that is opened, filled and started at once.

    `deck`: card names in draw order, first drawn first; the other cards follow, shuffled. `empires`: by seat.
    `ruleset`: the current one by default.
    """
    given = dict(options) | ({"empires": list(empires)} if empires is not None else {})
    server_seed = seed_text(seed)
    events = open(given, "player-0", commitment=commit(server_seed, ""), ruleset=ruleset)
    state = fold(events)
    while None in [seat.player for seat in state.seats]:
        index = [seat.player for seat in state.seats].index(None)
        taken = join(state, f"player-{index}")
        events, state = events + taken, fold(taken, state)
    seeds = (*client_seeds, *[""] * len(state.seats))[: len(state.seats)]
    return events + opening_deal(state, server_seed, seeds, deck or ())


def opening_deal(state: State, server_seed: str, client_seeds: Sequence[str], top: Sequence[str] = ()) -> list[Event]:
    """The start of a full game with these seeds. `top`: cards that are drawn first, whatever the seeds are."""
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
    """By seat: the empire that the options or the player name, otherwise one dealt at random (R3)."""
    named = [*state.options.empires, *[None] * len(state.seats)]
    chosen = [name or seat.empire for name, seat in zip(named, state.seats, strict=False)]
    dealt = iter(shuffled([e for e in EMPIRE_IDS if e not in chosen], "empires", server_seed, client_seeds))
    return tuple([empire or next(dealt) for empire in chosen])


def check_start(state: State, index: int | None) -> None:
    """Check that a seat (None: the opener of a game of bots) can start the game, as `start` does."""
    must_be_open(state)
    if index is not None:
        must_host(state, index)
    if any(seat.player is None for seat in state.seats):
        raise Refused("seats_open", "some seats are still free")


def must_host(state: State, index: int) -> None:
    """Raises Refused(`not_host`) unless the seat is the host."""
    if index != state.host:
        raise Refused("not_host", "only the host may do this")


def must_be_open(state: State) -> None:
    if state.status != "open":
        raise Refused("not_open", Message("the game is {status}", status=Message(state.status)))
