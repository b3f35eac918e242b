"""Commands for single games and their logs."""

import sys
from collections.abc import Callable
from pathlib import Path

import click

from service.commands.groups.options import on_an_engine
from service.language.languages import CODES, SENTENCES_IN
from service.settings import load_settings

in_language = click.option(
    "--lang",
    default="en",
    show_default=True,
    help=f"Language: {CODES}. Sentences are in {SENTENCES_IN}.",
)


def of_a_service(command: Callable[..., None]) -> Callable[..., None]:
    """Decorator: the options `--url` and `--token`, for a command that can ask a running service."""
    url = click.option("--url", help="URL of a running service to ask, instead of the store of the settings.")
    token_help = "Token of the account that asks at --url. Without one, the command registers a new account."
    return url(click.option("--token", envvar="WONDERFUL_TOKEN", show_envvar=True, help=token_help)(command))


@click.command()
@click.argument("game")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write to this file; - is standard output.")
@of_a_service
def export(game: str, output: Path | None, url: str | None, token: str | None) -> None:
    """Write the log of a finished GAME.

    The commands `verify` and `import` read its format.
    """
    from service.commands.export import export_game

    export_game(load_settings(), game, output, url, token)


@click.command("import")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE…")
def import_(files: tuple[Path, ...]) -> None:
    """Verify exported logs and store their games."""
    from service.commands.import_logs import import_files

    sys.exit(import_files(load_settings(), files))


@click.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path), metavar="[FILE…]")
@click.option("--store", is_flag=True, help="Check the whole store of the settings, while the service runs.")
@click.option("--list", "public_list", is_flag=True, help="Compute the public list of the store again from its logs.")
@click.option("--json", "as_json", is_flag=True, help="Print the report on the store as JSON.")
@click.option("--receipts", multiple=True, type=click.Path(path_type=Path), help="A receipt that you kept; repeat it.")
@click.option("--keys", type=click.Path(path_type=Path), help="The keys that you trust: what GET /v1/keys answered.")
@click.option("--policy", type=click.Path(path_type=Path), help="Which witnesses must have signed (C2SP tlog-policy).")
@on_an_engine
def verify(
    files: tuple[Path, ...],
    store: bool,
    public_list: bool,
    as_json: bool,
    receipts: tuple[Path, ...],
    keys: Path | None,
    policy: Path | None,
    jobs: int | None,
    on: str | None,
) -> None:
    """Verify exported logs, without a server; or a whole store.

    This checks the encoding, the hash chain, the deal, every intention and the score. FILE can be - for standard input.
    If the origin of a fork is among the files, the two are compared. The exit status is 1 if a log is wrong, and 2 if a
    log could not be verified.

    With --keys, receipts are checked, and the proof beside each FILE, FILE.tlog-proof, that the public list of the
    service has the game. Among the files, proofs are passed over.

    With --store, it reads all games, also those under way, and all accounts and tokens. The exit status is 0 if all is
    sound, 2 if something is broken, and 3 if that could not be told.

    With --list, the exit status is 1 if something differs, or a finished game is not in the list, and 2 if an archived
    game could not be read.
    """
    logs = bool(files or receipts)
    if logs + store + public_list != 1 or (as_json and not store) or (keys and not logs):
        raise click.UsageError("name files, or --store, or --list; --json needs --store, and --keys files")
    if (receipts or policy) and not keys:
        raise click.UsageError("--receipts and --policy need --keys: the keys that you trust")
    if public_list:
        from service.commands.verify_list import verify_list

        sys.exit(verify_list(load_settings()))
    if store:
        from service.commands.verify_store import verify_store

        sys.exit(verify_store(load_settings(), as_json, jobs, on))
    from service.commands.verify import verify_files

    sys.exit(verify_files(files, jobs, on, receipts, keys, policy))


@click.command()
@click.argument("game", metavar="GAME|FILE")
@click.option("--seat", type=click.IntRange(0, 4), help="Show the view of this seat; by default everything is open.")
@click.option("--at", type=click.IntRange(1), help="Print the board at this version and exit.")
@in_language
@of_a_service
def replay(game: str, seat: int | None, at: int | None, lang: str, url: str | None, token: str | None) -> None:
    """Step through a game in the terminal.

    The game is a stored one, one of a running service, or an exported log. A game that is not finished is shown as a
    spectator sees it.
    """
    from service.commands.replay import show_replay

    show_replay(load_settings(), game, seat, at, lang, url, token)


@click.command()
@click.argument("game", metavar="GAME|FILE")
@click.option("--strategy", default="master", show_default=True, help="The strategy to ask.")
@click.option("--seat", type=click.IntRange(0, 4), help="The seat, in a finished game.")
@click.option("--at", type=click.IntRange(1), help="The version at which the seat decides, in a finished game.")
@in_language
@of_a_service
def hint(
    game: str, strategy: str, seat: int | None, at: int | None, lang: str, url: str | None, token: str | None
) -> None:
    """Say what a strategy would do, and why.

    In a game under way of a running service, it takes the place of your seat: give --url and the --token of your
    account. In a finished game or an exported log, --seat and --at name the decision. The strategy knows what the seat
    knew.
    """
    from service.commands.hint import give_hint

    give_hint(load_settings(), game, strategy, seat, at, lang, url, token)
