"""Forks: a new game that starts from a version of a finished one, with other players."""

from collections.abc import Mapping, Sequence
from typing import Any

from game.declared import Event
from game.lobby import GameOpened, SeatTaken
from game.message import Message
from game.model import Origin, State
from game.options import check_options, may_watch
from game.refused import Refused


def fork_options(
    source: State,
    bots: Sequence[str] = (),
    name: str | None = None,
    private: bool = False,
    spectators: bool = False,
) -> dict[str, Any]:
    """The options of a fork of `source`, a game at the version to start from: its mode and empires, with these bots.

    A fork of a private game is private in any case: it tells of the game. `spectators`: who knows the id of a private
    fork may watch it, if everybody may watch `source`.

    Raises Refused: `not_started`, `nothing_left_to_play`, `invalid_options`.
    """
    if source.phase is None:
        raise Refused("not_started", "the game had not started at that version")
    if source.phase == "finished":
        raise Refused("nothing_left_to_play", "the last round was over at that version")
    empires = [seat.empire for seat in source.seats]
    own = {"seats": len(source.seats), "side": source.options.side, "scenario": source.options.scenario}
    access = {"visibility": source.options.visibility, "spectators": source.options.spectators}
    if private:
        access = {"visibility": "private", "spectators": True if spectators and may_watch(source.options) else None}
    return check_options({**own, **access, "bots": list(bots), "empires": empires, "name": name})


def fork(
    source: State,
    origin: Origin,
    options: Mapping[str, Any],
    player: str,
    seat: int | None = None,
    game: str = "",
    external: bool = False,
) -> list[Event]:
    """Open a fork: `player` takes `seat` (None: 0), bots take the last of the others, or all: then `player` watches.

    The fork keeps the ruleset and the commitment of `source`. Raises Refused: `unknown_seat`, `invalid_options`.
    """
    bots, seats = options["bots"], options["seats"]
    alone = len(bots) == seats
    if alone and seat is not None:
        raise Refused("invalid_options", "bots have all the seats")
    if not 0 <= (seat or 0) < seats:
        raise Refused("unknown_seat", Message("there is no seat {seat}", seat=seat))
    opener = player if alone else None
    opened = GameOpened(game, source.ruleset, dict(options), source.commitment, opener, origin._asdict())
    taken = {} if alone else {seat or 0: player}
    others = [index for index in range(seats) if index not in taken]
    taken |= {index: f"bot:{bot}" for index, bot in zip(others[len(others) - len(bots) :], bots, strict=True)}
    own = {index: external for index in taken if taken[index] == player}
    return [opened, *[SeatTaken(index, taken[index], external=own.get(index, False)) for index in sorted(taken)]]
