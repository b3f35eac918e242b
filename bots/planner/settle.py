"""How a round ends: who gets what is left, what stands then, and what that is worth."""

from bots.numbers.designs import PIECES
from bots.numbers.fields import FIELD, RESOURCE_FIELDS, WIDTH, lacking, total
from bots.numbers.position import Position, constructed
from bots.numbers.scoring import LACKING, lacked, score
from bots.planner.jobs import Job, State
from bots.planner.outlook import Outlook, dot

ITEM_FIELDS = 63 << 35 | 63 << 42 | 63 << 49


def settle(state: State, order: list[Job], outlook: Outlook, soft: int) -> tuple[float, tuple[int, ...], Position]:
    """(value, jobs that get what is left, position after the round), the state's jobs completed.

    `order`: all jobs, the most for its cost first.
    """
    _, supply, _, coming, production, counts, points, per, flat, mask, _ = state
    supply -= min(soft, supply >> 35 & FIELD) << 35
    supply += _characters(coming, points, outlook)
    rest = [one for one in order if not mask >> one.number & 1]
    required = outlook.position.required
    if required:
        built = {one.design for one in order if mask >> one.number & 1}
        required = tuple([design for design in required if design not in built])
    end = Position(flat, counts, points, production, per, 0, outlook.position.empire_cubes, (), required)
    if outlook.left == 0:
        later, end = _last(end, supply, rest)
        return score(end) - lacked(end, 0), later, end
    extra, later, end = _later(end, supply, rest, outlook)
    return extra + _standing(end, outlook) - lacked(end, outlook.left), later, end


def _characters(coming: int, points: int, outlook: Outlook) -> int:
    """Characters that only this plan's production gives."""
    before, found = outlook.position.production, 0
    for r in range(5):
        if coming >> WIDTH * r & FIELD >= outlook.least[r] > before >> WIDTH * r & FIELD:
            found += character(r, points)
    return found


def character(r: int, points: int) -> int:
    """The character of a step, as items; of that of science the one that brings more (R34)."""
    if r == 2:
        return 1 << 42 if points >> 35 & FIELD >= points >> 42 & FIELD else 1 << 49
    return 1 << 42 if r in (1, 4) else 1 << 49


def _last(end: Position, supply: int, rest: list[Job]) -> tuple[tuple[int, ...], Position]:
    """The end of the game: cubes that serve nothing make krystallium, which may complete one card more (R45)."""
    later: list[int] = []
    waste = end.empire_cubes + total(supply & RESOURCE_FIELDS)
    for one in rest if waste >= 5 else ():
        piece, needs = PIECES[one.design], one.needs + one.recycling
        short = lacking(needs, supply)
        if short >> 42 or one.recycling & short:
            continue
        unused = waste - total(needs - short & RESOURCE_FIELDS)
        wild = total(short & RESOURCE_FIELDS) + (needs >> 35 & FIELD)
        krystallium = (supply >> 35 & FIELD) + unused // 5
        if wild > krystallium or _gained(end, one) <= 0:
            continue
        waste = unused % 5
        supply = (lacking(supply, needs) & ~(FIELD << 35) | krystallium - wild << 35) + piece.bonus
        if total(supply & RESOURCE_FIELDS) > waste:
            supply &= ~RESOURCE_FIELDS
        end = constructed(end, one.design)
        later.append(one.number)
    return tuple(later), end._replace(items=supply & ITEM_FIELDS, empire_cubes=0)


def _gained(end: Position, one: Job) -> float:
    """Points that the card brings, points per character left aside, less the characters on it."""
    piece = PIECES[one.design]
    gain = float(
        piece.flat + (end.points >> WIDTH * piece.type & FIELD) + total(piece.bonus >> 42) - total(one.needs >> 42)
    )
    if one.design in end.required:
        gain += LACKING[0]
    if 0 <= piece.of < 5:
        gain += piece.points * ((end.counts >> WIDTH * piece.of & FIELD) + (piece.of == piece.type))
    return gain


def _later(end: Position, supply: int, rest: list[Job], outlook: Outlook) -> tuple[float, tuple[int, ...], Position]:
    """What is left goes to cards for the next rounds, as long as their cubes can be hoped for."""
    w, hoped = outlook.w, _hoped(end, outlook)
    later: list[int] = []
    sites: list[tuple[int, int]] = []
    extra = 0.0
    for one in rest:
        needs, free = one.needs, supply - one.recycling
        if one.recycling and not supply & FIELD * one.recycling:
            continue
        open_ = lacking(needs, free) & RESOURCE_FIELDS
        used = (needs & RESOURCE_FIELDS) - open_
        value = (
            w.trust * _promised(end, one.design, one.gain, supply, outlook)
            - dot(open_, outlook.price)
            - outlook.items(needs)
        )
        value -= total(lacking(open_, hoped)) * w.krystallium * 0.5
        value -= (total(used) + (one.recycling > 0)) * w.cube
        if value <= 0:
            if not one.recycling:
                sites.append((one.design, needs))
            continue
        later.append(one.number)
        supply = free - used
        hoped = lacking(hoped, open_)
        if open_ | needs & ITEM_FIELDS:
            sites.append((one.design, open_ | needs & ITEM_FIELDS))
            extra += value
        else:
            supply += PIECES[one.design].bonus
            end = constructed(end, one.design)
    waste = end.empire_cubes + total(supply & RESOURCE_FIELDS)
    items = (supply & ITEM_FIELDS) + (waste // 5 << 35)
    return (
        extra + w.cube * (waste % 5),
        tuple(later),
        end._replace(items=items, empire_cubes=waste % 5, sites=tuple(sites)),
    )


def _promised(end: Position, design: int, gain: float, supply: int, outlook: Outlook) -> float:
    """What the card brings if it is completed in the next round, and so produces a round less."""
    piece, counts = PIECES[design], end.counts
    value = gain + (end.points >> WIDTH * piece.type & FIELD)
    if piece.of >= 5:
        value += piece.points * (supply >> WIDTH * (piece.of + 1) & FIELD)
    elif piece.of >= 0:
        value += piece.points * ((counts >> WIDTH * piece.of & FIELD) + (piece.of == piece.type))
    added = end.per[piece.type]
    if piece.per >= 0:
        added += (counts >> WIDTH * piece.per & FIELD) << WIDTH * piece.resource
    if added:
        value += dot(added, outlook.value_of)
    return value - dot(piece.production + added, outlook.value_of) / outlook.left


def _hoped(end: Position, outlook: Outlook) -> int:
    """The cubes that cards left for later may hope for, as fields."""
    hoped, rounds = 0, min(outlook.w.spread, outlook.left)
    for r in range(5):
        hoped |= min(FIELD, int((end.production >> WIDTH * r & FIELD) * rounds)) << WIDTH * r
    return hoped


def worth(end: Position, outlook: Outlook) -> float:
    """What the position after a round is worth, in points at the end of the game; after the last, its score."""
    if outlook.left == 0:
        return score(end) - lacked(end, 0)
    w, hoped = outlook.w, _hoped(end, outlook)
    value = _standing(end, outlook) - lacked(end, outlook.left) + w.cube * end.empire_cubes
    for design, needs in end.sites:
        open_ = needs & RESOURCE_FIELDS
        extra = w.trust * _promised(end, design, outlook.gain(design), end.items, outlook)
        extra -= dot(open_, outlook.price) + outlook.items(needs)
        extra -= total(lacking(open_, hoped)) * w.krystallium * 0.5
        if extra > 0:
            value += extra
            hoped = lacking(hoped, open_)
    return value


def _standing(end: Position, outlook: Outlook) -> float:
    """What an empire is worth after a round with more to come, cards under construction left aside."""
    w, points, growth = outlook.w, end.points, outlook.growth
    value = end.flat + (end.items >> 35 & FIELD) * w.krystallium
    for t in range(5):
        number, amount = end.counts >> WIDTH * t & FIELD, end.production >> WIDTH * t & FIELD
        value += (points >> WIDTH * t & FIELD) * (number + growth[t]) + w.future[t] * number
        value += amount * outlook.value_of[t]
        if amount >= outlook.least[t]:
            value += w.supremacy
        if end.per[t]:
            value += dot(end.per[t], outlook.value_of) * growth[t] * 0.5
    for at, word in ((42, 35), (49, 42)):
        each, number = points >> word & FIELD, end.items >> at & FIELD
        value += (1.0 + w.character + each) * number + each * growth[word // WIDTH]
    return value
