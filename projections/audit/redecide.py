"""One group of a log decided again: the rules' events are compared with the logged ones."""

import re
from collections.abc import Sequence
from typing import Any

import game as rules
from events import Entry
from events.entry import UnknownEvent, canonical, encode, timestamp
from game.clocks import SECOND_MS, next_deadline_ms
from game.declared import Event
from game.events import PLAYERS_ONLY
from game.hosting import HostChanged, InvitationWithdrawn, PlayerInvited, SeatRemoved
from game.lobby import FALLBACKS, GameAbandoned, GameOpened, SeatLeft, SeatResigned, SeatTaken, has_another_player
from game.opening import GameStarted
from game.outages import TimeGivenBack
from game.pauses import GamePaused, GameResumed, PauseAgreed
from game.rewinds import RewindAccepted, RewindDeclined, RewindProposed
from game.scoring import GameScored
from game.seating import TableChanged
from game.shuffle import commitment
from game.time_limits import SeatReturned, SeatTakenOver, TimeExpired
from game.undos import IntentionUndone
from game.value_shapes import CLOSED_REASONS
from projections.audit.hosting import HOSTING, decide_hosting, hosting_actor, rematch_of
from projections.audit.progress import Progress
from projections.audit.verdict import FaultFound

CLOCK_SLACK_MS = 60_000
"""How far the times of deciding and appending, and the clocks of processes, may differ."""
MAX_LOOKS = 100_000
"""The most appends that an audit looks at again. In a log of the service, few follow an outage not given back yet."""
SEED = re.compile("[0-9a-f]{64}")
TIMESTAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


def redecide_group(progress: Progress, group: Sequence[Entry]) -> rules.State:
    """The state after one more group. Raises FaultFound where the rules lead to other events."""
    line = group[0].version + 1
    try:
        event = group[0].event
    except UnknownEvent as unknown:
        raise FaultFound("rules", line, str(unknown)) from None
    try:
        _check_actor(progress, group[0], event)
        expected = _expected_events(progress, group, event)
    except rules.Refused as refused:
        raise FaultFound("rules", line, f"{group[0].name} is refused: {refused}") from None
    except FaultFound:
        raise
    except Exception as error:  # events that no client can cause may break the rules' assumptions
        raise FaultFound("rules", line, f"{group[0].name} cannot be decided: {type(error).__name__}") from None
    _compare(expected, group)
    return rules.fold(expected, progress.state, progress.past)


def _expected_events(progress: Progress, group: Sequence[Entry], event: Event) -> Sequence[Event]:
    """The events that follow from the request behind a group, given its first event. Raises Refused, FaultFound."""
    state, line, actor, ms = progress.state, group[0].version + 1, group[0].actor, group[0].ms
    match event:
        case GameOpened():
            return _opened(progress, group, event)
        case SeatTaken(_, player, empire, client_seed, external):
            if any(type(each) not in (str, type(None)) for each in (player, empire, client_seed)):
                raise FaultFound("rules", line, "a player, an empire and a seed are texts")
            return rules.join(state, player, empire, client_seed, external is True)
        case SeatResigned(seat):
            return [*rules.leave(state, seat), *_older_end(state, seat, group)]
        case SeatLeft(seat):
            return rules.leave(state, seat)
        case GameAbandoned("aborted"):
            return rules.abort(state)
        case GameStarted():
            return _expected_deal(state, line, actor, event)
        case IntentionUndone(seat, version):
            return rules.undo(state, seat, version)
        case RewindProposed(seat, _, to, expires):
            if not TIMESTAMP.fullmatch(expires) or expires <= timestamp(max(ms - CLOCK_SLACK_MS, 0)):
                raise FaultFound("rules", line, "a rewind expires some time later", TIMESTAMP.pattern, expires)
            if to not in progress.past:
                raise FaultFound("rules", line, "a rewind leads to the end of a group", "its version", to)
            return rules.propose(state, seat, progress.past[to], timestamp(ms + CLOCK_SLACK_MS), expires)
        case RewindAccepted(seat, number):
            return rules.accept(state, seat, number, timestamp(max(ms - CLOCK_SLACK_MS, 0)))
        case RewindDeclined(seat, number):
            return rules.decline(state, seat, number, timestamp(max(ms - CLOCK_SLACK_MS, 0)))
        case PauseAgreed():
            return _pause_answered(state, group, event)
        case GameResumed():
            return rules.resume(state, timestamp(ms))
        case TimeExpired(seat):
            return rules.expire(state, progress.clocks, seat, ms)
        case TimeGivenBack():
            return _given_back(progress, line, ms, event)
        case SeatTakenOver(seat):
            return rules.take_over(state, progress.changed_ms, seat, ms)
        case SeatReturned(seat):
            return rules.come_back(state, progress.clocks, seat)
        case GameAbandoned("expired" | "idle"):
            if event.reason == "idle" and _was_idle(progress, ms):
                return [event]
            return rules.abandon(state, progress.clocks, progress.opened_ms, progress.changed_ms, ms)
        case GameAbandoned(reason) if reason in CLOSED_REASONS:
            return rules.close(state, reason.removeprefix("closed_"))
        case GameScored():
            if state.status != "playing" or state.phase != "finished":
                raise FaultFound("score", line, "the game is scored when the last round is over, once")
            return [rules.score_event(state)]
    if isinstance(event, HOSTING):
        return decide_hosting(state, actor, event)
    intention = rules.intention_of(event)
    if intention is None:
        raise FaultFound("rules", line, f"{group[0].name} does not happen by itself")
    return rules.decide(state, rules.intention(intention.seat, rules.body(intention)))


def _older_end(state: rules.State, seat: int, group: Sequence[Entry]) -> list[Event]:
    """The end of a game whose last player resigned, where an older log has one. Now strategies play such a game on."""
    return [GameAbandoned()] if len(group) > 1 and not has_another_player(state, seat) else []


def _given_back(progress: Progress, line: int, ms: int, event: TimeGivenBack) -> Sequence[Event]:
    """An outage in which clocks may have run, after the one before it. Raises FaultFound."""
    outage, settled_ms = rules.Outage(event.from_ms, event.to_ms), progress.clocks.settled_ms
    if not all(type(each) is int for each in outage):
        raise FaultFound("rules", line, "the times of an outage are integers")
    if not rules.may_give_back(progress.state, progress.clocks, outage, ms):
        found = f"{outage.from_ms} to {outage.to_ms}"
        detail = "an outage lies in a game with clocks, between the start or the outage before it and this entry"
        raise FaultFound("rules", line, detail, f"within {settled_ms} to {ms}", found)
    progress.give_back(outage)
    if progress.looks > MAX_LOOKS:
        raise FaultFound("rules", line, "too much happened before outages were given back", MAX_LOOKS)
    return [event]


def _pause_answered(state: rules.State, group: Sequence[Entry], event: PauseAgreed) -> Sequence[Event]:
    """What follows from an answer to the question for a pause, or from the question. Raises Refused, FaultFound."""
    line, ms = group[0].version + 1, group[0].ms
    earliest, latest = timestamp(max(ms - CLOCK_SLACK_MS, 0)), timestamp(ms + CLOCK_SLACK_MS)
    if event.on is not True:
        return rules.end_pause(state, event.seat, earliest)
    until = next((later.until for entry in group if isinstance(later := entry.event, GamePaused)), None)
    for time in (event.expires, until):
        if time is not None and not (TIMESTAMP.fullmatch(time) and earliest < time):
            raise FaultFound("rules", line, "a question and a pause end some time later", TIMESTAMP.pattern, time)
    longest = timestamp(ms + rules.MAX_PAUSE_SECONDS * SECOND_MS + CLOCK_SLACK_MS)
    if until is not None and until > longest:
        raise FaultFound("rules", line, "a pause ends within a day", longest, until)
    now = earliest if event.expires is None else latest
    return rules.agree_to_pause(state, event.seat, now, event.expires or "", until or "")


def _opened(progress: Progress, group: Sequence[Entry], event: GameOpened) -> Sequence[Event]:
    """The events that open the game, or the fork. Raises Refused, FaultFound."""
    line, actor, game, ruleset = group[0].version + 1, group[0].actor, progress.game, progress.ruleset
    if progress.state.version:
        raise FaultFound("rules", line, "a game is opened once")
    for what, expected, found in (("game", game, event.game), ("ruleset", ruleset, event.ruleset)):
        if expected != found:
            raise FaultFound("rules", line, f"the {what} of the header is another", expected, found)
    taken = [event for event in (entry.event for entry in group[1:]) if isinstance(event, SeatTaken)]
    own = next((event for event in taken if event.player == actor), None)
    external = own is not None and own.external
    if event.origin is not None and event.rematch is not None:
        raise FaultFound("rules", line, "a fork is no rematch")
    if event.daily is not None:
        if event.origin is not None or event.rematch is not None:
            raise FaultFound("rules", line, "a try at a daily deal is neither a fork nor a rematch")
        return rules.open_try(event.options, event.daily, actor, game, event.commitment, external, ruleset)
    if event.rematch is not None:
        before, players = rematch_of(event.rematch)
        return rules.open_rematch(event.options, before, players, actor, game, event.commitment, external, ruleset)
    if event.origin is None:
        return rules.open(event.options, actor, game, event.commitment, external, ruleset)
    source = rules.State(ruleset=ruleset, commitment=event.commitment)
    options, seat = rules.check_options(event.options), own.seat if own else None
    return rules.fork(source, _origin(event.origin), options, actor, seat, game, external)


def _origin(facts: dict[str, Any]) -> rules.Origin:
    """The origin that a fork names. Raises TypeError for malformed facts."""
    origin = rules.Origin(**facts)
    types = {"game": str, "version": int, "head": str, "dealt": str, "events": int}
    if any(type(getattr(origin, name)) is not type_ for name, type_ in types.items()):
        raise TypeError(origin)
    return origin


def _expected_deal(state: rules.State, line: int, actor: str, event: GameStarted) -> list[Event]:
    """The deal that follows from the seeds, if the server seed matches the commitment. Raises Refused, FaultFound."""
    if state.status != "open":
        raise FaultFound("rules", line, "a game is started once")
    if not SEED.fullmatch(event.server_seed) or not all(isinstance(seed, str) for seed in event.client_seeds):
        raise FaultFound("deal", line, "seeds are texts, the server's of 64 digits", SEED.pattern, event.server_seed)
    of = state.origin.dealt if state.origin else state.id
    made = commitment(event.server_seed, of)
    if made != state.commitment:
        raise FaultFound("deal", line, "the server seed is not the one committed to", state.commitment, made)
    seated = [seat.client_seed or "" for seat in state.seats]
    if any(seat.player is None for seat in state.seats) or len(seated) != len(event.client_seeds):
        raise FaultFound("deal", line, "every seat is taken and has a seed", len(seated), len(event.client_seeds))
    starter = next((i for i, seat in enumerate(state.seats) if seat.player == actor), 0)
    for index, (own, found) in enumerate(zip(seated, event.client_seeds, strict=True)):
        if state.origin is None and own != found and index != starter:
            raise FaultFound("deal", line, f"the client seed of seat {index} is another", repr(own), repr(found))
    return rules.opening_deal(state, event.server_seed, event.client_seeds)


def _check_actor(progress: Progress, entry: Entry, event: Event) -> None:
    """Check that the actor plays the seat; events that a fork copied keep their actors. Raises FaultFound."""
    state, line, actor = progress.state, entry.version + 1, entry.actor
    if entry.version in progress.copied:
        if entry.name in PLAYERS_ONLY:
            raise FaultFound("origin", line, f"what a fork copies has no {entry.name}")
        return
    match event:
        case GameOpened():
            return
        case SeatTaken(_, player):
            expected: str | None = player
        case GameStarted():
            players = [seat.player for seat in state.seats if seat.bot is None] or [state.opener]
            expected = actor if actor in players else " or ".join(map(str, players))
        case (
            GameScored()
            | TimeExpired()
            | SeatTakenOver()
            | TimeGivenBack()
            | GameResumed()
            | GameAbandoned("expired" | "idle")
        ):
            expected = "service"
        case HostChanged() | PlayerInvited() | InvitationWithdrawn() | SeatRemoved() | TableChanged():
            expected = hosting_actor(state, actor, event)
        case GameAbandoned("aborted"):
            players = [seat.player for seat in state.seats if seat.bot is None or seat.away]
            expected = actor if actor in players else " or ".join(map(str, players))
        case GameAbandoned(reason) if reason in CLOSED_REASONS:
            expected = "service"
        case _:
            expected = _expected_actor(progress, entry, event)
    if actor != expected:
        raise FaultFound("actor", line, f"{entry.name} is not this actor's", expected, actor)


def _expected_actor(progress: Progress, entry: Entry, event: Event) -> str | None:
    """The actor of a seat's own event: its player, or the strategy or fallback that plays for it; None: nobody may.

    Raises FaultFound.
    """
    state = progress.state
    if entry.seat is None or not 0 <= entry.seat < len(state.seats):
        return None
    seat, actor = state.seats[entry.seat], entry.actor
    if isinstance(event, SeatLeft | SeatResigned | SeatReturned):
        return seat.player if seat.bot is None or seat.away else f"bot:{seat.bot}"
    strategies = [f"bot:{strategy}" for strategy in (seat.bot, *FALLBACKS)]
    is_played_for = _is_played_for(progress, entry.seat, entry.ms)
    if actor in strategies and is_played_for:
        if entry.name in PLAYERS_ONLY:
            raise FaultFound("actor", entry.version + 1, f"no bot has {entry.name}")
        return actor
    if seat.bot is None:
        return seat.player
    return f"bot:{seat.bot}" if is_played_for else None


def _is_played_for(progress: Progress, index: int, ms: int) -> bool:
    """Whether a strategy may play the seat at `ms`: a bot's or one that is away, or one whose time is up.

    In games of before clocks, the fallback played for bot accounts without an event that says so.
    """
    state = progress.state
    seat = state.seats[index]
    if seat.expired and index in rules.overdue(state, progress.clocks, ms):
        return True
    if seat.away:
        return index in rules.bots_due(state, progress.clocks)
    return seat.bot is not None or (seat.external and state.options.clock is None)


def _was_idle(progress: Progress, ms: int) -> bool:
    """Whether a game under way had to end at `ms` as earlier versions of the service had it.

    No bot took over from a silent player: the whole game ended when there was no event for `idle_seconds`, no clock ran
    and no bot was to move. While nobody was at the table, no bot played for players who are away.
    """
    state, attended = progress.state, rules.attended(progress.state)
    if state.status != "playing" or state.phase == "finished" or next_deadline_ms(progress.clocks) is not None:
        return False
    waiting = [state.seats[index] for index in rules.waiting_on(state)]
    is_bots_turn = any(seat.bot is not None and (attended or not seat.away) for seat in waiting)
    return not is_bots_turn and ms >= progress.touched_ms + state.options.idle_seconds * SECOND_MS


def _compare(expected: Sequence[Event], group: Sequence[Entry]) -> None:
    """Raises FaultFound for the first event that differs from the expected one."""
    made = [encode(event) for event in expected]
    for at in range(max(len(made), len(group))):
        should = made[at] if at < len(made) else None
        entry = group[at] if at < len(group) else None
        found = (entry.name, entry.seat, entry.data) if entry else None
        if should != found:
            name = (should or found or ("",))[0]
            kind = {"game_scored": "score", "game_started": "deal"}.get(name, "rules")
            line = (entry or group[-1]).version + 1
            raise FaultFound(kind, line, "the rules make another event here", _text(should), _text(found))


def _text(stored: tuple[str, int | None, str] | None) -> str:
    """A stored event in one line."""
    if stored is None:
        return "nothing"
    name, seat, data = stored
    return f"{name}{'' if seat is None else ' of seat ' + canonical(seat)} {data}"
