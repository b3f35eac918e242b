"""Undo as a property: a game with undos is the game without the undone intentions."""

import json
from random import Random

import game
from tests.game.play import choose_intention
from tests.game.random_games import for_random_games
from tests.game.test_properties import cards


def play_with_undos(play, rng):
    """A game with undos: (state, events, intentions that were not undone) after each accepted request."""
    state = game.fold(play.opening)
    kept = []
    for _ in range(play.steps):
        able = [index for index, seat in enumerate(state.seats) if seat.undo]
        if able and rng.random() < 0.35:
            index = rng.choice(able)
            newest = max(at for at, intention in enumerate(kept) if intention.seat == index)
            events, kept = game.undo(state, index), kept[:newest] + kept[newest + 1 :]
        elif waiting := game.waiting_on(state):
            intention = choose_intention(state, rng.choice(waiting), play.style, rng)
            events, kept = game.decide(state, intention), [*kept, intention]
        else:
            return
        state = game.fold(events, state)
        yield state, events, kept


@for_random_games(6)
def test_intentions_and_undos_give_the_same_as_without_the_undone_ones(play):
    rng = Random(play.seed)
    settled, settled_count = game.fold(play.opening), 0
    hashes = []
    for state, _, kept in play_with_undos(play, rng):
        nothing_to_undo = all(seat.undo is None for seat in state.seats)
        if nothing_to_undo or rng.random() < 0.05:
            plain = settled
            for intention in kept[settled_count:]:
                plain = game.fold(game.decide(plain, intention), plain)
            hashes.append((game.state_hash(plain), game.state_hash(state)))
            if nothing_to_undo:
                settled, settled_count = plain, len(kept)
    assert [plain for plain, _ in hashes] == [undone for _, undone in hashes]


@for_random_games(4)
def test_undos_lose_no_card_and_survive_a_snapshot(play):
    everything, log = None, play.opening
    for at, (state, events, _) in enumerate(play_with_undos(play, Random(play.seed))):
        everything = everything or cards(state)
        log += events
        assert cards(state) == everything
        assert state.version == len(log)
        if at % 23 == 0:
            stored = json.loads(json.dumps(game.quick_facts(state)))
            assert stored == game.facts(state)
            assert game.state(stored) == state == game.fold(log)


@for_random_games(4)
def test_a_seat_can_undo_exactly_its_own_intentions_of_the_phase(play):
    for at, (state, _, _) in enumerate(play_with_undos(play, Random(play.seed))):
        if at % 7:
            continue
        for index, seat in enumerate(state.seats):
            undoable = game.view(state, index)["undoable"]
            assert undoable == (seat.undo.version if seat.undo else None)
            assert undoable is None or state.since < undoable <= state.version
            back = state
            while back.seats[index].undo:
                back = game.fold(game.undo(back, index), back)
            others = [other for i, other in enumerate(back.seats) if i != index]
            assert others == [other for i, other in enumerate(state.seats) if i != index]
