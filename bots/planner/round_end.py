"""The end of a planned round: which jobs get the cubes that are left, and the position that results."""

from typing import Final

from bots.numbers.designs import DESIGN_NUMBERS
from bots.numbers.fields import (
    FIELD_BITS,
    FIELD_MASK,
    FINANCIER_POINTS_AT,
    FINANCIERS_AT,
    GENERAL_POINTS_AT,
    GENERALS_AT,
    ITEM_FIELDS,
    KRYSTALLIUM_AT,
    RESOURCE_FIELDS,
    lacking,
    total,
)
from bots.numbers.indices import SCORED_GENERAL
from bots.numbers.position import Position, SiteNumbers, construct
from bots.numbers.scoring import REQUIRED_CARD_POINTS, required_penalty, score
from bots.planner.jobs import Job, PartialPlan
from bots.planner.outlook import Outlook, cubes_value
from bots.planner.position_value import MISSING_CUBE_SHARE, empire_value, expected_cubes, next_round_gain
from game.cards import RESOURCES, SUPREMACY

GENERAL, FINANCIER = 1 << GENERALS_AT, 1 << FINANCIERS_AT
"""One character as fields."""
SUPREMACY_CHARACTERS: Final = [
    {"general": GENERAL, "financier": FINANCIER, "choice": 0}[SUPREMACY[resource]] for resource in RESOURCES
]
"""By step, the character that it gives, as fields; 0 if the seat chooses."""
CUBES_PER_KRYSTALLIUM: Final = 5
"""Cubes on the empire card that become a krystallium (R45)."""


def finish_round(
    partial: PartialPlan, by_density: list[Job], outlook: Outlook, wild: int
) -> tuple[float, tuple[int, ...], Position]:
    """(value in points, jobs that get what is left, position at the end of the round) of a partial plan.

    `by_density`: all jobs, the best gain per cost first. `wild`: wild cubes that the plan expects from unseen cards.
    """
    _, available, _, coming, production, counts, points, cubes, flat_points, completed, _ = partial
    available -= min(wild, available >> KRYSTALLIUM_AT & FIELD_MASK) << KRYSTALLIUM_AT
    available += _new_characters(coming, points, outlook)
    rest = [job for job in by_density if not completed >> job.number & 1]
    required = outlook.position.required
    if required:
        built = {job.design for job in by_density if completed >> job.number & 1}
        required = tuple([design for design in required if design not in built])
    empire_cubes = outlook.position.empire_cubes
    end = Position(flat_points, counts, points, production, cubes, 0, empire_cubes, (), required)
    if outlook.rounds_left == 0:
        later, end = _finish_game(end, available, rest)
        return score(end) - required_penalty(end, 0), later, end
    extra, later, end = _prepare_next_round(end, available, rest, outlook)
    return extra + empire_value(end, outlook) - required_penalty(end, outlook.rounds_left), later, end


def _new_characters(coming: int, points: int, outlook: Outlook) -> int:
    """The characters that the seat takes only with the production that the plan adds, as fields."""
    before, found = outlook.position.production, 0
    for r in range(5):
        at = FIELD_BITS * r
        if coming >> at & FIELD_MASK >= outlook.least[r] > before >> at & FIELD_MASK:
            found += supremacy_character(r, points)
    return found


def supremacy_character(resource: int, points: int) -> int:
    """The character that the resource's step gives, as fields; if the seat chooses, the more valuable one (R34)."""
    character = SUPREMACY_CHARACTERS[resource]
    if character:
        return character
    general_points, financier_points = (
        points >> GENERAL_POINTS_AT & FIELD_MASK,
        points >> FINANCIER_POINTS_AT & FIELD_MASK,
    )
    return GENERAL if general_points >= financier_points else FINANCIER


def _finish_game(end: Position, available: int, rest: list[Job]) -> tuple[tuple[int, ...], Position]:
    """The end of the game: cubes of no use become krystallium, which may complete further cards (R45)."""
    later: list[int] = []
    waste = end.empire_cubes + total(available & RESOURCE_FIELDS)
    for job in rest if waste >= CUBES_PER_KRYSTALLIUM else ():
        numbers, needs = DESIGN_NUMBERS[job.design], job.needs + job.recycling
        short = lacking(needs, available)
        if short >> GENERALS_AT or job.recycling & short:  # krystallium replaces neither characters nor the card itself
            continue
        unused = waste - total(needs - short & RESOURCE_FIELDS)
        wild = total(short & RESOURCE_FIELDS) + (needs >> KRYSTALLIUM_AT & FIELD_MASK)
        krystallium = (available >> KRYSTALLIUM_AT & FIELD_MASK) + unused // CUBES_PER_KRYSTALLIUM
        if wild > krystallium or _final_gain(end, job) <= 0:
            continue
        waste = unused % CUBES_PER_KRYSTALLIUM
        available = lacking(available, needs) & ~(FIELD_MASK << KRYSTALLIUM_AT) | krystallium - wild << KRYSTALLIUM_AT
        available += numbers.bonus
        if total(available & RESOURCE_FIELDS) > waste:
            available &= ~RESOURCE_FIELDS
        end = construct(end, job.design)
        later.append(job.number)
    return tuple(later), end._replace(items=available & ITEM_FIELDS, empire_cubes=0)


def _final_gain(end: Position, job: Job) -> float:
    """Points for the card and its characters, less those on it. Points per character are not included."""
    numbers = DESIGN_NUMBERS[job.design]
    gain = float(
        numbers.flat_points
        + (end.points >> FIELD_BITS * numbers.type & FIELD_MASK)
        + total(numbers.bonus >> GENERALS_AT)
        - total(job.needs >> GENERALS_AT)
    )
    if job.design in end.required:
        gain += REQUIRED_CARD_POINTS[0]
    if 0 <= numbers.scored < SCORED_GENERAL:
        own = numbers.scored == numbers.type
        gain += numbers.points_each * ((end.counts >> numbers.scored_at & FIELD_MASK) + own)
    return gain


def _prepare_next_round(
    end: Position, available: int, rest: list[Job], outlook: Outlook
) -> tuple[float, tuple[int, ...], Position]:
    """(points, jobs, position) after what is left goes to cards that the next rounds are likely to complete."""
    w, expected = outlook.weights, expected_cubes(end, outlook)
    later: list[int] = []
    sites: list[SiteNumbers] = []
    extra = 0.0
    for job in rest:
        needs, free = job.needs, available - job.recycling
        if job.recycling and not available & FIELD_MASK * job.recycling:
            continue  # the plan has used the cube from recycling this card
        open_cubes = lacking(needs, free) & RESOURCE_FIELDS
        used = (needs & RESOURCE_FIELDS) - open_cubes
        value = w.later_share * next_round_gain(end, job.design, job.gain, available, outlook)
        value = value - cubes_value(open_cubes, outlook.price) - outlook.items_value(needs)
        value -= total(lacking(open_cubes, expected)) * w.krystallium * MISSING_CUBE_SHARE
        value -= (total(used) + (job.recycling > 0)) * w.unused_cube
        if value <= 0:
            if not job.recycling:
                sites.append((job.design, needs))
            continue
        later.append(job.number)
        available = free - used
        expected = lacking(expected, open_cubes)
        still_open = open_cubes | needs & ITEM_FIELDS
        if still_open:
            sites.append((job.design, still_open))
            extra += value
        else:
            available += DESIGN_NUMBERS[job.design].bonus
            end = construct(end, job.design)
    waste = end.empire_cubes + total(available & RESOURCE_FIELDS)
    krystallium, empire_cubes = divmod(waste, CUBES_PER_KRYSTALLIUM)
    items = (available & ITEM_FIELDS) + (krystallium << KRYSTALLIUM_AT)
    end = end._replace(items=items, empire_cubes=empire_cubes, sites=tuple(sites))
    return extra + w.unused_cube * empire_cubes, tuple(later), end
