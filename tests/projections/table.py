"""Games that are opened, joined, started and played in a log, as the service does it."""

import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import game as rules
from events import Appended, Group, Log
from game.declared import Event
from game.scoring import GameScored
from projections.effects import Effect, due_effects
from projections.games import Loaded, with_entries, without_events
from projections.snapshots import Snapshots
from tests.events.stories import write
from tests.game.play import choose_intention

SEED = "5ec7e7" * 8


def now_ms() -> int:
    """The time of this host, in ms since 1970."""
    return int(time.time() * 1000)


def fold_game(log: Log, game: str) -> Loaded:
    """The game folded from its first event."""
    return with_entries(without_events(game), log.read(game))


def save(snapshots: Snapshots, game: str, loaded: Loaded) -> bool:
    """Save a snapshot with its effect, as the projector does."""
    return snapshots.save(game, loaded, due_effects(game, loaded))


def at_once(log: Log, game: str) -> Effect | None:
    """The effect that the game calls for at once."""
    return due_effects(game, fold_game(log, game)).at_once


def act(log: Log, game: str, actor: str, answer: Callable[[rules.State], Sequence[Event]]) -> Appended:
    """Append what the rules answer to the game as it stands."""
    return write(log, game, [Group(actor, answer(fold_game(log, game).state))])


def open_game(
    log: Log, game: str, player: str = "ann", seats: int = 2, bots: Sequence[str] = (), **options: Any
) -> None:
    body = {"seats": seats, "bots": [*bots], **options}
    act(log, game, player, lambda state: rules.open(body, player, game, "c0ff"))


def join(log: Log, game: str, player: str = "bob") -> None:
    act(log, game, player, lambda state: rules.join(state, player))


def leave(log: Log, game: str, seat: int) -> None:
    act(log, game, "somebody", lambda state: rules.leave(state, seat))


def start(log: Log, game: str) -> None:
    act(log, game, "ann", lambda state: rules.start(state, 0, SEED))


def play(log: Log, game: str, turns: int = 10_000, seed: int = 0, bots: bool = True) -> None:
    """Append random intentions, at most `turns`, until the game waits for no seat. `bots`: also for seats of bots."""
    rng, state, appends = Random(seed), fold_game(log, game).state, list[list[Group]]()
    for _ in range(turns):
        waiting = [seat for seat in rules.waiting_on(state) if bots or state.seats[seat].bot is None]
        if not waiting:
            break
        events = rules.decide(state, choose_intention(state, rng.choice(waiting), "builder", rng))
        appends.append([Group("somebody", events)])
        state = rules.fold(events, state)
    write(log, game, *appends)


def score(log: Log, game: str) -> None:
    """Append the score, as the scoring job does."""

    def scored(state: rules.State) -> list[Event]:
        ranking = tuple([tuple(group) for group in rules.ranking(state)])
        return [GameScored(tuple(rules.score(state)), ranking)]

    act(log, game, "service", scored)


def begin(log: Log, game: str, **options: Any) -> None:
    """From the opening to the start, two humans."""
    open_game(log, game, **options)
    join(log, game)
    start(log, game)


def whole_game(log: Log, game: str, seed: int = 0, **options: str) -> None:
    """From the opening to the score, two humans."""
    begin(log, game, **options)
    play(log, game, seed=seed)
    score(log, game)


def bot_game(parts, game, bots=("greedy",)):
    open_game(parts.log, game, seats=1 + len(bots), bots=bots)
    start(parts.log, game)
