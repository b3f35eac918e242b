"""Before the game: open, join, leave, agree to start (R1, R4); and how a game ends before its time."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from game.cards import EMPIRE_IDS
from game.declared import ALL, LOBBY, TABLE, Event, event
from game.field_types import (
    Account,
    ClientSeed,
    Commitment,
    Day,
    Empire,
    EndReason,
    Flag,
    GameId,
    Options,
    Player,
    Rematch,
    Ruleset,
    SeatNumber,
    StoredOrigin,
    Strategy,
)
from game.message import Message
from game.model import BOT, Origin, Seat, State, is_bot, is_solo, next_version, replace_seat
from game.options import check_options, make_options
from game.pauses import without_question
from game.refused import Refused
from game.rulesets import CURRENT_RULESET
from game.table import attended, heir, invited_players, must_be_open, must_be_playing

FALLBACKS = ("greedy", "random")
"""Strategies that act when a seat's own player does not, in this order. The first one plays on after a resignation."""


@event("game_opened", LOBBY, public=ALL)
@dataclass(frozen=True, slots=True)
class GameOpened(Event):
    """`commitment`: SHA-256 of server seed and game id, hexadecimal. `options`: the body of the request.

    `opener`: the player who may start a game in which bots have all seats. `origin`: of a fork, the fields of
    `game.model.Origin`. `rematch`: the `game` that is played again, and its `players` by seat,
    bots as `bot:<strategy>`. `daily`: the day at whose daily deal this is a try.
    """

    game: GameId
    ruleset: Ruleset
    options: Options
    commitment: Commitment
    opener: Account | None = None
    origin: StoredOrigin | None = None
    rematch: Rematch | None = None
    daily: Day | None = None

    def apply(self, state: State) -> State:
        options = make_options(self.options)
        rematch = self.rematch or {}
        return next_version(
            state,
            id=self.game,
            ruleset=self.ruleset,
            options=options,
            commitment=self.commitment,
            opener=self.opener,
            origin=Origin(**self.origin) if self.origin else None,
            seats=(Seat(),) * options.seats,
            rematch_of=rematch.get("game"),
            reserved=tuple(rematch.get("players", ())),
            daily=self.daily,
        )


@event("seat_taken", LOBBY, public=ALL)
@dataclass(frozen=True, slots=True)
class SeatTaken(Event):
    """`player`: an account's id, or `bot:<strategy>`. `external`: the account is a bot account, played by a program."""

    seat: SeatNumber
    player: Player
    empire: Empire | None = None
    client_seed: ClientSeed | None = None
    external: Flag = False

    def apply(self, state: State) -> State:
        """The first account at the table is the host."""
        bot = self.player.removeprefix(BOT) if is_bot(self.player) else None
        seat = Seat(player=self.player, bot=bot, empire=self.empire, client_seed=self.client_seed)
        host = self.seat if state.host is None and bot is None else state.host
        return replace_seat(state, self.seat, seat._replace(external=True) if self.external else seat, host=host)


@event("seat_left", LOBBY, public=ALL)
@dataclass(frozen=True, slots=True)
class SeatLeft(Event):
    """The player left the open game."""

    seat: SeatNumber

    def apply(self, state: State) -> State:
        """A host who leaves has an heir (`game.table.heir`). A seat of a rematch is kept for nobody any more."""
        host = heir(state) if state.host == self.seat else state.host
        return replace_seat(state, self.seat, Seat(), host=host, reserved=released(state, self.seat))


@event("start_agreed", LOBBY, public=ALL, players_only=True)
@dataclass(frozen=True, slots=True)
class StartAgreed(Event):
    """The seat agrees that the game starts, or no longer does. When all agree, it starts.

    `client_seed`: replaces the one that the seat gave before.
    """

    seat: SeatNumber
    on: Flag
    client_seed: ClientSeed | None = None

    def apply(self, state: State) -> State:
        seat = state.seats[self.seat]
        client_seed = seat.client_seed if self.client_seed is None else self.client_seed
        return replace_seat(state, self.seat, seat._replace(ready=self.on, client_seed=client_seed))


@event("seat_resigned", TABLE, public=ALL, news="aloud")
@dataclass(frozen=True, slots=True)
class SeatResigned(Event):
    """From now on the strategy plays the seat."""

    seat: SeatNumber
    strategy: Strategy

    def apply(self, state: State) -> State:
        """What the players were asked lapses, because others were asked then."""
        seat = state.seats[self.seat]._replace(bot=self.strategy, away=False)
        return without_question(replace_seat(state, self.seat, seat, proposal=None))


@event("game_abandoned", TABLE, public=ALL, news="aloud")
@dataclass(frozen=True, slots=True)
class GameAbandoned(Event):
    """The game ends without a result; no event follows.

    `reason`: `left` (no player is at the table), `aborted` (by a player, before the first picks were revealed),
    `expired` (it did not start in time), `idle` (nobody moved for long) or, closed by an operator, of CLOSED_REASONS.
    """

    reason: EndReason = "left"

    def apply(self, state: State) -> State:
        return next_version(state, status="abandoned", proposal=None, pause=None, end_reason=self.reason)


def open(
    options: Mapping[str, Any],
    player: str,
    game: str = "",
    commitment: str = "",
    external: bool = False,
    ruleset: str | None = None,
) -> list[Event]:
    """Open a game: `player` takes seat 0, bots take the last seats. With as many bots as seats `player` only watches.

    `options`: the body of `POST /v1/games`. `external`: a bot account, played by a program. `ruleset`: the current one
    by default. Raises Refused(`invalid_options`).
    """
    checked = check_options(options)
    first = checked["seats"] - len(checked["bots"])
    events: list[Event] = [GameOpened(game, ruleset or CURRENT_RULESET, checked, commitment, None if first else player)]
    events += [SeatTaken(0, player, external=external)] if first else []
    return events + [SeatTaken(first + i, f"bot:{strategy}") for i, strategy in enumerate(checked["bots"])]


def join(
    state: State, player: str, empire: str | None = None, client_seed: str | None = None, external: bool = False
) -> list[Event]:
    """Take the first free seat; in a rematch the seat that is kept for you, and so you agree that the game starts.

    `external`: a bot account, played by a program. Raises Refused: `not_open`, `already_seated`, `removed`,
    `bots_not_allowed`, `no_free_seat`, `unknown_empire`, `empire_taken`.
    """
    must_be_open(state)
    if player in [seat.player for seat in state.seats]:
        raise Refused("already_seated", "you have a seat in this game")
    if player in state.removed:
        raise Refused("removed", "the host removed you from this game")
    if external and not state.options.allow_bots and player not in invited_players(state):
        raise Refused("bots_not_allowed", "this game accepts people, and bots that are invited")
    index = _seat_for(state, player)
    if empire is not None:
        if empire not in EMPIRE_IDS:
            raise Refused("unknown_empire", Message("empire must be one of: {empires}", empires=EMPIRE_IDS))
        if empire in state.options.empires or empire in [seat.empire for seat in state.seats]:
            raise Refused("empire_taken", Message("{empire} is taken", empire=empire))
    if empire is not None and index < len(state.options.empires) and state.options.empires[index]:
        raise Refused(
            "empire_taken", Message("seat {seat} plays {empire}", seat=index, empire=state.options.empires[index])
        )
    taken = SeatTaken(index, player, empire, client_seed, external)
    return [taken, StartAgreed(index, True)] if player in state.reserved else [taken]


def _seat_for(state: State, player: str) -> int:
    """The free seat that is kept for a player, otherwise the first one that is kept for nobody."""
    kept = state.reserved or (None,) * len(state.seats)
    free = [index for index, seat in enumerate(state.seats) if seat.player is None]
    found = [index for index in free if kept[index] == player] or [index for index in free if kept[index] is None]
    if found:
        return found[0]
    detail = "the free seats are kept for the players of the game before" if free else "all seats are taken"
    raise Refused("no_free_seat", detail)


def leave(state: State, index: int) -> list[Event]:
    """Leave an open game, which is abandoned without a player left. After the start: resign.

    A strategy plays a resigned seat to the end, also without a player left: a lost game gets its result although its
    loser has gone. Raises Refused: `not_playing`, `already_resigned`.
    """
    if state.status not in ("open", "playing") or state.phase == "finished":
        raise Refused("not_playing", "the game is over")
    seat = state.seats[index]
    if seat.bot is not None and not seat.away:
        raise Refused("already_resigned", "you have resigned")
    if state.status == "playing":
        return [SeatResigned(index, FALLBACKS[0])]
    return [SeatLeft(index), *([] if has_another_player(state, index) else [GameAbandoned()])]


def has_another_player(state: State, index: int) -> bool:
    """Whether an account plays another seat than this one, or is away from it and may return."""
    others = [seat for seat in state.seats if seat is not state.seats[index]]
    return any(seat.player and (seat.away or not seat.bot) for seat in others)


def agree(state: State, index: int, on: bool, client_seed: str | None = None) -> list[Event]:
    """The seat agrees that the game starts, or no longer does; nothing happens if it said so before.

    Raises Refused(`not_open`).
    """
    must_be_open(state)
    seat = state.seats[index]
    if seat.ready == on and client_seed in (None, seat.client_seed):
        return []
    return [StartAgreed(index, on, client_seed)]


def is_agreed(state: State) -> bool:
    """Whether an open game starts without its host: all seats are taken, and each account has agreed."""
    full = state.status == "open" and None not in [seat.player for seat in state.seats]
    return full and all(state.seats[index].ready for index in attended(state))


def abort(state: State) -> list[Event]:
    """End a game that has hardly begun: before the first picks are revealed, alone before the first intention.

    Raises Refused: `not_playing`, `under_way`.
    """
    must_be_playing(state)
    if is_solo(state):
        begun = (state.round, state.sequence) != (1, 1) or state.version != state.since
    else:
        begun = (state.round, state.phase, state.passes) != (1, "draft", 0) or state.rewinds > 0
    if begun:
        raise Refused("under_way", "the game has begun in earnest: you can resign")
    return [GameAbandoned("aborted")]


def close(state: State, reason: str) -> list[Event]:
    """An operator ends a game for everybody, whatever its phase. `reason`: of OPERATOR_REASONS.

    Raises Refused(`not_playing`).
    """
    if state.status not in ("open", "playing"):
        raise Refused("not_playing", "the game is over")
    return [GameAbandoned(f"closed_{reason}")]


def released(state: State, index: int) -> tuple[str | None, ...]:
    """The reserved seats without this one."""
    return tuple([None if seat == index else player for seat, player in enumerate(state.reserved)])
