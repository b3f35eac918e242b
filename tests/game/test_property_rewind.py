"""Undos and rewinds as a property: the moves that stand are a plain game that leads to the same table."""

from random import Random

import game
from game.events import MOVES
from game.rewinds import Rewound
from tests.game.play import choose_intention
from tests.game.random_games import for_random_games
from tests.game.test_properties import cards

NOON, LATER = "2026-11-21T12:00:00.000Z", "2026-11-21T12:10:00.000Z"
MARKS = {"assisted": False, "rewinds": 0, "proposal": None}


def play_with_rewinds(play, rng):
    """The events of a game with undos, rewinds, auto-ready and resignations, and the versions at which groups end."""
    events, ends = list(play.opening), [len(play.opening)]
    state = game.fold(events)
    for _ in range(min(play.steps, 400)):
        what, index = rng.random(), rng.randrange(play.seats)
        if what < 0.02 and rng.random() < 0.5:
            more = game.decide(state, game.intention(index, {"type": "auto_ready", "on": rng.random() < 0.5}))
        elif what < 0.04 and len(ends) > 1 and state.phase != "finished":
            past = game.fold(events[: rng.choice(ends[:-1])])
            more = [game.propose(state, index, past, NOON, LATER)[0], Rewound(past.version)]
        elif what < 0.045 and play.seats > 2 and len(game.humans(state)) > 1 and index in game.humans(state):
            more = game.leave(state, index) if state.phase != "finished" else []
        elif what < 0.3 and state.seats[index].undo:
            more = game.undo(state, index)
        elif waiting := game.waiting_on(state):
            more = game.decide(state, choose_intention(state, rng.choice(waiting), play.style, rng))
        else:
            break
        if more:
            events += more
            ends.append(len(events))
            state = game.fold(events) if Rewound in map(type, more) else game.fold(more, state)
    return events, ends


def plain_hash(state):
    """The hash of the table without marks of rewinds, auto-ready, resignations, versions and undo data."""
    seats = [seat._replace(bot=None, auto_ready=False, player="", undo=None) for seat in state.seats]
    return game.state_hash(state._replace(seats=tuple(seats), **MARKS))


@for_random_games(5)
def test_the_standing_moves_are_a_plain_game_that_leads_to_the_same_table(play):
    rng = Random(play.seed)
    events, ends = play_with_rewinds(play, rng)
    for version in rng.sample(ends, min(len(ends), 5)):
        state, lobby = game.fold(events[:version]), game.fold(play.opening[: play.seats + 1])
        again = lobby
        for group in game.standing_groups(events[:version]):
            moves = [event for _, event in group]
            intention = game.intention_of(moves[0])
            if intention is not None:
                assert game.decide(again, intention) == moves, "each is a move that the rules allow"
            again = game.fold(moves, again)
        assert plain_hash(again) == plain_hash(state)


@for_random_games(5)
def test_every_version_of_a_game_with_rewinds_can_be_folded_and_has_all_cards(play):
    events, ends = play_with_rewinds(play, Random(play.seed))
    reached = list(game.states(events))
    whole = cards(reached[ends[0] - 1])
    for version in Random(play.seed).sample(ends, min(len(ends), 8)):
        state = reached[version - 1]
        assert state.version == version
        assert state == game.fold(events[:version])
        assert cards(state) == whole
        assert game.state(game.facts(state)) == state


@for_random_games(5)
def test_every_move_is_either_undone_or_standing(play):
    events, _ = play_with_rewinds(play, Random(play.seed))
    gone, standing = game.undone_versions(events), [v for group in game.standing_groups(events) for v, _ in group]
    assert standing == sorted(set(standing))
    assert not gone & set(standing)
    moves = {v for v, event in enumerate(events, 1) if type(event) in MOVES}
    assert gone | set(standing) == moves
