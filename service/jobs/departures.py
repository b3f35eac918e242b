"""Departures: a deleted or suspended account leaves the games that it has."""

import logging

from redis.exceptions import RedisError

from events import DamagedLog
from service.accounts.deletion import forget_left
from service.backend import Backend
from service.games.leaving import leave_for_good
from service.webhooks.endpoints import Webhooks

logger = logging.getLogger(__name__)


def leave_games(backend: Backend, player_id: str) -> None:
    """Take a deleted or suspended account out of all its games; a deleted one off the leaderboards, without webhooks.

    It may run twice, or be killed at any point.

    A game that it cannot leave now is tried again at the next sweep. Once there is nothing to leave, the account is
    forgotten; the games in which it has resigned go on.
    """
    backend.accounts.forget(player_id)  # a worker hears of no change
    player = backend.accounts.by_id(player_id)
    if player is None or not (player.deleted or player.is_suspended(backend.accounts.now_ms())):
        forget_left(backend.accounts, player_id)
        return
    if player.deleted:
        backend.record.leave_boards(player_id)
        Webhooks(backend.redis, backend.keys, backend.clock).forget_account(player_id)
    is_done = True
    for game in backend.lobby.pending_games(player_id):
        try:
            is_done &= not leave_for_good(backend, game, player)
        except RedisError:
            raise
        except DamagedLog:
            continue  # nobody can play on in it
        except Exception:
            is_done = False
            logger.exception("an account cannot leave game %s", game)
    if is_done:
        forget_left(backend.accounts, player_id)
