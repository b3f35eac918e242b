"""Decisions of strategies in words: what a strategy would do, what that is worth, and what becomes of the cards."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from babel.numbers import format_decimal

from game.cards import EMPIRE
from service.language.sentences import ITEMS, Narrator

Json = Mapping[str, Any]
INTENTIONS = {
    "draft": "pick {card}",
    "slate": "put {card} under construction",
    "recycle": "recycle {card} onto {onto}",
    "recycle.empire": "recycle {card} onto the empire card",
    "place": "place {item} on {onto}",
    "place.as": "place {item} on {onto} instead of {as}",
    "place.empire": "place {item} on the empire card",
    "discard": "give up {card}",
    "choose": "choose {character}",
    "redraw": "discard {cards} to see cards from the deck",
    "keep": "keep {card}",
    "ready": "be ready",
}
"""What a strategy would do, by type and variant of the intention."""
CHOICE = "{strategy} would {intention}."
VALUES = {
    "final_score": "The score is {score} now; {strategy} expects {value} at the end of the game.",
    "lead": "The score is {score} now; {strategy} expects to lead by {value} points at the end of the game.",
    "behind": "The score is {score} now; {strategy} expects to be {value} points behind at the end of the game.",
    "compared": "The score is {score} now; {strategy} values this at {value} points, which serve only to compare.",
    "random": "{strategy} estimates nothing: it takes any of {count} intentions, all equally likely.",
    "alone": "There is nothing to compare with it.",
}
"""What the value is, by `estimate`; a negative lead is being behind; without an estimate, by whether there are
alternatives."""
PLANS = {
    "construct": "This round it would construct {cards}.",
    "nothing": "This round it would construct nothing.",
    "keep": "It would keep {cards} under construction.",
    "recycle": "It would recycle {cards}.",
}
ALTERNATIVES = {
    "worse": "Instead it could {intention}: {difference} points less.",
    "equal": "It would be as good to {intention}.",
    "construct": "Then it would construct {cards} this round.",
    "nothing": "Then it would construct nothing this round.",
}
FALLBACK = "{strategy} plays as {other} here: {reason}."
REASONS = {
    "ruleset": "it has not learned these rules",
    "untrained": "it has not learned this kind of game",
    "weights": "its weights are damaged",
    "view": "no game reaches this position",
}
"""Why another strategy plays, by the reason of the fallback."""
MAX_ALTERNATIVES = 2
SMALLEST_DIFFERENCE = 0.05
"""Points; a smaller difference is shown as none."""
TEXTS = (
    *INTENTIONS.values(),
    CHOICE,
    *VALUES.values(),
    *PLANS.values(),
    *ALTERNATIVES.values(),
    FALLBACK,
    *REASONS.values(),
)


def explain(decision: Json, sentence_language: str, name_language: str) -> list[str]:
    """A decision as `service.jobs.decisions` makes it, in sentences.

    `sentence_language`: of SENTENCE_LANGUAGES; `name_language`: of LANGUAGES, for the names of cards.
    """
    words = Narrator(sentence_language, name_language, (), {})
    best, *others = decision["alternatives"]
    return [
        *_fallback(words, decision),
        _say(words, CHOICE, strategy=decision["strategy"], intention=intention_phrase(words, decision["intention"])),
        _value(words, decision, best, len(others)),
        *_plan(words, best.get("plan")),
        *(_alternatives(words, best, others) if decision["estimate"] != "none" else ()),
    ]


def _say(words: Narrator, message: str, **values: Any) -> str:
    return words.translate(message).format_map(values)


def number(words: Narrator, value: float) -> str:
    """A number with one decimal."""
    return str(format_decimal(round(value, 1), locale=words.sentence_language))


def _cards(words: Narrator, cards: Iterable[str]) -> str:
    """The cards as a list, copies together: `2× Museum and Roswell`."""
    copies = Counter(map(words.card, cards))
    return words.enumerate([f"{many}× {name}" if many > 1 else name for name, many in copies.items()])


def intention_phrase(words: Narrator, body: Json) -> str:
    """What an intention does, without its subject."""
    kind, onto, filled = body["type"], body.get("onto"), body.get("as")
    if onto == EMPIRE:
        kind = f"{kind}.empire"
    elif filled not in (None, body.get("item")):  # otherwise a krystallium goes on a space for krystallium
        kind = f"{kind}.as"
    values = {field: words.card(body[field]) for field in ("card", "onto") if field in body and body[field] != EMPIRE}
    values |= {field: words.translate(ITEMS[body[field]]) for field in ("item", "as", "character") if body.get(field)}
    if "cards" in body:
        values["cards"] = _cards(words, body["cards"])
    return words.translate(INTENTIONS[kind]).format_map(values)


def _value(words: Narrator, decision: Json, best: Json, others: int) -> str:
    estimate = decision["estimate"]
    if estimate == "none":
        estimate = "random" if others else "alone"
    if estimate == "lead" and round(best["value"], 1) < 0:
        estimate = "behind"
    value = number(words, abs(best["value"]) if estimate in ("lead", "behind") else best["value"])
    values = {"strategy": decision["strategy"], "score": decision["score"], "value": value, "count": others + 1}
    return _say(words, VALUES[estimate], **values)


def _plan(words: Narrator, plan: Json | None) -> list[str]:
    if not plan:
        return []
    parts = [part for part in ("construct", "keep", "recycle") if plan[part]]
    found = [_say(words, PLANS[part], cards=_cards(words, plan[part])) for part in parts]
    return found if plan["construct"] else [words.translate(PLANS["nothing"]), *found]


def _alternatives(words: Narrator, best: Json, others: list[Json]) -> list[str]:
    """The next best options: how much less they are worth, and what their plans construct, if that differs.

    Options that read alike, for copies of the same design, are told once.
    """
    distinct: dict[str, Json] = {}
    for each in (best, *others):
        distinct.setdefault(intention_phrase(words, each["intention"]), each)
    found = []
    for intention, each in [*distinct.items()][1 : 1 + MAX_ALTERNATIVES]:
        difference = best["value"] - each["value"]
        kind = "worse" if difference >= SMALLEST_DIFFERENCE else "equal"
        found.append(_say(words, ALTERNATIVES[kind], intention=intention, difference=number(words, difference)))
        found += _other_construction(words, best.get("plan"), each.get("plan"))
    return found


def _other_construction(words: Narrator, best: Json | None, plan: Json | None) -> list[str]:
    if not plan or not best:
        return []
    if sorted(map(words.card, plan["construct"])) == sorted(map(words.card, best["construct"])):
        return []
    if not plan["construct"]:
        return [words.translate(ALTERNATIVES["nothing"])]
    return [_say(words, ALTERNATIVES["construct"], cards=_cards(words, plan["construct"]))]


def _fallback(words: Narrator, decision: Json) -> list[str]:
    if not (fallback := decision["fallback"]):
        return []
    reason = words.translate(REASONS[fallback["reason"]])
    return [_say(words, FALLBACK, strategy=decision["strategy"], other=fallback["strategy"], reason=reason)]
