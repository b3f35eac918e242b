"""Play It's a Wonderful World on a running service.

    from wonderful_client import Client

    with Client("http://127.0.0.1:8000") as client:
        client.register_player(name="Ada", kind="bot")
        game = client.open_game(seats=2, bots=["greedy"])
        client.start_game(game["id"])
        for finished in client.play(lambda view, legal: legal[0]):
            print(finished["view"]["result"])
            break

`Client` and `AsyncClient` have every operation of the API. `Game` and `AsyncGame` follow a game by its events.
What fails raises `Problem`.
"""

from .client import AsyncClient, AsyncGame, Client, Game
from .conversation import Json, Page
from .fold import fold
from .problems import NO_ANSWER, OTHER_SERVICE, Problem
from .signatures import BadSignature, verify

__all__ = [
    "NO_ANSWER",
    "OTHER_SERVICE",
    "AsyncClient",
    "AsyncGame",
    "BadSignature",
    "Client",
    "Game",
    "Json",
    "Page",
    "Problem",
    "fold",
    "verify",
]
