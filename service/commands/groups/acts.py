"""Commands for operators: games and accounts."""

import re
from collections.abc import Callable
from typing import Any

import click

from service.settings import StartError, load_settings


@click.group()
def act() -> None:
    """Act on a game or an account, as an operator.

    Each command acts on the store, at once in all processes of a service that runs, and adds a line to the log of
    acts. ACCOUNT is an id, or @ and a handle.
    """


def with_reason(command: Callable[..., None]) -> Callable[..., None]:
    """Decorator: the option `--reason` of an act."""
    words = "Why: conduct, cheating, fault, request, law or other. Players read it."
    return click.option("--reason", required=True, help=words)(command)


def with_note(command: Callable[..., None]) -> Callable[..., None]:
    """Decorator: the options of an act to an account."""
    text = "A text of up to 200 characters. The account reads it, and it is deleted with the account."
    return with_reason(click.option("--note", help=text)(command))


def _act(kind: str, *arguments: Any, **options: Any) -> None:
    from service.commands.acting import act as do_act

    do_act(load_settings(), kind, *arguments, **options)


@act.command("close")
@click.argument("game")
@with_reason
def close_game(game: str, reason: str) -> None:
    """End a GAME for everybody, whatever its phase. It counts for no rating."""
    _act("game_closed", game, reason)


@act.command()
@click.argument("account")
@click.option("--hours", type=click.IntRange(1, 87_840), help="For how long.  [default: for good]")
@with_note
def suspend(account: str, hours: int | None, reason: str, note: str | None) -> None:
    """Refuse all tokens of an ACCOUNT, and let it leave its games."""
    _act("account_suspended", account, reason, note, hours)


@act.command()
@click.argument("account")
@with_note
def unsuspend(account: str, reason: str, note: str | None) -> None:
    """End the suspension of an ACCOUNT. The games that it has left stay left."""
    _act("account_unsuspended", account, reason, note)


@act.command("take-name")
@click.argument("account")
@click.option("--handle", is_flag=True, help="Take the handle, too. Nobody gets it again.")
@with_note
def take_name(account: str, handle: bool, reason: str, note: str | None) -> None:
    """Replace the name of an ACCOUNT by one that says nothing, for 30 days at least."""
    _act("name_taken", account, reason, note, with_handle=handle)


@act.command("end-sessions")
@click.argument("account")
@click.option("--new-code", is_flag=True, help="Replace the recovery code, too, and print the new one.")
@with_note
def end_sessions(account: str, new_code: bool, reason: str, note: str | None) -> None:
    """End all tokens of an ACCOUNT. Its recovery code stays good."""
    _act("sessions_ended", account, reason, note, with_new_code=new_code)


GAME_CURSOR = r"[0-9]{13}-[a-z0-9]+"


def _check_page(before: str | None, form: str) -> None:
    """Raises StartError if `--before` is not as a page prints it."""
    if before is not None and not re.fullmatch(form, before, re.ASCII):
        raise StartError(f"--before {before!r} cannot be used: take it from the end of the page before")


@click.command()
@click.option("--account", help="Only acts that concern this account: an id, or @ and a handle.")
@click.option("--game", help="Only acts on this game.")
@click.option("--before", metavar="ID", help="Only acts before this one.")
def acts(account: str | None, game: str | None, before: str | None) -> None:
    """Show the log of acts, 20 of them, the newest first."""
    from service.accounts.acts import ACT_ID
    from service.commands.acting import list_acts

    _check_page(before, ACT_ID)
    list_acts(load_settings(), account, game, before)


@click.command()
@click.argument("account")
@click.option("--before", metavar="CURSOR", help="Only games before those of the page before.")
def account(account: str, before: str | None) -> None:
    """Show what an ACCOUNT has and did: tokens without secrets, acts, and 20 games, the newest first.

    ACCOUNT is an id, or @ and a handle.
    """
    from service.commands.acting import show_account

    _check_page(before, GAME_CURSOR)
    show_account(load_settings(), account, before)
