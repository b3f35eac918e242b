"""Recorded games: how they are played, and the lines of their files.

The games of a ruleset are in the folder of its name and are never recorded again once another ruleset is current, so
that every old ruleset stays proven.
"""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import game
from game.declared import Intention
from game.rulesets import CURRENT_RULESET
from game.scenarios import SCENARIOS
from tests.game.play import Play, walk

FOLDER = Path(__file__).parent
GAMES = {
    "2-seats-a": Play(seed=2, seats=2, side="A"),
    "3-seats-b": Play(seed=3, seats=3, side="B"),
    "4-seats-a": Play(seed=4, seats=4, side="A"),
    "5-seats-b": Play(seed=5, seats=5, side="B"),
    "solo-a": Play(seed=6, seats=1, side="A", style="curious"),
    "solo-b": Play(seed=7, seats=1, side="B"),
    **{name.lower(): Play(seed=8, seats=1, side="B", scenario=name) for name in SCENARIOS},
}

_SPACE = {"needs": 0, "filled": 0}
_PLAYER = {"id": 0, "name": 0, "kind": 0}
_SCORE = {"gross": 0, "combo": 0, "generals": 0, "financiers": 0, "total": 0}
_SEAT = {
    **dict.fromkeys(("seat", "empire", "ready", "choosing", "hand_size", "drafted", "constructed"), 0),
    **dict.fromkeys(("cubes_to_place", "empire_cubes", "krystallium", "generals", "financiers"), 0),
    **dict.fromkeys(("production", "produced"), 0),
    "player": _PLAYER,
    "construction": [{"card": 0, "spaces": [_SPACE]}],
    "score": _SCORE,
}
NAMES = {
    **dict.fromkeys(("id", "version", "ruleset", "mode", "scenario", "side", "status", "commitment", "assisted"), 0),
    **dict.fromkeys(("origin", "round", "phase", "step", "waiting_on", "deck_size", "discard", "seat", "hand"), 0),
    **dict.fromkeys(("picked", "candidates", "passed", "undoable", "sequence", "pools_left"), 0),
    "required": [{"design": 0, "state": 0}],
    "seats": [_SEAT],
    "supremacy": [{"round": 0, "step": 0, "seat": 0, "character": 0}],
    "result": {"ranking": 0, "scores": [_SCORE], "rank": 0, "medal": 0},
}
"""The agreed names of a view, as deep as they go; a view may hold more."""


def with_agreed_names(view: Any, names: Any = NAMES) -> Any:
    """The view with the agreed names only. Raises KeyError where one is missing."""
    if view is None or not names:
        return view
    if isinstance(names, list):
        return [with_agreed_names(item, names[0]) for item in view]
    return {name: with_agreed_names(view[name], inner) for name, inner in names.items()}


def view_hash(state: game.State, seat: int | None) -> str:
    """The first 16 hexadecimal digits of the SHA-256 of what a seat, or a spectator, sees by the agreed names."""
    text = json.dumps(
        with_agreed_names(game.view(state, seat)), sort_keys=True, separators=(",", ":"), ensure_ascii=False
    )
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def moment(state: game.State) -> tuple[int, str | None, str | None]:
    """Round, phase and step; where it changes, a phase or step has ended."""
    return (state.round, state.phase, state.step)


class OtherRuleset(Exception):
    """A recorded game is of another ruleset than the current one, and must not be recorded again."""


def record(folder: Path, name: str) -> Path:
    """Write the game of that name under the current ruleset to its folder. Raises OtherRuleset."""
    path = folder / CURRENT_RULESET / f"{name}.jsonl"
    if path.exists() and (found := ruleset_of(path)) != CURRENT_RULESET:
        raise OtherRuleset(f"{path.name} in {path.parent.name}/ is of ruleset {found}: it must stay as it is")
    path.parent.mkdir(exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in lines(GAMES[name])), "utf-8")
    return path


def ruleset_of(path: Path) -> str:
    """The ruleset under which a recorded game was opened."""
    with path.open(encoding="utf-8") as file:
        return str(json.loads(file.readline())["ruleset"])


def lines(play: Play) -> Iterator[str]:
    """The game as lines of JSON: how it was opened, then each intention, and the views where a phase or step ends."""
    game_ = walk(play)
    yield opening_line(play, game_.first)
    for turn in game_.turns:
        yield intention_line(turn.intention, turn.after)
        if moment(turn.before) != moment(turn.after):
            yield views_line(turn.after)
    yield result_line(game_.state)


def opening_line(play: Play, state: game.State) -> str:
    opened = {"ruleset": state.ruleset, "options": play.options, "seed": play.seed}
    return _line(opened | {"version": state.version, "hash": short_hash(state)})


def intention_line(intention: Intention, after: game.State) -> str:
    """Seat, body of the intention, and the version and state hash it led to."""
    return _line([intention.seat, game.body(intention), after.version, short_hash(after)])


def views_line(state: game.State) -> str:
    """The view hashes of seat 0, 1, ... and of a spectator."""
    return _line({"views": [view_hash(state, seat) for seat in (*range(len(state.seats)), None)]})


def result_line(state: game.State) -> str:
    scored = game.score_event(state)
    alone = {key: getattr(scored, key) for key in ("rank", "medal") if getattr(scored, key)}
    return _line({"scores": game.score(state), "ranking": game.ranking(state)} | alone)


def short_hash(state: game.State) -> str:
    return game.state_hash(state)[:16]


def _line(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))
