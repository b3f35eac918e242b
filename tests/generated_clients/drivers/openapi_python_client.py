"""Play a two-seat game with the client that openapi-python-client writes. Prints the outcome as JSON."""

import io
import json
import sys
from typing import TypeVar

from wonderful_world import AuthenticatedClient, Client
from wonderful_world.api.events import get_log, list_events
from wonderful_world.api.games import get_game, list_legal, open_game
from wonderful_world.api.intentions import act
from wonderful_world.api.registration import register_player
from wonderful_world.api.replays import get_replay
from wonderful_world.api.seats import start_game
from wonderful_world.api.taking_back import undo
from wonderful_world.api.verifications import verify_log
from wonderful_world.models import (
    ChooseIntention,
    DraftIntention,
    GameStatus,
    GameView,
    NewGame,
    NewPlayer,
    Phase,
    PlaceIntention,
    ReadyIntention,
    Registered,
    SlateIntention,
    Strategy,
    Undo,
    Verdict,
    Written,
)
from wonderful_world.types import File, Unset

Answer = TypeVar("Answer")


def given(answer: object, expected: type[Answer]) -> Answer:
    """The answer of a request that must succeed: otherwise it is a problem, or None."""
    if not isinstance(answer, expected):
        raise SystemExit(str(answer))
    return answer


def priority(intention: object) -> int:
    """Draft, build and choose before anything else; be ready when nothing of that is left."""
    match intention:
        case PlaceIntention(onto=onto) if onto != "empire":
            return 4
        case DraftIntention() | ChooseIntention():
            return 3
        case SlateIntention():
            return 2
        case ReadyIntention():
            return 1
        case _:
            return 0


def play(client: AuthenticatedClient, game: str) -> GameView:
    """Play to the scored end; take one intention back on the way. Returns the last view."""
    view, is_undone = given(start_game.sync(game, client=client), GameView), False
    while view.status is GameStatus.PLAYING:
        legal = list_legal.sync(game, client=client)
        if not isinstance(legal, list):
            raise SystemExit(str(legal))
        if legal:
            body = [max(legal, key=priority)]
            given(act.sync(game, client=client, body=body, idempotency_key=f"act-{view.version}"), Written)
        else:
            list_events.sync(game, client=client, after=view.version, wait=20.0)
        view = given(get_game.sync(game, client=client), GameView)
        if view.phase is Phase.PLANNING and view.undoable is not None and not is_undone:
            given(undo.sync(game, client=client, body=Undo(version=view.undoable)), Written)
            view, is_undone = given(get_game.sync(game, client=client), GameView), True
    return view


def main(url: str) -> None:
    registered = given(
        register_player.sync(client=Client(base_url=url), body=NewPlayer(name="openapi-python-client")), Registered
    )
    client = AuthenticatedClient(base_url=url, token=registered.token)
    options = NewGame(seats=2, bots=[Strategy.GREEDY])
    game = given(open_game.sync(client=client, body=options), GameView).id
    view = play(client, game)
    if view.result is None:
        raise SystemExit("a finished game has a result")
    frames = get_replay.sync(game, client=client, limit=100, from_=view.version)
    if not isinstance(frames, list) or isinstance(frames[-1].view, Unset):
        raise SystemExit(str(frames))
    log = given(get_log.sync(game, client=client), File).payload.read()
    content = log if isinstance(log, bytes) else log.encode()
    verdict = given(verify_log.sync(client=client, body=File(payload=io.BytesIO(content))), Verdict)
    outcome = {
        "game": game,
        "version": view.version,
        "totals": [score.total for score in view.result.scores],
        "last_frame": frames[-1].view.version,
        "verified": verdict.ok,
    }
    print(json.dumps(outcome))


if __name__ == "__main__":
    main(sys.argv[1])
