"""Names that people give: in which languages, with which emoji, and what nobody is called."""

import unicodedata
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bots import STRATEGIES
from game.shapes import is_printable
from service.accounts import FORMER_NAME
from service.language.given_names import MAX_STACKED_MARKS, ZWJ, ZWNJ, Unfit, read_name, read_player_name

PEOPLE = {
    "Arabic, with vowels": "مُحَمَّد",
    "Bengali, a joiner before the virama": "র\u200d্যাচেল",
    "Chinese": "王小明",
    "Croatian": "Đurđa Šimić",
    "Greek": "Ωμέγα",
    "Hebrew, with points": "שָׁלוֹם",
    "Hindi": "श्रीमती",
    "Hindi, a half letter": "क्\u200dष",
    "Irish": "Seán O'Neil",
    "Japanese, a form of an ideograph": "葛\U000e0100城",
    "Khmer": "ស្រីពៅ",
    "Korean": "김영희",
    "Lao": "ບຸນມີ",
    "Malayalam, an old chillu": "അവന്\u200d",
    "Mongolian, a form of a letter": "ᠰᠠᠢ\u180bᠨ",
    "Myanmar": "မြွှောင့်",
    "Persian": "علی\u200cرضا",
    "Sinhala": "ශ්\u200dරී",
    "Tamil": "ஸ்ரீதேவி",
    "Thai": "ปิยะกุล น้ำผึ้ง",
    "Tibetan": "བསྒྲུབས",
    "Turkish": "Işıl Çağrı",
    "Vietnamese": "Nguyễn Thị Hường",
}
EMOJI = {
    "alone": "🎲",
    "an astronaut": "👩\u200d🚀",
    "with a skin tone": "👩🏽\u200d🚀",
    "a family": "👨\u200d👩\u200d👧\u200d👦",
    "two skin tones": "🧑🏽\u200d🤝\u200d🧑🏻",
    "a variation selector before the joiner": "🏳\ufe0f\u200d🌈",
    "and one behind it": "🙂\u200d↔\ufe0f",
    "a flag of two letters": "🇫🇷",
    "the flag of a part of a country": "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "a keycap": "1\ufe0f\u20e3",
    "as a text": "❤\ufe0e",
    "newer than this Unicode": "\U0001fae8",
}
BLANK = ["\u3164", "\u115f", "\u1160", "\uffa0", "\u2800", "\ufffc", " ", "\u3000", "\u00a0"]
HIDDEN = {
    "control characters": "\t\n\x1b\x7f\x85",
    "line and paragraph separators": "\u2028\u2029",
    "directions": "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069",
    "joiners": ZWNJ + ZWJ,
    "other invisible characters": "\u00ad\u034f\u180e\u200b\u2060\u2064\ufeff\u17b4\U0001d159",
    "variation selectors": "\ufe00\ufe0f\u180b\U000e0100",
    "tags": "\U000e0001\U000e0067\U000e007f",
    "private use": "\ue000",
    "surrogates": "\ud800",
    "fillers": "\u3164\u115f\u1160\uffa0\u2800",
}


def is_fit(name: str) -> bool:
    try:
        read_player_name(name)
    except Unfit:
        return False
    return True


@pytest.mark.parametrize("name", [*PEOPLE.values(), *EMOJI.values()], ids=[*PEOPLE, *EMOJI])
def test_names_of_many_languages_and_emoji_are_kept_as_they_are(name: str):
    assert read_player_name(name) == name


@pytest.mark.parametrize("name", PEOPLE.values(), ids=PEOPLE)
def test_a_name_in_pieces_is_kept_in_one_form(name: str):
    assert read_name(unicodedata.normalize("NFD", name)) == name


@pytest.mark.parametrize(
    ("name", "kept"), [("  Ada   Lovelace ", "Ada Lovelace"), ("山田\u3000太郎", "山田 太郎"), ("A\u00a0da", "A da")]
)
def test_any_spaces_between_words_are_one_space(name: str, kept: str):
    assert read_name(name) == kept


@pytest.mark.parametrize("name", [*BLANK, "\u0301", "\u0301Ada", "Ada \u0301", "\ufe0f", "\u20e3", "ा"], ids=ascii)
def test_a_name_has_a_character_that_can_be_seen_and_its_marks_stand_on_one(name: str):
    assert not is_fit(name)


@pytest.mark.parametrize("character", "".join(HIDDEN.values()), ids=ascii)
def test_hidden_characters_are_refused_between_letters_and_at_the_ends(character: str):
    assert not any(map(is_fit, (f"A{character}da", f"{character}Ada", f"Ada{character}", character)))


@pytest.mark.parametrize(
    "name",
    [
        *("👩\u200d", "\u200d👩", "👩\u200d\u200d🚀", "👩\u200da", "a\u200d👩", "👩 \u200d🚀", "👩\ufe0f\ufe0f"),
        *("علی\u200c\u200cرضا", "\u200cعلی", "علی\u200c", "ا\u200cب", "क\u200dष", "\U00017000\u200c\U00017000"),
        *("🏴\U000e0067\U000e0062", "A\U000e0067\U000e007f", "a\ufe0f\u20e3", "a\U000e0100", "葛\U000e0100\U000e0100"),
    ],
    ids=ascii,
)
def test_joiners_and_selectors_stand_only_where_unicode_has_them(name: str):
    assert not is_fit(name)


def test_a_character_has_at_most_a_few_marks():
    assert is_fit("Z" + "\u0316\u0317\u0318\u0319"[:MAX_STACKED_MARKS])
    assert not is_fit("Z" + "\u0316\u0301" * 3)
    assert not is_fit("Z" + "\u0301\u0302" * 19 + "\u0301")
    assert not is_fit("ก" + "\u0e48" * 5)
    assert not is_fit("क" + "\u093c\u093e\u0901" * 3), "a mark with a width is no character of its own"
    assert is_fit("ก็" * 10)


@pytest.mark.parametrize(
    "name",
    [
        *(
            FORMER_NAME,
            "A Former Player",
            "a  former\u3000player",
            "ａ ｆｏｒｍｅｒ ｐｌａｙｅｒ",
            "а fоrmer рlауer",
            "Α FORMER PLAYER",
        ),
        *("a f\u00f6rmer player", "a form\u0435r player.", "Former Player"),
        *STRATEGIES,
        *("Greedy", "GREEDY", "gr\u0435edy", "p1anner", "The Service", "service"),
        *("Free seat", "Place libre", "Asiento libre", "Puesto libre", "空席", "open seat"),
        *("Very hard bot", "Robot facile", "Bot difícil", "bot dificil", "ふつうボット"),
    ],
)
def test_no_account_is_called_what_the_service_calls_others(name: str):
    assert not is_fit(name)


@pytest.mark.parametrize(
    "name", ["Ada", "Player", "A former pilot", "Greedy Ada", "Bot", "You", "1", "愛", "Mr. Random"]
)
def test_other_names_are_free(name: str):
    assert is_fit(name)


@pytest.mark.parametrize("name", [FORMER_NAME, "greedy", "Free seat"])
def test_games_tokens_and_webhooks_may_be_called_so(name: str):
    assert read_name(name) == name


CHARACTERS = st.one_of(
    st.characters(), st.sampled_from("".join(chain(PEOPLE.values(), EMOJI.values(), HIDDEN.values())) + "\u0301 ")
)


@given(st.text(CHARACTERS, max_size=40))
def test_what_is_kept_is_kept_again_as_it_is_and_any_log_may_hold_it(text: str):
    try:
        kept = read_name(text)
    except Unfit:
        return
    assert read_name(kept) == kept == unicodedata.normalize("NFC", kept)
    assert is_printable(kept)
    assert any(unicodedata.category(each)[0] in "LNPS" or ord(each) > 0x1F000 for each in kept)
    marks = "".join("M" if unicodedata.category(each) in ("Mn", "Me") else "." for each in kept)
    assert "M" * (MAX_STACKED_MARKS + 3) not in marks  # a sequence has marks of its own: a selector, a keycap


@given(st.lists(st.sampled_from([*PEOPLE.values(), *EMOJI.values()]), min_size=1, max_size=4))
def test_names_beside_each_other_are_a_name(names: list[str]):
    assert read_name(" ".join(names)) == " ".join(names)
