"""Transitions of the lobby: seats are taken and left, the game starts or is abandoned."""

from dataclasses import replace

from game import events as e
from game.model import BOT, Origin, Seat, State, is_bot
from game.option_fields import make_options
from game.table import ever_invited, heir
from game.transitions.change import begin_for_all, replace_seat
from game.transitions.pauses import without_question


def game_opened(state: State, event: e.GameOpened) -> State:
    options = make_options(event.options)
    rematch = event.rematch or {}
    return state._replace(
        version=state.version + 1,
        id=event.game,
        ruleset=event.ruleset,
        options=options,
        commitment=event.commitment,
        opener=event.opener,
        origin=Origin(**event.origin) if event.origin else None,
        seats=(Seat(),) * options.seats,
        rematch_of=rematch.get("game"),
        reserved=tuple(rematch.get("players", ())),
    )


def seat_taken(state: State, event: e.SeatTaken) -> State:
    """The first account at the table is the host."""
    bot = event.player.removeprefix(BOT) if is_bot(event.player) else None
    seat = Seat(player=event.player, bot=bot, empire=event.empire, client_seed=event.client_seed)
    host = event.seat if state.host is None and bot is None else state.host
    return replace_seat(state, event.seat, seat._replace(external=True) if event.external else seat, host=host)


def seat_left(state: State, event: e.SeatLeft) -> State:
    """A host who leaves has an heir (`game.table.heir`). A seat of a rematch is kept for nobody any more."""
    return replace_seat(
        state,
        event.seat,
        Seat(),
        host=heir(state) if state.host == event.seat else state.host,
        reserved=_released(state, event.seat),
    )


def seat_removed(state: State, event: e.SeatRemoved) -> State:
    """The player is not invited any more either."""
    return replace_seat(
        state,
        event.seat,
        Seat(),
        removed=state.removed if is_bot(event.player) else (*state.removed, event.player),
        invited=tuple([player for player in ever_invited(state) if player != event.player]),
        reserved=_released(state, event.seat),
    )


def _released(state: State, index: int) -> tuple[str | None, ...]:
    """The reserved seats without this one."""
    return tuple([None if seat == index else player for seat, player in enumerate(state.reserved)])


def start_agreed(state: State, event: e.StartAgreed) -> State:
    seat = state.seats[event.seat]
    client_seed = seat.client_seed if event.client_seed is None else event.client_seed
    return replace_seat(state, event.seat, seat._replace(ready=event.on, client_seed=client_seed))


def host_changed(state: State, event: e.HostChanged) -> State:
    return state._replace(version=state.version + 1, host=event.host)


def table_changed(state: State, event: e.TableChanged) -> State:
    """Accounts take their seats along, with the empires that the options gave to these. Nobody agrees to start."""
    kept = event.reserved or (None,) * len(event.players)
    accounts = [player or other for player, other in zip(event.players, kept, strict=True)]
    before = {player: at for at, player in enumerate(state.reserved) if player}
    before |= {seat.player: at for at, seat in enumerate(state.seats) if seat.player}
    former = [at if not who or is_bot(who) else before.get(who, at) for at, who in enumerate(accounts)]
    named = dict(enumerate(state.options.empires))
    empires = tuple([named.get(at) for at in former])
    bots = tuple([player.removeprefix(BOT) for player in event.players if player and is_bot(player)])
    options = replace(state.options, seats=len(event.players), bots=bots, empires=empires if any(empires) else ())
    host = None if state.host is None else state.seats[state.host].player
    return state._replace(
        version=state.version + 1,
        options=options,
        seats=tuple([_seat_of(player, state, was) for player, was in zip(event.players, former, strict=True)]),
        host=event.players.index(host) if host in event.players else None,
        reserved=event.reserved,
    )


def _seat_of(player: str | None, state: State, former: int) -> Seat:
    """The seat of a player, who had the `former` one; a bot's, or a free one, is new."""
    if player is None:
        return Seat()
    if is_bot(player):
        return Seat(player=player, bot=player.removeprefix(BOT))
    return state.seats[former]._replace(ready=False)


def player_invited(state: State, event: e.PlayerInvited) -> State:
    """An invitation also lets a player return whom the host removed."""
    return state._replace(
        version=state.version + 1,
        invited=(*ever_invited(state), event.player),
        removed=tuple([player for player in state.removed if player != event.player]),
    )


def invitation_withdrawn(state: State, event: e.InvitationWithdrawn) -> State:
    """A seat that was reserved for the player becomes free."""
    return state._replace(
        version=state.version + 1,
        invited=tuple([player for player in ever_invited(state) if player != event.player]),
        reserved=tuple([None if player == event.player else player for player in state.reserved]),
    )


def game_started(state: State, event: e.GameStarted) -> State:
    """From now on nobody is the host."""
    return begin_for_all(
        state,
        [seat._replace(empire=empire, ready=False) for seat, empire in zip(state.seats, event.empires, strict=True)],
        status="playing",
        host=None,
        deck=event.deck,
        server_seed=event.server_seed,
        client_seeds=event.client_seeds,
    )


def seat_resigned(state: State, event: e.SeatResigned) -> State:
    """A strategy takes the seat. What the players were asked lapses, because others were asked then."""
    seat = state.seats[event.seat]._replace(bot=event.strategy, away=False)
    return without_question(replace_seat(state, event.seat, seat, proposal=None))


def game_abandoned(state: State, event: e.GameAbandoned) -> State:
    return state._replace(
        version=state.version + 1, status="abandoned", proposal=None, pause=None, end_reason=event.reason
    )
