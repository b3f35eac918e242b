"""The options of a game, checked: the body of `POST /v1/games`."""

from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import Any, get_type_hints

from game.model import Option, Options
from game.refused import Refused
from game.shapes import Field, Mismatch, Object, fit


def _described() -> Object:
    hints = get_type_hints(Options, include_extras=True)
    found = []
    for field in fields(Options):
        [option] = [each for each in hints[field.name].__metadata__ if isinstance(each, Option)]
        required = field.default is MISSING
        found.append(Field(field.name, option.shape, option.meaning, required))
    clock = Field("clock", None, "Not supported yet.", required=False)
    return Object("GameOptions", (*found, clock), meaning="Options that you leave out have their defaults.")


OPTIONS = _described()


def check_options(options: Any) -> dict[str, Any]:
    """The options as `game_opened` holds them, with defaults for `side`, `bots` and `visibility`.

    Raises Refused: `invalid_options`, with `faults` where values do not have their shapes; `not_supported`.
    """
    try:
        checked: dict[str, Any] = fit(_without_nulls(options), OPTIONS)
    except Mismatch as mismatch:
        raise Refused("invalid_options", mismatch.message, mismatch.faults) from None
    seats = checked["seats"]
    checked = {"side": "B" if seats == 1 else "A", "bots": [], "visibility": "public"} | checked
    if checked.get("scenario") is not None and (seats != 1 or checked["side"] != "B"):
        raise Refused("invalid_options", "scenarios are played with one seat and side B")
    if "clock" in checked:
        raise Refused("not_supported", "clocks are not supported yet", [("/clock", "is not supported yet")])
    if checked["visibility"] != "public":
        raise Refused("not_supported", "only public games are supported yet", [("/visibility", "must be public")])
    if len(checked["bots"]) > seats:
        raise Refused("invalid_options", "there are more bots than seats")
    named = [empire for empire in checked.get("empires", ()) if empire is not None]
    if len(checked.get("empires", ())) > seats or len(set(named)) != len(named):
        raise Refused("invalid_options", "empires must be different, at most one for each seat")
    return {key: value for key, value in checked.items() if key not in OMITTED or value != OMITTED[key]}


OMITTED: dict[str, Any] = {"allow_bots": True, "invited": [], "empires": []}
"""Values that are not stored, because they say the same as no value."""


def _without_nulls(options: Any) -> Any:
    """The options without those that are null, which counts as left out."""
    if not isinstance(options, Mapping):
        return options
    return {key: value for key, value in options.items() if value is not None}
