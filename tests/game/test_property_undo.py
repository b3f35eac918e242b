"""Undo as a property: what was taken back might as well not have been done."""

import json
from random import Random

import game
from tests.game.many import many
from tests.game.play import choose_intention
from tests.game.test_properties import cards


def wavering(play, rng):
    """A game in which seats take things back: (state, event, intentions not undone) after each accepted request."""
    state = game.fold(play.opening)
    kept = []
    for _ in range(play.steps):
        waverers = [index for index, seat in enumerate(state.seats) if seat.undo]
        if waverers and rng.random() < 0.35:
            index = rng.choice(waverers)
            newest = max(at for at, intention in enumerate(kept) if intention.seat == index)
            events, kept = game.undo(state, index), kept[:newest] + kept[newest + 1 :]
        elif waiting := game.waiting_on(state):
            intention = choose_intention(state, rng.choice(waiting), play.style, rng)
            events, kept = game.decide(state, intention), [*kept, intention]
        else:
            return
        state = game.fold(events, state)
        yield state, events, kept


@many(fast=15, slow=200)
def test_intentions_and_undos_give_the_same_as_without_the_undone_ones(play):
    rng = Random(play.seed)
    straight = game.fold(play.opening)
    played = 0
    for state, _, kept in wavering(play, rng):
        if all(seat.undo is None for seat in state.seats) or rng.random() < 0.05:
            settled = all(seat.undo is None for seat in state.seats)
            again = straight
            for intention in kept[played:]:
                again = game.fold(game.decide(again, intention), again)
            assert game.state_hash(again) == game.state_hash(state)
            if settled:
                straight, played = again, len(kept)


@many(fast=9, slow=150)
def test_undos_lose_no_card_and_survive_a_snapshot(play):
    everything, log = None, play.opening
    for at, (state, events, _) in enumerate(wavering(play, Random(play.seed))):
        everything = everything or cards(state)
        log += events
        assert cards(state) == everything
        assert state.version == len(log)
        if at % 23 == 0:
            loaded = game.state(json.loads(json.dumps(game.facts(state))))
            assert loaded == state == game.fold(log)


@many(fast=9, slow=150)
def test_a_seat_can_undo_exactly_its_own_intentions_of_the_phase(play):
    for at, (state, _, _) in enumerate(wavering(play, Random(play.seed))):
        if at % 7:
            continue
        for index, seat in enumerate(state.seats):
            shown = game.view(state, index)["undoable"]
            assert shown == (seat.undo.version if seat.undo else None)
            assert shown is None or state.since < shown <= state.version
            back = state
            while back.seats[index].undo:
                back = game.fold(game.undo(back, index), back)
            others = [other for i, other in enumerate(back.seats) if i != index]
            assert others == [other for i, other in enumerate(state.seats) if i != index]
