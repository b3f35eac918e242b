"""Checks of the work that follows the log: the projector, and what games call for."""

from collections.abc import Iterator

from service.diagnosis.facts import DueGame, Facts
from service.diagnosis.findings import Check, Problem, broken, warning
from service.diagnosis.texts import count, duration, some

PROJECTOR_SILENCE_MS = 10_000
"""A projector asks for news twice a second, and less often while it has much to do."""
MAX_LAG_SECONDS = 10.0
PATIENT_SWEEPS = 6
MIN_PATIENCE_SECONDS = 30.0
"""A game is stuck if nothing does what it calls for in so many sweeps, and for as long."""
START_PROJECTOR = (
    "start `wonderful projector`, or `wonderful up`. If its process is there and stands still (`ps`: state T or D), "
    "`kill -9` it: `wonderful up` starts another one"
)


def _patience(facts: Facts) -> float:
    return max(PATIENT_SWEEPS * facts.settings.sweep_seconds, MIN_PATIENCE_SECONDS)


def _projector(facts: Facts) -> Iterator[Problem]:
    idle = [feed.idle_ms for feed in facts.feeds if feed.idle_ms is not None]
    if not idle:
        yield broken("no projector has read the log yet, so lists do not change, and bots do not move", START_PROJECTOR)
    elif min(idle) > PROJECTOR_SILENCE_MS:
        yield broken(
            f"no projector has read the log for {duration(min(idle) / 1000)}, so lists do not change, and bots do not "
            "move",
            START_PROJECTOR,
        )


def _lag(facts: Facts) -> Iterator[Problem]:
    late = [feed for feed in facts.feeds if feed.oldest_ms is not None]
    oldest = min((feed.oldest_ms or 0 for feed in late), default=facts.clock.ms)
    lag = (facts.clock.ms - oldest) / 1000
    if lag > MAX_LAG_SECONDS:
        known = [feed.waiting for feed in late]
        pointers = "pointers" if None in known else count(sum(filter(None, known)), "pointer")
        yield warning(
            f"{pointers} in {count(len(late), 'partition')} not projected yet, the oldest for {duration(lag)}",
            "start one more `wonderful projector`; if that changes nothing, look at the log of the projector",
        )


def _stuck(facts: Facts) -> Iterator[Problem]:
    stuck = [game for game in facts.due.sample if _is_stuck(game, facts)]
    if stuck:
        longest = (facts.clock.ms - min(game.touched_ms for game in stuck)) / 1000
        yield broken(
            f"in {count(len(stuck), 'game')} a bot or a score is due and no job does it, the longest for "
            f"{duration(longest)}: {some([game.effect.game for game in stuck])}",
            "see that a projector and workers of all lanes run; `wonderful inspect GAME` says what such a game has",
        )


def _is_stuck(game: DueGame, facts: Facts) -> bool:
    return not game.is_scheduled and facts.clock.ms - game.touched_ms > _patience(facts) * 1000


def _sampled_due(facts: Facts) -> str:
    looked_at, total = len(facts.due.sample), facts.due.total
    return f"looked at {looked_at:,} of {count(total, 'game')} that wait for a job" if looked_at < total else ""


def _timers(facts: Facts) -> Iterator[Problem]:
    known_ms = facts.answers.known_until(facts.clock.ms)
    late = [effect for effect in facts.timers.sample if known_ms - effect.after_ms > _patience(facts) * 1000]
    if late:
        longest = (known_ms - min(effect.after_ms for effect in late)) / 1000
        yield broken(
            f"in {count(len(late), 'game')} a clock or a deadline has run out and nothing has happened, the longest "
            f"for {duration(longest)}: {some([effect.game for effect in late])}",
            "see that a projector and a worker of the lane quick run: `wonderful queues`",
        )


def _sampled_timers(facts: Facts) -> str:
    looked_at, total = len(facts.timers.sample), facts.timers.total
    return f"looked at the first {looked_at:,} of {count(total, 'timer')}" if looked_at < total else ""


def _damage(facts: Facts) -> Iterator[Problem]:
    if facts.damage.games:
        named = [f"{game} (entry {version})" for game, version in facts.damage.games]
        yield broken(
            f"closed because of a damaged log: {count(len(named), 'game')}, {some(named)}",
            "restore the streams of these games from a backup, then run `wonderful rebuild`",
        )


def _sampled_keys(facts: Facts) -> str:
    looked_at, total = facts.damage.looked_at, facts.damage.total
    return f"looked at {looked_at:,} of {count(total, 'key')}" if looked_at < total else ""


CHECKS = (
    Check("D14", "projector", "no projector reads the log", ("feeds",), _projector),
    Check("D15", "lag of the projector", "what was appended waits for more than 10 s", ("clock", "feeds"), _lag),
    Check(
        "D16",
        "stuck games",
        "a game calls for a bot or a score, and no live job does it for six sweeps and 30 s",
        ("clock", "due"),
        _stuck,
        sampled=_sampled_due,
    ),
    Check(
        "D17",
        "damaged games",
        "a game is closed because its log is damaged",
        ("damage",),
        _damage,
        sampled=_sampled_keys,
    ),
    Check(
        "D18",
        "timers",
        "a clock or a deadline has run out six sweeps and 30 s ago, and nothing has happened",
        ("clock", "timers", "answers"),
        _timers,
        sampled=_sampled_timers,
    ),
)
