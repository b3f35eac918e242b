"""The top of the board: the phase of the game, the players it waits for, supremacies, the goals of a scenario."""

from collections.abc import Iterator
from itertools import groupby

from rich.console import Group, RenderableType
from rich.text import Text

from game.model import PICKS, ROUNDS
from game.scenarios import SCENARIOS
from service.terminal.board.layout import Row, WrappedList, label_rows
from service.terminal.board.names import Json, card_name, unique_player_name
from service.terminal.board.symbols import KIND_COLOURS, KIND_LETTERS, dim_text, replace_control_characters

REQUIRED_CARD_SYMBOLS = {"constructed": "■", "under_construction": "◧", "missing": "□"}


def draw_header(view: Json, language: str) -> RenderableType:
    """A few lines above the seats."""
    status = [Text(_phase_in_words(view), style="bold"), *_waiting(view)]
    return Group(
        WrappedList(status, "  "),
        WrappedList([dim_text(fact) for fact in _facts(view, language)], " · "),
        label_rows([*_scenario_rows(view, language), *_supremacy_rows(view)]),
    )


def _phase_in_words(view: Json) -> str:
    """Round, phase and step, or the status of a game that is not being played."""
    status, phase = view["status"], view["phase"]
    if status == "open":
        taken = [seat for seat in view["seats"] if seat["player"]]
        return f"Not started, {len(taken)} of {len(view['seats'])} seats taken"
    if phase == "finished":
        return "Finished" if view["result"] else "The last round is over"
    if not phase:
        return "Abandoned before the start" if status == "abandoned" else "The game begins"
    phases = {
        "draft": f"draft, pick {view['passes'] + 1} of {PICKS}",
        "production": f"production of {view['step']}",
        "planning": "planning" + (f", pool {view['sequence']} of 2" if view["sequence"] else ""),
    }
    words = f"Round {view['round']} of {ROUNDS}, {phases[phase]}"
    return f"Abandoned: {words}" if status == "abandoned" else words


def _waiting(view: Json) -> list[Text]:
    if view["pause"] and view["pause"]["until"]:
        return [Text("paused", style="yellow")]
    names = [unique_player_name(view, index) for index in view["waiting_on"]]
    return [Text(f"waiting for {', '.join(names)}", style="yellow")] if names else []


def _facts(view: Json, language: str) -> Iterator[str]:
    """Id, name, options and counters of the game."""
    if view["id"]:
        yield f"game {replace_control_characters(view['id'])}"
    if view["name"]:
        yield f"“{replace_control_characters(view['name'])}”"
    yield card_name(view["scenario"], language) if view["scenario"] else view["mode"]
    yield f"side {view['side']}"
    yield f"version {view['version']}"
    yield f"deck {view['deck_size']}"
    yield f"discarded {len(view['discard'])}"
    if view["pools_left"] is not None:
        yield f"pools left {view['pools_left']}"
    if view["assisted"]:
        yield "assisted"
    if view["origin"]:
        yield replace_control_characters(f"from game {view['origin']['game']} version {view['origin']['version']}")


def _scenario_rows(view: Json, language: str) -> Iterator[Row]:
    """The cards that the scenario requires, with their state, and the points for each medal."""
    if view["required"] is None:
        return
    cards = [
        f"{REQUIRED_CARD_SYMBOLS[each['state']]} {card_name(each['design'], language)}" for each in view["required"]
    ]
    meanings = ", ".join(f"{symbol} {state.replace('_', ' ')}" for state, symbol in REQUIRED_CARD_SYMBOLS.items())
    medals = SCENARIOS[view["scenario"]]
    yield Row("required", WrappedList([*map(Text, cards), dim_text(f"({meanings})")], "  "))
    yield Row("medals", dim_text(f"bronze {medals.bronze}, silver {medals.silver}, gold {medals.gold} points"))


def _supremacy_rows(view: Json) -> Iterator[Row]:
    """A row for each round: the steps with a supremacy, the player who has it, and the character received."""
    label = "supremacy"
    for number, wins in groupby(view["supremacy"], lambda win: int(win["round"])):
        yield Row(label, WrappedList([Text(f"round {number}"), *[_supremacy(view, win) for win in wins]], "  "))
        label = ""


def _supremacy(view: Json, win: Json) -> Text:
    character = KIND_LETTERS[win["character"]] if win["character"] else "?"
    step = (KIND_LETTERS[win["step"]], KIND_COLOURS[win["step"]])
    return Text.assemble(step, f" {unique_player_name(view, win['seat'])} {character}")
