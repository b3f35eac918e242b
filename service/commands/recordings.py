"""Recordings of games to play back: from a file, from the store, or from a running service."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from events import DamagedLog
from events.entry import UnknownEvent
from events.export import UnknownSchema, decoded, parse
from projections.audit import UnknownRuleset, verify
from projections.replay import Replay, build_replay
from service.accounts import Player
from service.commands.log_files import UnreadableFile, read_lines
from service.commands.store import open_store, store_name
from service.games.frames import Viewer, make_frame
from service.games.viewers import seated_players
from service.language.names import language_of_names
from service.language.translations import language_of_sentences
from service.settings import Settings, StartError
from service.terminal.playback import Frame, Recording
from wonderful_client import Client
from wonderful_client.game import MAX_PAGE_EVENTS

MAX_FRAME_EVENTS = 8
"""How many of the newest events a frame has."""
PAGE_FRAMES, KEPT_PAGES = 100, 20
"""How many frames one request asks for, and how many such pages stay in memory, about 0.5 MB each."""
BEGINNINGS = (
    *("game_started", "pools_formed", "hands_dealt", "picks_revealed", "hands_discarded", "planning_begun"),
    *("pool_taken", "resources_produced", "game_ended"),
)
"""Names of events with which a phase, a production step or a new hand begins."""
Json = dict[str, Any]


def file_recording(file: Path, language: str) -> Recording:
    """The recording of an exported log, or of standard input for `-`. Raises StartError."""
    return _log_recording(str(file), read_lines(file), language, {})


def store_recording(settings: Settings, game: str, language: str) -> Recording:
    """The recording of a stored game. Raises StartError."""
    with open_store(settings, reads=True) as backend:
        entries = backend.log.read(game)
        if not entries:
            raise StartError(f"there is no file {game}, and no game {game} in {store_name(settings)}")
        try:
            replay = build_replay(entries)
        except UnknownEvent as error:
            raise DamagedLog(game, error.version, str(error)) from error
        return make_recording(replay, language, seated_players(replay.steps[-1].state, backend.accounts))


def service_recording(client: Client, game: str, language: str) -> Recording:
    """The recording of a game of a running service, made of its log if the game is finished. Raises StartError."""
    view = client.get_game(game)
    if view["status"] != "finished":
        return _running_recording(client, game, view["version"], language)
    named = [Player(**seat["player"]) for seat in view["seats"] if seat["player"] and seat["player"]["name"]]
    lines = client.get_log(game).splitlines(keepends=True)
    return _log_recording(
        f"{client.connection.url}/v1/games/{game}/log", lines, language, {player.id: player for player in named}
    )


def make_recording(replay: Replay, language: str, players: Mapping[str, Player]) -> Recording:
    """The recording of a replay. Once the game is finished, a spectator's view shows everything."""
    newest = replay.steps[-1].state
    finished = newest.status == "finished"
    languages = language_of_sentences(language), language_of_names(language)

    def frame_at(version: int, seat: int | None) -> Frame:
        viewer = Viewer(seat, finished and seat is None, *languages, players)
        frame = make_frame(replay.steps[max(0, version - MAX_FRAME_EVENTS) : version], replay.undone, viewer)
        sentences = [event["text"] for event in frame["events"]]
        return Frame(version, version in replay.undone, frame["events"], sentences, frame["view"])

    starts = [state.version for _, state in replay.steps if state.since == state.version]
    return Recording(frame_at, 1, newest.version, starts, len(newest.seats) if finished else 0)


def _log_recording(source: str, lines: Iterable[bytes], language: str, players: Mapping[str, Player]) -> Recording:
    try:
        lines = [*lines]  # read once: it may be a pipe
        verdict = verify(lines)
    except (UnreadableFile, UnknownSchema, UnknownRuleset) as error:
        raise StartError(f"{source}: {error}") from None
    if verdict.fault:
        raise StartError(f"{source}: {verdict.fault}")
    return make_recording(build_replay(parse(decoded(lines))[1]), language, players)


def _running_recording(client: Client, game: str, last: int, language: str) -> Recording:
    """The recording of a game under way, as a spectator sees it. Frames are fetched when they are needed."""
    query = {"lang": language, "seat": "none", "limit": PAGE_FRAMES}

    @lru_cache(KEPT_PAGES)
    def page(number: int) -> list[Json]:
        return client.get_replay(game, from_=number * PAGE_FRAMES + 1, **query)

    def frame_at(version: int, seat: int | None) -> Frame:
        versions = range(max(1, version - MAX_FRAME_EVENTS + 1), version + 1)
        frames = [page((each - 1) // PAGE_FRAMES)[(each - 1) % PAGE_FRAMES] for each in versions]
        events = [event for frame in frames for event in frame["events"]]
        sentences = [event["text"] for event in events]
        return Frame(version, frames[-1]["undone"], events, sentences, frames[-1]["view"])

    events = client.rest(client.list_events(game, limit=MAX_PAGE_EVENTS))
    return Recording(frame_at, 1, last, [each["version"] for each in events if each["name"] in BEGINNINGS], 0)
