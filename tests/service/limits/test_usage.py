"""Who uses most of the limits, as an operator sees it."""

import pytest

from service.backend import Backend
from service.commands.busy import show_busy
from service.limits.buckets import Buckets, Want, bucket_key, quotas_key
from service.limits.policies import POLICIES, with_quotas
from service.limits.usage import busiest
from service.settings import Settings
from tests.service.commands.command_line import assert_refused, wonderful
from tests.service.meanwhile import meanwhile

LOGS, GAMES, OF_ADDRESS = (POLICIES[name] for name in ("verifications", "new_games", "address_verifications"))
NETWORK = "2001:db8::/64"


def test_those_come_first_who_have_used_the_largest_share(
    parts: Backend, settings: Settings, capsys: pytest.CaptureFixture[str]
):
    made = Buckets(parts.redis, parts.keys)
    made.take([Want(LOGS, "ada", "ada", LOGS.quota)])
    made.take([Want(GAMES, "ben", "ben", GAMES.quota // 2)])
    made.take([Want(OF_ADDRESS, NETWORK, "", OF_ADDRESS.quota // 4)])
    found = busiest(parts.redis, parts.keys, with_quotas({}).values(), 9)
    assert [(each.policy, each.subject) for each in found] == [
        (LOGS, "ada"),
        (GAMES, "ben"),
        (OF_ADDRESS, NETWORK),
    ]
    assert [each.share for each in found] == pytest.approx([1, 0.5, 0.25], abs=0.1)
    assert len(busiest(parts.redis, parts.keys, with_quotas({}).values(), 2)) == 2
    show_busy(settings)
    head, first, *_ = capsys.readouterr().out.splitlines()
    assert head.split() == ["used", "limit", "left", "of", "in", "who"]
    assert (first.split()[1], first.split()[-2:]) == ("verifications", ["account", "ada"])


def test_an_account_with_a_quota_of_its_own_is_measured_by_that(parts: Backend):
    parts.redis.hset(quotas_key(parts.keys, "ada"), "new_games", 10 * GAMES.quota)
    Buckets(parts.redis, parts.keys).take([Want(GAMES, "ada", "ada", GAMES.quota)])
    [found] = busiest(parts.redis, parts.keys, with_quotas({}).values(), 9)
    assert found.quota == 10 * GAMES.quota
    assert found.share == pytest.approx(0.1, abs=0.01)


def test_who_has_all_of_a_rate_back_or_may_have_none_of_it_is_not_shown(
    parts: Backend, monkeypatch: pytest.MonkeyPatch
):
    made = Buckets(parts.redis, parts.keys)
    for player in ("ada", "ben", "cem", "eve"):
        made.take([Want(GAMES, player, player, GAMES.quota)])
    parts.redis.hset(bucket_key(parts.keys, GAMES, "ada"), "at", 0)  # so long ago that it is full again
    parts.redis.hset(quotas_key(parts.keys, "eve"), "new_games", 0)
    bucket = bucket_key(parts.keys, GAMES, "cem")
    meanwhile(monkeypatch, "service.limits.usage.read_time", lambda: parts.redis.delete(bucket))  # its time is over
    assert [each.subject for each in busiest(parts.redis, parts.keys, with_quotas({}).values(), 9)] == ["ben"]


@pytest.mark.slow
def test_without_limits_there_is_nothing_to_show():
    assert_refused(wonderful("busy", LIMITS="none"), "LIMITS is none")
