"""`wonderful hint`: what a strategy would do in the place of a seat, and why, in sentences."""

from contextlib import ExitStack
from typing import Any

import click

import game as rules
from bots import UnknownStrategy, strategy
from service.commands.remote import connect
from service.commands.replay import check_language, recorded
from service.jobs.decisions import make_decision
from service.language.explanations import explain
from service.language.names import language_of_names
from service.language.translations import language_of_sentences
from service.settings import Settings, StartError


def give_hint(
    settings: Settings,
    game: str,
    name: str,
    seat: int | None,
    at: int | None,
    language: str,
    url: str | None,
    token: str | None,
) -> None:
    """Print what the strategy would do with what the seat knows, and why. Raises StartError.

    Of a game under way at `url`, the seat is that of `token`. Of a finished game, `seat` and the version `at` say when.
    """
    check_language(language)
    try:
        strategy(name)
    except UnknownStrategy as error:
        raise StartError(str(error)) from None
    view = _view(settings, game, seat, at, language, url, token)
    try:
        checked = rules.check_view(view)
    except rules.Refused as refused:
        raise StartError(refused.detail) from None
    decision = make_decision(name, checked, (None, None), "0")
    for sentence in explain(decision, language_of_sentences(language), language_of_names(language)):
        click.echo(sentence)


def _view(
    settings: Settings, game: str, seat: int | None, at: int | None, language: str, url: str | None, token: str | None
) -> dict[str, Any]:
    """What the seat sees."""
    with ExitStack() as stack:
        if url and seat is None and at is None:
            view: dict[str, Any] = stack.enter_context(connect(url, token)).get_game(game)
            if view["seat"] is None:
                raise StartError(f"you have no seat in game {game}: give its --token, or --seat of a finished game")
            return view
        recording = stack.enter_context(recorded(settings, game, language, url, token))
        if not recording.seats:
            raise StartError(f"game {game} is not finished: the views of its seats are still secret")
        if seat is None or at is None:
            raise StartError("a finished game needs --seat and --at, the version at which the seat decides")
        if seat >= recording.seats:
            raise StartError(f"there is no seat {seat}")
        if at > recording.last:
            raise StartError(f"the game is at version {recording.last}")
        following = recording.frame_at(min(at + 1, recording.last), seat).events[-1]
        if 1 < following["group"] <= at < recording.last:
            raise StartError(f"a move is not over at version {at}: it began at version {following['group'] - 1}")
        return recording.frame_at(at, seat).view
