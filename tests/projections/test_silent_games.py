"""From any state, with any clock and any players silent for ever, a game ends soon: by its score or abandoned.

*Soon* is a bound. First the time on the clocks runs out: `misses` stages of a `per_phase` clock, or what a `bank` has
left and `misses` increments. In a game without a clock, players are silent for `idle_seconds` before a bot takes over,
once those that the game waits for and once the others. Then the game waits `idle_seconds` for one who can return. A
pause lasts a day at most.
"""

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies

import game as rules
from events import Group
from game.clocks import clock_of, next_deadline_ms
from game.shuffle import commitment
from projections.audit import verify
from projections.effects import due_effects
from service.jobs.bot_turns import play_seats
from service.jobs.expiries import decide_expiry
from tests.amounts import amount
from tests.projections.archive import make_log
from tests.projections.timed_games import TimedRecorder

MAX_SERVICE_APPENDS = 1000
"""Of the service, from the moment at which everybody falls silent to the end of the game."""
IDLE_SECONDS = 3600
BOT_SECONDS = 60

CLOCKS = strategies.one_of(
    strategies.none(),
    strategies.fixed_dictionaries(
        {
            "kind": strategies.just("per_phase"),
            "seconds": strategies.integers(1, 500),
            "misses": strategies.integers(1, 4),
        }
    ),
    strategies.fixed_dictionaries(
        {
            "kind": strategies.just("bank"),
            "seconds": strategies.integers(1, 500),
            "increment": strategies.integers(0, 5),
            "misses": strategies.integers(1, 4),
        }
    ),
)


def play_on(recorder: TimedRecorder, rng: Random) -> bool:
    """Do what the service does next in a game that nobody touches; False if it is over."""
    loaded, ms = recorder.loaded, recorder.ms
    effects = due_effects(recorder.id, loaded)
    if effect := effects.at_once:
        if effect.name == "score":
            recorder.add("service", [rules.score_event(loaded.state)])
        else:
            append(recorder, list(play_seats(loaded.state, loaded.clocks, rules.bots_due, rng).groups))
    elif effect := effects.timed:
        recorder.ms = max(ms, effect.after_ms)
        if effect.name == "clock":
            append(recorder, list(decide_expiry(loaded, recorder.ms, rng).groups))
        else:
            could_play = [rules.can_return(loaded.state, loaded.clocks, i) for i in range(len(loaded.state.seats))]
            assert any(could_play) or rules.attended(loaded.state), "strategies play on if nobody can"
            events = rules.abandon(loaded.state, loaded.clocks, loaded.opened_ms, loaded.changed_ms, recorder.ms)
            recorder.add("service", events)
    else:
        return False
    return True


def append(recorder: TimedRecorder, groups: list[Group]) -> None:
    assert groups, "the game calls for something that changes nothing: it would hang"
    recorder.add(groups[0].actor, groups[0].events, *groups[1:])


def longest_ms(recorder: TimedRecorder) -> int:
    """How long the game lasts at most if nobody touches it from now on."""
    state, clocks, on_clocks = recorder.state, recorder.loaded.clocks, [0]
    for index, own in enumerate(clocks.seats):
        clock = clock_of(state, index)
        if clock and own:
            more = clock.seconds if clock.kind == "per_phase" else clock.increment
            on_clocks.append(own.left_ms + clock.misses * more * 1000)
    pause_seconds = rules.MAX_PAUSE_SECONDS if rules.is_paused(state) else 0
    return max(on_clocks) + (pause_seconds + 3 * state.options.idle_seconds) * 1000


def opened(seats: int, bots: int, programs: int, clock: dict[str, Any] | None) -> TimedRecorder:
    """A game that has just started; programs have the last seats before the bots."""
    recorder = TimedRecorder()
    options: dict[str, Any] = {"seats": seats, "bots": ["random"] * bots, "idle_seconds": IDLE_SECONDS}
    options |= {"bot_seconds": BOT_SECONDS, "clock": clock}
    recorder.add("player-0", rules.open(options, "player-0", recorder.id, commitment(recorder.seed, recorder.id)))
    for index in range(1, seats - bots):
        is_program = index >= seats - bots - programs
        recorder.add(f"player-{index}", rules.join(recorder.state, f"player-{index}", external=is_program))
    recorder.add("player-0", rules.start(recorder.state, 0, recorder.seed))
    return recorder


@settings(
    max_examples=amount(60),
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=(HealthCheck.too_slow, HealthCheck.data_too_large),
)
@given(
    seats=strategies.integers(1, 4),
    bots=strategies.integers(0, 2),
    programs=strategies.integers(0, 1),
    clock=CLOCKS,
    moves=strategies.integers(0, 60),
    seed=strategies.integers(0, 2**32),
)
@pytest.mark.slow
def test_a_game_whose_players_all_fall_silent_ends_soon_and_its_log_verifies(
    seats: int, bots: int, programs: int, clock: dict[str, Any] | None, moves: int, seed: int
):
    rng = Random(seed)
    recorder = opened(seats, min(bots, seats - 1), programs, clock)
    for _ in range(moves):
        if recorder.state.status != "playing" or recorder.state.phase == "finished":
            break
        if rng.random() < 0.1:
            play_on(recorder, rng)
        else:
            recorder.one_of_many(rng, "builder")
    ends_ms, appends = recorder.ms + longest_ms(recorder), 0
    while play_on(recorder, rng):
        appends += 1
        assert appends <= MAX_SERVICE_APPENDS
    assert recorder.state.status in ("finished", "abandoned")
    assert recorder.ms <= ends_ms
    fault = verify(make_log(recorder.id, recorder.entries)).fault
    assert fault is None or (fault.kind, recorder.state.status) == ("end", "abandoned"), fault


@pytest.mark.slow
@pytest.mark.parametrize("people", [1, 2])
@pytest.mark.parametrize("misses", [1, 3])
def test_without_time_left_for_anybody_the_strategies_play_to_the_score(people: int, misses: int):
    recorder = opened(3, 3 - people, 0, {"kind": "bank", "seconds": 3, "misses": misses})
    begun_ms = recorder.ms
    while play_on(recorder, Random(1)):
        pass
    assert recorder.state.status == "finished"
    assert recorder.ms <= begun_ms + 3000
    assert verify(make_log(recorder.id, recorder.entries)).fault is None


@pytest.mark.slow
def test_when_the_others_resign_strategies_play_for_a_player_without_time_left():
    recorder = opened(2, 0, 0, {"kind": "bank", "seconds": 3, "misses": 1})
    recorder.pick(1)
    recorder.ms = next_deadline_ms(recorder.loaded.clocks) or 0
    assert recorder.expire(Random(1))
    recorder.add("player-1", rules.leave(recorder.state, 1))
    while play_on(recorder, Random(1)):
        pass
    assert recorder.state.status == "finished"


def test_a_game_goes_on_without_a_silent_player_until_nobody_is_left():
    recorder = opened(2, 0, 0, None)
    begun_ms = recorder.ms
    recorder.ms += 1_800_000
    recorder.pick(1)
    assert play_on(recorder, Random(1))
    assert recorder.ms == begun_ms + IDLE_SECONDS * 1000
    assert (recorder.state.seats[0].away, recorder.state.status) == (True, "playing")
    while recorder.state.status == "playing":
        assert play_on(recorder, Random(1))
    assert recorder.state.end_reason == "idle"
    assert recorder.ms == begun_ms + 2 * IDLE_SECONDS * 1000
