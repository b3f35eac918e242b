"""Learning: repeatable, resumable, and it stops at numbers that are none."""

import numpy as np
import pytest

from bots.master.inputs import COUNT
from training.arrays.nets import first_weights, nets_of, weight_count
from training.learning.checkpoints import load, load_weights, save
from training.learning.loop import Plan, TrainingError, begin, learn, train
from training.seats import batches as seats_batches
from training.seats.games import DECISIONS, DECISIONS_OF_ROUND
from training.solo import batches
from training.solo.openings import openings_of
from training.tasks import SOLO_KINDS, task_of

GAMES = {"SC02": 64, "seats": 48}
"""By task, games that take few seconds; all numbers of seats play."""


def plan_of(name):
    return Plan(name, GAMES[name], 5, 4)


def trained(plan, threads=1, progress=None, task=None):
    task = task or task_of(plan.task)
    progress = progress or begin(task, plan)
    train(task, plan, progress, threads, lambda progress: None)
    return progress


@pytest.mark.verify
@pytest.mark.parametrize("name", GAMES)
def test_a_seed_repeats_a_training_with_any_number_of_threads(name):
    plan = plan_of(name)
    first, second = trained(plan), trained(plan, threads=2)
    assert (first.weights == second.weights).all()
    assert first.points == second.points
    assert (first.weights != begin(task_of(name), plan).weights).any()
    assert (trained(plan._replace(seed=6)).weights != first.weights).any()


@pytest.mark.verify
@pytest.mark.parametrize("name", GAMES)
def test_a_resumed_training_ends_as_an_uninterrupted_one(name, tmp_path):
    plan, task = plan_of(name), task_of(name)
    task = task._replace(games_per_point=task.batch_games)

    class Interrupted(Exception):
        pass

    def stop_halfway(progress):
        save(tmp_path, task, plan, progress)
        if progress.games >= plan.games // 2:
            raise Interrupted

    with pytest.raises(Interrupted):
        train(task, plan, begin(task, plan), 1, stop_halfway)
    saved, progress = load(tmp_path, task)
    assert saved == plan
    assert progress.games < plan.games
    resumed, whole = trained(plan, progress=progress, task=task), trained(plan, task=task)
    assert (resumed.weights == whole.weights).all()
    assert resumed.points == whole.points


def test_training_stops_and_names_the_step_if_an_error_is_not_finite():
    plan = plan_of("SC02")
    progress = begin(task_of("SC02"), plan)
    progress.weights[-1] = np.nan
    with pytest.raises(TrainingError, match="step 1: the errors are not finite"):
        trained(plan, progress=progress)


def test_a_moment_learns_from_the_moments_after_it_and_one_before_a_bias_from_the_best_decision():
    batch = batches.make_batch(2)
    batch.ends[:], batch.values[:], batch.biased[:] = 80, 60, (-1, 5)
    batch.firsts[1, 5] = 50
    targets = batches.targets_of(batch, 0.5)
    assert targets[0, 6] == 80
    assert targets[0, 5] == 0.5 * 60 + 0.5 * 80
    assert targets[0, 4] == 0.5 * 60 + 0.5 * 70
    assert targets[1, 5] == 70
    assert targets[1, 4] == 50


def test_a_decision_with_others_learns_from_those_after_it_and_one_before_a_bias_from_the_best_choice():
    batch = seats_batches.make_batch(1, 2)
    batch.ends[:], batch.values[:], batch.biased[:] = 80, 60, (-1, 1)
    batch.firsts[:] = 50
    targets = seats_batches.targets_of(batch, 0.5)[0]
    assert targets[:, DECISIONS - 2].tolist() == [80, 80]  # the last plan has no net: only its end counts
    assert targets[0, DECISIONS - 3] == 70
    assert targets[1, DECISIONS_OF_ROUND - 1 : 2 * DECISIONS_OF_ROUND - 1].tolist() == [50] * DECISIONS_OF_ROUND
    assert targets[1, DECISIONS_OF_ROUND - 2] == 55


def test_errors_are_clipped():
    nets, slopes = nets_of(np.zeros(weight_count(2), np.float32), 2), nets_of(np.zeros(weight_count(2), np.float32), 2)
    inputs, targets = np.zeros((3, 7, COUNT), np.float32), np.full((3, 7), 80, np.float32)
    errors = np.zeros((2, 7), np.float32)
    learn(nets, slopes, 6, np.arange(7), inputs, targets, np.array([0, 2]), errors)
    assert errors.tolist() == [[0] * 6 + [-80]] * 2
    assert slopes.offset[:, 0].tolist() == [0] * 6 + [-2 * 1.5]


def test_a_damaged_checkpoint_is_refused(tmp_path):
    assert load(tmp_path, task_of("B")) is None
    (tmp_path / "checkpoint.npz").write_bytes(b"nothing")
    with pytest.raises(TrainingError, match="damaged"):
        load(tmp_path, task_of("B"))


def test_a_training_may_start_from_the_nets_of_another_with_as_many_units_and_the_same_inputs(tmp_path):
    plan, task = plan_of("SC02"), task_of("SC02")
    progress = begin(task, plan)
    save(tmp_path, task, plan, progress)
    assert (load_weights(tmp_path, task_of("B"), 4) == progress.weights).all()
    with pytest.raises(TrainingError, match="4 hidden units, not 8"):
        load_weights(tmp_path, task, 8)
    with pytest.raises(TrainingError, match="another set of inputs"):
        load_weights(tmp_path, task_of("seats"), 4)
    with pytest.raises(TrainingError, match="no checkpoint"):
        load_weights(tmp_path / "elsewhere", task, 4)


def test_the_openings_of_a_scenario_hold_its_required_cards():
    openings = openings_of(SOLO_KINDS["scenarios"])
    assert openings.scenario.tolist() == [0, 1, 2, 3, 4, 5]
    assert (openings.required >= 0).sum(axis=1).tolist() == [4, 4, 4, 3, 4, 3]
    assert len(first_weights(4, 1)) == weight_count(4)
