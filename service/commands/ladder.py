"""`wonderful ladder`: a bot account climbs the strategies, in mirrored pairs of games, each with a log that verifies.

The second game of a pair is a fork of the first one right after the deal, with the seats swapped: the same cards in
the same order. The program of the account runs elsewhere, and plays what its inbox asks for.
"""

import json
import os
import time
from collections.abc import Sequence
from pathlib import Path
from secrets import token_hex
from typing import NamedTuple

import click

from bots import STRATEGIES
from projections.audit import verify
from service.commands.remote import connect
from service.commands.tournament.mirrored import Bounds, Counts, counted, lead, score_of_pair, verdict
from service.commands.tournament.report import describe_test, pairs_table
from service.settings import StartError
from store.whole_files import write_whole
from wonderful_client import Client, Json

WAIT_SECONDS = 25
"""How long a request waits for news of a game."""
PAUSE_SECONDS = 1.0
"""Between two of them: a game has hundreds of events."""
ACCOUNT = "account"


class Pair(NamedTuple):
    """A pair that was played: the ids of its games, what the account scored, and its points in each game.

    The record stores these field names. `number`: of the pairs against this strategy, from 0 on.
    """

    strategy: str
    number: int
    games: Sequence[str]
    score: float
    points: Sequence[int]


def climb(url: str, token: str, strategies: Sequence[str], bounds: Bounds, most: int, folder: Path) -> None:
    """Play against each strategy until a test ends, at most `most` pairs; go on while it says that the account leads.

    Pairs that the folder holds are not played again. Raises StartError.
    """
    unknown = [name for name in strategies if name not in STRATEGIES]
    if unknown or not strategies:
        raise StartError(f"--against must be of: {', '.join(STRATEGIES)}")
    try:
        with connect(url, token) as client:
            account = client.get_me()
            if account["kind"] != "bot":
                raise StartError("the ladder is for bot accounts: register one with kind bot")
            folder.mkdir(parents=True, exist_ok=True)
            key = _key_of(folder, account["id"])
            found = _climb(client, account["id"], strategies, bounds, most, folder, key)
    except OSError as error:
        raise StartError(f"{folder} cannot be used: {error.strerror}") from None
    except KeyboardInterrupt:
        raise StartError(f"stopped; run the same command again to resume from {folder}") from None
    text = pairs_table({f"`{account['name']}`, `{name}`": counts for name, counts in found.items()}, bounds)
    (folder / "table.md").write_text(f"{text}\n", encoding="utf-8")
    click.echo(text)


def _key_of(folder: Path, account: str) -> str:
    """What the keys of the requests for a folder begin with: another folder gets other games. Raises StartError.

    A folder is one account's.
    """
    file = folder / "account.json"
    if not file.exists():
        write_whole(file, json.dumps([account, f"ladder-{token_hex(8)}"]).encode() + b"\n", mode=0o644)
    try:
        owner, key = json.loads(file.read_bytes())
    except (ValueError, TypeError):
        raise StartError(f"{file} is not that of a ladder") from None
    if owner != account:
        raise StartError(f"{folder} has the games of another account: name another --out")
    return str(key)


def _climb(
    client: Client, account: str, strategies: Sequence[str], bounds: Bounds, most: int, folder: Path, key: str
) -> dict[str, Counts]:
    """Pairs by score, for each strategy that was met."""
    record, found = folder / "pairs.jsonl", dict[str, Counts]()
    played = _read(record)
    for strategy in strategies:
        pairs = [pair for pair in played if pair.strategy == strategy][:most]
        while verdict(_counts(pairs), bounds) is None and len(pairs) < most:
            pairs.append(_play_pair(client, account, strategy, len(pairs), folder, key))
            with record.open("a", encoding="utf-8") as file:
                file.write(json.dumps(pairs[-1]._asdict()) + "\n")
            _tell(pairs, bounds)
        found[strategy] = _counts(pairs)
        if verdict(found[strategy], bounds) != "high":
            break
    return found


def _counts(pairs: Sequence[Pair]) -> Counts:
    return counted(pair.score for pair in pairs)


def _read(record: Path) -> list[Pair]:
    """The pairs of a record. Cuts off an incomplete last line. Raises StartError."""
    *lines, incomplete = record.read_bytes().split(b"\n") if record.exists() else [b""]
    if incomplete:
        os.truncate(record, record.stat().st_size - len(incomplete))
    try:
        return [Pair(**json.loads(line)) for line in lines]
    except (ValueError, TypeError):
        raise StartError(f"{record} is not the record of a ladder") from None


def _tell(pairs: Sequence[Pair], bounds: Bounds) -> None:
    counts, last = _counts(pairs), pairs[-1]
    shown = lead(counts)
    click.echo(
        f"{last.strategy}, pair {len(pairs)}: {last.score:g} ({last.points[0]} and {last.points[1]} points); lead "
        f"{shown.elo:.0f} ({shown.low:.0f} to {shown.high:.0f}) Elo; {describe_test(counts, bounds)}"
    )


def _play_pair(client: Client, account: str, strategy: str, number: int, folder: Path, key: str) -> Pair:
    """Play a deal from both seats. The keys let a repeated command go on with the games that it began."""
    key = f"{key}-{strategy}-{number}"
    name = f"Ladder: {strategy}, pair {number + 1}"
    first: str = client.open_game(seats=2, bots=[strategy], name=name, key=key)["id"]
    dealt = client.start_game(first, key=f"{key}-start")["version"]
    results = [_result(client, account, first, 0, folder)]
    swapped = {"version": dealt, "seat": 1, "bots": [strategy], "name": f"{name}, seats swapped"}
    second: str = client.fork_game(first, **swapped, key=f"{key}-swapped")["id"]
    results.append(_result(client, account, second, 1, folder))
    score = score_of_pair([places for places, _ in results], ACCOUNT, strategy)
    return Pair(strategy, number, (first, second), score, [points for _, points in results])


def _result(client: Client, account: str, game: str, seat: int, folder: Path) -> tuple[dict[str, int], int]:
    """The places in a game once it is over, and the points of the account's seat. Its log is checked and kept.

    A seat that the account has left has lost. Raises StartError for a game without an end, and for a log with a fault.
    """
    view = _await_end(client, game)
    if view["status"] != "finished":
        raise StartError(f"game {game} is {view['status']}: play against others, or name another --out")
    log = client.get_log(game)
    if fault := verify(log.splitlines(keepends=True)).fault:
        raise StartError(f"the log of game {game} is wrong: {fault.detail}")
    (folder / f"{game}.jsonl").write_bytes(log)
    [strategy] = {each["bot"] for each in view["seats"] if each["seat"] != seat}
    own = view["seats"][seat]
    has_left = own["bot"] is not None or own["player"]["id"] != account
    group = {each: place for place, seats in enumerate(view["result"]["ranking"]) for each in seats}
    places = {ACCOUNT: len(group) if has_left else group[seat], strategy: group[1 - seat]}
    return places, int(view["result"]["scores"][seat]["total"])


def _await_end(client: Client, game: str) -> Json:
    """The view of a game once it is over."""
    while True:
        view = client.get_game(game)
        if view["status"] not in ("open", "playing"):
            return view
        client.list_events(game, after=view["version"], wait=WAIT_SECONDS)
        time.sleep(PAUSE_SECONDS)
