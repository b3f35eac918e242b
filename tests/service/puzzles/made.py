"""Puzzles for tests, made of random games without a search."""

import game as rules
from bots.analysis import choice_key
from service.puzzles.position import position_view
from service.puzzles.store import Facts, Puzzle
from tests.game.play import Play, Turn, walk

PLAY = Play(3, 2, steps=130)


def turn_of(phase: str, play: Play = PLAY) -> Turn:
    """A decision of this phase, with a choice."""
    return next(
        each
        for each in walk(play).turns
        if each.before.phase == phase and len(rules.legal(each.before, each.intention.seat)) > 2
    )


def puzzle_of(game: str, phase: str = "draft", themes: tuple[str, ...] = ("pick",)) -> Puzzle:
    """A puzzle from a game of this id, as if each intention were 3 points worse than the one before it."""
    turn = turn_of(phase)
    state, seat = turn.before, turn.intention.seat
    possible = rules.legal(state, seat)
    legal, different = [*map(rules.body, possible)], {choice_key(each): each for each in possible}
    choices = [{"intention": rules.body(each), "value": 4.5 - 3 * at} for at, each in enumerate(different.values())]
    facts = Facts(themes, state.round, phase, len(state.seats), state.options.side)
    return Puzzle(facts, game, state.version, seat, position_view(state, seat), legal, choices)
