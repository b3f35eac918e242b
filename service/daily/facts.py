"""The daily deal as clients get it: today, the table of a day, an account's own tries and its streak."""

from typing import Any

from events.entry import timestamp
from game.daily import day_after, day_ends_ms, mode_of_day
from projections.record.leaderboards import DAILY, Board, score_of
from projections.record.store import Row
from service.accounts import Player
from service.backend import Backend
from service.daily.seeds import DailySecret, commitment_of, seed_of
from service.daily.tries import games_on, tries_of
from service.games.records import shown_player

Json = dict[str, Any]
CALENDAR_DAYS = 35
"""How many days the own tries go back, today included: five weeks."""
STREAK_DAYS_AT_ONCE = 100
MAX_STREAK = 1000
"""A longer streak is told as this one."""


def deal_facts(secret: DailySecret, day: str) -> Json:
    """What everybody may know of the deal of a day before it is over."""
    side, scenario = mode_of_day(day)
    return {"day": day, "side": side, "scenario": scenario, "commitment": commitment_of(secret, day)}


def today_facts(backend: Backend, secret: DailySecret, player: Player, day: str) -> Json:
    """The deal of `day`, which is today, and of tomorrow; the account's tries and its streak."""
    days = [day_after(day, -back) for back in range(1, CALENDAR_DAYS)]
    games = tries_of(backend, player.id, [day, *days])
    scores = backend.record.daily_scores(player.id, days)
    return {
        "today": deal_facts(secret, day),
        "tomorrow": deal_facts(secret, day_after(day)),
        "ends_at": timestamp(day_ends_ms(day)),
        "first": secret.first,
        "streak": streak(backend, player.id, day),
        "try": _own_try(backend, day, games[0]),
        "tries": [
            {"day": each, "game": game, "status": "finished", "score": score}
            for each, game, score in zip(days, games[1:], scores, strict=True)
            if game and score is not None
        ],
    }


def _own_try(backend: Backend, day: str, game: str | None) -> Json | None:
    """The try of today as it stands; None before it is open."""
    state = backend.games.load(game).state if game else None
    if state is None or not state.version:
        return None
    score = state.result.scores[0]["total"] if state.result else None
    return {"day": day, "game": state.id, "status": state.status, "score": score}


def streak(backend: Backend, player: str, day: str) -> int:
    """On how many days in a row, up to `day` or the day before, the account finished its try; MAX_STREAK at most."""
    length, last = 0, day
    while length < MAX_STREAK:
        days = [day_after(last, -back) for back in range(STREAK_DAYS_AT_ONCE)]
        scores = backend.record.daily_scores(player, days)
        if last == day and scores[0] is None:  # it may still be played
            scores, days = scores[1:], days[1:]
        run = next((at for at, score in enumerate(scores) if score is None), len(scores))
        length, last = length + run, day_after(days[-1], -1)
        if run < len(days):
            break
    return min(length, MAX_STREAK)


def day_facts(
    backend: Backend, secret: DailySecret, player: Player, day: str, is_over: bool, query: Json
) -> tuple[Json, bool]:
    """A day with the entries of its table after the first `cursor` ones, and whether there are more.

    `is_over`: whether seed and games are open to everybody. `query`: `kind`, `limit` and maybe `cursor`.
    """
    board = Board(DAILY, day, kind=query["kind"])
    rows = backend.record.rows(board, query.get("cursor", 0), query["limit"] + 1)
    shown = rows[: query["limit"]]
    players = backend.accounts.by_ids([row.player for row in shown])
    games = games_on(backend, [row.player for row in shown], day) if is_over else [None] * len(shown)
    [score], [own] = backend.record.daily_scores(player.id, [day]), tries_of(backend, player.id, [day])
    facts = {
        "deal": deal_facts(secret, day),
        "is_over": is_over,
        "server_seed": seed_of(secret, day) if is_over else None,
        "players": backend.record.count(board),
        "try": None if score is None else {"day": day, "game": own, "status": "finished", "score": score},
        "place": backend.record.place(Board(DAILY, day, kind=player.kind), player.id),
        "entries": [
            {**_entry(row), **shown_player(row.player, players.get(row.player), board.kind), "game": game}
            for row, game in zip(shown, games, strict=True)
        ],
    }
    return facts, len(rows) > len(shown)


def _entry(row: Row) -> Json:
    score, seconds = score_of(row.number)
    return {"place": row.place, "score": score, "scored_at": timestamp(seconds * 1000)}
