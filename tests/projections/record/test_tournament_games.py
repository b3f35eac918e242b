"""Many tournament games: ratings that were kept up in an odd order equal rebuilt ones to the last digit."""

from random import Random

import pytest

from projections.rebuild import every_game, rebuild
from projections.record.generations import Generations
from projections.record.ratings import rate_all, rated_seats
from projections.record.result import result_of
from tests.projections.killable_projector import KillableProjector
from tests.projections.record.copied_games import play_tournament, store_copies
from tests.projections.record.results import contents

GAMES = {"server": 24, "cluster": 12}
"""By the kind of the store. The arithmetic is the same on both; on a cluster the games are on several servers."""
PLAYED = 8


@pytest.mark.verify
@pytest.mark.slow
def test_ratings_of_tournament_games_are_the_same_rebuilt_from_their_logs(parts, store):
    count = GAMES[store]
    store_copies(parts, play_tournament(parts, PLAYED), count - PLAYED)
    games, processes = every_game(parts.redis, parts.keys), [KillableProjector(parts), KillableProjector(parts)]
    assert len(games) == count
    for number, game in enumerate(Random(5).sample(games, count)):
        processes[number % 2].projector.project(game)
    while processes[0].projector.rate() or processes[1].projector.rate():
        pass
    kept_up = contents(parts)

    rebuilder, generations = KillableProjector(parts), Generations(parts.redis, parts.keys)
    building = generations.begin()
    assert sum(1 for _ in rebuild(games, parts.log, rebuilder.snapshots, rebuilder.lobby, building)) == count
    assert generations.finish() == []
    assert contents(parts, "1") == kept_up

    results = [result_of(game, parts.log.read(game)) for game in games]
    results.sort(key=lambda result: (result.ended_ms, result.game))
    newest = {}
    for after in rate_all([rated_seats(result) for result in results if rated_seats(result)]):
        newest |= after
    assert {player: parts.record.rating(player) for player in newest} == newest
