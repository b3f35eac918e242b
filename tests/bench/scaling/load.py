"""What a game under way asks for: named assumptions, each with its source, and the rates that follow from them."""

from collections.abc import Mapping
from typing import NamedTuple

from tests.bench.scaling.costs import Figure, amount

ASSUMPTIONS: Mapping[str, Figure] = {
    "seats": Figure(2.5, "a game", "seats", "guess; the costs are measured with 2"),
    "bot_seats": Figure(0.5, "a game", "seats that bots play, of these", "guess"),
    "games_with_bots": Figure(0.4, "of all games", "games with a bot", "guess"),
    "slow_bot_seats": Figure(0.1, "of the bots' seats", "seats that `search` plays", "guess"),
    "game_seconds": Figure(1800, "s", "length of a game", "guess: all players are there, and think as people do"),
    "intentions_a_seat": Figure(
        115, "a game", "intentions of a person", "`costs`: 231 in a game of two, 118 beside a bot"
    ),
    "appends_a_bot": Figure(30, "a game", "appends of a bot, each of one job", "`costs`"),
    "views_a_seat": Figure(
        10, "a game", "views that a person asks for: the first, and after each lost stream", "guess"
    ),
    "lists_a_seat": Figure(3, "a game", "pages of lists, boards and histories", "guess"),
    "spectators": Figure(0.2, "a game", "streams of spectators", "guess"),
    "mean_of_peak": Figure(0.4, "of the peak", "games under way, on average over a day", "guess"),
}
"""A game that takes days instead of half an hour asks for a hundredth of this, but for the same memory."""


def assumed(name: str) -> float:
    """The number of an assumption."""
    return ASSUMPTIONS[name].amount


class Rates(NamedTuple):
    """What arrives in a second, of so many games under way. `streams` and `bot_accounts` are counts, not rates.

    `bot_accounts`: accounts whose bots have moved in the last one to two minutes.
    """

    intentions: float
    bot_jobs: float
    slow_bot_seats: float
    views: float
    lists: float
    deliveries: float
    finished_games: float
    streams: float
    bot_accounts: float

    @property
    def appends(self) -> float:
        """To the logs of all games, by people and bots."""
        return self.intentions + self.bot_jobs


def rates(games: float) -> Rates:
    """The rates of so many games under way."""
    games_a_second = games / assumed("game_seconds")
    people = assumed("seats") - assumed("bot_seats")
    streams = people + assumed("spectators")
    intentions = games_a_second * people * assumed("intentions_a_seat")
    bot_jobs = games_a_second * assumed("bot_seats") * assumed("appends_a_bot")
    return Rates(
        intentions=intentions,
        bot_jobs=bot_jobs,
        slow_bot_seats=games_a_second * assumed("bot_seats") * assumed("slow_bot_seats"),
        views=games_a_second * people * assumed("views_a_seat"),
        lists=games_a_second * people * assumed("lists_a_seat"),
        deliveries=(intentions + bot_jobs) * streams,
        finished_games=games_a_second,
        streams=games * streams,
        bot_accounts=games * assumed("games_with_bots"),
    )


def bytes_of_finished_game() -> float:
    """What the store keeps of a finished game, for ever."""
    return amount("stream_bytes") + amount("idempotency_bytes") + amount("snapshot_bytes") + amount("milestones_bytes")
