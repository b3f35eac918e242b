"""Rebuilding: dropped and folded again, every projection is what it was, also while games go on."""

from threading import Thread

import pytest

from game.lobby import GameAbandoned
from projections.projector import follow
from projections.rebuild import every_game, rebuild
from projections.snapshots import Snapshots
from projections.summaries import SCHEMA
from tests.projections.killable_projector import KillableProjector, assert_projected, drain, is_drained
from tests.projections.lists import list_all, stored_lists
from tests.projections.table import act, at_once, bot_game, fold_game, join, leave, open_game, play, whole_game

GAMES = ["bots", "done", "left", "open", "playing"]


@pytest.fixture
def played(parts, feed):
    """Games of every kind, projected as they went on."""
    one, process = feed("before"), KillableProjector(parts)
    whole_game(parts.log, "done")
    drain(parts, process, one)
    bot_game(parts, "bots")
    bot_game(parts, "left")
    drain(parts, process, one)
    leave(parts.log, "left", 0)
    for game in ("open", "playing"):
        open_game(parts.log, game, seats=3, bots=["greedy"])
    drain(parts, process, one)
    join(parts.log, "playing")
    leave(parts.log, "playing", 1)
    join(parts.log, "playing", "cat")
    play(parts.log, "bots", turns=30)
    drain(parts, process, one)
    return parts


def rebuilt(parts):
    """Rebuild as another process would. Returns (game, number of its events) for each game."""
    process = KillableProjector(parts)
    games = every_game(parts.redis, parts.keys)
    process.lobby.clear()
    return list(rebuild(games, parts.log, process.snapshots, process.lobby))


def stored(parts):
    """Everything that is projected, byte by byte; of the list's guards only which games and lists they name."""
    lists = stored_lists(parts)
    guards = lists.pop(parts.keys.lobby("guards").encode(), {})
    snapshots = {game: parts.redis.hgetall(parts.keys.snapshot(game)) for game in GAMES}
    waiting = parts.snapshots.waiting_seats(GAMES)
    named = {game: sorted(guard.split(b'"')[3::2]) for game, guard in guards.items()}
    return lists, named, snapshots, waiting, sorted(parts.snapshots.due_effects())


def test_games_of_every_partition_are_found(parts):
    games = sorted(f"game-{number}" for number in range(30))
    for game in games:
        open_game(parts.log, game)
    parts.redis.set(parts.keys.seed("another"), "5ec7e7")
    assert every_game(parts.redis, parts.keys) == games


@pytest.mark.slow
def test_rebuilt_projections_are_the_same_bytes(played):
    before = stored(played)
    assert rebuilt(played) == [(game, fold_game(played.log, game).version) for game in GAMES]
    assert stored(played) == before
    assert_projected(played, *GAMES)


@pytest.mark.slow
def test_everything_can_be_rebuilt_from_the_streams_alone(played):
    before = stored(played)
    for game in GAMES:
        played.redis.delete(played.keys.snapshot(game))
    for partition in range(played.keys.count):
        played.redis.delete(played.keys.due(partition), played.keys.waiting(partition))
    for key in stored_lists(played):
        played.redis.delete(key)
    rebuilt(played)
    assert stored(played) == before


@pytest.mark.slow
def test_rebuilding_replaces_wrong_projections(played):
    before = stored(played)
    played.redis.hset(played.keys.snapshot("done"), mapping={"version": 10_000, "state": "{}"})
    played.redis.zadd(played.keys.lobby("games:open:*:*"), {"0000000000001-nothing": 0})
    played.redis.hset(played.keys.lobby(f"summaries:{SCHEMA}"), "done", '{"id":"done"}')
    played.redis.hset(played.keys.waiting(played.keys.partition("playing")), "playing", "[7]")
    rebuilt(played)
    assert stored(played) == before


@pytest.mark.slow
def test_a_game_that_cannot_be_folded_counts_no_events_and_stops_no_other(played, caplog):
    wrong = {"name": "card_eaten", "seat": "", "group": 1, "actor": "x", "ms": 1, "data": "{}", "salt": "", "hash": "x"}
    played.redis.xadd(played.keys.stream("bad"), wrong, id="1-0")
    assert ("bad", 0) in rebuilt(played)
    assert "game bad: entry 1 of its log is damaged: no event is called 'card_eaten'" in caplog.text
    assert_projected(played, *GAMES)


@pytest.mark.slow
def test_a_game_appended_to_meanwhile_is_not_set_back(played, feed):
    process = KillableProjector(played)
    process.lobby.clear()
    steps = rebuild(GAMES, played.log, process.snapshots, process.lobby)
    for game, _ in steps:
        if game == "done":  # "open" comes later, "bots" is done
            act(played.log, "bots", "service", lambda state: [GameAbandoned("idle")])
            leave(played.log, "open", 0)
            drain(played, KillableProjector(played), feed("meanwhile"))
    assert fold_game(played.log, "bots").state.status == fold_game(played.log, "open").state.status == "abandoned"
    assert_projected(played, *GAMES)


@pytest.mark.slow
@pytest.mark.usual("server")
@pytest.mark.parametrize(
    "times", [pytest.param(3, id="a few times"), pytest.param(30, id="many times", marks=pytest.mark.slow)]
)
def test_rebuilding_while_games_go_on_leaves_correct_projections(parts, feed, times):
    games, done = [f"g{number}" for number in range(8)], []
    for game in games:
        open_game(parts.log, game, seats=3, bots=["greedy"])
    process, one = KillableProjector(parts), feed("projector")

    def keep_playing():
        while not done:
            for game in games:
                if fold_game(parts.log, game).state.status == "open":
                    join(parts.log, game)
                    leave(parts.log, game, 1)
        for game in games[::2]:
            leave(parts.log, game, 0)

    players = Thread(target=keep_playing)
    projector = Thread(target=follow, args=(process.projector, one, 0.1, lambda: len(done) > 1 and is_drained(parts)))
    players.start()
    projector.start()
    try:
        for _ in range(times):
            rebuilt(parts)
    finally:
        done.append("rebuilding")
        players.join()
        done.append("playing")
        projector.join()
    assert Snapshots(parts.redis, parts.keys).load("g0") == fold_game(parts.log, "g0")
    assert_projected(parts, *games)
    assert sorted(list_all(parts.lobby, status="open")) == games[1::2]
    assert [at_once(parts.log, game) for game in games] == [None] * 8
