"""Options of a new game: what the rules cannot check, because it is about strategies and accounts."""

from collections.abc import Sequence

from bots import STRATEGIES
from game.message import Message
from service.api.current import backend
from service.api.errors import Problem


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


def invited_ids(names: Sequence[str]) -> list[str]:
    """The ids of the bot accounts with these names or ids.

    Raises Problem 422 for a name that no bot account has, or several have.
    """
    found = [backend().accounts.find_bots(name) for name in names]
    faults = [
        {
            "pointer": f"/invited/{at}",
            "detail": "several bots have this name: invite by id" if bots else "no such bot",
        }
        for at, bots in enumerate(found)
        if len(bots) != 1
    ]
    if faults:
        raise Problem("unknown_player", "invite a bot by its id, or by a name that no other has", errors=faults)
    return [bot.id for [bot] in found]
