"""The table: what is told of a game beside its log, because it changes without events."""

from typing import Any

from events.entry import optional_timestamp
from game import State
from game.clocks import SECOND_MS, low_at_ms
from game.time_limits import can_return, ends_at_ms
from game.views.values import player_of, proposal_of
from projections.games import Loaded
from service.backend import Backend
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


def describe_clocks(loaded: Loaded) -> list[dict[str, Any]] | None:
    """The clock of each seat that has one, by seat; None if no seat has one.

    `left`: seconds, at the moment when the clock last started or stopped. `deadline`, `low_at`: when the time is up
    and when it becomes low, RFC 3339, None while the clock stands still. `misses`: in how many phases, steps or hands
    in a row the time was up. `expired`: whether it is up in this one.
    """
    state, clocks = loaded.state, loaded.clocks
    described = [
        {
            "seat": index,
            "left": clock.left_ms / SECOND_MS,
            "running": clock.since_ms is not None,
            "deadline": optional_timestamp(clock.deadline_ms),
            "low_at": optional_timestamp(low_at_ms(clocks, index)),
            "misses": state.seats[index].misses,
            "expired": state.seats[index].expired,
        }
        for index, clock in enumerate(clocks.seats)
        if clock is not None
    ]
    return described or None


def may_return(loaded: Loaded, index: int) -> bool:
    """Whether the player of a seat may take it back from the bot that plays it meanwhile."""
    state = loaded.state
    return state.status == "playing" and state.phase != "finished" and can_return(state, loaded.clocks, index)


def expires_at(loaded: Loaded) -> str | None:
    """When the game ends if nothing happens: it does not start, or nobody moves; RFC 3339. None if it does not."""
    end = ends_at_ms(loaded.state, loaded.clocks, loaded.opened_ms, loaded.changed_ms)
    return optional_timestamp(end[0] if end else None)
