"""Translations (gettext): `locale/<language>/LC_MESSAGES/wonderful.po`, compiled when a process first needs them.

The English texts are the message ids, so English needs no file. Languages without sentences have the score words only.
"""

from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from io import BytesIO
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from game.message import Message, fill
from service.language.languages import SENTENCE_LANGUAGES

SCORE_WORDS = {
    "gross": "Points of cards",
    "combo": "Points of combinations",
    "generals": "Generals",
    "financiers": "Financiers",
    "total": "Total",
}
"""The lines of the score table."""


def language_of_sentences(language: str) -> str:
    """The language of sentences beside names in a language, which may be one without sentences."""
    return language if language in SENTENCE_LANGUAGES else SENTENCE_LANGUAGES[0]


@cache
def translations(language: str) -> NullTranslations:
    """The messages of a language, with `gettext` and `ngettext`; English texts translate to themselves."""
    if language == "en":
        return NullTranslations()
    source = files(__package__).joinpath("locale", language, "LC_MESSAGES", "wonderful.po").read_bytes()
    compiled = BytesIO()
    write_mo(compiled, read_po(BytesIO(source), locale=language, abort_invalid=True))
    compiled.seek(0)
    return GNUTranslations(compiled)


def score_words(language: str) -> dict[str, str]:
    """What the lines of the score table are called."""
    return {line: translations(language).gettext(word) for line, word in SCORE_WORDS.items()}


def translate(text: str, language: str) -> str:
    """A text of the service in a language; a Message with its values, of which those that are Messages are translated.

    A text without a translation stays English.
    """
    gettext = translations(language).gettext
    if not isinstance(text, Message):
        return gettext(text) if text else ""  # the translation of an empty text is the head of the file
    return fill(gettext(text.template), {name: _value(value, language) for name, value in text.values.items()})


def _value(value: Any, language: str) -> Any:
    """A value of a Message. Texts that are no Messages, such as ids, are the same in every language."""
    if isinstance(value, list | tuple):
        return [_value(each, language) for each in value]
    return translate(value, language) if isinstance(value, Message) else value
