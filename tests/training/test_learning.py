"""Learning: repeatable, resumable, and it stops at numbers that are none."""

import numpy as np
import pytest

from training.solo import learning
from training.solo.batches import make_batch
from training.solo.checkpoints import load, load_weights, save
from training.solo.learning import BATCH_GAMES, Plan, TrainingError, begin, learn, train
from training.solo.nets import first_weights, nets_of, weight_count
from training.solo.tasks import TASKS, openings_of

PLAN = Plan("SC02", 4 * BATCH_GAMES, 5, 4)


def trained(plan=PLAN, threads=1, progress=None):
    progress = progress or begin(plan)
    train(plan, progress, threads, lambda progress: None)
    return progress


@pytest.mark.slow
def test_a_seed_repeats_a_training_with_any_number_of_threads():
    first, second = trained(), trained(threads=2)
    assert (first.weights == second.weights).all()
    assert first.points == second.points
    assert (first.weights != begin(PLAN).weights).any()
    assert (trained(PLAN._replace(seed=6)).weights != first.weights).any()


@pytest.mark.slow
def test_a_resumed_training_ends_as_an_uninterrupted_one(monkeypatch, tmp_path):
    monkeypatch.setattr(learning, "GAMES_PER_POINT", BATCH_GAMES)

    class Interrupted(Exception):
        pass

    def stop_halfway(progress):
        save(tmp_path, PLAN, progress)
        if progress.games >= PLAN.games // 2:
            raise Interrupted

    with pytest.raises(Interrupted):
        train(PLAN, begin(PLAN), 1, stop_halfway)
    plan, progress = load(tmp_path)
    assert plan == PLAN
    assert progress.games == PLAN.games // 2
    resumed, whole = trained(progress=progress), trained()
    assert (resumed.weights == whole.weights).all()
    assert resumed.points == whole.points


@pytest.mark.slow
def test_training_stops_and_names_the_step_if_an_error_is_not_finite():
    progress = begin(PLAN)
    progress.weights[-1] = np.nan
    with pytest.raises(TrainingError, match="step 1: the errors are not finite"):
        trained(progress=progress)


def test_a_moment_learns_from_the_moments_after_it_and_one_before_a_bias_from_the_best_decision():
    nets, slopes = nets_of(np.zeros(weight_count(2), np.float32), 2), nets_of(np.zeros(weight_count(2), np.float32), 2)
    batch, errors = make_batch(2), np.zeros((2, 7), np.float32)
    batch.ends[:], batch.values[:], batch.biased[:] = 80, 60, (-1, 5)
    batch.firsts[1, 5] = 50
    learn(nets, slopes, batch, 0.5, np.zeros(2, np.float32), errors)
    assert errors[0, 6] == -80
    assert errors[0, 5] == -(0.5 * 60 + 0.5 * 80)
    assert errors[0, 4] == -(0.5 * 60 + 0.5 * 70)
    assert errors[1, 5] == -70
    assert errors[1, 4] == -50
    assert slopes.offset[6, 0] == -2 * 1.5, "errors are clipped"


def test_a_damaged_checkpoint_is_refused(tmp_path):
    assert load(tmp_path) is None
    (tmp_path / "checkpoint.npz").write_bytes(b"nothing")
    with pytest.raises(TrainingError, match="damaged"):
        load(tmp_path)


def test_a_training_may_start_from_the_nets_of_another(tmp_path):
    progress = begin(PLAN)
    save(tmp_path, PLAN, progress)
    assert (load_weights(tmp_path, 4) == progress.weights).all()
    with pytest.raises(TrainingError, match="4 hidden units, not 8"):
        load_weights(tmp_path, 8)
    with pytest.raises(TrainingError, match="no checkpoint"):
        load_weights(tmp_path / "elsewhere", 4)


def test_the_openings_of_a_scenario_hold_its_required_cards():
    openings = openings_of(TASKS["scenarios"])
    assert openings.scenario.tolist() == [0, 1, 2, 3, 4, 5]
    assert (openings.required >= 0).sum(axis=1).tolist() == [4, 4, 4, 3, 4, 3]
    assert len(first_weights(4, 1)) == weight_count(4)
