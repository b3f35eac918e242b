"""Times of entries as text and back."""

import pytest

from events.entry import from_timestamp, timestamp


@pytest.mark.parametrize("ms", [0, 1, 999, 1_795_234_774_306, 4_102_444_799_999])
def test_a_time_has_one_text_and_a_way_back(ms):
    assert from_timestamp(timestamp(ms)) == ms


def test_a_text_that_is_no_time_is_refused():
    with pytest.raises(ValueError, match="isoformat"):
        from_timestamp("soon")
