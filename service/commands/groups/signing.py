"""Commands about what the service signs: its keys, and its list of finished games."""

from pathlib import Path

import click

from service.settings import load_settings


def key_name(_context: click.Context, _option: click.Parameter, name: str | None) -> str | None:
    """Callback of an option: the name, if a key may have it."""
    from transparency.notes import is_key_name

    if name is not None and not is_key_name(name):
        raise click.BadParameter("must be a name without spaces, plus and control characters")
    return name


@click.group(invoke_without_command=True)
@click.pass_context
def keys(context: click.Context) -> None:
    """Show the keys by which the service signs receipts and its list of finished games.

    Only public keys are shown. `GET /v1/keys` tells the same to everybody.
    """
    if context.invoked_subcommand is None:
        from service.commands.keys import show_keys

        show_keys(load_settings())


@keys.command()
@click.option("--name", callback=key_name, help="Another name for the service, such as play.example.org.")
def rotate(name: str | None) -> None:
    """Sign by new keys from now on.

    The former keys sign beside them for a day, and stay for ever for those who check what they signed. The service can
    keep running.
    """
    from service.commands.keys import rotate_keys

    rotate_keys(load_settings(), name)


@click.group("list", invoke_without_command=True)
@click.pass_context
def list_(context: click.Context) -> None:
    """Show the public list of finished games, and what of it was published.

    The service signs it by itself, soon after a game ends and once an hour.
    """
    if context.invoked_subcommand is None:
        from service.commands.public_list import show_list

        show_list(load_settings())


@list_.command()
@click.option("--published", type=click.Path(path_type=Path), help="A checkpoint that somebody kept, to compare with.")
@click.option("--name", callback=key_name, help="Begin another list, under another name of the service.")
def resume(published: Path | None, name: str | None) -> None:
    """Sign the list again after the store lost data or was restored.

    The list goes on if it has all games that were published, in their places. If it has not, those who kept the
    published checkpoints would see a list that was changed: then it goes on under another name only.
    """
    from service.commands.public_list import resume_list

    resume_list(load_settings(), published, name)


@click.command()
@click.option(
    "--name",
    callback=key_name,
    required=True,
    help="The name under which it signs, such as friends.example/witness.",
)
@click.option(
    "--log", "logs", multiple=True, required=True, help="The verifier key of a list that it signs; repeat it."
)
@click.option(
    "--state", type=click.Path(path_type=Path), default="var/witness", show_default=True, help="Its one file."
)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address on which it listens.")
@click.option("--port", type=click.IntRange(1, 65535), default=8500, show_default=True, help="The port.")
def witness(name: str, logs: tuple[str, ...], state: Path, host: str, port: int) -> None:
    """Witness the lists of finished games of other services.

    It signs each newer checkpoint of a list after it has checked that the list only grew. It needs no store: its state
    is one file, with its key. Its verifier key is printed first. The other service names it in WITNESS_POLICY.
    """
    from service.run.witness import Witness, claimed, read_logs, witness_server

    with claimed(state):
        made = Witness(state, name, read_logs(logs))
        with witness_server(made, host, port) as server:
            click.echo(made.signer.key)
            server.serve_forever()
