"""The language that a request asks for."""

from collections.abc import Sequence

from flask import request

from service.language.names import LANGUAGES


def asks_for_language() -> bool:
    """Whether the request names a language at all; `Accept-Language: *` names none."""
    return "lang" in request.args or request.headers.get("Accept-Language", "*") != "*"


def preferred_language(offered: Sequence[str] = LANGUAGES) -> str:
    """The offered language that `?lang=` names, else the one that Accept-Language prefers, else the first.

    A regional language such as fr-CA counts as its language.
    """
    accepted = [str(tag) for tag, quality in request.accept_languages if quality > 0]
    for tag in (request.args.get("lang", ""), *accepted):
        language = tag.replace("_", "-").split("-")[0].lower()
        if language in offered:
            return language
    return offered[0]
