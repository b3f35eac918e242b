"""The rows of one finished game, which follow from its log and the dataset's salt alone."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

import game as rules
from events import Entry
from game.cards import RESOURCES
from game.folding import states as fold_states
from game.model import State
from game.production import production
from game.views.values import is_assisted
from projections.dataset.actors import pseudonym
from projections.dataset.events import event_rows
from projections.dataset.intentions import intention_rows
from projections.dataset.tables import EventRow, GameRow, IntentionRow, SeatRow
from projections.record.outcomes import is_strategy, place
from projections.record.result import GameResult, result_of


class DatasetGame(NamedTuple):
    """A game's partition (`month`: YYYY-MM) and its rows by table, under the names of TABLES."""

    month: str
    mode: str
    games: tuple[GameRow, ...]
    seats: tuple[SeatRow, ...]
    intentions: tuple[IntentionRow, ...]
    events: tuple[EventRow, ...]


def game_of(entries: Sequence[Entry], salt: bytes, imported: bool = False) -> DatasetGame:
    """The rows of a finished game, given its whole log. `salt`: of the pseudonyms. `imported`: not played here."""
    events = [entry.event for entry in entries]
    states = [*fold_states(events)]
    undone = rules.undone_versions(events)
    result = result_of(states[-1].id, entries, states)
    return DatasetGame(
        month=datetime.fromtimestamp(result.ended_ms / 1000, UTC).strftime("%Y-%m"),
        mode=result.mode,
        games=(_game_row(entries, states[-1], result, imported),),
        seats=tuple([_seat_row(states[-1], result, seat, salt) for seat in range(len(states[-1].seats))]),
        intentions=tuple(intention_rows(entries, events, states, undone)),
        events=tuple(event_rows(entries, states, undone, salt)),
    )


def _game_row(entries: Sequence[Entry], state: State, result: GameResult, imported: bool) -> GameRow:
    options, origin = state.options, state.origin
    return GameRow(
        game=result.game,
        ruleset=state.ruleset,
        side=result.side,
        scenario=result.scenario,
        seats=len(state.seats),
        opened=entries[0].ms,
        started=next(entry.ms for entry in entries if entry.name == "game_started"),
        ended=result.ended_ms,
        events=len(entries),
        head=entries[-1].hash.hex(),
        visibility=options.visibility,
        clock=options.clock.kind if options.clock else None,
        clock_seconds=options.clock.seconds if options.clock else None,
        assisted=is_assisted(state),
        origin=origin.game if origin else None,
        origin_version=origin.version if origin else None,
        rematch_of=state.rematch_of,
        grade=result.grade,
        imported=imported,
        daily=state.daily,
        spectators=result.may_watch,
    )


def _seat_row(state: State, result: GameResult, index: int, salt: bytes) -> SeatRow:
    seat, own = state.seats[index], result.seats[index]
    assert state.result
    scores = state.result.scores[index]
    produced = dict(zip(RESOURCES, production(seat, state.options.side), strict=True))
    return SeatRow(
        game=result.game,
        seat=index,
        player=pseudonym(own.player, salt),
        kind=own.kind,
        strategy=own.player.partition(":")[2] if is_strategy(own.player) else None,
        stayed=own.stayed,
        empire=own.empire,
        place=place(state, index) or 0,
        outcome=own.outcome,
        score=own.score,
        gross=scores["gross"],
        combo=scores["combo"],
        general_points=scores["generals"],
        financier_points=scores["financiers"],
        generals=seat.generals,
        financiers=seat.financiers,
        krystallium=seat.krystallium,
        constructed=seat.constructed,
        materials=produced["materials"],
        energy=produced["energy"],
        science=produced["science"],
        gold=produced["gold"],
        exploration=produced["exploration"],
        draft_ms=own.waits_ms.get("draft", 0),
        planning_ms=own.waits_ms.get("planning", 0),
        production_ms=own.waits_ms.get("production", 0),
    )
