"""How often a player may propose to go back: the others are not asked without end.

The rules know no such limit, so that the logs of games that were played without it stay legal.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

import game as rules
from game.message import Message
from projections.rewinds import Rewind
from service.backend import Backend
from service.games.write import Declined, TooBusy

MAX_VAIN_PROPOSALS_IN_STAGE = 2
"""Of a seat, in each phase, step or hand: the second is for players who did not see the first, or change their mind."""
MAX_VAIN_PROPOSALS_IN_GAME = 10
"""Of a seat."""
VAIN = ("declined", "expired", "lapsed")
"""The outcomes after which the game did not go back. A proposal that was withdrawn is `declined`."""
MAX_ATTEMPTS = 12
Result = TypeVar("Result")


class Unread(Declined):
    """Rewinds were proposed or decided since they were read: read them again."""


def check_proposals(state: rules.State, seat: int, rewinds: Sequence[Rewind]) -> None:
    """Check that the seat may ask the others once more; where nobody is asked, there is no limit.

    `rewinds`: all of the game. Raises Refused `too_many_rewinds`; Unread.
    """
    if not rules.needs_consent(state, seat):
        return
    if len(rewinds) != state.rewinds or (rewinds and rewinds[-1]["status"] == "pending" and state.proposal is None):
        raise Unread
    vain = [rewind["proposed"] for rewind in rewinds if rewind["seat"] == seat and rewind["status"] in VAIN]
    if len(vain) >= MAX_VAIN_PROPOSALS_IN_GAME:
        detail = Message("you proposed {count} times to go back without all agreeing, in this game", count=len(vain))
        raise rules.Refused("too_many_rewinds", detail)
    in_stage = [version for version in vain if version > state.since]
    if len(in_stage) >= MAX_VAIN_PROPOSALS_IN_STAGE:
        detail = Message(
            "you proposed {count} times to go back without all agreeing, in this phase, step or hand",
            count=len(in_stage),
        )
        raise rules.Refused("too_many_rewinds", detail)


def with_rewinds(backend: Backend, game: str, now: str, act: Callable[[Sequence[Rewind]], Result]) -> Result:
    """Do what depends on the rewinds of a game. `act` gets them, and checks on the newest state that they are all.

    It gets none at first, so that a game without rewinds is not read. `now`: RFC 3339, UTC. Raises TooBusy if more
    come again and again meanwhile.
    """
    rewinds: Sequence[Rewind] = ()
    for _ in range(MAX_ATTEMPTS):
        try:
            return act(rewinds)
        except Unread:
            rewinds = backend.rewinds.list(game, now)
    raise TooBusy
