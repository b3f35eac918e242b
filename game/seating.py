"""The seats of an open game: the host changes their number, and the bots that have some of them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from game.declared import ALL, LOBBY, Event, event
from game.field_types import Players
from game.message import Message
from game.model import BOT, Seat, State, is_bot, is_solo, next_version
from game.refused import Refused
from game.table import must_be_open, must_host


@event("table_changed", LOBBY, public=ALL)
@dataclass(frozen=True, slots=True)
class TableChanged(Event):
    """The host changed the number of seats, or the bots. Nobody agrees to start any more.

    `players`: by seat, an account, `bot:<strategy>`, or None for a free seat. An account keeps what it chose; its
    former seat is the one where the table had it. `reserved`: by seat, for whom a rematch keeps a free seat.
    """

    players: Players
    reserved: Players = ()

    def apply(self, state: State) -> State:
        """Accounts take their seats along, with the empires that the options gave to these. Nobody agrees to start."""
        kept = self.reserved or (None,) * len(self.players)
        accounts = [player or other for player, other in zip(self.players, kept, strict=True)]
        before = {player: at for at, player in enumerate(state.reserved) if player}
        before |= {seat.player: at for at, seat in enumerate(state.seats) if seat.player}
        former = [at if not who or is_bot(who) else before.get(who, at) for at, who in enumerate(accounts)]
        named = dict(enumerate(state.options.empires))
        empires = tuple([named.get(at) for at in former])
        bots = tuple([player.removeprefix(BOT) for player in self.players if player and is_bot(player)])
        options = replace(state.options, seats=len(self.players), bots=bots, empires=empires if any(empires) else ())
        host = None if state.host is None else state.seats[state.host].player
        return next_version(
            state,
            options=options,
            seats=tuple([_seat_of(player, state, was) for player, was in zip(self.players, former, strict=True)]),
            host=self.players.index(host) if host in self.players else None,
            reserved=self.reserved,
        )


def _seat_of(player: str | None, state: State, former: int) -> Seat:
    """The seat of a player, who had the `former` one; a bot's, or a free one, is new."""
    if player is None:
        return Seat()
    if is_bot(player):
        return Seat(player=player, bot=player.removeprefix(BOT))
    return state.seats[former]._replace(ready=False)


def change_table(state: State, index: int, seats: int | None = None, bots: Sequence[str] | None = None) -> list[Event]:
    """The host, at seat `index`, sets the number of seats and the bots; nothing happens if all is so already.

    People keep their seats, and so do those for whom a rematch keeps one. If theirs no longer exists, they have the
    first free one. Bots have the last of the other seats, in the order of `bots`, as when a game is opened.

    `seats`: 1..5, `bots`: strategies; None: as now. Raises Refused: `not_open`, `not_host`, `seats_fixed`,
    `too_few_seats`.
    """
    must_be_open(state)
    must_host(state, index)
    count = len(state.seats) if seats is None else seats
    if (count == 1) != is_solo(state):
        raise Refused("seats_fixed", "a solo game has one seat, and a table has two at least: open another game")
    if state.origin is not None and count != len(state.seats):
        raise Refused("seats_fixed", "a fork has as many seats as the game that it starts from")
    present = [seat.bot for seat in state.seats if seat.bot is not None]
    strategies = present if bots is None else bots
    people = _people(state)
    if len(people) + len(strategies) > count:
        detail = Message(
            "{people} players, with those whose seats are kept, and {bots} bots do not fit in {seats} seats",
            people=len(people),
            bots=len(strategies),
            seats=count,
        )
        raise Refused("too_few_seats", detail)
    places = _places(people, count)
    free = [at for at in range(count) if at not in places]
    places |= {at: BOT + bot for at, bot in zip(free[len(free) - len(strategies) :], strategies, strict=True)}
    awaited = {player for at, player in people.items() if state.seats[at].player is None}
    players = tuple([None if places.get(at) in awaited else places.get(at) for at in range(count)])
    if players == tuple([seat.player for seat in state.seats]):
        return []
    reserved = tuple([who if (who := places.get(at)) in awaited else None for at in range(count)])
    return [TableChanged(players, reserved if awaited else ())]


def _people(state: State) -> dict[int, str]:
    """The accounts by seat: those at the table, and those for whom a rematch keeps a free seat."""
    kept = state.reserved or (None,) * len(state.seats)
    found = {at: seat.player or kept[at] for at, seat in enumerate(state.seats)}
    return {at: player for at, player in found.items() if player and not is_bot(player)}


def _places(people: dict[int, str], count: int) -> dict[int, str]:
    """Where people are at a table with `count` seats."""
    places = {at: player for at, player in people.items() if at < count}
    free = iter([at for at in range(count) if at not in places])
    return places | {next(free): player for at, player in people.items() if at >= count}
