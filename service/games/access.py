"""Who gets to see a game at all."""

import game as rules
from service.accounts import Player
from service.games.viewers import may_see
from service.games.write import NoSuchGame


def check_access(state: rules.State, player: Player) -> None:
    """Check that a player may see a game in this state, which is the newest.

    Raises NoSuchGame for a private game, so that strangers do not learn that it exists; Refused(`no_spectators`).
    """
    if may_see(state, player):
        return
    if state.options.visibility == "private":
        raise NoSuchGame(state.id)
    raise rules.Refused("no_spectators", "this game has no spectators")


def check_may_join(state: rules.State, player: Player) -> None:
    """Check that a player may join a game without a code: a public one, or one to which they are invited.

    Raises like `check_access`, and Refused(`not_invited`) for a private game that everybody may watch.
    """
    check_access(state, player)
    if needs_code(state, player):
        raise rules.Refused("not_invited", "this game takes its invite code, or an invitation")


def needs_code(state: rules.State, player: Player) -> bool:
    """Whether a player needs the code of the game to join it."""
    return state.options.visibility == "private" and not rules.is_at_table(state, player.id)
