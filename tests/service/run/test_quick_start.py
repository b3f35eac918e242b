"""A start without looks for garbage."""

import gc

import pytest

from service.run.quick_start import without_garbage_collection


@pytest.fixture(autouse=True)
def _as_before():
    """The rest of the tests is looked through again."""
    yield
    gc.unfreeze()


def test_garbage_is_collected_again_after_the_start_and_what_was_made_is_left_alone():
    with without_garbage_collection():
        assert not gc.isenabled()
        made = [{}]
    assert gc.isenabled()
    assert not any(each is made for each in gc.get_objects())


def test_garbage_is_collected_again_after_a_start_that_failed():
    with pytest.raises(ImportError), without_garbage_collection():
        raise ImportError
    assert gc.isenabled()
