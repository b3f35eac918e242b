"""The start: empires are dealt, the deck is shuffled, and the first hands or pools follow (R2, R3, R10, R60)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from game.cards import CARDS, EMPIRE_IDS
from game.declared import MOVE, Event, event
from game.draft import deal
from game.field_types import Cards, ClientSeeds, Empires, ServerSeed
from game.folding import fold
from game.lobby import join, open
from game.model import State, is_solo
from game.refused import Refused
from game.scenarios import SCENARIOS
from game.shuffle import commitment as commit
from game.shuffle import seed_text, shuffled
from game.solo import PoolsFormed, required_cards, take_pool
from game.stages import begin_for_all
from game.table import must_be_open, must_host


@event("game_started", MOVE, public=("empires", "client_seeds"))
@dataclass(frozen=True, slots=True)
class GameStarted(Event):
    """`empires`, `client_seeds`: by seat. `deck`: card names, first drawn first. Seeds are hexadecimal or text."""

    empires: Empires
    deck: Cards
    server_seed: ServerSeed
    client_seeds: ClientSeeds

    def apply(self, state: State) -> State:
        """From now on nobody is the host."""
        pairs = zip(state.seats, self.empires, strict=True)
        return begin_for_all(
            state,
            [seat._replace(empire=empire, ready=False) for seat, empire in pairs],
            status="playing",
            host=None,
            deck=self.deck,
            server_seed=self.server_seed,
            client_seeds=self.client_seeds,
        )


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


def check_start(state: State, index: int | None) -> None:
    """Check that a seat (None: the opener of a game of bots) can start the game, as `start` does."""
    must_be_open(state)
    if index is not None:
        must_host(state, index)
    if any(seat.player is None for seat in state.seats):
        raise Refused("seats_open", "some seats are still free")


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
