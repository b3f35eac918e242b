"""Snapshots: they shorten a fold and change no answer."""

from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from random import Random

import pytest

import game as rules
from events import MemoryLog
from game.clocks import Clocks, SeatClock
from game.model import Origin, Pause, Proposal, Result, Seat, Site, State, Supremacy, Undo
from game.options import Clock, Options
from projections import snapshots as module
from projections.effects import Effect, due_effects
from projections.games import Games, Loaded, with_entries, without_events
from tests.events.stories import groups, write
from tests.game.play import Play
from tests.projections.table import at_once, begin, fold_game, join, open_game, play, save, score, start

RECORDS = (
    State,
    Seat,
    Site,
    Undo,
    Options,
    Clock,
    Supremacy,
    Result,
    Proposal,
    Pause,
    Origin,
    Loaded,
    Clocks,
    SeatClock,
)
"""What a snapshot stores."""
FIELDS = {8: "5f88e6222ae6d6f0"}
"""By SCHEMA: the digest of the fields of RECORDS."""
PLAYS = [Play(1, 2), Play(2, 3, "B", "recycler"), Play(3, 5, style="restless")]


def stages(play):
    """The game after each of its appends."""
    log = MemoryLog()
    for group in groups(play):
        write(log, "g", [group])
    game, made = without_events("g"), []
    for entry in log.read("g"):
        made.append(entry)
        if entry.hash:
            game, made = with_entries(game, made), []
            yield game


@pytest.mark.slow
@pytest.mark.parametrize("play", PLAYS, ids=str)
def test_a_snapshot_is_loaded_as_it_was_saved_at_any_stage_of_a_game(snapshots, play):
    for stage in [*stages(play)][:: 1 + play.seats // 2]:
        assert save(snapshots, "g", stage)
        assert snapshots.load("g") == stage


def test_a_game_without_snapshot_has_none(snapshots):
    assert snapshots.load("g") is None


def test_a_dropped_snapshot_is_gone_and_may_be_saved_again(snapshots):
    *_, last = stages(PLAYS[0])
    save(snapshots, "g", last)
    snapshots.drop("g")
    assert snapshots.load("g") is None
    assert save(snapshots, "g", last)


@pytest.mark.parametrize("play", PLAYS, ids=str)
def test_a_snapshot_and_the_rest_are_the_full_fold(snapshots, play):
    log, made = MemoryLog(), groups(play)
    rng = Random(play.seed)
    cuts = sorted(rng.sample(range(1, len(made)), 12))
    for first, last in zip([0, *cuts], [*cuts, len(made)], strict=True):
        write(log, "g", *[[group] for group in made[first:last]])
        assert Games(log, snapshots.load).load("g") == fold_game(log, "g")
        save(snapshots, "g", fold_game(log, "g"))


def test_a_snapshot_is_written_only_when_it_is_newer(snapshots):
    older, newer, *_ = stages(PLAYS[0])
    assert save(snapshots, "g", newer)
    assert not save(snapshots, "g", newer)
    assert not save(snapshots, "g", older)
    assert snapshots.load("g") == newer


def test_with_several_writers_the_newest_snapshot_and_its_effect_stay(snapshots):
    log = MemoryLog()
    open_game(log, "g", bots=["greedy"])
    start(log, "g")
    play(log, "g", turns=80)
    entries = log.read("g")
    ends = [at for at, entry in enumerate(entries, 1) if entry.hash]
    made = [with_entries(without_events("g"), entries[:at]) for at in ends]
    mixed = Random(1).sample(made, len(made))
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda one: save(snapshots, "g", one), mixed))
    assert snapshots.load("g") == made[-1]
    effect = due_effects("g", made[-1]).at_once
    assert snapshots.due_effects() == ([effect] if effect else [])


def test_a_snapshot_of_another_schema_is_not_read_but_written_over(snapshots, monkeypatch):
    older, newer, *_ = stages(PLAYS[0])
    save(snapshots, "g", newer)
    monkeypatch.setattr(module, "SCHEMA", module.SCHEMA + 1)
    assert snapshots.load("g") is None
    assert save(snapshots, "g", older)
    assert snapshots.load("g") == older


def test_a_snapshot_of_other_fields_has_another_schema():
    fields = "\n".join(f"{each.__name__}: {', '.join(each.__match_args__)}" for each in RECORDS)
    assert {module.SCHEMA: sha256(fields.encode()).hexdigest()[:16]} == FIELDS, (
        f"count up SCHEMA in projections/snapshots.py, and put it into FIELDS here with the new digest of\n{fields}"
    )


def test_a_snapshot_stamped_with_another_ruleset_is_not_read(snapshots, parts):
    *_, last = stages(PLAYS[0])
    save(snapshots, "g", last)
    parts.redis.hset(parts.keys.snapshot("g"), "stamp", f"{module.SCHEMA} base-0")
    assert snapshots.load("g") is None
    assert save(snapshots, "g", last)
    assert snapshots.load("g") == last


def test_snapshots_of_different_rulesets_stand_side_by_side(snapshots):
    *_, last = stages(PLAYS[0])
    other = last._replace(state=last.state._replace(ruleset="base-0"))
    save(snapshots, "g", last)
    save(snapshots, "h", other)
    assert (snapshots.load("g"), snapshots.load("h")) == (last, other)


# The seats that a game waits for


def test_each_snapshot_replaces_the_seats_that_the_game_waits_for(snapshots):
    log, seen = MemoryLog(), set()
    open_game(log, "g", seats=3, bots=["greedy"])
    join(log, "g")
    save(snapshots, "g", fold_game(log, "g"))
    assert snapshots.waiting_seats(["g"]) == {}
    start(log, "g")
    for _ in range(12):
        save(snapshots, "g", fold_game(log, "g"))
        waiting = list(rules.waiting_on(fold_game(log, "g").state))
        assert snapshots.waiting_seats(["g"]) == {"g": waiting}
        seen.add(len(waiting))
        play(log, "g", turns=1)
    assert seen == {1, 2, 3}


def test_an_older_snapshot_does_not_restore_the_seats_to_wait_for(snapshots):
    log = MemoryLog()
    begin(log, "g")
    begun = fold_game(log, "g")
    play(log, "g")
    save(snapshots, "g", fold_game(log, "g"))
    save(snapshots, "g", begun)
    assert snapshots.waiting_seats(["g"]) == {"g": []}
    score(log, "g")
    save(snapshots, "g", fold_game(log, "g"))
    assert snapshots.waiting_seats(["g"]) == {}


def save_many(snapshots) -> list[str]:
    """The ids of games under way, so many that every partition has some."""
    games = [f"game-{number}" for number in range(20)]
    for game in games:
        log = MemoryLog()
        open_game(log, game, bots=["greedy"])
        start(log, game)
        save(snapshots, game, fold_game(log, game))
    return games


def test_the_seats_of_games_in_all_partitions_are_read_at_once(snapshots):
    games = save_many(snapshots)
    assert snapshots.waiting_seats([*games, "unknown"]) == {game: [0, 1] for game in games}
    assert snapshots.waiting_seats([]) == {}


# Effects that are due


def test_each_snapshot_replaces_the_due_effect(snapshots):
    log, effects = MemoryLog(), []
    open_game(log, "g", bots=["greedy"])
    save(snapshots, "g", fold_game(log, "g"))
    assert snapshots.due_effects() == []
    start(log, "g")
    for _ in range(30):
        save(snapshots, "g", fold_game(log, "g"))
        effect = at_once(log, "g")
        assert snapshots.due_effects() == ([effect] if effect else [])
        effects.append(effect)
        play(log, "g", turns=1)
    assert None in effects
    assert len({effect.version for effect in effects if effect}) > 2


def test_an_older_snapshot_does_not_restore_its_effect(snapshots):
    log = MemoryLog()
    open_game(log, "g", bots=["greedy"])
    start(log, "g")
    begun = fold_game(log, "g")
    play(log, "g")
    save(snapshots, "g", fold_game(log, "g"))
    save(snapshots, "g", begun)
    [effect] = snapshots.due_effects()
    assert effect.name == "score"


def test_the_effects_of_all_partitions_are_listed(snapshots):
    games = save_many(snapshots)
    assert sorted(snapshots.due_effects()) == sorted(Effect("bots", game, 5) for game in games)
