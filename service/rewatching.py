"""The command `replay`: a game of the store, or an exported log, stepped through in the terminal."""

from collections.abc import Mapping
from pathlib import Path

from rich.console import Console

from events.export import UnknownSchema, decoded, parse
from projections.replay import Replay, Span, unrolled
from projections.verification import UnknownRuleset, verify
from service.accounts import Player
from service.board import board
from service.commands import at_hand
from service.framing import Eyes, framed
from service.languages import LANGUAGES
from service.messages import WORDED
from service.replaying import Frame, Recording, watch
from service.settings import Settings, StartError
from service.tables import people
from service.verifying import Unreadable, lines_of

LATELY = 8
"""Events shown with a frame, the newest last."""


def rewatch(settings: Settings, game: str, seat: int | None, at: int | None, language: str) -> None:
    """Show a game, or the file of one, from its first version on, or `at` one of them. Raises StartError."""
    if language not in LANGUAGES:
        raise StartError(f"there is no language {language}; there are: {', '.join(LANGUAGES)}")
    file = Path(game)
    from_file = game == "-" or (file.exists() and not file.is_dir())
    replay, accounts = _of_file(file) if from_file else _of_store(settings, game)
    state = replay.states[-1]
    finished = state.status == "finished"
    if seat is not None and not finished:
        raise StartError(f"game {state.id} is not finished: what its seats see is still secret")
    if seat is not None and seat >= len(state.seats):
        raise StartError(f"there is no seat {seat}")
    if at is not None and at > replay.last:
        raise StartError(f"the game is at version {replay.last}")
    recording = recorded(replay, finished, language, accounts)
    console = Console()
    if at is None:
        watch(recording, console, seat, language)
    else:
        console.print(board(recording.frame_at(at, seat).view, language))


def recorded(replay: Replay, finished: bool, language: str, accounts: Mapping[str, Player]) -> Recording:
    """The recording of a replay: with nobody's eyes everything is open once it is finished."""

    def frame_at(version: int, seat: int | None) -> Frame:
        words = language if language in WORDED else "en"
        eyes = Eyes(seat, finished and seat is None, words, language, accounts)
        made = framed(replay, Span(max(1, version - LATELY + 1), version), eyes)
        sentences = [event["text"] for event in made["events"]]
        return Frame(version, version in replay.undone, made["events"], sentences, made["view"])

    steps = [state.version for state in replay.states if state.since == state.version]
    return Recording(frame_at, 1, replay.last, steps, len(replay.states[-1].seats) if finished else 0)


def _of_file(file: Path) -> tuple[Replay, Mapping[str, Player]]:
    try:
        lines = [*lines_of(file)]  # once: it may be a pipe
        verdict = verify(lines)
    except (Unreadable, UnknownSchema, UnknownRuleset) as error:
        raise StartError(f"{file}: {error}") from None
    if verdict.fault:
        raise StartError(f"{file}: {verdict.fault}")
    return unrolled(parse(decoded(lines))[1]), {}


def _of_store(settings: Settings, game: str) -> tuple[Replay, Mapping[str, Player]]:
    with at_hand(settings) as parts:
        entries = parts.log.read(game)
        if not entries:
            raise StartError(f"there is no game {game}, and no such file")
        replay = unrolled(entries)
        return replay, people(replay.states[-1], parts.accounts)
