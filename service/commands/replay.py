"""`wonderful replay`: play back a stored game, or an exported log, in the terminal."""

from collections.abc import Mapping
from pathlib import Path

from rich.console import Console

from events.export import UnknownSchema, decoded, parse
from projections.audit import UnknownRuleset, verify
from projections.replay import Replay, Span, build_replay
from service.accounts import Player
from service.commands.log_files import UnreadableFile, read_lines
from service.commands.store import open_store
from service.games.frames import Viewer, make_frame
from service.games.viewers import seated_players
from service.language.names import LANGUAGES
from service.language.translations import SENTENCE_LANGUAGES
from service.settings import Settings, StartError
from service.terminal.board import draw_board
from service.terminal.playback import Frame, Recording, play_back

MAX_FRAME_EVENTS = 8
"""How many of the newest events a frame has."""


def show_replay(settings: Settings, game: str, seat: int | None, at: int | None, language: str) -> None:
    """Play back a game or an exported log; with `at`, print the board of that version only. Raises StartError."""
    if language not in LANGUAGES:
        raise StartError(f"there is no language {language}; there are: {', '.join(LANGUAGES)}")
    file = Path(game)
    from_file = game == "-" or (file.exists() and not file.is_dir())
    replay, players = _read_file(file) if from_file else _read_store(settings, game)
    state = replay.states[-1]
    finished = state.status == "finished"
    if seat is not None and not finished:
        raise StartError(f"game {state.id} is not finished: the views of its seats are still secret")
    if seat is not None and seat >= len(state.seats):
        raise StartError(f"there is no seat {seat}")
    if at is not None and at > replay.last:
        raise StartError(f"the game is at version {replay.last}")
    recording = make_recording(replay, finished, language, players)
    console = Console()
    if at is None:
        play_back(recording, console, seat, language)
    else:
        console.print(draw_board(recording.frame_at(at, seat).view, language))


def make_recording(replay: Replay, finished: bool, language: str, players: Mapping[str, Player]) -> Recording:
    """The recording of a replay. Once the game is finished, a spectator's view shows everything."""

    def frame_at(version: int, seat: int | None) -> Frame:
        sentence_language = language if language in SENTENCE_LANGUAGES else "en"
        viewer = Viewer(seat, finished and seat is None, sentence_language, language, players)
        frame = make_frame(replay, Span(max(1, version - MAX_FRAME_EVENTS + 1), version), viewer)
        sentences = [event["text"] for event in frame["events"]]
        return Frame(version, version in replay.undone, frame["events"], sentences, frame["view"])

    steps = [state.version for state in replay.states if state.since == state.version]
    return Recording(frame_at, 1, replay.last, steps, len(replay.states[-1].seats) if finished else 0)


def _read_file(file: Path) -> tuple[Replay, Mapping[str, Player]]:
    try:
        lines = [*read_lines(file)]  # read once: it may be a pipe
        verdict = verify(lines)
    except (UnreadableFile, UnknownSchema, UnknownRuleset) as error:
        raise StartError(f"{file}: {error}") from None
    if verdict.fault:
        raise StartError(f"{file}: {verdict.fault}")
    return build_replay(parse(decoded(lines))[1]), {}


def _read_store(settings: Settings, game: str) -> tuple[Replay, Mapping[str, Player]]:
    with open_store(settings) as backend:
        entries = backend.log.read(game)
        if not entries:
            raise StartError(f"there is no game and no file {game}")
        replay = build_replay(entries)
        return replay, seated_players(replay.states[-1], backend.accounts)
