"""The best plan for a round: which cards to complete in it, found by a beam search.

A plan adds cards one by one, those that an early step completes first. It knows no single cube: a resource serves until
it is used up, wherever it comes from.
"""

from bots.numbers.designs import PIECES
from bots.numbers.fields import FIELD, GUARDS, RESOURCE_FIELDS, WIDTH, lacking, total
from bots.planner.jobs import Job, Means, Plan, State
from bots.planner.outlook import Outlook, dot
from bots.planner.settle import settle

STILL = [RESOURCE_FIELDS & ~((1 << WIDTH * (done + 1)) - 1) for done in range(-1, 5)]
"""By the step that completes a card (-1..4) + 1: the fields of the steps still to come."""
SETTLED = 6
"""Plans that are followed to the end of the round."""


def plans(outlook: Outlook, hand: tuple[int, ...], means: Means, width: int, settled: int = SETTLED) -> list[Plan]:
    """Up to `settled` different plans, the best first; `width` of them are kept while cards are added."""
    position = outlook.position
    supply, early = means.supply + (means.soft << 35), means.early
    if means.step < 0:
        for design in hand:
            supply += PIECES[design].recycling
            early += PIECES[design].recycling
    jobs = [_job(i, design, needs, 0, early, outlook) for i, (design, needs) in enumerate(position.sites)]
    for design in hand:
        jobs.append(_job(len(jobs), design, PIECES[design].needs, PIECES[design].recycling, early, outlook))
    empire = (position.production, position.counts, position.points, position.per, position.flat)
    states: list[State] = [(0.0, supply, early, means.coming, *empire, 0, 0)]
    order = sorted(jobs, key=_by_step)
    for one in order:
        more = _with(states, one, outlook, means.step)
        if more:
            states += more
            states.sort(key=_score, reverse=True)
            del states[width:]
    del states[settled:]
    rest = sorted(jobs, key=_by_density)
    return sorted([_ended(state, rest, order, outlook, means.soft) for state in states], key=_value, reverse=True)


def plan(outlook: Outlook, hand: tuple[int, ...], means: Means, width: int) -> Plan:
    """The best plan found."""
    return plans(outlook, hand, means, width)[0]


def _job(number: int, design: int, needs: int, recycling: int, early: int, outlook: Outlook) -> Job:
    short = lacking(needs + recycling, early) & RESOURCE_FIELDS
    last = (short.bit_length() - 1) // WIDTH if short else -1
    cost = outlook.cost(design) if recycling else dot(needs, outlook.price) + outlook.items(needs)
    return Job(number, design, needs, recycling, last, outlook.gain(design), cost)


def _by_step(one: Job) -> tuple[int, float]:
    return one.last, one.cost - one.gain


def _by_density(one: Job) -> float:
    return (one.cost + 0.5) / max(one.gain, 0.1)


def _score(state: State) -> float:
    return state[0]


def _value(found: Plan) -> float:
    return found.value


def _ended(state: State, rest: list[Job], order: list[Job], outlook: Outlook, soft: int) -> Plan:
    value, later, after = settle(state, rest, outlook, soft)
    mask, steps = state[9], state[10]
    now = [one.number for one in order if mask >> one.number & 1]
    now.sort(key=lambda number: steps >> 3 * number & 7)
    return Plan(value, tuple(now), later, after)


def _with(states: list[State], one: Job, outlook: Outlook, step: int) -> list[State]:
    """The states in which the job is completed as well."""
    found: list[State] = []
    piece = PIECES[one.design]
    needs = one.needs + one.recycling
    type_, of, per_type = piece.type, piece.of, piece.per
    for value, supply, early, coming, production, counts, points, per, flat, mask, steps in states:
        cost = one.cost
        difference = (supply | GUARDS) - needs
        if difference & GUARDS == GUARDS:
            supply = difference ^ GUARDS
        else:
            short = lacking(needs, supply)
            wild = total(short)
            if short >> 35 or wild + (needs >> 35 & FIELD) > supply >> 35 & FIELD:
                continue
            supply -= needs - short + (wild << 35)
            cost += wild * outlook.w.krystallium - dot(short, outlook.price)
        done = step
        difference = (early | GUARDS) - needs
        if difference & GUARDS == GUARDS:
            early = difference ^ GUARDS
        else:
            early = lacking(early, one.recycling)
            short = lacking(one.needs, early) & RESOURCE_FIELDS
            if short:
                done = max(step, (short.bit_length() - 1) // WIDTH)
            early = lacking(early, one.needs & STILL[done + 1])
            early -= lacking(early, supply)
        counts += 1 << WIDTH * type_
        gain = one.gain + (points >> WIDTH * type_ & FIELD)
        added = piece.production + per[type_]
        if per_type >= 0:
            cube = 1 << WIDTH * piece.resource
            added += (counts >> WIDTH * per_type & FIELD) * cube
            per = tuple([fields + cube if t == per_type else fields for t, fields in enumerate(per)])
        if of >= 0:
            if of < 5:
                gain += piece.points * (counts >> WIDTH * of & FIELD)
            else:
                gain += piece.points * ((supply + piece.bonus) >> WIDTH * (of + 1) & FIELD)
            points += piece.points << WIDTH * of
        if added != piece.production:
            gain += dot(added - piece.production, outlook.value_of)
        now = added & STILL[done + 1]
        if now:
            gain += dot(now, outlook.price)
        found.append(
            (
                value + gain - cost,
                supply + now + piece.bonus,
                early + piece.bonus,
                coming + now,
                production + added,
                counts,
                points,
                per,
                flat + piece.flat,
                mask | 1 << one.number,
                steps | done + 1 << 3 * one.number,
            )
        )
    return found
