"""Rematches: a new game of the same players, each one seat further on."""

from collections.abc import Mapping, Sequence
from typing import Any

from game.declared import Event
from game.lobby import GameOpened, SeatTaken, StartAgreed
from game.message import Message
from game.model import BOT, State, is_bot
from game.options import check_options, options_body
from game.refused import Refused
from game.rulesets import CURRENT_RULESET


def rotated_players(source: State) -> list[str]:
    """The players of a rematch by seat, bots as `bot:<strategy>`: everybody moves one seat on."""
    players = [seat.player or "" for seat in source.seats]
    return [*players[-1:], *players[:-1]]


def check_rematch(source: State, player: str) -> None:
    """Check that a player can offer or accept a rematch. Raises Refused: `not_seated`, `not_over`, `not_started`."""
    if player != source.opener and player not in [seat.player for seat in source.seats]:
        raise Refused("not_seated", "you have no seat in this game")
    if source.status not in ("finished", "abandoned"):
        raise Refused("not_over", "a rematch follows when the game is over")
    if source.phase is None:
        raise Refused("not_started", "this game never started; open a new one")


def rematch(source: State, player: str, game: str = "", commitment: str = "", external: bool = False) -> list[Event]:
    """Open a rematch of a game that is over: same options, the other players are invited.

    The host may have removed bots before the start, so the bots are those who played.

    Raises Refused like `check_rematch`.
    """
    check_rematch(source, player)
    players = rotated_players(source)
    others = [each for each in players if each != player and not is_bot(each)]
    bots = [each.removeprefix(BOT) for each in players if is_bot(each)]
    options = {**options_body(source.options), "bots": bots, "invited": others}
    return open_rematch(options, source.id, players, player, game, commitment, external)


def open_rematch(
    options: Mapping[str, Any],
    source: str,
    players: Sequence[str],
    player: str,
    game: str = "",
    commitment: str = "",
    external: bool = False,
    ruleset: str | None = None,
) -> list[Event]:
    """Open a rematch of the game `source`: `player` and the bots take their seats, and the player agrees to start.

    `players`: by seat, bots as `bot:<strategy>`. `external`: a bot account, played by a program. Raises Refused:
    `invalid_options`, `not_seated`.
    """
    checked = check_options(options)
    bots = [each.removeprefix(BOT) for each in players if is_bot(each)]
    accounts = [each for each in players if not is_bot(each)]
    others = [each for each in accounts if each != player]
    if len(players) != checked["seats"] or sorted(bots) != sorted(checked["bots"]) or len({*accounts}) != len(accounts):
        raise Refused("invalid_options", "the players of a rematch are those of the game before")
    if checked.get("invited", []) != others:
        raise Refused("invalid_options", Message("a rematch invites: {players}", players=others))
    if accounts and player not in accounts:
        raise Refused("not_seated", "you have no seat in this game")
    opened = GameOpened(
        game,
        ruleset or CURRENT_RULESET,
        checked,
        commitment,
        None if accounts else player,
        rematch={"game": source, "players": list(players)},
    )
    own = [index for index, each in enumerate(players) if each == player]
    seated = sorted([*own, *[index for index, each in enumerate(players) if is_bot(each)]])
    taken = [SeatTaken(index, players[index], external=external and index in own) for index in seated]
    return [opened, *taken, *[StartAgreed(index, True) for index in own]]
