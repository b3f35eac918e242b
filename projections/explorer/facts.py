"""What the explorer keeps of each counted game: no player, and all that its numbers need but the strength of the seats.

It is stored as compressed JSON, about 200 bytes a seat, so that a game can be counted, and later moved to another
strength, without its log.
"""

import json
from string import ascii_letters, digits
from typing import Any, NamedTuple
from zlib import compress, decompress

from game.cards import DESIGNS
from projections.explorer.plays import Built, Pick, Play
from projections.record.leaderboards import periods
from projections.record.result import GameResult, SeatResult

SCALE = 12
"""A lead is stored times this, which makes it whole: 12 is divisible by the number of others, 1 to 4."""
POPULATIONS = ("people", "bots")
"""Whose seats: bots are bot accounts and strategies."""
LETTERS = dict(zip(DESIGNS, ascii_letters + digits + "!#$%&()*+,-./:;<=>?@[]", strict=False))
"""Design → its letter in stored facts."""
_DESIGNS = {letter: design for design, letter in LETTERS.items()}


class SeatFacts(NamedTuple):
    """A seat whose player stayed to the end. `won`: alone. `lead`: SCALE times its lead over the mean of the others,
    or alone SCALE times its score."""

    population: str
    empire: str
    won: bool
    score: int
    lead: int
    play: Play


class GameFacts(NamedTuple):
    """A counted game. `month`: `YYYY-MM`, in which it was scored, UTC. `seats`: None for a player who left."""

    month: str
    mode: str
    side: str
    seats: tuple[SeatFacts | None, ...]


def facts_of(result: GameResult) -> GameFacts:
    """What the explorer keeps of a game."""
    scores = [seat.score for seat in result.seats]
    seats = [
        _seat_facts(seat, lead_of(scores, index), play) if seat.stayed else None
        for index, (seat, play) in enumerate(zip(result.seats, result.plays, strict=True))
    ]
    return GameFacts(periods(result.ended_ms)[2], result.mode, result.side, tuple(seats))


def lead_of(scores: list[int], index: int) -> int:
    """SCALE times the lead of a seat over the mean of the others; alone, SCALE times its score.

    >>> lead_of([50, 40, 45], 0)
    90
    """
    others = len(scores) - 1
    return SCALE * scores[index] - (SCALE // others * (sum(scores) - scores[index]) if others else 0)


def _seat_facts(seat: SeatResult, lead: int, play: Play) -> SeatFacts:
    population = "people" if seat.kind == "human" else "bots"
    return SeatFacts(population, seat.empire, seat.outcome == "won", seat.score, lead, play)


def pack_facts(facts: GameFacts) -> bytes:
    """The facts as they are stored."""
    seats = [seat and [*seat[:5], *_packed_play(seat.play)] for seat in facts.seats]
    return compress(json.dumps([*facts[:3], seats], separators=(",", ":")).encode(), 9)


def unpack_facts(packed: bytes) -> GameFacts:
    """The facts that `pack_facts` packed."""
    month, mode, side, seats = json.loads(decompress(packed))
    return GameFacts(month, mode, side, tuple([seat and _unpacked_seat(*seat) for seat in seats]))


def _packed_play(play: Play) -> list[Any]:
    """Picks as `<round><place><card><hand>`, built as [`<round><card>`, points], recycled as `<round><card>`."""
    picks = [f"{p.round}{p.place}{LETTERS[p.design]}{''.join([LETTERS[each] for each in p.hand])}" for p in play.picks]
    built = [[f"{b.round}{LETTERS[b.design]}", b.points] for b in play.built]
    return [picks, built, [f"{game_round}{LETTERS[design]}" for game_round, design in play.recycled]]


def _unpacked_seat(
    population: str,
    empire: str,
    won: bool,
    score: int,
    lead: int,
    picks: list[str],
    built: list[tuple[str, int]],
    recycled: list[str],
) -> SeatFacts:
    play = Play(
        tuple([Pick(int(p[0]), int(p[1]), _DESIGNS[p[2]], tuple([_DESIGNS[each] for each in p[3:]])) for p in picks]),
        tuple([Built(int(text[0]), _DESIGNS[text[1]], points) for text, points in built]),
        tuple([(int(text[0]), _DESIGNS[text[1]]) for text in recycled]),
    )
    return SeatFacts(population, empire, won, score, lead, play)
