"""The strategy `master`."""

import json
import logging
import subprocess
import sys
from itertools import combinations
from pathlib import Path
from random import Random

import numpy as np
import pytest

import game
from bots import STRATEGIES, Budget, Fallback, strategy
from bots.master import library, lookahead
from bots.master.inputs import COUNT, FEATURE_SET, SCALES
from bots.master.library import nets_of
from bots.master.nets import MOMENTS, Nets, UnfitWeights, pack_nets, unpack_nets, values_of
from bots.master.orders import find_orders, neighbour_places, stack_orders, value_all
from bots.master.problems import Setting, carried_out, make_problems, position_after, values_of_orders
from bots.master.redraws import expected_best, value_redraws
from bots.master.rounds import scores
from bots.master.seat_inputs import COUNT as SEATS_COUNT
from bots.master.seat_inputs import FEATURE_SET as SEATS_FEATURE_SET
from bots.numbers.designs import COPIES
from bots.numbers.scoring import score
from bots.search.simulation import RoundState, simulate
from bots.table import play
from game.cards import CARDS
from game.rulesets import RULESETS, Ruleset
from game.scenarios import SCENARIOS
from game.solo import Keep, Redraw
from tests.amounts import amounts
from tests.bots.games import decisions, first_view, small_budget
from tests.training.positions import LEAST, REQUIRED, random_round

WEIGHTS = Path(library.__file__).parent / "weights"
MASTER, SEARCH = strategy("master"), strategy("search")


def some_nets(hidden=8, seed=1):
    rng = np.random.default_rng(seed)
    shapes = ((MOMENTS, COUNT, hidden), (MOMENTS, hidden), (MOMENTS, hidden), (MOMENTS, COUNT), (MOMENTS, 1))
    return Nets(*[rng.normal(0, 0.2, shape).astype(np.float32) for shape in shapes])


@pytest.fixture
def no_remembered_nets():
    library._nets.cache_clear()
    yield
    library._nets.cache_clear()


@pytest.mark.parametrize(("moment", "step", "cubes"), [(0, -1, 0), (1, -1, 0), (3, 2, 3), (7, 4, 1)])
def test_rows_carried_out_at_once_end_where_each_simulation_ends(moment, step, cubes):
    rng = Random(moment)
    rounds = [random_round(rng) for _ in range(100)]
    setting = Setting(some_nets(), moment, LEAST, REQUIRED, None, step, cubes)
    problems = make_problems([(each.position, each.hand) for each in rounds], REQUIRED)
    rows = carried_out(setting, problems, np.arange(100), stack_orders([each.order for each in rounds]))
    for row, each in enumerate(rounds):
        start = RoundState(each.position, [*each.hand], step, cubes, LEAST)
        assert position_after(setting, rows, row) == simulate(start, each.order, setting.until)
        assert scores(rows)[row] == score(position_after(setting, rows, row))


def test_the_last_moment_is_worth_its_score_less_thirty_points_for_a_missing_card():
    rounds = [random_round(Random(seed)) for seed in range(20)]
    setting = Setting(some_nets(), 7, LEAST, REQUIRED)
    problems = make_problems([(each.position, each.hand) for each in rounds], REQUIRED)
    for row, (each, value) in enumerate(
        zip(rounds, value_all(setting, problems, [r.order for r in rounds]), strict=True)
    ):
        after = simulate(RoundState(each.position, [*each.hand], -1, 0, LEAST), each.order)
        cards = sum(after.counts >> 7 * kind & 63 for kind in range(5))
        assert value == pytest.approx(score(after) + 0.01 * cards - 30 * len(after.required)), row


def test_neighbours_insert_remove_move_and_replace():
    found = {tuple(row) for row in neighbour_places(2, 1).tolist()}
    inserted, moved, removed, replaced = {(2, 0, 1), (0, 2, 1), (0, 1, 2)}, {(1, 0, 3)}, {(0, 3, 3), (1, 3, 3)}, set()
    replaced = {(2, 1, 3), (0, 2, 3)}
    assert found == inserted | moved | removed | replaced
    assert {tuple(row) for row in neighbour_places(2, 1, True).tolist()} == inserted


def test_the_search_ends_at_an_order_that_no_neighbour_beats():
    each = random_round(Random(5))
    setting = Setting(some_nets(), 1, LEAST, REQUIRED)
    problems = make_problems([(each.position, each.hand)], REQUIRED)
    start = tuple(range(len(each.position.sites)))
    [best] = find_orders(setting, problems, [start], steps=99)
    jobs = len(each.position.sites) + len(each.hand)
    absent = [job for job in range(jobs) if job not in best.order]
    rows = np.array([*best.order, *absent, -1])[neighbour_places(len(best.order), len(absent))]
    assert values_of_orders(setting, problems, np.zeros(len(rows), np.int64), rows).max() <= best.value + 0.01
    assert best.value >= value_all(setting, problems, [start])[0]


def test_the_best_of_five_is_the_mean_over_all_draws():
    values, copies = np.array([3.0, 1.0, 7.0]), np.array([1, 2, 1])
    cards = [3.0, 1.0, 1.0, 7.0]
    draws = [max(cards[i] for i in indices) for indices in np.ndindex(*[4] * 5)]
    assert expected_best(values, copies) == pytest.approx(np.mean(draws))


def test_redraws_compare_pairs_by_what_the_new_card_brings():
    each = random_round(Random(8))
    hand, order = (4, 9, 30), tuple(range(len(each.position.sites)))
    found = value_redraws(Setting(some_nets(), 2, LEAST, REQUIRED), each.position, hand, order, np.array(COPIES))
    assert sorted(redrawn.pair for redrawn in found) == [*combinations(range(3), 2)]
    assert [redrawn.value for redrawn in found] == sorted([redrawn.value for redrawn in found], reverse=True)


def test_imagined_pools_hold_unseen_cards_and_share_none_within_a_shuffle():
    unseen = tuple([2] * 6 + [0] * 72)
    pools = [lookahead.pool(unseen, number) for number in range(4)]
    assert sorted(pools[0] + pools[1]) != sorted(pools[0] + pools[0])
    for first in (0, 2):
        together = [*pools[first], *pools[first + 1]]
        assert max(together) < 6
        assert max(together.count(design) for design in together) <= 2


def test_looking_ahead_does_not_depend_on_what_is_remembered():
    positions = [random_round(Random(seed)).position for seed in (1, 2)]
    setting, unseen = Setting(some_nets(), 1, LEAST, REQUIRED), np.array(COPIES)
    together = lookahead.look_ahead(setting, positions, unseen, range(4))
    again = lookahead.look_ahead(setting, positions, unseen, range(4))
    assert (together == again).all()
    lookahead._remembered.clear()
    alone = lookahead.look_ahead(setting, positions[1:], unseen, range(2, 4))
    assert alone == pytest.approx(together[1:, 2:], abs=1e-3)


def test_packed_nets_give_almost_the_same_values():
    nets = some_nets()
    inputs = np.random.default_rng(2).random((40, COUNT)).astype(np.float32)
    for moment in range(MOMENTS):
        exact, packed = values_of(nets, moment, inputs), values_of(unpack_nets(pack_nets(nets)), moment, inputs)
        assert np.abs(exact - packed).max() < 0.05 * np.abs(exact).max()


def test_damaged_or_foreign_weights_are_refused():
    data = pack_nets(some_nets())
    with pytest.raises(UnfitWeights, match="damaged"):
        unpack_nets(data[: len(data) // 2])
    with pytest.raises(UnfitWeights, match="not finite"):
        unpack_nets(pack_nets(some_nets()._replace(offset=np.full((MOMENTS, 1), np.nan, np.float32))))
    with pytest.raises(UnfitWeights, match="wrong shape"):
        unpack_nets(pack_nets(some_nets()._replace(linear=np.zeros((MOMENTS, 3), np.float32))))


def test_weights_of_another_set_of_inputs_are_refused():
    with pytest.raises(UnfitWeights, match="set 0"):
        unpack_nets(pack_nets(some_nets(), feature_set=0))


@pytest.mark.usefixtures("no_remembered_nets")
def test_search_plays_with_one_warning_if_the_weights_cannot_be_read(monkeypatch, caplog, tmp_path):
    (tmp_path / "weights").mkdir()
    (tmp_path / "weights" / "B.npz").write_bytes(b"no weights")
    monkeypatch.setattr(library, "files", lambda package: tmp_path)
    view, budget = first_view(1), small_budget("search")
    with caplog.at_level(logging.WARNING):
        found = [MASTER.weigh(view, Random(1), budget) for _ in range(2)]
        MASTER.weigh(first_view(1, "A"), Random(1), budget)
    assert MASTER.fallback(view) == Fallback("search", "weights")
    assert MASTER.fallback(first_view(1, "A")) == Fallback("search", "untrained")
    assert found[0] == SEARCH.weigh(view, Random(1), budget)
    assert [record.levelname for record in caplog.records] == ["WARNING"] * 2
    assert "cannot use its weights for B" in caplog.text
    assert "no weights for A" in caplog.text


def test_search_plays_where_master_did_not_learn_and_master_says_why(monkeypatch):
    monkeypatch.setitem(RULESETS, "one-cube", Ruleset(solo_supremacy=1))
    views = {
        "ruleset": first_view(1) | {"ruleset": "one-cube"},
        "untrained": first_view(1, scenario="SC01") | {"side": "A"},
    }
    for reason, view in views.items():
        assert nets_of(view) is None
        assert MASTER.fallback(view) == Fallback("search", reason)
        budget = small_budget("search")
        assert MASTER.weigh(view, Random(1), budget) == SEARCH.weigh(view, Random(1), budget)


def test_master_plays_itself_what_it_learned_and_the_others_play_every_view():
    assert MASTER.fallback(first_view(1)) is None
    assert MASTER.fallback(first_view(1, scenario="SC01")) is None
    assert not [name for name, each in STRATEGIES.items() for seats in range(1, 6) if each.fallback(first_view(seats))]


def test_a_process_that_does_not_play_it_loads_no_numpy():
    program = "import sys, bots; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_the_package_holds_nets_for_both_sides_and_every_scenario():
    assert all(nets_of(first_view(1, side)) for side in "AB")
    assert all(nets_of(first_view(1, "B", scenario=scenario)) for scenario in SCENARIOS)


def test_all_weights_fit_have_a_record_and_take_at_most_300_kilobytes():
    found = sorted(WEIGHTS.glob("*.npz"))
    assert sum(path.stat().st_size for path in found) <= 300_000
    for path in found:
        own = (SEATS_COUNT, SEATS_FEATURE_SET) if path.stem == "seats" else (COUNT, FEATURE_SET)
        assert unpack_nets(path.read_bytes(), *own)
        record = json.loads(path.with_suffix(".json").read_text("utf-8"))
        assert record["task"] == path.stem
        assert {"command", "seed", "games", "commit", "evaluation"} <= record.keys()


@pytest.mark.slow
def test_it_weighs_keeps_redraws_and_orders_in_one_currency():
    kinds = set()
    for each in decisions("master", seats=1, side="B"):
        weighed = MASTER.weigh(each.view, Random(0), small_budget("master"))
        values = [option.value for option in weighed]
        assert values == sorted(values, reverse=True)
        kinds |= {type(option.intention) for option in weighed}
        if each.view["candidates"]:
            assert {option.intention for option in weighed} == {Keep(0, card) for card in each.view["candidates"]}
        if each.view["round"] == 3:
            break
    assert {Keep, Redraw} <= kinds


def test_more_pools_do_not_change_what_the_view_is():
    view = first_view(1)
    before = json.dumps(view)
    MASTER.decide(view, Random(1), Budget(nodes=16))
    MASTER.decide(view, Random(1), Budget(seconds=0.05))
    assert json.dumps(view) == before


def test_inputs_and_their_scales_have_the_same_number():
    assert len(SCALES) == COUNT
    assert len(CARDS) == sum(COPIES)


@pytest.mark.slow
@amounts("deals", 1, 3)
def test_alone_it_scores_more_than_search_does_on_average(deals):
    totals = [game.score(play([MASTER], seed, "B", Budget(nodes=40)))[0]["total"] for seed in range(deals)]
    assert sum(totals) / len(totals) >= 85
