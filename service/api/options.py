"""Options of a new game: what the rules cannot check, because it is about strategies and accounts."""

from collections.abc import Sequence

from bots import STRATEGIES
from game.message import Message
from service.accounts import Player
from service.accounts.blocks import read_apart
from service.api.current import app
from service.api.errors import Problem
from service.games.company import blocked
from service.language.given_names import normalize


def check_strategies(names: Sequence[str]) -> None:
    """Raises Problem 422 for a strategy that does not exist."""
    faults = [
        {"pointer": f"/bots/{at}", "detail": Message("there is no strategy {name}", name=name)}
        for at, name in enumerate(names)
        if name not in STRATEGIES
    ]
    if faults:
        detail = Message("bots must be of: {strategies}", strategies=[*STRATEGIES])
        raise Problem("unknown_strategy", detail, errors=faults)


def invited_ids(names: Sequence[str], opener: Player) -> list[str]:
    """The ids of the accounts that the opener invites: by id or @handle, bots also by name; each once.

    Raises Refused `blocked`; Problem 422 for a name that no bot account has, or several have, and for the opener.
    """
    found = [_find_invited(name, f"/invited/{at}") for at, name in enumerate(names)]
    faults = [each for each in found if isinstance(each, dict)]
    if faults:
        raise _unknown(faults)
    ids = [each.id for each in found if isinstance(each, Player)]
    if opener.id in ids:
        at = {"pointer": f"/invited/{ids.index(opener.id)}", "detail": "you are at the table already"}
        raise Problem("invalid_options", "you cannot invite yourself", errors=[at])
    if read_apart(app.backend.accounts, opener.id, ids).apart:
        raise blocked()
    return [*dict.fromkeys(ids)]


def invited_id(name: str) -> str:
    """The id of the one account that the host invites, found in the same way. Raises Problem 422."""
    found = _find_invited(name, "/player")
    if isinstance(found, dict):
        raise _unknown([found])
    return found.id


def _unknown(faults: Sequence[dict[str, str]]) -> Problem:
    return Problem(
        "unknown_player",
        "invite players by their ids or handles; a bot also by a name that no other has",
        errors=faults,
    )


def _find_invited(name: str, pointer: str) -> Player | dict[str, str]:
    """The account with this id, otherwise the only bot with this name; or the fault of the name at the pointer."""
    accounts = app.backend.accounts
    found = accounts.find_invited(name) or accounts.find_invited(normalize(name))
    if len(found) == 1:
        return found[0]
    detail = "several bots have this name: invite by id" if found else "no such player"
    return {"pointer": pointer, "detail": detail}
