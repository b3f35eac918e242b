"""`wonderful inspect`: what the store holds of a game, and whether it agrees. It only reads, and shows no secrets."""

import json
from time import sleep
from typing import Any

import click
from redis.exceptions import RedisError

from events.archive import ArchiveFault
from events.entry import optional_timestamp, timestamp
from projections.games import Loaded
from service.commands.store import store_name
from service.diagnosis.game.judging import Verdict, judge
from service.diagnosis.game.stored import StoredGame, read_game
from service.diagnosis.opening import open_to_read, why_unread
from service.diagnosis.stored import read_layout
from service.settings import Settings, StartError
from store.cluster.nodes import NotACluster

MAX_LOOKS = 3
LOOK_SECONDS = 0.5
"""Between two looks at a game that does not agree: people may play it, and the projector may be about to follow."""


def inspect_game(settings: Settings, game: str, as_json: bool) -> int:
    """Print what the store holds of a game; the exit status: 0 if it agrees, 1 if not. Raises StartError."""
    stored, verdict = _look(settings, game)
    found = report(stored, verdict) | {"store": store_name(settings)}
    click.echo(json.dumps(found, indent=2, ensure_ascii=False) if as_json else "\n".join(lines(found)))
    return 1 if verdict.disagreements else 0


def _look(settings: Settings, game: str) -> tuple[StoredGame, Verdict]:
    """The game and what is to say of it; looked at again while it does not agree, as it may be moving on."""
    with open_to_read(settings) as opened:
        try:
            read_layout(opened)
            for look in range(MAX_LOOKS):
                if look:
                    sleep(LOOK_SECONDS)
                stored = read_game(opened, game)
                if not stored.entries and not stored.fault:
                    raise StartError(f"there is no game {game} in {store_name(settings)}")
                verdict = judge(stored, opened.keys.lobby(""), opened.keys.stream(game))
                if not verdict.disagreements:
                    break
        except (RedisError, NotACluster) as error:
            raise StartError(f"the game cannot be read: {why_unread(error)}") from error
    return stored, verdict


def report(stored: StoredGame, verdict: Verdict) -> dict[str, Any]:
    """What the store holds, without secrets: no hands, no seed, no codes, no tokens, no names."""
    entries = stored.entries
    return {
        "game": stored.id,
        "agrees": not verdict.disagreements,
        "table": _table(verdict.loaded) if verdict.loaded else None,
        "log": {
            "entries": len(entries),
            "first_at": timestamp(entries[0].ms) if entries else None,
            "last_at": timestamp(entries[-1].ms) if entries else None,
            "head": entries[-1].hash.hex() if entries else None,
            "chain": _chain(stored),
            "marked_damaged_at": stored.damage,
            "archived": stored.is_archived,
            "idempotency_entries": stored.idempotency_entries,
        },
        "snapshot": _snapshot(stored) if stored.snapshot else None,
        "milestones": sorted(stored.milestones),
        "effects": {
            "at_once": stored.due,
            "timed": stored.timed,
            "timer": optional_timestamp(None if stored.timer_ms is None else int(stored.timer_ms)),
            "waits_for_seats": json.loads(stored.waiting) if stored.waiting else [],
        },
        "jobs": [job._asdict() for job in stored.jobs],
        "lobby": {
            "status": stored.summary and stored.summary.get("status"),
            "version": stored.guard and stored.guard.get("version"),
            "lists": len(stored.listed),
            "imported": stored.imported,
            "in_record": stored.in_record,
            "news": {player: list(kinds) for player, kinds in stored.news.items()},
        },
        "beside": {
            "web_processes_with_followers": stored.present,
            "reactions": stored.reactions,
            "table_webhooks": stored.table_webhooks,
            "has_seed": stored.has_seed,
            "has_invite_code": stored.has_code,
            "has_rematch": stored.has_rematch,
        },
        "projected": stored.projected,
        "notes": list(verdict.notes),
        "disagreements": [each._asdict() for each in verdict.disagreements],
    }


def _chain(stored: StoredGame) -> str:
    if isinstance(stored.fault, ArchiveFault):
        return "unread"
    return "damaged" if stored.fault else "right"


def _snapshot(stored: StoredGame) -> dict[str, Any]:
    return {
        "version": int(stored.snapshot.get("version", 0)),
        "stamp": stored.snapshot.get("stamp"),
        "head": stored.loaded.head.hex() if stored.loaded else None,
    }


def _table(loaded: Loaded) -> dict[str, Any]:
    state = loaded.state
    return {
        "status": state.status,
        "version": state.version,
        "round": state.round,
        "phase": state.phase,
        "ruleset": state.ruleset,
        "visibility": state.options.visibility,
        "seats": ["bot" if seat.bot else "player" if seat.player else "free" for seat in state.seats],
    }


def lines(found: dict[str, Any]) -> list[str]:
    """The report for people: a line for each part, then what does not agree."""
    parts = ("table", "log", "snapshot", "milestones", "effects", "jobs", "lobby", "beside")
    shown = [f"game {found['game']} in {found['store']}"]
    shown += [f"  {part:11}{_words(found[part])}" for part in parts]
    shown += [f"- Note: {note}." for note in found["notes"]]
    for each in found["disagreements"]:
        shown += [f"! {each['what'][0].upper()}{each['what'][1:]}.", f"  → {each['mend']}"]
    return [*shown, "All of it agrees." if found["agrees"] else _summary(len(found["disagreements"]))]


def _summary(disagreements: int) -> str:
    return "1 does not agree." if disagreements == 1 else f"{disagreements} do not agree."


def _words(part: Any) -> str:
    if isinstance(part, dict):
        return ", ".join(f"{name.replace('_', ' ')} {_words(value)}" for name, value in part.items())
    if isinstance(part, list):
        return " ".join(f"[{_words(each)}]" if isinstance(each, dict) else _words(each) for each in part) or "none"
    if part is None or isinstance(part, bool):
        return {None: "none", True: "yes", False: "no"}[part]
    return str(part)
