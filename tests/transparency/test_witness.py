"""What a witness answers, by the statuses of c2sp.org/tlog-witness."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.transparency.made import LIST, LOG, made_list, signer
from tests.transparency.test_notes import rejected
from transparency import checkpoint, tree
from transparency.checkpoint import Checkpoint
from transparency.notes import sign
from transparency.witness import SIZE_TYPE, judge, origin_of_request, parse_request, request

KNOWN = {LOG: [LIST.key]}
SMALL, LARGE = made_list(5), made_list(12)
SEEN = Checkpoint(LOG, 5, SMALL.root)
GROWN = tree.consistency_proof(5, 12, LARGE.node)


def signed(size: int, root: bytes, by=LIST, origin: str = LOG) -> str:
    return sign(checkpoint.text(Checkpoint(origin, size, root)), by)


def test_a_request_is_read_back():
    asked = parse_request(request(5, GROWN, LARGE.note))
    assert (asked.older, list(asked.hashes), asked.note) == (5, GROWN, LARGE.note)
    assert origin_of_request(request(5, GROWN, LARGE.note)) == LOG
    assert origin_of_request("nonsense") == ""


def test_the_first_checkpoint_and_one_that_grew_are_signed():
    assert judge(request(0, [], SMALL.note), KNOWN, None).signed.checkpoint == SEEN
    assert judge(request(5, GROWN, LARGE.note), KNOWN, SEEN).signed.checkpoint.size == 12
    assert judge(request(5, [], SMALL.note), KNOWN, SEEN).status == 200


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ("nonsense", 400),
        (request(13, [], LARGE.note), 400),
        (request(5, GROWN, LARGE.note).replace("old 5", "old 05"), 400),
        (request(5, [b"short"], LARGE.note), 400),
        (request(5, GROWN * 64, LARGE.note), 400),
        (request(0, [], signed(3, SMALL.root, signer("other.example/log"), "other.example/log")), 404),
        (request(5, GROWN, signed(12, LARGE.root, signer("thief"))), 403),
        (request(5, GROWN, signed(12, LARGE.root).replace("\n12\n", "\n13\n")), 403),
        (request(4, GROWN, LARGE.note), 409),
        (request(5, GROWN[:-1], LARGE.note), 422),
        (request(5, [], LARGE.note), 422),
        (request(5, [], signed(5, LARGE.root)), 422),
        (request(5, GROWN, signed(12, SMALL.root)), 422),
    ],
)
def test_all_else_is_refused(body: str, status: int):
    answer = judge(body, KNOWN, SEEN)
    assert (answer.status, answer.signed) == (status, None)


def test_an_old_size_that_is_another_one_is_told():
    answer = judge(request(4, [], LARGE.note), KNOWN, SEEN)
    assert (answer.body, answer.content_type) == ("5\n", SIZE_TYPE)
    assert judge(request(4, [], LARGE.note), KNOWN, None).body == "0\n"
    assert judge(request(0, GROWN, LARGE.note), KNOWN, None).status == 422


@given(st.text(max_size=200))
def test_any_text_is_a_request_or_is_refused(text: str):
    assert judge(text, KNOWN, SEEN).status == 400
    assert rejected(parse_request, f"{text}x") == "malformed_request"
