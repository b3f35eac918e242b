"""Transitions of the lobby: seats are taken and left, the game starts or is abandoned."""

from typing import Any

from game import events as e
from game.model import Options, Origin, Seat, State
from game.transitions.change import begin_for_all, replace_seat


def game_opened(state: State, event: e.GameOpened) -> State:
    fields: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in event.options.items()}
    options = Options(**fields)
    return state._replace(
        version=state.version + 1,
        id=event.game,
        ruleset=event.ruleset,
        options=options,
        commitment=event.commitment,
        opener=event.opener,
        origin=Origin(**event.origin) if event.origin else None,
        seats=(Seat(),) * options.seats,
    )


def seat_taken(state: State, event: e.SeatTaken) -> State:
    bot = event.player.removeprefix("bot:") if event.player.startswith("bot:") else None
    seat = Seat(player=event.player, bot=bot, empire=event.empire, client_seed=event.client_seed)
    return replace_seat(state, event.seat, seat._replace(external=True) if event.external else seat)


def seat_left(state: State, event: e.SeatLeft) -> State:
    return replace_seat(state, event.seat, Seat())


def game_started(state: State, event: e.GameStarted) -> State:
    return begin_for_all(
        state,
        [seat._replace(empire=empire) for seat, empire in zip(state.seats, event.empires, strict=True)],
        status="playing",
        deck=event.deck,
        server_seed=event.server_seed,
        client_seeds=event.client_seeds,
    )


def seat_resigned(state: State, event: e.SeatResigned) -> State:
    """A strategy takes the seat. A pending rewind lapses, because other players had been asked."""
    return replace_seat(state, event.seat, state.seats[event.seat]._replace(bot=event.strategy), proposal=None)


def game_abandoned(state: State, event: e.GameAbandoned) -> State:
    return state._replace(version=state.version + 1, status="abandoned")
