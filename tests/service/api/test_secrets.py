"""R50 over HTTP: two games that differ only in cards hidden from a seat give it the same bytes."""

from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from random import Random
from typing import Any

import pytest
from werkzeug.test import TestResponse

import game as rules
from events import Group, IdempotencyKey, RedisLog, first_link
from game.declared import Event
from game.draft import CardDrafted, HandsDealt
from game.lobby import GameOpened, SeatTaken
from game.model import Seat
from game.opening import GameStarted
from service.backend import Backend, open_backend
from service.settings import read_settings
from tests.game.play import Play, walk
from tests.high_limits import HIGH_LIMITS
from tests.service.client import Caller, Service

GAME = "twingame"
NOON = 1_800_000_000.0


@pytest.fixture
def twin(service: Service) -> Service:
    """A second service on other keys, with the same accounts."""
    settings = service.parts.settings
    prefix = f"{settings.key_prefix}twin:"
    environ = {"REDIS_URL": settings.redis_url or "", "KEY_PREFIX": prefix, "ALLOW_VOLATILE": "1"} | HIGH_LIMITS
    return Service(open_backend(read_settings(environ)))


def copy_accounts(service: Service, twin: Service) -> None:
    """Copy the accounts."""
    redis, prefix = service.parts.redis, service.parts.settings.key_prefix
    for kind in ("player", "token", "tokens", "handles"):
        for key in redis.scan_iter(match=f"{prefix}{{*}}:{kind}:*", count=1000):
            redis.copy(key, key.replace(prefix.encode(), twin.parts.settings.key_prefix.encode(), 1), replace=True)


def store(parts: Backend, events: Sequence[Event]) -> None:
    """Make these events the whole log of the game."""
    parts.redis.delete(parts.keys.stream(GAME), parts.keys.idempotency(GAME))
    parts.games._cached.clear()
    log = RedisLog(parts.redis, parts.keys, now=lambda: NOON)
    log.append(GAME, [Group("somebody", [event]) for event in events], 0, first_link(GAME), IdempotencyKey("all", b""))


def played(play: Play, players: Sequence[str]) -> list[Event]:
    """The events of a random game, with these players at its table."""
    found: list[Event] = []
    for event in walk(play).events:
        if isinstance(event, GameOpened):
            event = replace(event, game=GAME)
        if isinstance(event, SeatTaken):
            event = replace(event, player=players[event.seat])
        found.append(event)
    return found


def other_past(events: Sequence[Event], viewer: int | None, rng: Random) -> list[Event]:
    """Another past that looks the same to the viewer (None: a spectator).

    Cards that the viewer never saw change places. A hidden pick may be another card of the same hand. The server seed
    is another one, under the same commitment.
    """
    state, seen_cards = rules.State(), set[str]()
    for event in events:
        state = rules.fold([event], state)
        seen_cards |= {*state.discard, *(card for seat in state.seats for card in public_cards(seat))}
        if viewer is not None:
            seen_cards |= {*state.seats[viewer].hand}
    unseen = [card for card in rules.fold(events[: started(events)]).deck if card not in seen_cards]
    other_card = dict(zip(unseen, rng.sample(unseen, len(unseen)), strict=True))
    found = [with_other_cards(event, other_card) for event in events]
    for index, seat in enumerate(state.seats):
        if index != viewer and seat.picked in seen_cards:
            last = max(i for i, event in enumerate(found) if isinstance(event, CardDrafted) and event.seat == index)
            found[last] = CardDrafted(index, rng.choice(seat.hand))
    return found


def started(events: Sequence[Event]) -> int:
    """The version at which the game starts."""
    return next(version for version, event in enumerate(events, 1) if isinstance(event, GameStarted))


def public_cards(seat: Seat) -> list[str]:
    """Cards of a seat that everybody sees."""
    return [*seat.drafted, *seat.constructed, *(site.card for site in seat.construction)]


def with_other_cards(event: Event, other_card: dict[str, str]) -> Event:
    """The event with other cards; of the start also with another seed."""
    if isinstance(event, GameStarted):
        event = replace(event, server_seed="5e" * 32)
    if not isinstance(event, GameStarted | HandsDealt | CardDrafted):
        return event
    names = [field.name for field in fields(event) if field.name in ("deck", "hands", "card")]
    return replace(event, **{name: replace_cards(getattr(event, name), other_card) for name in names})


def replace_cards(value: Any, other_card: dict[str, str]) -> Any:
    return (
        other_card.get(value, value)
        if isinstance(value, str)
        else tuple(replace_cards(item, other_card) for item in value)
    )


def ask_everything(caller: Caller, bodies: Sequence[Any], versions: Sequence[int]) -> Iterator[tuple[Any, ...]]:
    """Requests that do not change the game: each with the status, body and headers of its answer."""
    same_id = {"X-Request-Id": "asked-of-both"}
    paths = ["", "/legal", "/log", "/events", "/events?limit=7&after=3", *[f"?at={version}" for version in versions]]
    for path in paths:
        answer = caller.get(f"/v1/games/{GAME}{path}", same_id)
        yield path, answer.status_code, answer.data, without_times(answer)
    for body in bodies:
        for headers in ({}, {"If-Match": '"9"'}):
            answer = caller.post(f"/v1/games/{GAME}/intentions", body, same_id | headers)
            yield body, answer.status_code, answer.data, without_times(answer)


def without_times(answer: TestResponse) -> dict[str, str]:
    """The headers without the time of day, and without what the time has left of a limit."""
    return {name: value for name, value in answer.headers if name not in ("Date", "RateLimit")}


def refusals(state: rules.State, seat: int | None) -> list[Any]:
    """Intentions that the rules refuse: on hidden cards, and some others."""
    legal = [rules.body(intention) for intention in rules.legal(state, seat)] if seat is not None else []
    hidden = [card for other in state.seats for card in (*other.hand[:2], other.picked) if card] + [*state.deck[:2]]
    asked = [{"type": kind, "card": card} for card in hidden for kind in ("draft", "slate", "discard")]
    asked += [{"type": "place", "item": item, "onto": hidden[0]} for item in ("gold", "krystallium")]
    asked += [{"type": "ready"}, {"type": "choose", "character": "general"}]
    accepted = [body for body in asked if body in legal]
    return [body for body in asked if body not in accepted] + [[body, {"type": "cheat"}] for body in accepted[:3]]


SLOW = [(2, 3, 2), (3, 3, 7), (7, 5, 150), (4, 4, 14), (5, 2, 60), (6, 3, 102)]


@pytest.mark.parametrize(
    ("seed", "seats", "steps"),
    [(1, 2, 3), *[pytest.param(*case, marks=pytest.mark.slow) for case in SLOW]],
)
@pytest.mark.slow
def test_r50_hidden_cards_of_others_change_no_byte_of_an_answer(
    seed: int, seats: int, steps: int, service: Service, twin: Service
):
    players = [service.new_player(f"Player {seat}") for seat in range(seats)]
    spectator = service.new_player("Eve")
    copy_accounts(service, twin)
    events = played(Play(seed, seats=seats, steps=steps), [player.id for player in players])
    store(service.parts, events)
    rng, draft = Random(seed), rules.fold(events).phase == "draft"
    alike = []
    for viewer, caller in [*enumerate(players), (None, spectator)]:
        other = other_past(events, viewer, rng)
        store(twin.parts, other)
        alike.append(rules.fold(other).seats == rules.fold(events).seats)
        assert rules.fold(other).deck != rules.fold(events).deck
        bodies = refusals(rules.fold(events), viewer)
        versions = [1, started(events), started(events) + 1, len(events) // 2 + 1, len(events) - 1]
        there = caller.through(twin)
        for one, two in zip(
            ask_everything(caller, bodies, versions), ask_everything(there, bodies, versions), strict=True
        ):
            assert one == two
        assert service.version(f"/{GAME}") == twin.version(f"/{GAME}") == len(events)
    assert not draft or not all(alike), "hands and picks did differ"
