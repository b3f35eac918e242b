"""Commands about what the service signs: its keys."""

import click

from service.settings import load_settings


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
@click.option("--name", help="Another name for the service, such as play.example.org.")
def rotate(name: str | None) -> None:
    """Sign by new keys from now on.

    The former keys sign beside them for a day, and stay for ever for those who check what they signed. The service can
    keep running.
    """
    from service.commands.keys import rotate_keys

    rotate_keys(load_settings(), name)
