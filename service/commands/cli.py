"""The `wonderful` command. Each subcommand imports its own modules when it runs, so that all start fast."""

import os
import re
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from importlib.metadata import version as installed_version
from pathlib import Path
from typing import Any, ClassVar

import click

from service.commands.fitting_text import write_what_fits
from service.logs import begin_process
from service.redacting import redacted
from service.settings import StartError, load_settings


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
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
        click.echo(f"wonderful: {redacted(repr(error.object))} is not text in UTF-8", err=True)
        sys.exit(2)
    except OSError as error:  # for example, standard output is a file on a full disk
        click.echo(f"wonderful: {redacted(error.strerror or str(error))}", err=True)
        _drop_output()
        sys.exit(2)
    except Exception:  # a fault of this program: who reports it needs the traceback
        click.echo(redacted(traceback.format_exc()), err=True, nl=False)
        sys.exit(1)


def _drop_output() -> None:
    """Drop what standard output could not take: Python would try to write it again at its end, and complain."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@cli.command()
def up() -> None:
    """Start the whole service.

    Without REDIS_URL it also starts an embedded Redis server.
    """
    from service.run.up import up as run

    sys.exit(run(begin_process("system", sys.__stdout__)))


@cli.command()
def version() -> None:
    """Print the version of the service."""
    click.echo(installed_version("wonderful-world"))


@cli.command()
def projector() -> None:
    """Run a projector, a process of the Procfile.

    It keeps snapshots and game lists up to date.
    """
    from service.run.projector import run_projector

    run_projector(begin_process("projector"))


@cli.command()
@click.option(
    "--lane", "lanes", multiple=True, help="Work on this lane only. Repeat it for several, most urgent first."
)
@click.option("--decisions", is_flag=True, hidden=True)
@click.option("--webhooks", is_flag=True, hidden=True)
def worker(lanes: tuple[str, ...], decisions: bool, webhooks: bool) -> None:
    """Run a worker, a process of the Procfile.

    It plays the bots' turns and computes scores. Without --lane it works on the lanes quick, slow and verifications.
    """
    from service.jobs.lanes import LANES, USUAL_LANES
    from service.run.worker import run_worker

    if unknown := [lane for lane in lanes if lane not in LANES]:
        raise StartError(f"there is no lane {unknown[0]}; there are: {', '.join(LANES)}")
    older_words = (*(("decisions", "long_decisions") if decisions else ()), *(("webhooks",) if webhooks else ()))
    run_worker(begin_process("worker"), (*lanes, *older_words) or USUAL_LANES)


@cli.command()
def metrics() -> None:
    """Show metrics to Prometheus, a process of the Procfile.

    It listens on METRICS_HOST and METRICS_PORT, and answers GET /metrics.
    """
    from service.commands.metrics import run_metrics

    run_metrics(begin_process("metrics"))


@cli.command()
def queues() -> None:
    """Show the jobs that wait in each lane.

    A lane whose oldest job waits for longer than it should has a `!`: it needs more workers.
    """
    from service.commands.queues import show_queues

    show_queues(load_settings())


@cli.command()
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
@click.option("-v", "--verbose", is_flag=True, help="Print a line for each sound check, too.")
def doctor(as_json: bool, verbose: bool) -> None:
    """Say what is wrong with the service, and what mends it.

    It only reads: a service that does not run is not started. The exit status is 0 if all is sound, 1 with a warning, 2
    if something is broken, and 3 if a check could not tell, for example because the store does not answer.
    """
    from service.commands.doctor import diagnose

    sys.exit(diagnose(load_settings(), as_json, verbose))


@cli.command()
@click.argument("game")
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
def inspect(game: str, as_json: bool) -> None:
    """Show what the store holds of a GAME, and whether all of it agrees.

    It only reads, and shows no hands, seeds, codes or tokens: you can paste its output into a report. The exit status
    is 0 if all agrees, 1 if not, and 2 if there is no such game or no store that runs.
    """
    from service.commands.inspect import inspect_game

    sys.exit(inspect_game(load_settings(), game, as_json))


@cli.group()
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


@act.command("close")
@click.argument("game")
@with_reason
def close_game(game: str, reason: str) -> None:
    """End a GAME for everybody, whatever its phase. It counts for no rating."""
    from service.commands.acting import act as do_act

    do_act(load_settings(), "game_closed", game, reason)


@act.command()
@click.argument("account")
@click.option("--hours", type=click.IntRange(1, 87_840), help="For how long.  [default: for good]")
@with_note
def suspend(account: str, hours: int | None, reason: str, note: str | None) -> None:
    """Refuse all tokens of an ACCOUNT, and let it leave its games."""
    from service.commands.acting import act as do_act

    do_act(load_settings(), "account_suspended", account, reason, note, hours)


@act.command()
@click.argument("account")
@with_note
def unsuspend(account: str, reason: str, note: str | None) -> None:
    """End the suspension of an ACCOUNT. The games that it has left stay left."""
    from service.commands.acting import act as do_act

    do_act(load_settings(), "account_unsuspended", account, reason, note)


@act.command("take-name")
@click.argument("account")
@click.option("--handle", is_flag=True, help="Take the handle, too. Nobody gets it again.")
@with_note
def take_name(account: str, handle: bool, reason: str, note: str | None) -> None:
    """Replace the name of an ACCOUNT by one that says nothing, for 30 days at least."""
    from service.commands.acting import act as do_act

    do_act(load_settings(), "name_taken", account, reason, note, with_handle=handle)


@act.command("end-sessions")
@click.argument("account")
@click.option("--new-code", is_flag=True, help="Replace the recovery code, too, and print the new one.")
@with_note
def end_sessions(account: str, new_code: bool, reason: str, note: str | None) -> None:
    """End all tokens of an ACCOUNT. Its recovery code stays good."""
    from service.commands.acting import act as do_act

    do_act(load_settings(), "sessions_ended", account, reason, note, with_new_code=new_code)


ACT_ID = r"[0-9]{1,15}-[0-9]{1,10}"
GAME_CURSOR = r"[0-9]{13}-[a-z0-9]+"


def _check_page(before: str | None, form: str) -> None:
    """Raises StartError if `--before` is not as a page prints it."""
    if before is not None and not re.fullmatch(form, before, re.ASCII):
        raise StartError(f"--before {before!r} cannot be used: take it from the end of the page before")


@cli.command()
@click.option("--account", help="Only acts that concern this account: an id, or @ and a handle.")
@click.option("--game", help="Only acts on this game.")
@click.option("--before", metavar="ID", help="Only acts before this one.")
def acts(account: str | None, game: str | None, before: str | None) -> None:
    """Show the log of acts, 20 of them, the newest first."""
    from service.commands.acting import list_acts

    _check_page(before, ACT_ID)
    list_acts(load_settings(), account, game, before)


@cli.command()
@click.argument("account")
@click.option("--before", metavar="CURSOR", help="Only games before those of the page before.")
def account(account: str, before: str | None) -> None:
    """Show what an ACCOUNT has and did: tokens without secrets, acts, and 20 games, the newest first.

    ACCOUNT is an id, or @ and a handle.
    """
    from service.commands.acting import show_account

    _check_page(before, GAME_CURSOR)
    show_account(load_settings(), account, before)


jobs_option = click.option(
    "--jobs", type=click.IntRange(1, 256), help="Number of processes; one for each CPU by default."
)


def on_an_engine(command: Callable[..., None]) -> Callable[..., None]:
    """Decorator: the options `--jobs` and `--on`, for a command that computes for long."""
    address = click.option("--on", metavar="ADDRESS", help="Dask scheduler to work on, such as tcp://host:8786.")
    return jobs_option(address(command))


@cli.command()
@on_an_engine
def rebuild(jobs: int | None, on: str | None) -> None:
    """Build all projections again from the log.

    The old ones are deleted first. The service can keep running meanwhile. The exit status is 1 if a game cannot be
    folded, for example because its log is damaged.
    """
    from service.commands.rebuild import rebuild_all

    sys.exit(rebuild_all(load_settings(), jobs, on))


@cli.command("accept-store")
def accept_store() -> None:
    """Accept a store that lost data or was replaced.

    The service refuses such a store, so that nobody plays on in a wrong one. Restore a backup if you have one.
    Otherwise, run this command: the service then takes the store as it is. It can keep running.
    """
    from service.commands.accept_store import accept_as_it_is

    accept_as_it_is(load_settings())


@cli.command()
@click.option("--dry-run", is_flag=True, help="Only print the ids of the games.")
def archive(dry_run: bool) -> None:
    """Move finished games out of the store, into the folder of ARCHIVE_URL.

    These are the games that ended ARCHIVE_AFTER days ago. Each is verified before, and can be read as ever. With
    ARCHIVE_URL, the service does this by itself once an hour. It can keep running. The exit status is 1 if a game stays
    in the store that should not.
    """
    from service.commands.archive import archive_games

    sys.exit(archive_games(load_settings(), dry_run))


@cli.command()
@click.argument("games", nargs=-1, metavar="GAME…")
@click.option("--all", "all_games", is_flag=True, help="All games that are archived.")
def unarchive(games: tuple[str, ...], all_games: bool) -> None:
    """Move archived GAMEs back into the store. Their files stay.

    The exit status is 1 if one of them is not archived, or cannot be read.
    """
    from service.commands.archive import unarchive_games

    if bool(games) == all_games:
        raise click.UsageError("name games, or use --all")
    sys.exit(unarchive_games(load_settings(), games))


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


@cli.command(cls=BackupCommand, epilog="Others: wonderful backup verify [DIR], wonderful backup status [DIR].")
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
    """Say what the backup DIR, by default that of BACKUP_DIR, holds, and when it was verified."""
    from service.commands.backup import show_status

    show_status(load_settings(), folder)


BackupCommand.others = {"verify": verify_backup, "status": backup_status}


@cli.command()
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


@cli.command()
@click.argument("partitions", type=click.IntRange(1, 1024))
def repartition(partitions: int) -> None:
    """Move the store to another number of PARTITIONS, from 1 to 1024.

    Stop all processes of the service before, and have a backup. If the command is cut short, run it again.
    """
    from service.commands.repartition import repartition as move_store

    move_store(load_settings(), partitions)


in_language = click.option(
    "--lang",
    default="en",
    show_default=True,
    help="Language: en, fr, es, de, it or ru. Sentences are in English, French, Spanish or Japanese.",
)


def of_a_service(command: Callable[..., None]) -> Callable[..., None]:
    """Decorator: the options `--url` and `--token`, for a command that can ask a running service."""
    url = click.option("--url", help="URL of a running service to ask, instead of the store of the settings.")
    token_help = "Token of the account that asks at --url. Without one, the command registers a new account."
    return url(click.option("--token", envvar="WONDERFUL_TOKEN", show_envvar=True, help=token_help)(command))


@cli.command()
@click.argument("game")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write to this file instead of standard output.")
@of_a_service
def export(game: str, output: Path | None, url: str | None, token: str | None) -> None:
    """Write the log of a finished GAME.

    The commands `verify` and `import` read its format.
    """
    from service.commands.export import export_game

    export_game(load_settings(), game, output, url, token)


@cli.command("import")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE…")
def import_(files: tuple[Path, ...]) -> None:
    """Verify exported logs and store their games."""
    from service.commands.import_logs import import_files

    sys.exit(import_files(load_settings(), files))


@cli.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path), metavar="[FILE…]")
@click.option("--store", is_flag=True, help="Check the whole store of the settings, while the service runs.")
@click.option("--json", "as_json", is_flag=True, help="Print the report on the store as JSON.")
@on_an_engine
def verify(files: tuple[Path, ...], store: bool, as_json: bool, jobs: int | None, on: str | None) -> None:
    """Verify exported logs, without a server; or a whole store.

    This checks the encoding, the hash chain, the deal, every intention and the score. FILE can be - for standard input.
    If the origin of a fork is among the files, the two are compared. The exit status is 1 if a log is wrong, and 2 if a
    log could not be verified.

    With --store, it reads all games, also those under way, and all accounts and tokens. The exit status is 0 if all is
    sound, 2 if something is broken, and 3 if that could not be told.
    """
    if bool(files) == store or (as_json and not store):
        raise click.UsageError("name files, or --store; --json needs --store")
    if store:
        from service.commands.verify_store import verify_store

        sys.exit(verify_store(load_settings(), as_json, jobs, on))
    from service.commands.verify import verify_files

    sys.exit(verify_files(files, jobs, on))


@cli.command()
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


@cli.command()
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


@cli.command()
@click.option("--bots", required=True, help="Strategies, separated by commas.")
@click.option("--games", default=100, show_default=True, type=click.IntRange(1, 1_000_000), help="Games for each pair.")
@click.option("--seats", default=2, show_default=True, type=click.IntRange(1, 5), help="Seats in each game.")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0, 2**53), help="Seed of the first deal.")
@click.option(
    "--side", type=click.Choice(["A", "B"]), help="Side of the empires.  [default: B with one seat, otherwise A]"
)
@click.option("--scenario", help="Scenario SC01 to SC06; needs --seats 1.")
@click.option(
    "--nodes",
    type=click.IntRange(1, 10_000_000),
    help="Nodes for each decision; by default each strategy's own budget.",
)
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path("var/tournament"), show_default=True, help="Folder to write."
)
@on_an_engine
def tournament(
    bots: str,
    games: int,
    seats: int,
    seed: int,
    side: str | None,
    scenario: str | None,
    nodes: int | None,
    out: Path,
    jobs: int | None,
    on: str | None,
) -> None:
    """Let strategies play each other.

    Tables and charts of their strength are written to the folder OUT.

    With two seats, each deal is played twice with the seats swapped. With more seats, one strategy plays against the
    other on all remaining seats, and the other way round. With one seat, each strategy plays alone. To resume an
    interrupted tournament, run the same command again.
    """
    from service.commands.tournament import tournament as run
    from service.commands.tournament.record import Conditions

    strategies = tuple(name.strip() for name in bots.split(",") if name.strip())
    conditions = Conditions(side or ("B" if seats == 1 else "A"), scenario, nodes)
    run(strategies, seats, games, seed, conditions, out, jobs, on)


@cli.command()
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option(
    "--from",
    "paths",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="File or folder of exported logs, instead of the store of the settings. Repeat it for several.",
)
@on_an_engine
def dataset(folder: Path, paths: tuple[Path, ...], jobs: int | None, on: str | None) -> None:
    """Write finished games to DIR as Parquet files, for questions over all games.

    Games that DIR holds already are left out, so run the command again to add new ones. Logs of files are verified. The
    tables name no person; docs/dataset.md describes them. The exit status is 1 if a log is wrong, and 2 if a log could
    not be read.
    """
    from service.commands.extras import check_installed

    check_installed("pyarrow", "dataset")
    from service.commands.dataset import write_dataset

    sys.exit(write_dataset(load_settings(), folder, paths, jobs, on))


@cli.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--task",
    default="B",
    show_default=True,
    help="What to learn: A, B, scenarios, SC01 to SC06, two to five, or seats.",
)
@click.option("--games", default=400_000, show_default=True, type=click.IntRange(min=1), help="Games to play in all.")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0, 999_999), help="Seed of all luck.")
@click.option("--hidden", default=128, show_default=True, type=click.IntRange(1, 1024), help="Hidden units of a net.")
@click.option(
    "--rate",
    default=2e-3,
    show_default=True,
    type=click.FloatRange(0, 1, min_open=True),
    help="Learning rate at the beginning; it falls to 0.0002.",
)
@click.option(
    "--start", type=click.Path(path_type=Path), metavar="FOLDER", help="Start from the nets of this training."
)
@click.option("--threads", type=click.IntRange(min=1), help="Threads that play.  [default: one for each core]")
@click.option(
    "--evaluation-games", default=1000, show_default=True, type=click.IntRange(min=2), help="New games at the end."
)
def train(
    folder: Path,
    task: str,
    games: int,
    seed: int,
    hidden: int,
    rate: float,
    start: Path | None,
    threads: int | None,
    evaluation_games: int,
) -> None:
    """Train the nets of the strategy `master` in games against themselves.

    Weights, the record of the training and its curves are written to FOLDER. The number of threads does not change the
    result. To resume an interrupted training, run the same command again; docs/learning.md describes the method.
    """
    from service.commands.extras import check_installed

    check_installed("numba", "train")
    from service.commands.train import run_training
    from training.learning.loop import Plan

    plan = Plan(task, games, seed, hidden, rate)
    run_training(folder, plan, start, threads or os.cpu_count() or 1, evaluation_games)


@cli.command()
@click.option("--check", is_flag=True, help="Only check that the files match the code.")
def openapi(check: bool) -> None:
    """Write openapi.yaml and docs/errors.md from the code."""
    from service.commands.openapi import write_openapi

    sys.exit(write_openapi(check))


@cli.command()
@click.option("--url", help="URL of a running service; by default the demo starts one.")
@click.option("--seed", default=1, show_default=True, help="Seed of the demo player's moves.")
def demo(url: str | None, seed: int) -> None:
    """Play a game against three bots and check its log.

    The demo plays through the API of a service, as any client would.
    """
    from service.commands.demo import demo as run

    sys.exit(run(load_settings(), url, seed))


if __name__ == "__main__":
    main()
