"""Commands for backups."""

import sys
from pathlib import Path
from typing import Any, ClassVar

import click

from service.commands.groups.options import jobs_option
from service.logs import begin_process
from service.settings import load_settings


class BackupCommand(click.Command):
    """A command whose first word may name one of `others` instead of a folder."""

    others: ClassVar[dict[str, click.Command]] = {}

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        if args and (other := self.others.get(args[0])):
            return other.make_context(f"{info_name} {args[0]}", args[1:], parent, **extra)
        return super().make_context(info_name, args, parent, **extra)


backup_dir = click.argument("folder", required=False, type=click.Path(path_type=Path), metavar="[DIR]")
backup_place = click.argument("place", required=False, metavar="[DIR]")
"""A folder or a bucket."""


@click.command(cls=BackupCommand, epilog="Others: wonderful backup verify [DIR], wonderful backup status [DIR].")
@backup_dir
@click.option("--follow", is_flag=True, help="Save every change from then on, until you stop the command.")
def backup(folder: Path | None, follow: bool) -> None:
    """Save the store into the folder DIR, by default that of BACKUP_DIR, while the service runs.

    It takes one complete copy. With --follow it then saves every change, twice a second, until you stop it, and
    verifies the backup every six hours. `wonderful restore` brings the store back.
    """
    from service.commands.backup import save

    save(begin_process("backup") if follow else load_settings(), folder, follow)


@click.command()
@backup_place
@click.option("--at", metavar="TIME", help="The second to verify, such as 2026-11-28T01:46:34Z; the newest by default.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@jobs_option
def verify_backup(place: str | None, at: str | None, as_json: bool, jobs: int | None) -> None:
    """Check that the backup DIR, by default that of BACKUP_DIR, can be restored, and is right. DIR can be a bucket.

    It loads the backup into a server of its own, in a temporary folder, and checks every game, account and token. If
    the service runs, it compares the games. The exit status is 0 if all is sound, 2 if something is broken, and 3 if
    that could not be told.
    """
    from service.commands.verify_backup import verify_backup as run

    sys.exit(run(load_settings(), place, at, as_json, jobs))


@click.command()
@backup_dir
def backup_status(folder: Path | None) -> None:
    """Say what the backup DIR, by default that of BACKUP_DIR, holds, and when it was verified.

    The exit status is 0, or that of what `wonderful doctor` finds wrong with it: 1 with a warning, 2 if it is broken.
    """
    from service.commands.backup import show_status

    sys.exit(show_status(load_settings(), folder))


BackupCommand.others = {"verify": verify_backup, "status": backup_status}


@click.command()
@backup_place
@click.option(
    "--at", metavar="TIME", help="The second to restore, such as 2026-11-28T01:46:34Z; the newest by default."
)
def restore(place: str | None, at: str | None) -> None:
    """Restore a store from the backup DIR, by default that of BACKUP_DIR. DIR can be a bucket, such as s3://games/b.

    It writes the files of an embedded server into DATA_DIR, which must not have any, and changes nothing in DIR. Then
    start the service.
    """
    from service.commands.restore import restore as run

    run(load_settings(), place, at)
