"""The options of a game, checked: the body of `POST /v1/games`."""

from collections.abc import Mapping
from dataclasses import MISSING, asdict, fields
from typing import Any, get_type_hints

from game.option_fields import Clock, Option, Options
from game.refused import Refused
from game.shapes import Field, Mismatch, Object, fit


def _described() -> Object:
    hints = get_type_hints(Options, include_extras=True)
    found = []
    for field in fields(Options):
        [option] = [each for each in hints[field.name].__metadata__ if isinstance(each, Option)]
        required = field.default is MISSING
        found.append(Field(field.name, option.shape, option.meaning, required))
    return Object("GameOptions", tuple(found), meaning="Options that you leave out have their defaults.")


OPTIONS = _described()


def check_options(options: Any) -> dict[str, Any]:
    """The options as `game_opened` holds them, with defaults for `side`, `bots` and `visibility`.

    Raises Refused(`invalid_options`), with `faults` where values do not have their shapes.
    """
    try:
        checked: dict[str, Any] = fit(_without_nulls(options), OPTIONS)
    except Mismatch as mismatch:
        raise Refused("invalid_options", mismatch.message, mismatch.faults) from None
    seats = checked["seats"]
    checked = {"side": "B" if seats == 1 else "A", "bots": [], "visibility": "public"} | checked
    if checked.get("scenario") is not None and (seats != 1 or checked["side"] != "B"):
        raise Refused("invalid_options", "scenarios are played with one seat and side B")
    clock = checked.get("clock", {})
    if clock.get("kind") == "per_phase" and "increment" in clock:
        raise Refused("invalid_options", "only a bank has an increment", [("/clock/increment", "is for a bank only")])
    if len(checked["bots"]) > seats:
        raise Refused("invalid_options", "there are more bots than seats")
    named = [empire for empire in checked.get("empires", ()) if empire is not None]
    if len(checked.get("empires", ())) > seats or len(set(named)) != len(named):
        raise Refused("invalid_options", "empires must be different, at most one for each seat")
    return {key: value for key, value in checked.items() if key not in OMITTED or value != OMITTED[key]}


OMITTED: dict[str, Any] = {"allow_bots": True, "invited": [], "empires": [], "rewinds": True}
"""Values that are not stored, because they say the same as no value."""


def _without_nulls(options: Any) -> Any:
    """The options without those that are null, which counts as left out."""
    if not isinstance(options, Mapping):
        return options
    return {key: value for key, value in options.items() if value is not None}


def options_body(options: Options) -> dict[str, Any]:
    """The options as a body, without those that have their default. Inverse of `check_options` and `make_options`."""
    body = {field.name: getattr(options, field.name) for field in fields(Options)}
    body = {
        field.name: list(value) if isinstance(value := body[field.name], tuple) else value
        for field in fields(Options)
        if body[field.name] != field.default
    }
    if options.clock:
        defaults = {field.name: field.default for field in fields(Clock)}
        body["clock"] = {key: value for key, value in asdict(options.clock).items() if value != defaults[key]}
    return body
