"""Production: five steps, supremacy, and the ends of steps, rounds and the game (R30-R38)."""

from dataclasses import dataclass
from functools import lru_cache

from game.cards import CARDS, CHARACTERS, EMPIRES, RESOURCES, SUPREMACY
from game.construction import BUILDING
from game.declared import ALL, MOVE, Event, Intention, event, intention_type
from game.draft import deal
from game.field_types import Amounts, Character, Flag, Resource, SeatNumber
from game.message import Message
from game.model import ROUNDS, Seat, State, Supremacy, Undo, in_time, is_solo, replace_seat
from game.refused import Refused
from game.rulesets import RULESETS
from game.solo import take_pool
from game.stages import begin_for_all


@event("resources_produced", MOVE, public=ALL, ends_undo=True, news="beginning")
@dataclass(frozen=True, slots=True)
class ResourcesProduced(Event):
    """A production step begins; `amounts`: cubes by seat (R31)."""

    step: Resource
    amounts: Amounts

    def apply(self, state: State) -> State:
        seats = [
            seat._replace(cubes=amount, produced=amount, ready=False, undo=None)
            for seat, amount in zip(state.seats, self.amounts, strict=True)
        ]
        return begin_for_all(state, seats, phase="production", step=self.step)


@event("supremacy_won", MOVE, public=ALL, news="proud")
@dataclass(frozen=True, slots=True)
class SupremacyWon(Event):
    """`character`: None while the seat must choose (R34)."""

    seat: SeatNumber
    character: Character | None = None

    def apply(self, state: State) -> State:
        seat = state.seats[self.seat]
        if self.character is None:
            changed = seat._replace(choosing=True)
        else:
            changed = _with_character(seat, self.character)
        won = Supremacy(state.round, state.step or "", self.seat, self.character)
        return replace_seat(state, self.seat, changed, supremacy=(*state.supremacy, won))


@intention_type("choose", phases=("production",))
@dataclass(frozen=True, slots=True)
class Choose(Intention):
    """Choose the character of the science supremacy (R34)."""

    character: Character

    def decide(self, state: State, seat: Seat) -> list[Event]:
        """Nothing else is possible before (R38)."""
        if not seat.choosing:
            raise Refused("nothing_to_choose", "you have no character to choose")
        if self.character not in CHARACTERS:
            raise Refused("invalid_intention", Message("character must be one of: {characters}", characters=CHARACTERS))
        return [CharacterChosen(self.seat, self.character)]


@event("character_chosen", MOVE, public=ALL, caused_by=Choose)
@dataclass(frozen=True, slots=True)
class CharacterChosen(Event):
    """The winner of the science supremacy has chosen (R34)."""

    seat: SeatNumber
    character: Character

    def apply(self, state: State) -> State:
        seat, undo = state.seats[self.seat], Undo(state.version + 1, state.seats[self.seat], ())
        changed = _with_character(seat, self.character)._replace(choosing=False, undo=undo)
        supremacy = (*state.supremacy[:-1], state.supremacy[-1]._replace(character=self.character))
        return replace_seat(state, self.seat, changed, supremacy=supremacy)


@intention_type("ready", phases=BUILDING)
@dataclass(frozen=True, slots=True)
class Ready(Intention):
    """Declare yourself done with planning or with the production step (R24, R37)."""

    def decide(self, state: State, seat: Seat) -> list[Event]:
        """The last seat to do so ends planning or the step (R24, R35, R37)."""
        if seat.drafted or seat.hand:
            raise Refused("cards_left", "slate or recycle all your cards first")
        if seat.cubes:
            raise Refused("cubes_left", "place all your cubes first")
        declared = ReadyDeclared(self.seat)
        if all(other.ready for i, other in enumerate(state.seats) if i != self.seat):
            return [declared, *begin_next(state)]
        return [declared]


@event("ready_declared", MOVE, public=ALL, caused_by=Ready, news="quiet")
@dataclass(frozen=True, slots=True)
class ReadyDeclared(Event):
    """`auto`: declared by auto-ready, not by an intention. An undo of the move that led to it removes it."""

    seat: SeatNumber
    auto: Flag = False

    def apply(self, state: State) -> State:
        """Auto-ready alone tells nothing of the player: the seat was in time if it did something itself."""
        seat = state.seats[self.seat]
        undo = seat.undo if self.auto else Undo(state.version + 1, seat, ())
        declared = seat._replace(ready=True, undo=undo)
        return replace_seat(state, self.seat, in_time(declared) if undo else declared)


@event("game_ended", MOVE, public=ALL, ends_undo=True, news="beginning")
@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """The last step of the last round is over; a job will append the score."""

    def apply(self, state: State) -> State:
        seats = [seat._replace(ready=False, undo=None) for seat in state.seats]
        return begin_for_all(state, seats, phase="finished", step=None, proposal=None, pause=None)


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


def _with_character(seat: Seat, character: str) -> Seat:
    if character == "general":
        return seat._replace(generals=seat.generals + 1)
    return seat._replace(financiers=seat.financiers + 1)


_ready = lru_cache(maxsize=8)(Ready)


def choices(index: int) -> list[Intention]:
    """Each character that a seat which must choose may take."""
    return [Choose(index, character) for character in sorted(CHARACTERS)]


def readiness(index: int) -> Intention:
    """The seat declared ready."""
    return _ready(index)
