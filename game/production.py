"""Production: five steps, supremacy, and the ends of steps, rounds and the game (R30-R38)."""

from functools import lru_cache

from game.cards import CARDS, CHARACTERS, EMPIRES, RESOURCES, SUPREMACY
from game.draft import deal
from game.events import CharacterChosen, Event, GameEnded, ReadyDeclared, ResourcesProduced, SupremacyWon
from game.intentions import Choose, Ready
from game.message import Message
from game.model import ROUNDS, Seat, State, is_solo
from game.refused import Refused
from game.rulesets import RULESETS
from game.solo import take_pool


def production(seat: Seat, side: str) -> tuple[int, ...]:
    """Cubes per resource that the seat's empire gives, in the order of RESOURCES (R31, R32)."""
    return _production(seat.empire, side, seat.constructed)


@lru_cache(maxsize=1 << 14)
def _production(empire: str, side: str, constructed: tuple[str, ...]) -> tuple[int, ...]:
    amounts = list(EMPIRES[empire, side].production)
    designs = [CARDS[card] for card in constructed]
    types = [design.type for design in designs]
    for design in designs:
        for i, amount in enumerate(design.production):
            amounts[i] += amount
        if design.per:
            resource, kind = design.per
            amounts[RESOURCES.index(resource)] += types.count(kind)
    return tuple(amounts)


def produce(state: State, step: str) -> list[Event]:
    """The events that begin a step: what every seat produces, and which seat wins the character (R31, R34, R64)."""
    at = RESOURCES.index(step)
    amounts = tuple([production(seat, state.options.side)[at] for seat in state.seats])
    produced = ResourcesProduced(step, amounts)
    most, least = max(amounts), RULESETS[state.ruleset].solo_supremacy if is_solo(state) else 1
    if most < least or amounts.count(most) > 1:
        return [produced]
    character = SUPREMACY[step]
    return [produced, SupremacyWon(amounts.index(most), None if character == "choice" else character)]


def choose(state: State, index: int, seat: Seat, intention: Choose) -> list[Event]:
    """Choose the character of the science supremacy (R34, R38)."""
    if not seat.choosing:
        raise Refused("nothing_to_choose", "you have no character to choose")
    if intention.character not in CHARACTERS:
        raise Refused("invalid_intention", Message("character must be one of: {characters}", characters=CHARACTERS))
    return [CharacterChosen(index, intention.character)]


def ready(state: State, index: int, seat: Seat, intention: Ready) -> list[Event]:
    """Declare the seat ready; the last seat to do so ends planning or the step (R24, R35, R37)."""
    if seat.drafted or seat.hand:
        raise Refused("cards_left", "slate or recycle all your cards first")
    if seat.cubes:
        raise Refused("cubes_left", "place all your cubes first")
    declared = ReadyDeclared(index)
    if all(other.ready for i, other in enumerate(state.seats) if i != index):
        return [declared, *begin_next(state)]
    return [declared]


def begin_next(state: State) -> list[Event]:
    """The events after all seats are ready: the next step, the next round, or the end of the game."""
    if state.step is None:
        return produce(state, RESOURCES[0])
    at = RESOURCES.index(state.step) + 1
    if at < len(RESOURCES):
        return produce(state, RESOURCES[at])
    if state.round == ROUNDS:
        return [GameEnded()]
    return [take_pool(state, 1) if is_solo(state) else deal(state)]
