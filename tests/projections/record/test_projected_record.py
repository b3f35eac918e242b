"""The projector keeps the record up, although processes die and games are projected twice, and a rebuild equals it."""

from functools import partial
from random import Random
from threading import Thread

import pytest

from projections import projector as module
from projections.projector import follow
from projections.record.leaderboards import Board
from projections.record.ratings import NEWCOMER
from projections.record.result import result_of
from tests.at_once import run_at_once
from tests.projections.killable_projector import KillableProjector, Killed, drain, follow_rounds, is_drained, rebuilt
from tests.projections.record.results import contents, random_results
from tests.projections.table import bot_game, join, leave, open_game, play, score, start, whole_game


@pytest.mark.slow
def test_a_finished_game_is_in_the_record(parts, feed):
    whole_game(parts.log, "g")
    drain(parts, KillableProjector(parts), feed())
    winner, loser = sorted(("ann", "bob"), key=lambda player: -parts.record.rating(player).mu)
    outcomes = {seat.player: seat.outcome for seat in result_of("g", parts.log.read("g")).seats}
    assert outcomes == {winner: "won", loser: "lost"}
    assert parts.record.statistics(winner)["standard:won"] == 1
    assert rebuilt(parts) == []


@pytest.mark.slow
def test_a_game_that_is_not_over_or_does_not_count_is_not_in_the_record(parts, feed):
    bot_game(parts, "playing")
    whole_game(parts.log, "imported")
    parts.lobby.mark_imported("imported")
    drain(parts, KillableProjector(parts), feed())
    assert contents(parts) == {}
    assert rebuilt(parts) is None
    assert contents(parts, "1") == {}


@pytest.mark.slow
@pytest.mark.parametrize("step", ["2 the snapshot", "3 the list", "the record", "the rating", "5 the acknowledgement"])
def test_a_game_counts_once_although_its_projector_is_killed(parts, feed, step):
    whole_game(parts.log, "g")
    one, process = feed("killed"), KillableProjector(parts)
    process.dies_at(step, one)
    with pytest.raises(Killed):
        drain(parts, process, one)
    drain(parts, KillableProjector(parts), feed("next"))
    assert parts.record.rating("ann").games == parts.record.statistics("ann")["standard:games"] == 1
    assert rebuilt(parts) == []


@pytest.mark.slow
def test_a_new_projector_rates_what_a_killed_one_added_a_few_games_at_a_time(parts, feed, monkeypatch):
    games = random_results(20)
    for game in games:
        parts.record.add(game)
    monkeypatch.setattr(module, "MAX_RATED_AT_ONCE", 3)
    process, one = KillableProjector(parts), feed()
    follow_rounds(process, one, 2)
    assert contents(parts)["progress"][b"rated"] < games[-1].position.encode()
    follow_rounds(process, one, 6)
    assert contents(parts)["progress"][b"rated"] == games[-1].position.encode()


@pytest.mark.slow
def test_two_finishing_games_that_rate_the_same_players_at_once_both_count(parts):
    games = ["g0", "g1"]
    for number, game in enumerate(games):
        whole_game(parts.log, game, seed=number)
    processes = [KillableProjector(parts) for _ in range(2)]

    def project(process, seed):
        for game in Random(seed).sample(games, len(games)):
            process.projector.project(game)

    run_at_once(*[partial(project, process, seed) for seed, process in enumerate(processes)])
    while processes[0].projector.rate():
        pass
    assert parts.record.rating("ann").games == parts.record.statistics("bob")["standard:games"] == len(games)
    before = contents(parts)
    assert rebuilt(parts) == []
    assert contents(parts, "1") == before


@pytest.mark.usual("server")
@pytest.mark.slow
def test_games_that_finish_during_rebuilds_count_once(parts, feed):
    games, done = [f"g{number}" for number in range(4)], []
    process, one = KillableProjector(parts), feed("projector")

    def keep_playing():
        for number, game in enumerate(games):
            whole_game(parts.log, game, seed=number % 2)
        done.append("playing")

    players = Thread(target=keep_playing)
    projector = Thread(target=follow, args=(process.projector, one, 0.1, lambda: len(done) > 1 and is_drained(parts)))
    players.start()
    projector.start()
    rebuilds = 0
    while "playing" not in done or rebuilds == 0:
        rebuilt(parts)
        rebuilds += 1
    done.append("rebuilding")
    players.join()
    projector.join()
    assert parts.record.statistics("ann")["standard:games"] == parts.record.rating("ann").games == len(games)
    assert rebuilt(parts) == []


def solo_game(parts, game):
    open_game(parts.log, game, seats=1)
    start(parts.log, game)
    play(parts.log, game)
    score(parts.log, game)


def test_solo_games_have_statistics_and_no_rating(parts, feed):
    solo_game(parts, "g")
    drain(parts, KillableProjector(parts), feed())
    assert parts.record.statistics("ann")["solo:games"] == 1
    assert parts.record.rating("ann") is None
    assert rebuilt(parts) == []


def left_game(parts, game, *leavers, **options):
    """A game that these seats resign, one after the other; then strategies play it to its score."""
    open_game(parts.log, game, **options)
    if not options.get("bots") and options.get("seats") != 1:
        join(parts.log, game)
    start(parts.log, game)
    for seat in leavers:
        leave(parts.log, game, seat)
    play(parts.log, game)
    score(parts.log, game)


@pytest.mark.slow
def test_a_person_who_leaves_a_game_against_bots_has_lost_it(parts, feed):
    left_game(parts, "g", 0, bots=["greedy"])
    drain(parts, KillableProjector(parts), feed())
    assert parts.record.statistics("ann")["standard:lost"] == parts.record.statistics("bot:greedy")["standard:won"] == 1
    assert parts.record.rating("ann").mu < NEWCOMER.mu < parts.record.rating("bot:greedy").mu
    assert parts.lobby.read_counters("ann")["won"] == 0
    assert [game["id"] for game in parts.lobby.page("lost", "ann").games] == ["g"]
    assert rebuilt(parts) == []


@pytest.mark.slow
def test_who_leaves_first_has_lost_although_the_other_leaves_as_well(parts, feed):
    left_game(parts, "g", 0, 1)
    drain(parts, KillableProjector(parts), feed())
    assert [parts.record.statistics(player)["standard:lost"] for player in ("ann", "bob")] == [1, 1]
    assert parts.record.rating("ann").mu < NEWCOMER.mu < parts.record.rating("bob").mu
    before = contents(parts)
    assert rebuilt(parts) == []
    assert contents(parts, "1") == before


def test_a_solo_game_that_its_player_leaves_is_lost_and_has_no_score(parts, feed):
    left_game(parts, "g", 0, seats=1)
    drain(parts, KillableProjector(parts), feed())
    found = parts.record.statistics("ann")
    assert (found["solo:games"], found["solo:lost"]) == (1, 1)
    assert not {"solo:won", "solo:score", "solo:best"} & found.keys()
    assert parts.record.rows(Board("solo"), 0, 10) == []
