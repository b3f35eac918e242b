"""The table: what is told of a game beside its log, because it changes without events."""

from typing import Any

from game import State
from game.views.values import player_of, proposal_of
from projections.games import Loaded
from service.backend import Backend
from service.games.clocks import describe_clocks, expires_at, may_return
from service.games.live.present import Present
from service.games.rematches import find_rematch
from service.games.viewers import seated_players


def describe_table(backend: Backend, loaded: Loaded, present: Present, now: str) -> dict[str, Any]:
    """The facts that live streams and `GET …/table` tell, the same for every viewer.

    `now`: RFC 3339, UTC. All times among the facts are absolute, so that they change only when something happens.
    """
    state = loaded.state
    rematch = find_rematch(backend, state.id) if state.status in ("finished", "abandoned") else None
    pending = state.proposal is not None and state.status == "playing" and now < state.proposal.expires
    return {
        "presence": present.facts(),
        "clocks": describe_clocks(loaded),
        "can_return": [seat for seat in range(len(state.seats)) if may_return(loaded, seat)],
        "rewind": proposal_of(state) if pending else None,
        "expires_at": expires_at(loaded),
        "rematch": {"game": rematch} if rematch else None,
        "names": _names(backend, state),
    }


def _names(backend: Backend, state: State) -> list[str | None]:
    """The names of the players by seat; None for a free seat, or an account that is not known."""
    names = {account: player.name for account, player in seated_players(state, backend.accounts).items()}
    players = [player_of(seat) for seat in state.seats]
    return [names.get(player["id"], player["name"]) if player else None for player in players]
