"""Policies: which witnesses are enough."""

import pytest

from tests.transparency.made import LIST, WITNESSES, signer
from tests.transparency.test_notes import rejected
from transparency.policy import is_met, parse

A, B, C = (each.key for each in WITNESSES)
THREE = f"witness a {A}\nwitness b {B} https://b.example/\nwitness c {C}\n"


def met(text: str, *signed) -> bool:
    return is_met(parse(text), set(signed))


def test_groups_of_groups_ask_for_some_of_their_members():
    text = f"# Two of us.\n\n \tlog {LIST.key}\thttps://play.example/log\n{THREE}"
    text += "group ab any a b\ngroup both all ab c\nquorum both\n"
    assert [met(text, *who) for who in ((A, C), (B, C), (A, B, C), (A, B), (C,), ())] == [True] * 3 + [False] * 3
    assert parse(text).witnesses["b"].url == "https://b.example/"


def test_a_quorum_is_a_witness_a_group_or_none():
    assert met(f"{THREE}quorum b\n", B)
    assert not met(f"{THREE}quorum b\n", A, C)
    assert met("quorum none\n")
    assert met(f"{THREE}group g 2 a b c\nquorum g\n", A, C)
    assert not met(f"{THREE}group g 2 a b c\nquorum g\n", A)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "quorum none",
        "quorum none\nquorum none\n",
        "quorum a\n",
        f"{THREE}group g 4 a b c\nquorum g\n",
        f"{THREE}group g 0 a b c\nquorum g\n",
        f"{THREE}group g all\nquorum g\n",
        f"{THREE}group g all a a\nquorum g\n",
        f"{THREE}group g all a\ngroup h all a b\nquorum h\n",
        f"{THREE}group g all h\nquorum g\n",
        f"{THREE}group a all b\nquorum a\n",
        f"{THREE}group none all b\nquorum none\n",
        f"witness none {A}\nquorum none\n",
        f"witness a {LIST.key}\nquorum a\n",
        f"log {A}\nquorum none\n",
        f"witness a {A}\nwitness b {A}\nquorum a\n",
        f"log {LIST.key}\nlog {LIST.key}\nquorum none\n",
        f"log {LIST.key} u v\nquorum none\n",
        "log nonsense\nquorum none\n",
        "sigsum\nquorum none\n",
        "quorum none\r\n",
        "# \x01\nquorum none\n",
        "quorum\x0bnone\n",
        "#\n" * 40_000 + "quorum none\n",
        "".join(f"log {signer(f'l{n}').key}\n" for n in range(257)) + "quorum none\n",
    ],
)
def test_what_is_no_policy_is_refused(text):
    assert rejected(parse, text) == "malformed_policy"
