"""Names that people give: to themselves and their bots, to games, tokens and webhooks.

Others read a name in one line, so each of its characters must show something there or change what its neighbours look
like: in a script (RFC 5892, A.1 and A.2) or in an emoji (UTS #51). Names of before these rules stay as they are.
"""

import json
import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from idna.core import valid_contextj

from bots import STRATEGIES
from game.message import Message
from service.accounts import FORMER_NAME
from service.accounts.handles import skeleton

MAX_STACKED_MARKS = 4
"""Nonspacing marks of one character, as UTS #39 (5.4) advises. Marks with a width of their own are not counted."""
ZWNJ, ZWJ = "\u200c", "\u200d"
VIRAMA_CLASS = 9
"""The combining class of the marks by which letters of Indic scripts join."""
BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffc\U0001d159")
"""Characters that show nothing, although their category is that of letters, marks or symbols."""
VARIATION_SELECTORS = frozenset(map(chr, [*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)]))
_SPACES = re.compile("[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+")
PICTOGRAPHS = """
a9 ae 203c 2049 2122 2139 2194-2199 21a9-21aa 231a-231b 2328 23cf 23e9-23f3 23f8-23fa 24c2 25aa-25ab 25b6
25c0 25fb-25fe 2600-2604 260e 2611 2614-2615 2618 261d 2620 2622-2623 2626 262a 262e-262f 2638-263a 2640 2642
2648-2653 265f-2660 2663 2665-2666 2668 267b 267e-267f 2692-2697 2699 269b-269c 26a0-26a1 26a7 26aa-26ab
26b0-26b1 26bd-26be 26c4-26c5 26c8 26ce-26cf 26d1 26d3-26d4 26e9-26ea 26f0-26f5 26f7-26fa 26fd 2702 2705
2708-270d 270f 2712 2714 2716 271d 2721 2728 2733-2734 2744 2747 274c 274e 2753-2755 2757 2763-2764 2795-2797
27a1 27b0 27bf 2934-2935 2b05-2b07 2b1b-2b1c 2b50 2b55 3030 303d 3297 3299 1f004 1f02c-1f02f 1f094-1f09f
1f0af-1f0b0 1f0c0 1f0cf-1f0d0 1f0f6-1f0ff 1f170-1f171 1f17e-1f17f 1f18e 1f191-1f19a 1f1ae-1f1e5 1f201-1f20f
1f21a 1f22f 1f232-1f23a 1f23c-1f23f 1f249-1f25f 1f266-1f321 1f324-1f393 1f396-1f397 1f399-1f39b 1f39e-1f3f0
1f3f3-1f3f5 1f3f7-1f3fa 1f400-1f4fd 1f4ff-1f53d 1f549-1f54e 1f550-1f567 1f56f-1f570 1f573-1f57a 1f587
1f58a-1f58d 1f590 1f595-1f596 1f5a4-1f5a5 1f5a8 1f5b1-1f5b2 1f5bc 1f5c2-1f5c4 1f5d1-1f5d3 1f5dc-1f5de 1f5e1
1f5e3 1f5e8 1f5ef 1f5f3 1f5fa-1f64f 1f680-1f6c5 1f6cb-1f6d2 1f6d5-1f6e5 1f6e9 1f6eb-1f6f0 1f6f3-1f6ff
1f7da-1f7ff 1f80c-1f80f 1f848-1f84f 1f85a-1f85f 1f888-1f88f 1f8ae-1f8af 1f8bc-1f8bf 1f8c2-1f8cf 1f8d9-1f8ff
1f90c-1f93a 1f93c-1f945 1f947-1f9ff 1fa58-1fa5f 1fa6e-1faff 1fc00-1fffd
"""
"""Extended_Pictographic of Unicode 17, with code points for emoji to come. `unicodedata` does not know the property."""


def _character_class(ranges: str) -> str:
    """Ranges of hexadecimal code points as a class of a regular expression."""
    return "[" + "".join(re.sub("[0-9a-f]+", lambda each: rf"\U{each[0]:0>8}", ranges).split()) + "]"


_EMOJI = _character_class(PICTOGRAPHS) + "[\ufe0e\ufe0f]?[\U0001f3fb-\U0001f3ff]?"
_SEQUENCE = re.compile(
    rf"""
      \U0001f3f4 [\U000e0030-\U000e0039\U000e0061-\U000e007a]{{3,6}} \U000e007f  # the flag of a part of a country
    | {_EMOJI} (?: {ZWJ} {_EMOJI} )*
    | [0-9\#*] \ufe0f \u20e3  # a keycap
    | [\u3005\u3007\u3400-\u9fff\U00020000-\U0003ffff] [\ufe00-\ufe02\U000e0100-\U000e01ef]  # a form of an ideograph
    | [\u1820-\u18aa] [\u180b-\u180d\u180f]  # a form of a Mongolian letter
    """,
    re.VERBOSE,
)
_SYMBOL = "\u263a"
"""Stands for a sequence while the characters around it are checked."""


class Unfit(ValueError):
    """A name that is not kept. `message`: what it must be."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


def normalize(text: str) -> str:
    """A text in NFC, with one space for a run of spaces, and none at its ends."""
    return _SPACES.sub(" ", unicodedata.normalize("NFC", text)).strip(" ")


def read_name(text: str) -> str:
    """The name of a request, as it is kept: normalized. Raises Unfit."""
    name = normalize(text)
    shown = _SEQUENCE.sub(_SYMBOL, name)
    for at, character in enumerate(shown):
        if not _is_shown(shown, at):
            raise Unfit(Message("must not have the character {code} there", code=f"U+{ord(character):04X}"))
    if any(marks > MAX_STACKED_MARKS for marks in _count_marks(shown)):
        raise Unfit(Message("must have at most {most} marks on a character", most=MAX_STACKED_MARKS))
    if not any(unicodedata.category(character)[0] in "LNPS" for character in shown):
        raise Unfit(Message("must have a character that can be seen"))
    return name


def read_player_name(text: str) -> str:
    """The name of an account, as `read_name` reads it: none that the service itself gives. Raises Unfit."""
    name = read_name(text)
    if _look(name) in _own_looks():
        raise Unfit(Message("must be another name: the service calls others by this one"))
    return name


def _is_shown(shown: str, at: int) -> bool:
    """Whether the character at an index shows something, or joins or separates its neighbours as Unicode allows."""
    character = shown[at]
    if character in (ZWNJ, ZWJ):
        return _joins_script(shown, at) or _keeps_letter(shown, at)
    if unicodedata.category(character)[0] == "M" and shown[at - 1 : at] in ("", " "):
        return False  # a mark without a character
    return character.isprintable() and character not in BLANK and character not in VARIATION_SELECTORS


def _joins_script(shown: str, at: int) -> bool:
    """Whether a script has a joiner there, by RFC 5892."""
    try:
        return valid_contextj(shown, at)
    except ValueError:  # `idna` knows no character without a name in this version of Unicode
        return False


def _keeps_letter(shown: str, at: int) -> bool:
    """Whether a joiner keeps a letter as it is before the mark that joins it to the next one, as in Bengali names."""
    before, after = shown[at - 1 : at], shown[at + 1 : at + 2]
    return before.isalpha() and bool(after) and unicodedata.combining(after) == VIRAMA_CLASS


def _count_marks(shown: str) -> Iterator[int]:
    """At each nonspacing mark, how many of them its character has up to here."""
    marks = 0
    for character in shown:
        category = unicodedata.category(character)
        if category in ("Mn", "Me"):
            marks += 1
            yield marks
        elif category[0] in "LNPSZ":
            marks = 0


_LOOKS_LATIN = str.maketrans("аеорсухіѕјһԁԛԝкмнтвαβεηικμνορτυχωıɡ", "aeopcyxisjhdqwkmhtbabenikmnoptuxwig")
"""Small letters of other alphabets, where they or their capitals look like a Latin letter."""


def _look(name: str) -> str:
    """What all names that look like this one have in common: its letters and digits, like the skeleton of a handle."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    return skeleton("".join(filter(str.isalnum, plain)).translate(_LOOKS_LATIN))


OWN_NAMES = (FORMER_NAME, "former player", "open seat", "service", "the service", *STRATEGIES)
"""What the service itself calls deleted accounts, free seats in the terminal, itself, and its bots."""
OWN_TEXTS = re.compile(r"start\.bot\..*|room\.seat\.free|table\.free_seat")
"""The texts of the page that stand in the place of a player's name."""


@cache
def _own_looks() -> frozenset[str]:
    """The looks of all names that the service itself gives, in every language of the page."""
    found = [*OWN_NAMES]
    for file in files("service").joinpath("web", "language").iterdir():
        if file.name.endswith(".json"):
            texts = json.loads(file.read_text("utf-8"))
            found += [text for key, text in texts.items() if OWN_TEXTS.fullmatch(key)]
    return frozenset(map(_look, found))
