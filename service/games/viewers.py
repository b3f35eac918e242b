"""Who looks at a game or plays in it, and what of it they may see."""

from collections.abc import Callable, Mapping
from typing import Any

import game as rules
from game.options import may_watch
from service.accounts import Accounts, Player
from service.games.write import NoSuchGame


def seat_of(state: rules.State, player: Player) -> int | None:
    """The seat of a player, who may be away from it; None for a spectator.

    A player who has resigned is a spectator: what the seat holds from then on is the bot's secret.
    """
    for index, seat in enumerate(state.seats):
        if seat.player == player.id and (seat.bot is None or seat.away):
            return index
    return None


def seat_at(state: rules.State, newest: rules.State, player: Player) -> int | None:
    """The seat of a player in an earlier state of a game; None as well for one who has resigned, or left, since."""
    return None if seat_of(newest, player) is None else seat_of(state, player)


def require_seat(state: rules.State, player: Player) -> int:
    """The seat that the player plays. Raises as `require_own_seat`; Refused `seat_away`."""
    seat = require_own_seat(state, player)
    if state.seats[seat].away:
        raise rules.Refused("seat_away", "a bot plays your seat until you return")
    return seat


def require_own_seat(state: rules.State, player: Player) -> int:
    """The seat of the player, who may be away from it. Raises as `check_access`; Refused `resigned`, `not_seated`."""
    seat = seat_of(state, player)
    if seat is not None:
        return seat
    check_access(state, player)
    if player.id in [other.player for other in state.seats]:
        raise rules.Refused("resigned", "you have resigned; a bot plays your seat")
    raise not_seated()


def not_seated() -> rules.Refused:
    """The player is a spectator."""
    return rules.Refused("not_seated", "you have no seat in this game")


NowMs = Callable[[], int]
"""The time of the store, in ms since 1970. It is asked only about a try at a daily deal."""


def may_see(state: rules.State, player: Player, now_ms: NowMs | None = None) -> bool:
    """Whether a player may look at a game: everybody may if it has spectators, otherwise only who is at the table.

    Everybody may see an open public game, to join it. Nobody else sees a try at the daily deal before its day is over;
    without `now_ms` not later, either, where strangers have nothing to look for.
    """
    if rules.is_at_table(state, player.id):
        return True
    joinable = state.status == "open" and state.options.visibility == "public"
    return (joinable or may_watch(state.options)) and not _is_closed(state, now_ms)


def is_open_to_all(state: rules.State, now_ms: NowMs) -> bool:
    """Whether everybody may look at all of a game in this state, which is the newest."""
    return is_revealed(state, now_ms) and may_watch(state.options)


def is_revealed(state: rules.State, now_ms: NowMs) -> bool:
    """Whether nothing of a game is secret any more, in its newest state: it is finished, and its deal is over.

    The one place that decides so. All tries at a daily deal have the same cards: they open when the day is over. Who
    shows what a finished game reveals (log, replay, analysis, fork, comparison with a fork, dataset) asks here.
    """
    return state.status == "finished" and not _is_closed(state, now_ms)


def _is_closed(state: rules.State, now_ms: NowMs | None) -> bool:
    return state.daily is not None and (now_ms is None or rules.is_closed(state, now_ms()))


def check_access(state: rules.State, player: Player, now_ms: NowMs | None = None) -> None:
    """Check that a player may see a game in this state, which is the newest. `now_ms`: see `may_see`.

    Raises NoSuchGame for a private game, so that strangers do not learn that it exists; Refused(`no_spectators`).
    """
    if may_see(state, player, now_ms):
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


def view_for(state: rules.State, seat: int | None, accounts: Accounts, everything: bool = False) -> dict[str, Any]:
    """The view of a seat (None: a spectator), with the names of the accounts.

    `everything`: the game is revealed by now, so the view of any of its versions shows everybody's cards.
    """
    view = rules.open_view(state, seat) if everything else rules.view(state, seat)
    return with_player_names(view, seated_players(state, accounts))


def legal_bodies(state: rules.State, seat: int | None) -> list[dict[str, Any]]:
    """The bodies of all intentions that are legal for a seat; none for a spectator, and for a player who is away."""
    if seat is None or state.seats[seat].away:
        return []
    return [rules.body(intention) for intention in rules.legal(state, seat)]


def seated_players(state: rules.State, accounts: Accounts) -> dict[str, Player]:
    """The accounts at the table, by id. The log has their ids only."""
    return accounts.by_ids([seat.player for seat in state.seats if seat.player and ":" not in seat.player])


def with_player_names(view: dict[str, Any], players: Mapping[str, Player]) -> dict[str, Any]:
    """The view, changed in place: its seats name these accounts."""
    for seat in view["seats"]:
        if seat["player"] and seat["player"]["id"] in players:
            player = players[seat["player"]["id"]]
            seat["player"] = {"id": player.id, "name": player.name, "kind": player.kind}
    return view
