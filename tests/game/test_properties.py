"""Properties of every game, checked on random legal play."""

import json
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import game
from game.cards import CARDS, RESOURCES
from game.construction import CardConstructed, CardDiscarded, KrystalliumMade
from game.draft import HandsDealt
from game.planning import CardRecycled
from game.production import CharacterChosen, GameEnded, ResourcesProduced, SupremacyWon
from game.solo import PoolTaken, Redraw
from tests.game import recomputed
from tests.game.play import walk
from tests.game.positions import events_of
from tests.game.random_games import for_random_games


def cards(state):
    """Every card of the game, wherever it is, in order of name."""
    found = [*state.deck, *state.discard, *(card for pool in state.pools for card in pool)]
    for seat in state.seats:
        found += [
            *seat.hand,
            *seat.candidates,
            *seat.drafted,
            *seat.constructed,
            *(site.card for site in seat.construction),
        ]
        found += [seat.picked] if seat.picked else []
    return sorted(found)


def versions(walk):
    """(state before, event, state after) for each event since the opening."""
    state = walk.first
    for event in walk.events[len(walk.opening) :]:
        now = game.fold([event], state)
        yield state, event, now
        state = now


@for_random_games(4)
def test_r2_each_of_the_150_cards_is_in_one_place_at_every_version(play):
    everything = sorted(CARDS)
    assert cards(walk(play).first) == everything
    for before, event, after in versions(walk(play)):
        assert cards(after) == everything, event
        assert after.version == before.version + 1


@for_random_games(4)
def test_r5_every_game_ends_after_four_rounds_of_five_steps(play):
    game_ = walk(replace(play, steps=10_000))
    assert game_.state.phase == "finished"
    assert len(events_of(HandsDealt, game_.events)) == (4 if play.seats > 1 else 0)
    assert [event.sequence for event in events_of(PoolTaken, game_.events)] == ([1, 2] * 4 if play.seats == 1 else [])
    assert [event.step for event in events_of(ResourcesProduced, game_.events)] == [*RESOURCES] * 4
    assert len(events_of(GameEnded, game_.events)) == 1
    assert all(later.round - earlier.round in (0, 1) for earlier, later in pairwise(game_.states))
    assert [game.legal(game_.state, seat) for seat in range(play.seats)] == [[]] * play.seats


@for_random_games(3)
def test_a_state_goes_through_json_and_back(play):
    for state in [*walk(play).states[::17], walk(play).state]:
        again = game.state(json.loads(json.dumps(game.facts(state))))
        assert again == state
        assert game.facts(again) == game.facts(state)
        assert game.state_hash(again) == game.state_hash(state)


@for_random_games(3)
def test_a_snapshot_and_the_rest_of_the_events_are_the_full_fold(play):
    game_ = walk(play)
    full, events = game.fold(game_.events), game_.events
    for at in range(len(game_.opening), len(events), 97):
        snapshot = json.loads(json.dumps(game.facts(game.fold(events[:at]))))
        assert game.fold(events[at:], game.state(snapshot)) == full


@for_random_games(4)
def test_the_events_are_enough_to_get_the_same_state_and_hash(play):
    folded = game.fold(walk(play).events)
    assert folded == walk(play).state
    assert game.state_hash(folded) == game.state_hash(walk(play).state)
    assert folded.version == len(walk(play).events)


@for_random_games(4)
def test_a_group_of_events_names_its_intention_which_is_decided_again_alike(play):
    for turn in walk(play).turns:
        intention = game.intention_of(turn.events[0])
        assert intention == turn.intention
        assert game.intention(intention.seat, game.body(intention)) == intention
        assert game.decide(turn.before, intention) == turn.events


@for_random_games(4)
def test_an_intention_changes_the_own_seat_only_unless_it_closes_a_phase_or_step(play):
    for turn in walk(play).turns:
        if turn.after.since > turn.before.since:
            continue
        others = [i for i in range(play.seats) if i != turn.intention.seat]
        assert [turn.after.seats[i] for i in others] == [turn.before.seats[i] for i in others]
        assert turn.after.deck == turn.before.deck or isinstance(turn.intention, Redraw)


@for_random_games(4)
def test_r31_r32_production_follows_from_the_catalogue(play):
    produced = [(s, event) for s, event, _ in versions(walk(play)) if isinstance(event, ResourcesProduced)]
    assert [event.amounts for _, event in produced] == [
        tuple(recomputed.production(seat.empire, play.side, seat.constructed, event.step) for seat in state.seats)
        for state, event in produced
    ]


@for_random_games(4)
def test_r34_the_one_with_the_most_takes_the_character_and_nobody_else_does(play):
    events = walk(play).events
    taken = {at: event for at, event in enumerate(events) if isinstance(event, SupremacyWon)}
    for at, event in enumerate(events):
        if isinstance(event, ResourcesProduced):
            winner = recomputed.winner(event.amounts)
            given = {"materials": "financier", "energy": "general", "gold": "financier", "exploration": "general"}
            expected = None if winner is None else SupremacyWon(winner, given.get(event.step))
            assert taken.pop(at + 1, None) == expected
    assert taken == {}


@for_random_games(5)
def test_r80_r83_scores_and_ranking_follow_from_the_catalogue(play):
    for state in [*walk(play).states[::29], walk(play).state]:
        assert game.score(state) == [
            recomputed.score(seat.empire, play.side, seat.constructed, seat.generals, seat.financiers)
            for seat in state.seats
        ]
        groups, decisive = game.ranking(state), recomputed.rank(state)
        assert sorted(seat for group in groups for seat in group) == [*range(play.seats)]
        assert all(len({decisive[seat] for seat in group}) == 1 for group in groups)
        assert all(decisive[better[0]] > decisive[worse[0]] for better, worse in pairwise(groups))


def owned(seat):
    """All cubes by resource, krystallium and characters of a seat: held, on cards and on the empire card."""
    on_cards = [item for site in seat.construction for item in site.filled if item]
    held = {"krystallium": seat.krystallium, "general": seat.generals, "financier": seat.financiers}
    return Counter(on_cards) + Counter(seat.empire_cubes) + Counter(held)


def bonus(card):
    return Counter(recomputed.design(card)["construction_bonus"])


def lying_on(state, seat, card):
    (site,) = [site for site in state.seats[seat].construction if site.card == card]
    return Counter(item for item in site.filled if item)


@for_random_games(4)
def test_r42_r45_r46_cubes_and_characters_are_conserved(play):
    for before, event, after in versions(walk(play)):
        come, gone = [Counter() for _ in before.seats], [Counter() for _ in before.seats]
        match event:
            case CardRecycled(seat, card):
                come[seat][recomputed.design(card)["recycling_bonus"]] += 1
            case CardDiscarded(seat, card):
                come[seat][recomputed.design(card)["recycling_bonus"]] += 1
                gone[seat] += lying_on(before, seat, card)
            case CardConstructed(seat, card):
                assert lying_on(before, seat, card).total() == sum(recomputed.design(card)["cost"].values())
                gone[seat] += lying_on(before, seat, card)
                come[seat] += bonus(card)
            case KrystalliumMade(seat):
                assert len(before.seats[seat].empire_cubes) == 5
                gone[seat] += Counter(before.seats[seat].empire_cubes)
                come[seat]["krystallium"] += 1
            case ResourcesProduced(step, amounts):
                for index, amount in enumerate(amounts):
                    come[index][step] += amount
            case SupremacyWon(seat, str() as character) | CharacterChosen(seat, character):
                come[seat][character] += 1
        for index, (old, new) in enumerate(zip(before.seats, after.seats, strict=True)):
            held, still = Counter({before.step: old.cubes}), Counter({after.step: new.cubes})
            assert owned(old) + held + come[index] == owned(new) + still + gone[index], event


@for_random_games(4)
def test_r40_r45_boards_are_sound_at_the_end_of_every_intention(play):
    """R42: no finished card is left under construction, and no five cubes on an empire card."""
    for state in walk(play).states:
        for seat in state.seats:
            assert len(seat.empire_cubes) <= 4
            assert min(seat.cubes, seat.krystallium, seat.generals, seat.financiers) >= 0
            for site in seat.construction:
                assert None in site.filled
                for kind, item in zip(CARDS[site.card].spaces, site.filled, strict=True):
                    allowed = {None, kind} if kind in ("general", "financier") else {None, kind, "krystallium"}
                    assert item in allowed
