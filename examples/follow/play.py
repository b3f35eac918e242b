"""A whole game for one seat, by events alone."""

from wonderful_client import Client, Game

from .strategy import next_intentions

WAIT_SECONDS = 25
"""How long the service may hold an answer."""


def play(client: Client, game_id: str) -> Game:
    """Start an open game, and play it until it is scored."""
    game = Game(client, game_id)
    client.start_game(game_id)
    game.read()
    game.act([{"type": "auto_ready", "on": True}, *next_intentions(game.view(), game.catalogue)])
    while (view := game.view())["status"] == "playing":
        if intentions := next_intentions(view, game.catalogue):
            game.act(intentions)
        else:
            game.read(WAIT_SECONDS)
    return game
