"""Handles: what is one, which look alike, and which the service makes from a name."""

import pytest

from service.accounts.handles import MAX_HANDLE_CHARACTERS, is_reserved, normalize, skeleton, suggestions


@pytest.mark.parametrize("text", ["ada", "Ada", "ADA-1815", "a_b-c", "abc", "a" * 20])
def test_a_handle_is_kept_in_lower_case(text: str):
    assert normalize(text) == text.lower()


@pytest.mark.parametrize(
    "text",
    [
        *("", "ab", "a" * 21, "1ada", "-ada", "_ada", "a b", "ada!", "a.b", "ada\n", " ada", "@ada"),
        *("аda", "ａｄａ", "ädä", "ada\u200b", "\u202eada", "عدا", "\u212aelvin", "ſam", "𝐚𝐝𝐚", "ada\u0301"),
    ],
)
def test_what_is_not_plain_ascii_is_no_handle(text: str):
    assert normalize(text) is None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(("ada", "a-da"), ("ada", "a_d_a"), ("bob", "b0b"), ("lila", "1i1a"), ("lila", "iiia"), ("sam", "5am")),
        *(("modern", "modem"), ("wanda", "vvanda"), ("r-nd", "md")),
    ],
)
def test_handles_that_look_alike_have_one_skeleton(one: str, other: str):
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(("one", "other"), [("ada", "eda"), ("bob", "rob"), ("ada", "ada2"), ("mary", "marie")])
def test_other_handles_have_another(one: str, other: str):
    assert skeleton(one) != skeleton(other)


@pytest.mark.parametrize(
    "handle", ["admin", "adm1n", "a-d-m-i-n", "bot", "b0t", "me", "moderator", "former-player", "greedy", "planner"]
)
def test_nobody_gets_a_reserved_handle_nor_one_that_looks_like_it(handle: str):
    assert is_reserved(handle)


@pytest.mark.parametrize(
    "name", ["Ada", "Łukasz Ωmega", "愛", "👩", 'O\'Neil "x" <b>', "a" * 40, "1", "Admin", "--", "é"]
)
def test_every_name_leads_to_handles(name: str):
    found = [*suggestions(name, "k3j2mnpq")]
    assert len(found) >= 2
    for handle in found:
        assert normalize(handle) == handle, handle
        assert len(handle) <= MAX_HANDLE_CHARACTERS
        assert not is_reserved(handle)


def test_accents_are_left_out():
    assert next(suggestions("Zoë Müller", "k3j2mnpq")) == "zoe-muller"
