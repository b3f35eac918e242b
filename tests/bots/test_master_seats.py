"""The strategy `master` with other players: picks that lead, drafts that are played on, what it sees of the others."""

from collections import Counter
from random import Random

import numpy as np
import pytest

import game
from bots import STRATEGIES, Budget, strategy
from bots.master import drafts, seats
from bots.master.seat_inputs import (
    CHARACTERS_AT,
    COUNT,
    OTHER_SEATS_AT,
    PICKS_AT,
    POINTS_AT,
    RIVAL_COUNT,
    SCALES,
    SCORE_AT,
)
from bots.numbers.designs import DESIGN_OF_CARD
from bots.numbers.fields import pack_items
from bots.numbers.position import position_of
from bots.table import play
from game.cards import EMPIRE_IDS
from game.draft import Draft
from game.model import PICKS, Seat
from tests.amounts import amounts
from tests.bots.games import decisions, first_view

MASTER = STRATEGIES["master"]
EMPTY = position_of(Seat(empire=EMPIRE_IDS[0]), "B")._replace(points=0, production=0)


def pick_after(count, round_=1, players=2):
    """The first decision of a round in which the seat holds `count` drafted cards."""
    return next(
        each
        for each in decisions("greedy", seats=players)
        if each.view["phase"] == "draft"
        and each.view["round"] == round_
        and len(each.state.seats[each.seat].drafted) == count
    )


def test_a_pick_is_weighed_by_the_lead_that_it_brings_and_has_a_plan_with_the_card():
    weighed = MASTER.weigh(first_view(2), Random(1), Budget())
    assert len(weighed) == seats.MAX_PICKS
    assert all(isinstance(each.intention, Draft) for each in weighed)
    assert [each.estimate for each in weighed] == ["lead"] * len(weighed)
    assert [each.value for each in weighed] == sorted([each.value for each in weighed], reverse=True)
    for each in weighed:
        card = each.intention.card
        assert card in (*each.plan.construct, *each.plan.keep, *each.plan.recycle)


def test_in_planning_and_production_an_order_is_weighed_by_the_score_at_the_end():
    for phase in ("planning", "production"):
        played = (each for each in decisions("greedy", seats=2) if each.view["phase"] == phase)
        each = next(each for each in played if len(game.legal(each.state, each.seat)) > 3)
        weighed = MASTER.weigh(each.view, Random(1), Budget())
        assert {option.estimate for option in weighed} == {"final_score"}
        assert weighed[0].intention in game.legal(each.state, each.seat)


@pytest.mark.parametrize(
    ("players", "count", "budget", "drafts_played", "options"),
    [
        (2, 0, Budget(), 24, 6),
        (2, 1, Budget(), 12, 6),
        (4, 1, Budget(), 48, 6),
        (4, 2, Budget(), 16, 4),
        (4, 3, Budget(), 6, 3),
        (2, 0, Budget(nodes=5), 4, 2),
        (2, 0, Budget(nodes=1), 2, 1),
        (2, 1, Budget(nodes=10_000), 12, 6),
        (2, 0, Budget(seconds=0.1), 10, 5),
    ],
)
def test_unseen_hands_and_the_budget_set_how_many_drafts_a_pick_plays(
    monkeypatch, players, count, budget, drafts_played, options
):
    played = []

    def count_drafts(setting, imagined, *rest):
        played.append(len(imagined))
        return drafts.play_on(setting, imagined, *rest)

    monkeypatch.setattr(seats, "play_on", count_drafts)
    weighed = MASTER.weigh(pick_after(count, players=players).view, Random(1), budget)
    assert played == [drafts_played]
    assert len(weighed) == options


@pytest.mark.parametrize(("players", "round_"), [(2, 1), (3, 2), (5, 1)])
def test_an_imagined_draft_ends_with_seven_cards_for_each_seat_and_no_card_is_lost(monkeypatch, players, round_):
    each = pick_after(2, round_, players)
    kept = []

    def look(setting, imagined, *rest):
        before = [Counter([card for seat in draft for card in (*seat.hand, *seat.drafted)]) for draft in imagined]
        drafts.play_on(setting, imagined, *rest)
        after = [Counter([card for seat in draft for card in (*seat.hand, *seat.drafted)]) for draft in imagined]
        kept.append((before, after, [len(seat.drafted) for draft in imagined for seat in draft]))

    monkeypatch.setattr(seats, "play_on", look)
    MASTER.weigh(each.view, Random(1), Budget())
    [(before, after, sizes)] = kept
    assert before == after
    assert {*sizes} == {PICKS}


def test_after_the_first_pick_of_two_both_hands_are_known(monkeypatch):
    each = pick_after(1)
    shown = []
    monkeypatch.setattr(seats, "play_on", lambda setting, imagined, *rest: shown.extend(imagined))
    MASTER.weigh(each.view, Random(1), Budget())
    other = 1 - each.seat
    state = each.state.seats[other]
    hand = sorted([DESIGN_OF_CARD[card] for card in (*state.hand, *([state.picked] if state.picked else []))])
    assert all(sorted(draft[other].hand) == hand for draft in shown)


def test_hands_go_to_the_next_seat_or_to_the_previous_one():
    draft = [drafts.Drafter(seat, EMPTY, [seat], (), ()) for seat in range(3)]
    drafts._pass_hands(draft, True)
    assert [each.hand for each in draft] == [[2], [0], [1]]
    drafts._pass_hands(draft, False)
    assert [each.hand for each in draft] == [[0], [1], [2]]


def test_a_seat_sees_the_most_that_any_other_seat_has():
    positions = [
        EMPTY._replace(production=9),
        EMPTY._replace(production=3 | 2 << 7, items=pack_items(0, 4, 1), points=2 << 35),
        EMPTY._replace(production=1 | 5 << 7, items=pack_items(0, 0, 3), points=3 << 42),
    ]
    rivals = seats.rivals_of(positions, 0)
    assert rivals[:5].tolist() == [3, 5, 0, 0, 0]
    assert rivals[SCORE_AT] == 13
    assert rivals[CHARACTERS_AT : CHARACTERS_AT + 2].tolist() == [4, 3]
    assert rivals[POINTS_AT : POINTS_AT + 2].tolist() == [2, 3]
    assert rivals[PICKS_AT:OTHER_SEATS_AT].tolist() == [0] * (PICKS - 1)
    assert rivals[OTHER_SEATS_AT] == 1
    assert len(rivals) == RIVAL_COUNT
    assert len(SCALES) == COUNT
    assert np.isfinite(SCALES).all()


@pytest.mark.slow
@amounts("deals", 1, 2)
def test_with_another_player_it_wins_most_games_against_greedy(deals):
    master, greedy = strategy("master"), strategy("greedy")
    won = 0
    for seed in range(deals):
        for own in (0, 1):
            players = [greedy, greedy]
            players[own] = master
            won += game.ranking(play(players, seed=seed, side="AB"[seed % 2]))[0] == [own]
    assert won > deals
