"""The keys by which the service signs: made once, rotated, and kept to themselves."""

from dataclasses import replace
from secrets import token_hex

import pytest
from redis import Redis

from service.backend import Backend, open_backend
from service.signing import LOG, MAX_KEYS, OVERLAP_SECONDS, USES, Signing, SigningKeys, TooManyKeys, origin_of, text_of
from tests.conftest import delete_keys
from tests.service.client import Service
from tests.service.meanwhile import meanwhile
from transparency.notes import check, parse_key
from transparency.receipt import KEY_PATH


@pytest.fixture
def parts(redis_url: str, service: Service):
    """A process on a new store."""
    made = open_backend(replace(service.parts.settings, key_prefix=f"test-{token_hex(6)}:"))
    yield made
    delete_keys(made)
    made.close()


def another(parts: Backend) -> Backend:
    return open_backend(parts.settings)


def test_all_processes_get_the_keys_that_the_first_one_made(parts: Backend):
    first, second = parts.signing.read(), another(parts).signing.read()
    assert first == second
    assert [key.use for key in first.keys] == [*USES]
    assert [parse_key(key.text).name for key in first.keys] == [f"{first.origin}{use}" for use in USES]


def test_while_the_keys_are_out_of_reach_moves_go_on_without_receipts(parts: Backend, monkeypatch: pytest.MonkeyPatch):
    signing = Signing(Redis(port=1, retry=None), parts.keys, parts.clock, "")
    for _ in range(2):
        assert signing.at_hand() is None
    monkeypatch.setattr(signing, "_redis", parts.redis)
    assert signing.at_hand() is None, "it waits before it asks again"
    monkeypatch.setattr(signing, "_away_until", 0.0)
    assert signing.at_hand() is not None


def test_a_service_is_named_by_its_address_or_by_chance():
    assert origin_of("https://play.example.org") == "play.example.org"
    assert origin_of("http://play.example.org:8000/a/b") == "play.example.org:8000/a/b"
    assert origin_of("") != origin_of("")


def test_former_keys_sign_beside_new_ones_for_a_day_and_stay_for_those_who_check(parts: Backend):
    before, now = parts.signing.read(), parts.clock()
    after = parts.signing.rotate()
    assert after.origin == before.origin
    assert [key.text for key in after.keys[2:]] == [key.text for key in before.keys]
    for use in USES:
        names = [str(signer.key) for signer in after.signers(use, now)]
        assert names == [key.text for key in after.keys if key.use == use]
        assert [str(each.key) for each in after.signers(use, now + OVERLAP_SECONDS + 60)] == names[:1]
    note = parts.signing.load().note("4ryxr4qb", 12, bytes(32), 5)
    former = parse_key(before.keys[0].text)
    assert [each.key for each in check(note, [former])] == [former]


def test_a_key_that_signs_no_more_has_no_private_part_left(parts: Backend):
    parts.signing.rotate()
    long_ago = parts.signing.read()
    ended = tuple(key._replace(until=key.until and 1) for key in long_ago.keys)
    parts.redis.set(parts.keys.lobby("signing"), text_of(SigningKeys(long_ago.origin, ended)))
    parts.signing.drop_retired()
    kept = parts.signing.read()
    assert [bool(key.private) for key in kept.keys] == [True, True, False, False]
    assert [key.text for key in kept.keys] == [key.text for key in ended]


def test_two_rotations_at_the_same_time_both_count(parts: Backend, monkeypatch: pytest.MonkeyPatch):
    other = another(parts)
    other.signing.read()
    meanwhile(monkeypatch, "service.signing._made", parts.signing.rotate)
    assert len(other.signing.rotate("other.example").keys) == 6
    assert parts.signing.read().origin == "other.example"
    assert parse_key(parts.signing.read().keys[0].text).name == f"other.example{KEY_PATH}"


def test_a_rotation_stands_while_another_process_drops_retired_keys(parts: Backend, monkeypatch: pytest.MonkeyPatch):
    retired = parts.signing.rotate()
    ended = tuple(key._replace(until=key.until and 1) for key in retired.keys)
    parts.redis.set(parts.keys.lobby("signing"), text_of(retired._replace(keys=ended)))
    other = another(parts)
    meanwhile(monkeypatch, "service.signing.text_of", other.signing.rotate)
    parts.signing.drop_retired()
    found = parts.signing.read()
    assert [key.text for key in found.keys[2:]] == [key.text for key in ended]
    assert [bool(key.private) for key in found.keys] == [True] * 6, "the next checkpoint drops them"
    parts.signing.drop_retired()
    assert [bool(key.private) for key in parts.signing.read().keys] == [True] * 4 + [False] * 2


def test_rotations_come_to_an_end(parts: Backend):
    found = parts.signing.read()
    many = SigningKeys(found.origin, found.keys * MAX_KEYS)
    parts.redis.set(parts.keys.lobby("signing"), text_of(many))
    with pytest.raises(TooManyKeys):
        parts.signing.rotate()


def test_no_representation_shows_a_private_key(parts: Backend):
    found = parts.signing.read()
    shown = f"{found!r} {parts.signing!r} {found.signers(LOG, 0)!r} {parts.signing.load()!r}"
    assert not any(key.private in shown for key in found.keys)
