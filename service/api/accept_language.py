"""The language that a request asks for."""

from collections.abc import Sequence

from flask import request

from service.language.languages import LANGUAGES


def asks_for_language() -> bool:
    """Whether the request names a language at all; `Accept-Language: *` names none, and neither does an empty one."""
    return "lang" in request.args or any(tag != "*" for tag in _accepted())


def preferred_language(offered: Sequence[str] = LANGUAGES) -> str:
    """The offered language that `?lang=` names, else the one that Accept-Language prefers, else the first.

    A regional language such as fr-CA counts as its language.
    """
    for tag in (request.args.get("lang", ""), *_accepted()):
        language = tag.replace("_", "-").split("-")[0].lower()
        if language in offered:
            return language
    return offered[0]


def _accepted() -> list[str]:
    return [str(tag) for tag, quality in request.accept_languages if quality > 0]
