"""What the encoding of a terminal or a pipe lacks is written as something that it has: no command fails at it."""

import codecs
import sys
import unicodedata
from io import TextIOWrapper

PLAIN = {
    **dict(zip("■□◆◧▶·×�", "#_*+>.x?", strict=True)),
    **dict(zip("’‘“”«»–—−", '\'\'""""---', strict=True)),
    **dict(zip("→←↑↓", "><^v", strict=True)),
    "…": "...",
    "\u00a0": " ",
    "\u202f": " ",
}
"""Symbol → ASCII. What a board aligns has one character."""
FIRST_ESCAPED_BYTE, LAST_ESCAPED_BYTE = "\udc80", "\udcff"
"""How Python writes the bytes of a file name that are no text."""
ERRORS, ASCII = "fitting", "fitting-ascii"


def write_what_fits() -> None:
    """Let standard output and standard error write what their encoding has, and something near for the rest."""
    codecs.register_error(ERRORS, _fit)
    codecs.register(_find_codec)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            is_ascii = codecs.lookup(stream.encoding).name == "ascii"
            stream.reconfigure(encoding=ASCII if is_ascii else None, errors=ERRORS)


def fitting(text: str, encoding: str) -> str:
    """A text as far as an encoding has it.

    >>> fitting("M■■□ – Plate-forme Pétrolière, Завод", "ascii")
    'M##_ - Plate-forme Petroliere, ?????'
    """
    codecs.register_error(ERRORS, _fit)
    return text.encode(encoding, ERRORS).decode(encoding, "replace")


def _fit(error: UnicodeError) -> tuple[str | bytes, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    found = error.object[error.start : error.end]
    if all(FIRST_ESCAPED_BYTE <= character <= LAST_ESCAPED_BYTE for character in found):
        return found.encode("utf-8", "surrogateescape"), error.end
    return "".join(map(_plain, found)), error.end


def _plain(character: str) -> str:
    bare = unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode()
    return PLAIN.get(character) or bare or "?"


def _find_codec(name: str) -> codecs.CodecInfo | None:
    """ASCII under another name: click takes a stream in ASCII for a mistake, and writes UTF-8 to it."""
    if name.replace("_", "-") != ASCII:
        return None
    found = codecs.lookup("ascii")
    return codecs.CodecInfo(
        found.encode, found.decode, found.streamreader, found.streamwriter, found.incrementalencoder,
        found.incrementaldecoder, name=ASCII,
    )  # fmt: skip
