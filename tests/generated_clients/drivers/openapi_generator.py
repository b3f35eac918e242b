"""Play a two-seat game with the Python client that openapi-generator writes. Prints the outcome as JSON."""

import json
import sys

from openapi_client import (
    ApiClient,
    Configuration,
    EventsApi,
    GamesApi,
    GameStatus,
    GameView,
    Intention,
    IntentionsApi,
    NewGame,
    NewPlayer,
    Phase,
    PlaceIntention,
    RegistrationApi,
    ReplaysApi,
    SeatsApi,
    Strategy,
    TakingBackApi,
    Undo,
    VerificationsApi,
)

PRIORITIES = {"draft": 3, "choose": 3, "slate": 2, "ready": 1}


def priority(intention: Intention) -> int:
    """Draft, build and choose before anything else; be ready when nothing of that is left."""
    chosen = intention.actual_instance
    if isinstance(chosen, PlaceIntention):
        return 4 if chosen.onto != "empire" else 0
    return PRIORITIES.get(chosen.type, 0) if chosen else 0


def play(client: ApiClient, game: str) -> GameView:
    """Play to the scored end; take one intention back on the way. Returns the last view."""
    games, intentions, events, taking_back = (
        GamesApi(client),
        IntentionsApi(client),
        EventsApi(client),
        TakingBackApi(client),
    )
    view, is_undone = SeatsApi(client).start_game(game), False
    while view.status is GameStatus.PLAYING:
        legal = games.list_legal(game)
        if legal:
            intentions.act(game, [max(legal, key=priority)], idempotency_key=f"act-{view.version}")
        else:
            events.list_events(game, after=view.version, wait=20.0)
        view = games.get_game(game)
        if view.phase is Phase.PLANNING and view.undoable is not None and not is_undone:
            taking_back.undo(game, undo=Undo(version=view.undoable))
            view, is_undone = games.get_game(game), True
    return view


def main(url: str) -> None:
    configuration = Configuration(host=url)
    client = ApiClient(configuration)
    registered = RegistrationApi(client).register_player(NewPlayer(name="openapi-generator"))
    configuration.access_token = registered.token
    game = GamesApi(client).open_game(NewGame(seats=2, bots=[Strategy.GREEDY])).id
    view = play(client, game)
    [frame] = ReplaysApi(client).get_replay(game, var_from=view.version)
    if view.result is None or frame.view is None:
        raise SystemExit("a finished game has a result, and frames have views")
    log = EventsApi(client).get_log(game)
    outcome = {
        "game": game,
        "version": view.version,
        "totals": [score.total for score in view.result.scores],
        "last_frame": frame.view.version,
        "verified": VerificationsApi(client).verify_log(bytes(log)).ok,
    }
    print(json.dumps(outcome))


if __name__ == "__main__":
    main(sys.argv[1])
