"""`wonderful act`, `acts` and `account`: what operators do to games and accounts, and see of them, in the store."""

from collections.abc import Iterator
from contextlib import contextmanager
from math import inf

import click

from events.entry import optional_timestamp, timestamp
from game import Refused
from game.value_shapes import OPERATOR_REASONS
from service.accounts import Player
from service.accounts.acts import GAME_CLOSED, MAX_NOTE_CHARACTERS, SUSPENDED, Act
from service.accounts.tokens import list_tokens
from service.backend import Backend
from service.commands.store import open_store, store_name
from service.games.acting import act_on_account, close_game
from service.games.write import NoSuchGame, TooBusy
from service.language.given_names import Unfit, read_name
from service.settings import Settings, StartError

LISTED = 20
"""Acts, or games, that a command shows."""


def act(
    settings: Settings,
    kind: str,
    target: str,
    reason: str,
    note: str | None = None,
    hours: int | None = None,
    with_handle: bool = False,
    with_new_code: bool = False,
) -> None:
    """Do an act to a game or an account, and print it. `hours`: of a suspension; None: for good. Raises StartError."""
    if reason not in OPERATOR_REASONS:
        raise StartError(f"--reason is one of: {', '.join(OPERATOR_REASONS)}")
    with _opened(settings) as backend:
        if kind == GAME_CLOSED:
            done, code = close_game(backend, Act(kind, game=target, reason=reason)), None
        else:
            player = _find(backend, settings, target)
            until_ms = None if hours is None else backend.accounts.now_ms() + hours * 3_600_000
            new = Act(kind, None, player.id, reason=reason, until_ms=until_ms, note=_read_note(note))
            done, code = act_on_account(backend, new, player, with_handle, with_new_code)
        click.echo(_line(done))
    if code:
        click.echo(f"The recovery code is now {code}: give it to the owner of the account. It is shown only here.")


def list_acts(settings: Settings, account: str | None, game: str | None, before: str | None) -> None:
    """Print the newest acts: all, those that concern an account, or those on a game. Raises StartError."""
    with _opened(settings, reads=True) as backend:
        player = _find(backend, settings, account).id if account else ""
        found = backend.acts.page(LISTED, before, player, game or "")
        for each in found:
            click.echo(_line(each))
    if len(found) == LISTED:
        click.echo(f"For older ones, add --before {found[-1].id}")


def show_account(settings: Settings, account: str, before: str | None) -> None:
    """Print what an account has and did: suspension, tokens without secrets, acts, and its games. Raises StartError."""
    with _opened(settings, reads=True) as backend:
        player = _find(backend, settings, account)
        handle = f"@{player.handle}" if player.handle else "no handle"
        click.echo(f"{player.id}  {player.kind}  {handle}  {player.name}")
        if player.suspension and player.is_suspended(backend.accounts.now_ms()):
            click.echo(f"  suspended   {_until(player.suspension.until_ms)}, {player.suspension.reason}")
        for token in list_tokens(backend.accounts, player.id):
            used = optional_timestamp(token.used_ms) or "never"
            click.echo(f"  token       {token.id}  {token.token.name}  {' '.join(token.token.scopes)}  used {used}")
        for each in backend.acts.page(LISTED, player=player.id):
            click.echo(f"  act         {_line(each)}")
        page = backend.lobby.page(None, player.id, None, before, LISTED, private=True)
        for game in page.games:
            shown = (game["opened_at"], game["id"], game["visibility"], game["status"], game["end_reason"] or "")
            click.echo(f"  game        {'  '.join(shown)}".rstrip())
    if page.cursor:
        click.echo(f"For older games, add --before {page.cursor}")


@contextmanager
def _opened(settings: Settings, reads: bool = False) -> Iterator[Backend]:
    """The store. Raises StartError, also for what refuses an act."""
    try:
        with open_store(settings, reads=reads) as backend:
            yield backend
    except NoSuchGame as error:
        raise StartError(f"there is no game {error} in {store_name(settings)}") from None
    except Refused as refused:
        raise StartError(refused.detail) from None
    except TooBusy:
        raise StartError("the game moved on too often: run the command again") from None


def _find(backend: Backend, settings: Settings, account: str) -> Player:
    """The account with this id, or with the handle after an `@`. Raises StartError."""
    found = backend.accounts.find(account)
    if found is None or found.deleted:
        raise StartError(f"there is no account {account} in {store_name(settings)}")
    return found


def _read_note(note: str | None) -> str | None:
    try:
        text = None if note is None else read_name(note)
    except Unfit as unfit:
        raise StartError(f"the note {unfit.message}") from None
    if text and len(text) > MAX_NOTE_CHARACTERS:
        raise StartError(f"the note has more than {MAX_NOTE_CHARACTERS} characters")
    return text


def _line(act: Act) -> str:
    """An act in one line."""
    whom = act.game or act.player or ""
    parts = [timestamp(act.ms), act.id, act.kind, whom, act.reason or "no reason"]
    if act.kind == SUSPENDED:
        parts.append(_until(inf if act.until_ms is None else act.until_ms))
    return "  ".join([*parts, f"by {act.by or 'the command line'}", *([act.note] if act.note else [])])


def _until(until_ms: float) -> str:
    return "for good" if until_ms == inf else f"until {timestamp(int(until_ms))}"
