"""The view of a table, as `GET /v1/games/{id}` gives it."""

from collections import Counter
from collections.abc import Mapping

from .table import RESOURCES, Json, Seat, Table, card_count, design, own_seat

OPTIONS: Json = {
    "side": None,
    "scenario": None,
    "name": None,
    "rewinds": True,
    "allow_bots": True,
    "bot_seconds": 60,
    "visibility": "public",
}
"""The options that a view shows, with their defaults."""


def view_of(table: Table, names: Mapping[str, str]) -> Json:
    """The view of the table's account. `names`: of the players at the table, by id."""
    opened, own = table.opened, own_seat(table)
    cards = own or Seat(0)  # a spectator has none
    options = OPTIONS | opened["options"]
    alone, must_act = options["seats"] == 1, _seats_that_must_act(table)
    view = {
        "id": opened["game"],
        "ruleset": opened["ruleset"],
        "commitment": opened["commitment"],
        "origin": {key: opened["origin"][key] for key in ("game", "version")} if opened.get("origin") else None,
        **{name: options[name] for name in OPTIONS},
        "mode": "scenario" if options["scenario"] else "solo" if alone else "standard",
        "clock": _clock(options.get("clock")),
        "spectators": options.get("spectators", options["visibility"] == "public"),
        "host": table.host if table.status == "open" else None,
        "invited": _invited(table) if table.status == "open" else [],
        "rematch_of": (opened.get("rematch") or {}).get("game"),
        "daily": opened.get("daily"),
        "status": table.status,
        "end_reason": table.end_reason,
        "assisted": table.assisted,
        "round": table.round,
        "phase": table.phase,
        "step": table.step,
        "passes": table.passes,
        "waiting_on": [] if table.pause and table.pause["until"] else must_act,
        "deck_size": len(table.deck) if table.phase else card_count(table),
        "discard": table.discard,
        "seat": own.number if own else None,
        "hand": cards.hand,
        "picked": cards.picked,
        "candidates": cards.candidates,
        "passed": sorted(card for hand in cards.passed for card in hand),
        "undoable": cards.undoable,
        "rewind": table.rewind,
        "pause": table.pause,
        "sequence": table.sequence,
        "pools_left": len(table.pools) if alone else None,
        "required": _required(table, options["scenario"]),
        "supremacy": table.supremacy,
        "result": table.result,
        "seats": [_seat(table, names, seat, seat.number in must_act) for seat in table.seats],
    }
    return view | ({"deck": table.deck, "pools": table.pools} if table.everything else {})


def _clock(option: Json | None) -> Json | None:
    """The clock, with the defaults of what the opener left out."""
    return option and {"increment": 0, "misses": 3, **option}


def _invited(table: Table) -> list[str]:
    seated = [seat.player["id"] for seat in table.seats if seat.player]
    return [player for player in table.invited if player not in seated]


def _seat(table: Table, names: Mapping[str, str], seat: Seat, must_act: bool) -> Json:
    player = seat.player and {**seat.player, "name": names.get(seat.player["id"], seat.player["name"])}
    cards = {"hand": seat.hand, "picked": seat.picked, "candidates": seat.candidates}
    return {
        "seat": seat.number,
        "player": player,
        "bot": seat.bot,
        "empire": seat.empire,
        "ready": seat.ready if table.status == "open" else table.status == "playing" and not must_act,
        "choosing": seat.choosing,
        "auto_ready": seat.auto_ready,
        "away": seat.away,
        "reserved": table.reserved[seat.number] if table.reserved and seat.player is None else None,
        "hand_size": len(seat.hand),
        "candidates_size": len(seat.candidates),
        "drafted": seat.drafted,
        "constructed": seat.constructed,
        "construction": seat.construction,
        "cubes_to_place": {step: seat.owned[step] for step in RESOURCES if seat.owned[step]},
        "empire_cubes": dict(seat.empire_cubes),
        "krystallium": seat.owned["krystallium"],
        "generals": seat.owned["general"],
        "financiers": seat.owned["financier"],
        "produced": seat.produced,
        **_production_and_score(table, seat),
        **(cards if table.everything else {}),
    }


def _production_and_score(table: Table, seat: Seat) -> Json:
    """What the empire card and the constructed cards produce, and the points that they are worth."""
    built = [design(table, card) for card in seat.constructed]
    empires = [empire for empire in table.catalogue["empires"] if empire["id"] == seat.empire]
    faces = [*[empire["sides"][table.opened["options"]["side"]] for empire in empires], *built]
    count = Counter(each["type"] for each in built)
    production, points = Counter(dict.fromkeys(RESOURCES if empires else (), 0)), Counter[str]()
    for face in faces:
        production.update(face["production"])
        if per := face.get("production_per"):
            production[per["resource"]] += count[per["per"]]
        points["gross"] += face["victory_points"]["flat"]
        if per := face["victory_points"]["per"]:
            points[per["of"]] += per["points"]
    score = {
        "gross": points["gross"],
        "combo": sum(points[kind] * count[kind] for kind in count),
        "generals": seat.owned["general"] * (1 + points["general"]),
        "financiers": seat.owned["financier"] * (1 + points["financier"]),
    }
    return {"production": dict(production), "score": {**score, "total": sum(score.values())}}


def _seats_that_must_act(table: Table) -> list[int]:
    if table.status != "playing" or table.phase == "finished":
        return []
    drafting = table.phase == "draft"
    return [seat.number for seat in table.seats if not (seat.picked if drafting else seat.ready)]


def _required(table: Table, scenario: str | None) -> list[Json] | None:
    """The designs of a scenario, with their states. Any copy of a design will do."""
    if scenario is None:
        return None
    [required] = [each["required"] for each in table.catalogue["scenarios"] if each["id"] == scenario]
    seat = table.seats[0]
    states = {site["card"].partition(".")[0]: "under_construction" for site in seat.construction}
    states |= {card.partition(".")[0]: "constructed" for card in seat.constructed}
    return [{"design": each, "state": states.get(each, "missing")} for each in required]
