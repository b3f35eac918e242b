"""What a seat expects from decision to decision, along the moves that stand."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean

import game
from bots.analysis import BUDGET, Decision
from bots.master import judging
from bots.strategy import Budget
from game import Intention, State
from game.cards import RESOURCES
from game.declared import Event
from game.draft import Draft
from game.production import Ready
from game.solo import Redraw

ERRORS = 2.0
"""A loss of at most so many standard errors of itself may be chance, and counts as none."""


@dataclass(slots=True)
class _Seat:
    """A seat so far. `points`: what it expects, None before its first decision. `since`: the stage it last decided in.

    `own`: in this stage, what it expects of its own points after its last decision.
    """

    points: float | None = None
    since: int = -1
    own: judging.Expected | None = None


class Timeline:
    """The decisions of a finished game. `events`: all of the game; `seed`: of imagined cards. To be read once.

    Raises NotAnalysable while it is read.
    """

    def __init__(self, events: Sequence[Event], seed: str, budget: Budget = BUDGET) -> None:
        self.states = [State(), *game.states(events)]
        self._moves = [moves for moves in game.standing_groups(events) if game.intention_of(moves[0][1])]
        self._seed, self._budget = seed, budget
        self._seats = [_Seat() for _ in self.states[-1].seats]
        self._of_stage: tuple[int, list[judging.Expected]] = -1, []

    def __len__(self) -> int:
        """How many decisions there are."""
        return len(self._moves)

    def __iter__(self) -> Iterator[Decision]:
        """All decisions, in the order of the game. Each takes up to some tenths of a second."""
        return map(self._judge, self._moves)

    def _judge(self, moves: Sequence[tuple[int, Event]]) -> Decision:
        version, event = moves[0]
        made, before = game.intention_of(event), self.states[version - 1]
        assert made is not None
        rng = Random(f"{self._seed}/{version}")
        if isinstance(made, Draft):
            judged = judging.judge_pick(game.view(before, made.seat), made, rng)
        else:
            judged = self._judge_move(moves, made, before)
        if judged.best_value - judged.made_value <= ERRORS * judged.error or judged.made_value > judged.best_value:
            judged = judged._replace(best_value=judged.made_value)
        seat = self._seats[made.seat]
        luck = 0.0 if seat.points is None else judged.best_value - seat.points
        seat.points, seat.since = judged.made_value, before.since
        is_forced = len(game.legal(before, made.seat)) == 1
        return Decision(
            version - 1, made.seat, before.round, before.phase or "", made, judged.best, luck,
            judged.best_value, judged.made_value, judged.error, is_forced, judged.margin,
        )  # fmt: skip

    def _judge_move(self, moves: Sequence[tuple[int, Event]], made: Intention, before: State) -> judging.Judged:
        """What a move was worth whose outcome the seat knew."""
        seat, at = self._seats[made.seat], made.seat
        expected = self._expected(before)
        if seat.since != before.since:
            seat.own = expected[at]
        own = seat.own or judging.expect(before, at, self._budget)  # after a redraw it is another hand
        others = fmean([each.points for other, each in enumerate(expected) if other != at]) if expected[1:] else 0.0
        if isinstance(made, Redraw):
            seat.own, values = None, [judging.value_redraw(before, made, self._budget)]
        else:
            seat.own = judging.expect(self.states[_end(moves)], at, self._budget)
            values = [own.options[made]] if made in own.options else []
            if not _ends_round(made, before):
                values.append(seat.own.points)
            values = values or [min(own.options.values())]  # it gives up all of them
        margin = judging.margin_of(own.options.values())
        return judging.Judged(own.best, own.points - others, max(values) - others, margin=margin)

    def _expected(self, state: State) -> list[judging.Expected]:
        """By seat, what it expects of its own points, at the first decision of this stage."""
        if self._of_stage[0] != state.since:
            seats = range(len(state.seats))
            self._of_stage = state.since, [judging.expect(state, seat, self._budget) for seat in seats]
        return self._of_stage[1]


def _ends_round(made: Intention, before: State) -> bool:
    """Whether the seat does nothing more in the round: what it could still complete does not count."""
    return isinstance(made, Ready) and before.step == RESOURCES[-1]


def _end(moves: Sequence[tuple[int, Event]]) -> int:
    """The version after a move and all that it did to its own seat, before anything happens to others."""
    version, event = moves[0]
    for at, following in moves[1:]:
        if at != version + 1 or getattr(following, "seat", None) != event.seat:  # type: ignore[attr-defined]
            break
        version = at
    return version
