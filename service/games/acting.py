"""What operators do. An act is in the log of acts before it is done, so none is done in silence.

If the process dies in between, or the act is refused by what happened meanwhile, the log has an act without an effect.
"""

from math import inf
from secrets import token_hex

import game as rules
from events import Group, IdempotencyKey
from projections.games import Loaded
from service.accounts import Player
from service.accounts.acts import NAME_TAKEN, SESSIONS_ENDED, SUSPENDED, UNSUSPENDED, Act
from service.accounts.players import Suspension
from service.accounts.rename import take_name
from service.accounts.suspension import suspend, unsuspend
from service.accounts.tokens import end_sessions
from service.backend import Backend
from service.games.company import seated_accounts
from service.games.starting import forget_secrets
from service.games.write import Decided, NoSuchGame, write


def close_game(backend: Backend, act: Act) -> Act:
    """End the game of the act for everybody, whatever its phase. Raises NoSuchGame, Refused(`not_playing`)."""
    game, reason = act.game or "", act.reason or ""

    def decide(loaded: Loaded) -> Decided:
        events = rules.close(loaded.state, reason)
        return Decided([Group("service", events)], rules.fold(events, loaded.state))

    loaded = backend.games.load(game)
    if not loaded.version:
        raise NoSuchGame(game)
    decide(loaded)
    accounts = backend.accounts.by_ids(seated_accounts(loaded.state)).values()
    done = backend.acts.add(act, [each.id for each in accounts if not each.deleted])
    written = write(backend.games, game, IdempotencyKey(f"close:{token_hex(8)}", b"close"), decide)
    forget_secrets(backend, game, written.state)
    return done


def act_on_account(
    backend: Backend, act: Act, player: Player, with_handle: bool = False, with_new_code: bool = False
) -> tuple[Act, str | None]:
    """Do an act to an account: what the log has of it, and the new recovery code, if it asks for one.

    `with_handle`: a name that is taken away takes the handle along.
    """
    accounts, done, code = backend.accounts, backend.acts.add(act), None
    if act.kind == SUSPENDED:
        suspend(accounts, player.id, Suspension(act.reason or "", inf if act.until_ms is None else act.until_ms))
    elif act.kind == UNSUSPENDED:
        unsuspend(accounts, player.id)
    elif act.kind == NAME_TAKEN:
        take_name(accounts, player, with_handle)
    elif act.kind == SESSIONS_ENDED:
        code = end_sessions(accounts, player.id, with_new_code)
    return done, code
