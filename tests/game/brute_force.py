"""A second enumeration of the legal intentions: every possible body, kept if no rule forbids it.

It uses `game.facts` and the catalogue only. It is slow, and on purpose unlike `game.legal`.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from tests.game.recomputed import design

RESOURCES = ["materials", "energy", "science", "gold", "exploration"]
ORDER = [*RESOURCES, "krystallium", "general", "financier"]
"""The order of a card's spaces in facts."""

Facts = dict[str, Any]
Body = dict[str, Any]


def legal(facts: Facts, index: int) -> list[Body]:
    """Bodies of all intentions open to the seat, in no order, krystallium with its `as`."""
    return [body for body in possible_bodies(facts["seats"][index]) if allowed(facts, facts["seats"][index], body)]


def possible_bodies(seat: Facts) -> Iterator[Body]:
    """Every body that names cards which the seat has anywhere."""
    sites = [site["card"] for site in seat["construction"]]
    cards = [*seat["hand"], *seat["candidates"], *seat["drafted"], *seat["constructed"], *sites]
    places = [*sites, "empire"]
    yield {"type": "ready"}
    for character in ("general", "financier"):
        yield {"type": "choose", "character": character}
    for card in cards:
        for kind in ("draft", "slate", "keep", "discard"):
            yield {"type": kind, "card": card}
        for onto in places:
            yield {"type": "recycle", "card": card, "onto": onto}
    for first, second in combinations(cards, 2):
        yield {"type": "redraw", "cards": sorted([first, second])}
    for onto in places:
        for item in ORDER:
            yield {"type": "place", "item": item, "onto": onto}
        for kind in ORDER:
            yield {"type": "place", "item": "krystallium", "onto": onto, "as": kind}


def allowed(facts: Facts, seat: Facts, body: Body) -> bool:
    """Whether no rule forbids it."""
    if facts["status"] != "playing" or facts["phase"] in (None, "finished"):
        return False
    kind = body["type"]
    if facts["phase"] == "draft":  # R11: one card of the hand, once
        return kind == "draft" and seat["picked"] is None and body["card"] in seat["hand"]
    if seat["ready"]:
        return False
    if seat["choosing"]:  # R38
        return bool(kind == "choose")
    if seat["candidates"]:  # R62
        return kind == "keep" and body["card"] in seat["candidates"]
    to_plan = seat["drafted"] + seat["hand"]
    match kind:
        case "ready":  # R24, R35, R63
            return not to_plan and seat["cubes"] == 0
        case "slate":  # R20
            return body["card"] in to_plan
        case "recycle":  # R20, R21
            return body["card"] in to_plan and fits(seat, design(body["card"])["recycling_bonus"], body["onto"])
        case "discard":  # R46
            return body["card"] in [site["card"] for site in seat["construction"]]
        case "redraw":  # R62, R65
            enough = len(facts["deck"]) >= 5 or len(facts["deck"]) + len(facts["discard"]) + 2 >= 5
            alone = len(facts["seats"]) == 1
            return alone and enough and all(card in seat["hand"] for card in body["cards"])
        case "place":  # R35, R40, R41
            return holds(facts, seat, body["item"]) and placeable(seat, body)
        case _:
            return False


def holds(facts: Facts, seat: Facts, item: str) -> bool:
    """Whether the seat has such an item in hand."""
    if item in RESOURCES:
        return item == facts["step"] and seat["cubes"] > 0
    return bool(seat["krystallium"] if item == "krystallium" else seat[f"{item}s"])


def placeable(seat: Facts, body: Body) -> bool:
    """Whether the item can go there; krystallium says which kind of space it fills."""
    item, onto = body["item"], body["onto"]
    if item != "krystallium":
        return fits(seat, item, onto)
    space = body.get("as")
    return onto != "empire" and space in (*RESOURCES, "krystallium") and space in open_spaces(seat, onto)


def fits(seat: Facts, item: str, onto: str) -> bool:
    """Whether an item goes on a space of its own kind, or a cube on the empire card."""
    return item in RESOURCES if onto == "empire" else item in open_spaces(seat, onto)


def open_spaces(seat: Facts, card: str) -> list[str]:
    """The kinds of the card's spaces on which nothing lies."""
    (site,) = [site for site in seat["construction"] if site["card"] == card]
    cost = design(card)["cost"]
    spaces = [kind for kind in ORDER for _ in range(cost.get(kind, 0))]
    return [kind for kind, item in zip(spaces, site["filled"], strict=True) if item is None]
