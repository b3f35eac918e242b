"""The languages of names and of sentences, and how texts list them. `wonderful --help` needs no other module for them.

>>> SENTENCES_IN
'English, French, Spanish or Japanese'
>>> CODES
'en, fr, es, de, it, ru; ja for sentences'
"""

LANGUAGES = ("en", "fr", "es", "de", "it", "ru")
"""Languages in which everything has a name; the first one serves when none is acceptable."""
_SPOKEN = {"en": "English", "fr": "French", "es": "Spanish", "ja": "Japanese"}
SENTENCE_LANGUAGES = tuple(_SPOKEN)
"""Languages with all sentences: those for events, of errors, of explanations and of webhooks."""
SENTENCES_IN = " or ".join([", ".join([*_SPOKEN.values()][:-1]), [*_SPOKEN.values()][-1]])
"""Languages with all sentences, in words."""
_WITHOUT_NAMES = [language for language in SENTENCE_LANGUAGES if language not in LANGUAGES]
CODES = "; ".join([", ".join(LANGUAGES), *[f"{language} for sentences" for language in _WITHOUT_NAMES]])
"""The codes of all languages, in words."""
