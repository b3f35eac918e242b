"""A whole game for one seat, by events alone."""

from .client import WAIT_SECONDS, Game, Service
from .strategy import next_intentions


def play(service: Service, address: str) -> Game:
    """Start an open game, and play it until it is scored."""
    started = service.ask("POST", f"{address}/start")
    game = Game(service, address, {seat["player"]["id"]: seat["player"]["name"] for seat in started["seats"]})
    game.read()
    game.act([{"type": "auto_ready", "on": True}, *next_intentions(game.view(), service.catalogue)])
    while (view := game.view())["status"] == "playing":
        if intentions := next_intentions(view, service.catalogue):
            game.act(intentions)
        else:
            game.read(WAIT_SECONDS)
    return game
