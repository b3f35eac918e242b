"""Message catalogues (gettext): `locale/<language>/LC_MESSAGES/wonderful.po`, read as they are.

The English texts are the message ids, so English needs no file. Languages without sentences have the words only.
"""

from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from io import BytesIO

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

WORDED = ("en", "fr")
"""Languages with a sentence for every event."""
SCORE = {
    "gross": "Points of cards",
    "combo": "Points of combinations",
    "generals": "Generals",
    "financiers": "Financiers",
    "total": "Total",
}
"""The lines of the score table."""


@cache
def translations(language: str) -> NullTranslations:
    """The messages of a language, `gettext` and `ngettext`; English ones are given back as they are."""
    if language == "en":
        return NullTranslations()
    source = files(__package__).joinpath("locale", language, "LC_MESSAGES", "wonderful.po").read_bytes()
    compiled = BytesIO()
    write_mo(compiled, read_po(BytesIO(source), locale=language, abort_invalid=True))
    compiled.seek(0)
    return GNUTranslations(compiled)


def score_words(language: str) -> dict[str, str]:
    """What the lines of the score table are called."""
    return {line: translations(language).gettext(word) for line, word in SCORE.items()}
