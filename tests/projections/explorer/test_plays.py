"""What each seat drafted, built and recycled: it agrees with the game, whatever was taken back."""

from collections import Counter

import pytest

import game as rules
from game.cards import CARDS, EMPIRES
from game.folding import states as fold_states
from projections.explorer.facts import GameFacts, facts_of, lead_of, pack_facts, unpack_facts
from projections.explorer.plays import plays_of
from projections.record.result import result_of
from tests.game.play import Play
from tests.projections.archive import Recorder, record_game

GAMES = [
    pytest.param(Play(2, 2), 0.2, id="two who take back"),
    pytest.param(Play(3, 3, "B"), 0.0, id="three"),
    pytest.param(Play(4, 5), 0.1, id="five who take back"),
    pytest.param(Play(7, 1, "B"), 0.1, id="solo"),
    pytest.param(Play(8, 1, "B", scenario="SC03"), 0.0, id="scenario"),
]


def plays(recorder: Recorder):
    entries = recorder.entries
    return plays_of(entries, [*fold_states([entry.event for entry in entries])])


@pytest.mark.parametrize(("play", "taken_back"), GAMES)
def test_what_was_built_is_what_stands_at_the_end_and_brings_all_points_but_those_of_the_empire(play, taken_back):
    recorder = record_game(play, taken_back)
    state = recorder.state
    for seat, found, score in zip(state.seats, plays(recorder), rules.score(state), strict=True):
        assert [card.design for card in found.built] == [CARDS[card].id for card in seat.constructed]
        own = EMPIRES[seat.empire, play.side].points
        of = {"general": seat.generals, "financier": seat.financiers}
        types = [CARDS[card].type for card in seat.constructed]
        empire = own.flat + own.points * (of[own.of] if own.of in of else types.count(own.of))
        assert sum(card.points for card in found.built) + empire + seat.generals + seat.financiers == score["total"]


@pytest.mark.parametrize(("play", "taken_back"), GAMES[:3])
def test_a_seat_picks_in_each_place_from_the_hand_that_it_saw(play, taken_back):
    recorder = record_game(play, taken_back)
    places = 7 if play.seats == 2 else 6  # with three and more the last card of a hand is no choice
    for found in plays(recorder):
        assert [(pick.round, pick.place) for pick in found.picks] == [
            (game_round, place) for game_round in range(1, 5) for place in range(1, places + 1)
        ]
        for pick in found.picks:
            cards = (10 if play.seats == 2 else 7) - pick.place + 1
            assert pick.design in pick.hand
            assert len({*pick.hand}) == len(pick.hand) <= cards


def test_each_drafted_card_is_recycled_built_given_up_or_left():
    recorder = record_game(Play(2, 2), 0.2)
    for found in plays(recorder):
        drafted = Counter(pick.design for pick in found.picks)
        used = Counter(card.design for card in found.built) + Counter(design for _, design in found.recycled)
        assert used <= drafted


def test_a_game_without_undos_has_as_many_recyclings_as_events():
    recorder = record_game(Play(5, 2, style="recycler"))
    count = sum(entry.name == "card_recycled" for entry in recorder.entries)
    assert sum(len(found.recycled) for found in plays(recorder)) == count > 5


def test_a_lead_is_over_the_mean_of_the_others_and_alone_the_score():
    assert [lead_of([50, 40, 45], seat) for seat in range(3)] == [90, -90, 0]
    assert sum(lead_of([7, 19, 20, 31, 44], seat) for seat in range(5)) == 0
    assert lead_of([61], 0) == 12 * 61


@pytest.mark.parametrize(("play", "taken_back"), GAMES)
def test_facts_are_read_back_as_they_were_stored_and_name_nobody(play, taken_back):
    recorder = record_game(play, taken_back)
    result = result_of("g", recorder.entries)
    gone = result._replace(seats=(result.seats[0]._replace(stayed=False), *result.seats[1:]))
    for each in (result, gone):
        facts = facts_of(each)
        packed = pack_facts(facts)
        assert unpack_facts(packed) == facts
        assert "player-" not in str(facts)
        assert len(packed) < 300 * play.seats
    assert facts_of(gone).seats[0] is None
    assert isinstance(facts, GameFacts)
    assert facts.month == "2026-11"
