"""The `wonderful` command: all its commands, and what it says when one of them fails."""

import os
import sys
import traceback
from contextlib import suppress

import click

from service.commands.fitting_text import write_what_fits
from service.commands.groups import acts, archives, backups, games, operating, processes, program, signing, strategies
from service.redacting import redacted
from service.settings import StartError

COMMANDS: tuple[click.Command, ...] = (
    processes.up,
    processes.projector,
    processes.worker,
    processes.metrics,
    operating.queues,
    operating.busy,
    operating.doctor,
    operating.inspect,
    operating.rebuild,
    operating.accept_store,
    operating.repartition,
    signing.keys,
    signing.list_,
    signing.witness,
    acts.act,
    acts.acts,
    acts.account,
    archives.archive,
    archives.unarchive,
    backups.backup,
    backups.restore,
    games.export,
    games.import_,
    games.verify,
    games.replay,
    games.hint,
    strategies.tournament,
    strategies.ladder,
    strategies.dataset,
    strategies.train,
    program.version,
    program.openapi,
    program.demo,
)


@click.group(commands=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
def cli() -> None:
    """A game service for It's a Wonderful World. Settings come from the environment and from the file .env."""


def main() -> None:
    """The entry point. An error that stops a command from starting prints one line and ends with status 2.

    No message shows the passwords of a URL.
    """
    write_what_fits()
    try:
        cli(prog_name="wonderful")
    except StartError as error:
        click.echo(f"wonderful: {redacted(str(error))}", err=True)
        sys.exit(2)
    except UnicodeEncodeError as error:  # of an argument that is not UTF-8, for example the id of a game
        click.echo(f"wonderful: {redacted(_why_no_text(str(error.object)))}", err=True)
        sys.exit(2)
    except OSError as error:  # for example, standard output is a file on a full disk
        click.echo(f"wonderful: {redacted(error.strerror or str(error))}", err=True)
        _drop_output()
        sys.exit(2)
    except Exception:  # a fault of this program: who reports it needs the traceback
        click.echo(redacted(traceback.format_exc()), err=True, nl=False)
        sys.exit(1)


def _why_no_text(name: str) -> str:
    """Why a name cannot be written: it is no text, or Python takes names for something else than UTF-8."""
    if sys.getfilesystemencoding() == "utf-8":
        return f"{name!r} is not text in UTF-8"
    shown = name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return f"{shown!r} cannot be used in this locale: set PYTHONUTF8=1, or LC_ALL=C.UTF-8"


def _drop_output() -> None:
    """Drop what standard output could not take: Python would try to write it again at its end, and complain."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
