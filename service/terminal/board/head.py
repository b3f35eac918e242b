"""The top of the board: where the game is, whom it waits for, who had supremacy, what a scenario asks for."""

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from game.model import PICKS, ROUNDS
from game.scenarios import SCENARIOS
from service.terminal.board.layout import Listed, labelled
from service.terminal.board.marks import COLOURS, LETTERS, dim, plain
from service.terminal.board.words import Json, called, card

STATES = {"constructed": "■", "under_construction": "◧", "missing": "□"}


def head(view: Json, language: str) -> RenderableType:
    """A few lines across the board."""
    where = [Text(moment(view), style="bold"), *_waiting(view)]
    return Group(
        Listed(where, "  "),
        Listed([dim(fact) for fact in _facts(view, language)], " · "),
        labelled([*_required(view, language), *_supremacies(view)]),
    )


def moment(view: Json) -> str:
    """Round, phase and step in words."""
    status, phase = view["status"], view["phase"]
    if status == "open":
        taken = [seat for seat in view["seats"] if seat["player"]]
        return f"Not begun, {len(taken)} of {len(view['seats'])} seats taken"
    if phase == "finished":
        return "Finished" if view["result"] else "The last round is over"
    if not phase:
        return "Abandoned before it began" if status == "abandoned" else "The game begins"
    within = {
        "draft": f"draft, pick {view['passes'] + 1} of {PICKS}",
        "production": f"production of {view['step']}",
        "planning": "planning" + (f", pool {view['sequence']} of 2" if view["sequence"] else ""),
    }
    stage = f"Round {view['round']} of {ROUNDS}, {within[phase]}"
    return f"Abandoned: {stage}" if status == "abandoned" else stage


def _waiting(view: Json) -> list[Text]:
    names = [called(view, index) for index in view["waiting_on"]]
    return [Text(f"waiting for {', '.join(names)}", style="yellow")] if names else []


def _facts(view: Json, language: str) -> Iterator[str]:
    if view["id"]:
        yield f"game {plain(view['id'])}"
    if view["name"]:
        yield f"“{plain(view['name'])}”"
    yield card(view["scenario"], language) if view["scenario"] else view["mode"]
    yield f"side {view['side']}"
    yield f"version {view['version']}"
    yield f"deck {view['deck_size']}"
    yield f"discarded {len(view['discard'])}"
    if view["pools_left"] is not None:
        yield f"pools left {view['pools_left']}"
    if view["assisted"]:
        yield "assisted"
    if view["origin"]:
        yield f"from {_origin(view['origin'])}"


def _origin(origin: Any) -> str:
    if isinstance(origin, Mapping):
        return " ".join(f"{plain(key)} {plain(value)}" for key, value in origin.items())
    return plain(origin)


def _required(view: Json, language: str) -> Iterator[tuple[str, RenderableType]]:
    """The scenario's cards and what has become of them, and the points it takes for a medal."""
    if view["required"] is None:
        return
    wanted = [f"{STATES[one['state']]} {card(one['design'], language)}" for one in view["required"]]
    signs = ", ".join(f"{sign} {state.replace('_', ' ')}" for state, sign in STATES.items())
    medals = SCENARIOS[view["scenario"]]
    yield "required", Listed([*map(Text, wanted), dim(f"({signs})")], "  ")
    yield "medals", dim(f"bronze {medals.bronze}, silver {medals.silver}, gold {medals.gold} points")


def _supremacies(view: Json) -> Iterator[tuple[str, RenderableType]]:
    """A line for each round: step, who took its character, and which."""
    label = "supremacy"
    for round, wins in groupby(view["supremacy"], lambda won: int(won["round"])):
        yield label, Listed([Text(f"round {round}"), *[_won(view, win) for win in wins]], "  ")
        label = ""


def _won(view: Json, win: Json) -> Text:
    taken = LETTERS[win["character"]] if win["character"] else "?"
    return Text.assemble((LETTERS[win["step"]], COLOURS[win["step"]]), f" {called(view, win['seat'])} {taken}")
