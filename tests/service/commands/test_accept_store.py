"""`wonderful accept-store`: which store it takes, and what it refuses."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from redis import Redis

from service.run.embedded_redis import Server, ensure_server, stop_server
from store.keys import MOVING, Keys
from tests.service.commands.command_line import assert_refused, wonderful


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    made = ensure_server(tmp_path / "data", "no")
    yield made
    stop_server(made)


@pytest.fixture
def redis(server: Server) -> Iterator[Redis]:
    with closing(Redis.from_url(server.url)) as made:
        yield made


def test_a_prefix_without_a_store_is_refused_beside_other_stores(server: Server, redis: Redis):
    here, elsewhere = [{"REDIS_URL": server.url, "KEY_PREFIX": prefix} for prefix in ("games:", "gmaes:")]
    assert wonderful("accept-store", **here).returncode == 0
    before = redis.get(Keys("games:").epoch)
    said = "there is no store in", "(KEY_PREFIX gmaes:); the server has KEY_PREFIX=games:; see that"
    assert_refused(wonderful("accept-store", **elsewhere), *said)
    assert_refused(wonderful("accept-store", REDIS_URL=server.url), "the server has KEY_PREFIX=games:")
    assert redis.keys("gmaes:*") == []
    assert wonderful("accept-store", **here).returncode == 0
    assert redis.get(Keys("games:").epoch) != before


def test_a_store_that_lost_everything_is_accepted_beside_what_is_no_store(server: Server, redis: Redis):
    redis.set("kafka:partitions", 3)
    assert wonderful("accept-store", REDIS_URL=server.url, KEY_PREFIX="games:").returncode == 0


def test_a_store_that_is_on_its_way_to_other_partitions_is_refused(server: Server, redis: Redis):
    assert wonderful("accept-store", REDIS_URL=server.url).returncode == 0
    redis.set(Keys().partitions, MOVING)
    assert_refused(wonderful("accept-store", REDIS_URL=server.url), "run `wonderful repartition` again")
