"""What a link shows elsewhere before anybody opens it, as Open Graph (ogp.me): programs that preview run no script."""

import re
from collections.abc import Callable
from dataclasses import asdict
from html import escape
from re import Match
from typing import NamedTuple

from flask import request
from redis.exceptions import RedisError

from events import DamagedLog
from game.message import Message
from service.api.accept_language import preferred_language
from service.api.current import app, now_ms
from service.api.web_page import digest
from service.games.narration import Languages, with_sentences
from service.games.viewers import is_open_to_all
from service.jobs.pictures import Picture, is_there
from service.language.languages import SENTENCE_LANGUAGES
from service.language.translations import translate
from service.pictures import HEIGHT, WIDTH

NAME = "Wonderful World"
DESCRIPTION = "Play It’s a Wonderful World: draft, plan, produce. Against bots, or with friends."
PUZZLE = "A puzzle: which move is the best one?"
TEXTS = (PUZZLE,)
MARK, MARK_PIXELS = "icons/icon-512.png", 512
"""The mark of the game, a square, among the files of the page."""


class Preview(NamedTuple):
    """What a link shows. `picture`: the path of a picture; None for the mark of the game."""

    title: str = NAME
    picture: str | None = None


def preview_elements(path: str) -> str:
    """The elements of a document that say what a link to its address shows."""
    shown = _preview(path)
    wide, high = (WIDTH, HEIGHT) if shown.picture else (MARK_PIXELS, MARK_PIXELS)
    properties = {
        "og:site_name": NAME,
        "og:type": "website",
        "og:title": shown.title,
        "og:description": DESCRIPTION,
        "og:image": _address(shown.picture or f"/page/{digest()}/{MARK}"),
        "og:image:width": str(wide),
        "og:image:height": str(high),
        "og:image:alt": shown.title,
    }
    if shown.picture:
        properties["og:url"] = _address(path)
    card = "summary_large_image" if shown.picture else "summary"
    lines = [f'<meta property="{name}" content="{escape(text)}">' for name, text in properties.items()]
    return "\n".join([*lines, f'<meta name="twitter:card" content="{card}">'])


def _preview(path: str) -> Preview:
    for pattern, find in _PREVIEWS:
        if found := pattern.fullmatch(path):
            try:
                return find(found)
            except (RedisError, DamagedLog):
                break  # the page itself says what is wrong
    return Preview()


def _of_game(found: Match[str]) -> Preview:
    """How a game ended that everybody may see."""
    game = found["id"]
    state = app.backend.games.load(game).state
    if not is_open_to_all(state, now_ms) or state.result is None:
        return Preview()
    data = asdict(state.result)
    scored = {"name": "game_scored", "actor": "service", "seat": None, "data": data}
    languages = Languages(preferred_language(SENTENCE_LANGUAGES), preferred_language())
    [told] = with_sentences(app.backend.accounts, state, [scored], languages)
    return Preview(told["text"], f"/pictures/games/{game}.png")


def _of_day(found: Match[str]) -> Preview:
    """A day that has a deal."""
    day = found["day"]
    if not is_there(app.backend, Picture("daily", day)):
        return Preview()
    title = translate(Message("The daily deal of {day}", day=day), preferred_language(SENTENCE_LANGUAGES))
    return Preview(title, f"/pictures/daily/{day}.png")


def _of_puzzle(found: Match[str]) -> Preview:
    puzzle = found["id"]
    if not is_there(app.backend, Picture("puzzles", puzzle)):
        return Preview()
    return Preview(translate(PUZZLE, preferred_language(SENTENCE_LANGUAGES)), f"/pictures/puzzles/{puzzle}.png")


_PREVIEWS: tuple[tuple[re.Pattern[str], Callable[[Match[str]], Preview]], ...] = (
    (re.compile("/replay/(?P<id>[^/]+)"), _of_game),
    (re.compile("/daily/(?P<day>[^/]+)"), _of_day),
    (re.compile("/puzzle/(?P<id>[^/]+)"), _of_puzzle),
)
"""What is told of the addresses that have something of their own to tell."""


def _address(path: str) -> str:
    """A path where people find the service, if the operator names that: what a client says of the host goes nowhere."""
    return f"{app.backend.settings.public_url.rstrip('/') or request.script_root}{path}"
