"""Signed notes and the names of their keys."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.amounts import amount
from tests.transparency.made import LIST, RECEIPTS, SECONDS, WITNESSES, signer
from transparency.notes import (
    MAX_NOTE_BYTES,
    MAX_SIGNATURES,
    Signature,
    check,
    parse_key,
    parse_note,
    parse_signature,
    sign,
)
from transparency.rejected import CODES, Rejected

PUBLISHED_KEY = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
PUBLISHED_NOTE = (
    "This is an example message.\n\n"
    "\u2014 example.com/foo "
    "Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n"
)
"""The vector of the page c2sp.org/signed-note."""
TEXTS = st.text(st.characters(min_codepoint=32, exclude_categories=["Cs"]) | st.just("\n"), max_size=200)


def rejected(action, *arguments) -> str:
    with pytest.raises(Rejected) as caught:
        action(*arguments)
    assert caught.value.code in CODES
    return caught.value.code


def test_the_published_vector_holds():
    key = parse_key(PUBLISHED_KEY)
    assert str(key) == PUBLISHED_KEY
    assert [each.key for each in check(PUBLISHED_NOTE, [key])] == [key]
    assert parse_note(PUBLISHED_NOTE).text == "This is an example message.\n"


def test_the_published_poem_can_be_read_but_is_not_believed_without_its_key():
    poem = (
        "Ognuno sta solo sul cuor della terra\ntrafitto da un raggio di sole:\n\nèd è subito sera.\n\n"
        "\u2014 quasimodo.example/salvatore "
        "NnugSzTjtVAewIS+Z/iJhUPeFDkO/5QQ2i5ddnGITLlC+EhfLW9oJKONrMouFSQU0xMcXxj99ihAQwaqP3ZekRwNtIc=\n"
    )
    note = parse_note(poem)
    assert note.text.endswith("\n\nèd è subito sera.\n")
    assert [(each.name, each.key_id.hex(), len(each.data)) for each in note.signatures] == [
        ("quasimodo.example/salvatore", "367ba04b", 64)
    ]
    assert rejected(check, poem, [parse_key(PUBLISHED_KEY)]) == "unknown_key"


@settings(max_examples=amount(25))
@given(TEXTS)
def test_what_is_signed_is_read_back_and_holds(text):
    note = sign(f"{text}\n", RECEIPTS, LIST)
    assert parse_note(note).text == f"{text}\n"
    assert str(parse_note(note)) == note == str(parse_note(note.encode()))
    assert [each.key for each in check(note, [LIST.key, RECEIPTS.key])] == [RECEIPTS.key, LIST.key]
    assert [each.key for each in check(note, [LIST.key])] == [LIST.key]


@settings(max_examples=amount(25))
@given(st.binary(max_size=300))
def test_any_bytes_are_a_note_or_are_refused(data):
    for change in (data, PUBLISHED_NOTE.encode() + data, data + PUBLISHED_NOTE.encode()):
        if change != PUBLISHED_NOTE.encode():
            assert rejected(check, change, [parse_key(PUBLISHED_KEY)]) in {
                "malformed_note",
                "unknown_key",
                "wrong_signature",
            }


def test_signatures_by_unknown_keys_do_not_count_and_a_wrong_one_by_a_known_key_does():
    note = sign("A text.\n", RECEIPTS)
    stranger = signer("stranger.example/receipts")
    assert [each.key for each in check(note + stranger.signature("Another text.\n"), [RECEIPTS.key])] == [RECEIPTS.key]
    assert rejected(check, note, [stranger.key]) == "unknown_key"
    assert rejected(check, note, []) == "unknown_key"
    assert (
        rejected(check, sign("A text.\n", LIST) + RECEIPTS.signature("Another.\n"), [RECEIPTS.key]) == "wrong_signature"
    )
    assert rejected(check, note + RECEIPTS.signature("Another.\n"), [RECEIPTS.key]) == "wrong_signature"


def test_a_key_of_the_same_name_with_another_id_is_another_key():
    own, imposter = signer("play.example/receipts"), Signature("play.example/receipts", bytes(4), bytes(64))
    note = sign("A text.\n", own) + str(imposter)
    assert len(check(note, [own.key])) == 1
    short = sign("A text.\n", own) + str(Signature(own.key.name, own.key.key_id, bytes(10)))
    assert rejected(check, short, [own.key]) == "wrong_signature"


@pytest.mark.parametrize(
    "note",
    [
        "",
        "\n",
        "A text.\n",
        "A text.\n\n",
        "A text.\n\nno signature\n",
        "A text.\n\n\u2014 name Uw2QOg==\n",
        "A text.\n\n\u2014 na+me Uw2QOkn8\n",
        "A text.\n\n\u2014 na\u00a0me Uw2QOkn8\n",
        "A text.\n\n\u2014  Uw2QOkn8\n",
        "A text.\n\n\u2014 name Uw2QOkn8\n\n",
        "A text.\n\n\u2014 name Uw2QOkn8",
        "A text.\n\n- name Uw2QOkn8\n",
        "A\ttext.\n\n\u2014 name Uw2QOkn8\n",
        "A text.\r\n\n\u2014 name Uw2QOkn8\n",
        "A text.\n\n\u2014 name Uw2QOkn9=\n",
        "\n\u2014 name Uw2QOkn8\n",
        "A\ud800text.\n\n\u2014 name Uw2QOkn8\n",
        "A text.\n\n" + "\u2014 name Uw2QOkn8\n" * (MAX_SIGNATURES + 1),
        "A text.\n" * MAX_NOTE_BYTES + "\n\u2014 name Uw2QOkn8\n",
    ],
)
def test_what_is_no_note_is_refused(note):
    assert rejected(parse_note, note) == "malformed_note"


def test_bytes_that_are_no_utf_8_are_refused():
    assert rejected(parse_note, b"A text\xff.\n\n\xe2\x80\x94 name Uw2QOkn8\n") == "malformed_note"


def test_a_note_has_up_to_64_signatures():
    note = "A text.\n\n" + "\u2014 name Uw2QOkn8\n" * MAX_SIGNATURES
    assert len(parse_note(note).signatures) == MAX_SIGNATURES


@pytest.mark.parametrize(
    "text",
    [
        "",
        "example.com/foo",
        "example.com/foo+530d903a",
        "example.com/foo+530d903b+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
        "example.com/bar+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
        "example.com/foo+530D903A+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
        "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2",
        "example.com/foo+530d903a+AukyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
        "example.com/foo+530d903a+",
        "+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
        "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k+",
        "example.com/foo +530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
    ],
)
def test_what_is_no_key_is_refused(text):
    assert rejected(parse_key, text) == "malformed_key"


def test_a_witness_signs_the_text_with_its_time():
    text = "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n"
    note = f"{sign(text, LIST)}{WITNESSES[0].cosignature(text, SECONDS)}"
    verified = check(note, [WITNESSES[0].key, LIST.key])
    assert [(each.key, each.seconds) for each in verified] == [(LIST.key, None), (WITNESSES[0].key, SECONDS)]
    line = parse_signature(WITNESSES[0].cosignature(text, SECONDS).rstrip("\n"))
    later = line._replace(data=(SECONDS + 1).to_bytes(8, "big") + line.data[8:])
    assert rejected(check, sign(text, LIST) + str(later), [WITNESSES[0].key]) == "wrong_signature"


def test_a_signer_does_not_show_its_key():
    assert repr(RECEIPTS) == f"Signer({RECEIPTS.key})"
    assert "private" not in str(RECEIPTS)
