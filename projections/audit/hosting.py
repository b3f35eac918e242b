"""What the host and the invited players did before the start, and the opening of a rematch, decided again."""

from collections.abc import Sequence
from typing import Any

import game as rules
from game.declared import Event
from game.hosting import HostChanged, InvitationWithdrawn, PlayerInvited, SeatRemoved
from game.lobby import StartAgreed
from game.model import BOT, is_bot
from game.seating import TableChanged

HOSTING = (HostChanged, InvitationWithdrawn, PlayerInvited, SeatRemoved, StartAgreed, TableChanged)


def decide_hosting(state: rules.State, actor: str, event: Event) -> Sequence[Event]:
    """The events that follow from a request of HOSTING. Raises Refused; TypeError for values of other types."""
    index = rules.host_of(state)
    match event:
        case StartAgreed(seat, on, client_seed):
            _check_types((on, bool), (client_seed, str | None))
            return rules.agree(state, seat, on, client_seed)
        case InvitationWithdrawn(player):
            return rules.withdraw(state, None if player == actor else index, player)
        case PlayerInvited(player) if index is not None:
            _check_types((player, str))
            return rules.invite(state, index, player)
        case HostChanged(seat) if index is not None:
            _check_types((seat, int))
            return rules.hand_on(state, index, seat)
        case SeatRemoved(seat) if index is not None:
            return rules.remove(state, index, seat)
        case TableChanged(players) if index is not None:
            _check_types(*[(player, str | None) for player in players])
            bots = [player.removeprefix(BOT) for player in players if player and is_bot(player)]
            return rules.change_table(state, index, len(players), bots)
    raise rules.Refused("not_host", "there is no host")


def hosting_actor(state: rules.State, actor: str, event: Event) -> str | None:
    """Who causes such an event, a `start_agreed` apart: the host, or the invited player, who declines."""
    if isinstance(event, InvitationWithdrawn) and event.player == actor:
        return actor
    index = rules.host_of(state)
    return None if index is None else state.seats[index].player


def rematch_of(facts: dict[str, Any]) -> tuple[str, list[str]]:
    """The game that a rematch plays again, and the players by seat. Raises TypeError for malformed facts."""
    game, players = facts["game"], facts["players"]
    _check_types((game, str), *[(player, str) for player in players])
    if facts.keys() != {"game", "players"}:
        raise TypeError(facts)
    return game, list(players)


def _check_types(*values: tuple[Any, Any]) -> None:
    for value, expected in values:
        if not isinstance(value, expected) or (expected is int and isinstance(value, bool)):
            raise TypeError(value)
