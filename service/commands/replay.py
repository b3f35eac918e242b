"""`wonderful replay`: play back a game of the store, of a running service or of a file, in the terminal."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console

from service.commands.recordings import file_recording, service_recording, store_recording
from service.commands.remote import connect
from service.language.languages import LANGUAGES, SENTENCE_LANGUAGES
from service.language.names import language_of_names
from service.settings import Settings, StartError
from service.terminal.board import draw_board
from service.terminal.playback import Recording, play_back


def show_replay(
    settings: Settings, game: str, seat: int | None, at: int | None, language: str, url: str | None, token: str | None
) -> None:
    """Play back a game or an exported log; with `at`, print the board of that version only. Raises StartError.

    `url`: of a running service, which is asked for the game with `token`; None for a file or the store of the settings.
    """
    check_language(language)
    with recorded(settings, game, language, url, token) as recording:
        if seat is not None and not recording.seats:
            raise StartError(f"game {game} is not finished: the views of its seats are still secret")
        if seat is not None and seat >= recording.seats:
            raise StartError(f"there is no seat {seat}")
        if at is not None and at > recording.last:
            raise StartError(f"the game is at version {recording.last}")
        console = Console()
        if at is None:
            play_back(recording, console, seat, language_of_names(language))
        else:
            console.print(draw_board(recording.frame_at(at, seat).view, language_of_names(language)))


def check_language(language: str) -> None:
    """Raises StartError if there are neither names nor sentences in this language."""
    known = dict.fromkeys((*LANGUAGES, *SENTENCE_LANGUAGES))
    if language not in known:
        raise StartError(f"there is no language {language}; there are: {', '.join(known)}")


@contextmanager
def recorded(settings: Settings, game: str, language: str, url: str | None, token: str | None) -> Iterator[Recording]:
    """The recording, which may be read only inside the block."""
    file = Path(game)
    if url:
        with connect(url, token) as client:
            yield service_recording(client, game, language)
    elif game == "-" or (file.exists() and not file.is_dir()):
        yield file_recording(file, language)
    else:
        yield store_recording(settings, game, language)
