"""What each tool does: the same functions as the resources of the API, for the caller of the request.

A function takes the arguments of its tool, as its schema has read them, and gives what the tool gives. It raises what
the resources raise: Refused, Problem and the others of `service.api.errors`.
"""

from collections.abc import Mapping, Sequence
from itertools import chain
from secrets import token_hex
from time import monotonic
from typing import Any

import game as rules
from events import Entry, Group, IdempotencyKey
from game.events import SETTINGS
from game.message import Message
from projections.games import Loaded
from projections.replay import read_slowly
from service.accounts import Player
from service.analysis.store import Progress
from service.analysis.words import with_words
from service.api.accept_language import preferred_language
from service.api.analyses import asked_analysis
from service.api.auth import access, caller, refuse_again
from service.api.current import app, load_game, now_ms, public_root
from service.api.errors import Problem
from service.api.limiting import count_costly, count_intention, count_more, give_back_intention, long_poll_place
from service.api.long_polls import wait_for_news
from service.api.mcp.library import designs, rules_text
from service.api.new_games import accepted_options, agree_to_start, come_back, open_for, take_seat
from service.api.request_headers import check_unchanged, request_digest
from service.api.responses import state_after
from service.api.schemas.agents import MAX_NEWS, MAX_WORST_DECISIONS
from service.games.intentions import decide_intentions
from service.games.lists import ME, complete_summaries, find_games
from service.games.log_limit import check_log_limit
from service.games.narration import Languages, with_sentences
from service.games.opening import bind, check_unbound
from service.games.token_watch import TokenWatch
from service.games.viewers import (
    check_access,
    is_open_to_all,
    is_revealed,
    legal_bodies,
    require_own_seat,
    require_seat,
    seat_of,
    seated_players,
    view_for,
)
from service.games.visible_events import visible_events
from service.games.write import Decided, Written, write
from service.language.languages import SENTENCE_LANGUAGES
from service.language.sentences import Narrator

Json = dict[str, Any]
Arguments = Mapping[str, Any]
FOUND_GAMES = 10
"""Games of each list, unless the call says how many."""
LISTED_GAMES, LOOKED_GAMES, NEWS_EVENTS = 25, 100, 50
"""Games of a list, games that are read to find them, and events that are told, that count as a request."""


def find_game(arguments: Arguments) -> Json:
    """The caller's games under way and not yet begun, and the open games with a seat for them."""
    player, limit = caller(), arguments.get("limit", FOUND_GAMES)
    yours = [_listed(player, {"player": ME, "status": status, "limit": limit}) for status in ("playing", "open")]
    free = _listed(player, {"free_seats": True, "limit": limit})
    own = {summary["id"] for summary in chain(*yours)}
    return {
        "your_turn": [each["id"] for each in yours[0] if _waits_for(each, player)],
        "yours": [*chain(*yours)],
        "open": [each for each in free if each["id"] not in own],
    }


def _listed(player: Player, query: Json) -> list[Json]:
    """A page of games."""
    page = find_games(app.backend, player, query)
    count_more(player, len(page.games) // LISTED_GAMES + page.looked_at // LOOKED_GAMES)
    return complete_summaries(app.backend, page.games)


def _waits_for(summary: Json, player: Player) -> bool:
    """Whether a game of a list waits for a player: not for one who is away, or has left the seat to a bot."""
    own = {seat["seat"] for seat in summary["seats"] if seat["player"] and seat["player"]["id"] == player.id}
    if own.isdisjoint(summary["waiting_on"]):
        return False
    state = app.backend.games.load(summary["id"]).state
    seat = seat_of(state, player)
    return seat in rules.waiting_on(state) and not state.seats[seat].away


def join(arguments: Arguments) -> Json:
    """The caller sits at the table and has agreed to start, whatever part of that was missing."""
    player, body = caller(), {name: value for name, value in arguments.items() if name != "key"}
    if ("game" in body) == ("against" in body):
        raise Problem("invalid_body", "give either game, to join it, or against, to open a game")
    key, is_own = _key("join", body, arguments.get("key")), "key" in arguments
    if "against" in body:
        game, repeated = _open_against(player, body, key, is_own)
    else:
        game = body["game"]
        check_unbound(app.backend, key, game)
        written = _sit_down(player, game, body, key)
        repeated = written is not None and written.repeated
        if is_own and written is not None:
            bind(app.backend, key, game)
    return {**_place(load_game(game).state, player), "repeated": repeated}


def _open_against(player: Player, body: Json, key: IdempotencyKey, repeatable: bool) -> tuple[str, bool]:
    """A game against strategies, which has started; whether the key had opened it before."""
    empires = [body["empire"]] if "empire" in body else []
    options = {"seats": len(body["against"]) + 1, "bots": body["against"], "empires": empires}
    game, _, known = open_for(player, lambda: accepted_options(player, options), key, repeatable)
    if app.backend.games.load(game).state.status != "open":
        return game, known
    # The agreement, also after a call that was cut short: once, if the same call comes twice at the same time.
    agreement = IdempotencyKey(f"{player.id}:~join", key.digest)
    return game, agree_to_start(player, game, agreement, ready=True).repeated


def _sit_down(player: Player, game: str, body: Json, key: IdempotencyKey) -> Written | None:
    """Do what is missing until the player plays: take a seat, agree to start, or come back to the seat; None: nothing.

    Raises Refused for another empire than that of the player's seat, and KeyReused.
    """
    loaded, earlier = app.backend.games.load_with_key(game, key.field)
    state = loaded.state
    seat = seat_of(state, player) if loaded.version else None
    if seat is None or earlier:  # a key that is sent again gets its first answer
        return take_seat(player, game, body, key, agrees=True)
    if not _may_have_empire(state, seat, body.get("empire")):
        raise rules.Refused("already_seated", "you have a seat in this game")
    if state.status == "open" and not state.seats[seat].ready:
        return agree_to_start(player, game, key, ready=True)
    return come_back(player, game, key) if state.seats[seat].away else None


def _may_have_empire(state: rules.State, seat: int, empire: str | None) -> bool:
    return empire in (None, state.seats[seat].empire, *state.options.empires[seat : seat + 1])


def view(arguments: Arguments) -> Json:
    """The game as the caller may see it; after `wait`, as it is then, and as they may see it then."""
    player, game, wait = caller(), arguments["game"], arguments.get("wait", 0)
    loaded = load_game(game)
    if wait and not _is_due(loaded.state, player):
        loaded = _awaited(game, player, wait, loaded.version)
    return _position(loaded, player, arguments.get("after"))


def _is_due(state: rules.State, player: Player) -> bool:
    """Whether there is nothing to wait for: the game is over, or it waits for the player."""
    seat = seat_of(state, player)
    return state.status not in ("open", "playing") or (seat is not None and seat in rules.waiting_on(state))


def _awaited(game: str, player: Player, seconds: float, version: int) -> Loaded:
    """The game once it waits for the player or is over, at the latest after some time. Who only watches waits for news.

    Raises as `load_game` and `refuse_again`.
    """
    deadline = monotonic() + seconds
    with long_poll_place(player.id), app.wakeups.waiting(game, player.id, after=version) as waiter:
        watch = TokenWatch(app.backend.accounts, access(), waiter)
        while not _is_news(load_game(game), player, version) and wait_for_news(waiter, watch, deadline):
            pass
        if watch.is_over():  # what told the waiter so may have got lost
            refuse_again()
    return load_game(game)


def _is_news(loaded: Loaded, player: Player, version: int) -> bool:
    watches = seat_of(loaded.state, player) is None
    return _is_due(loaded.state, player) or (watches and loaded.version > version)


def legal(arguments: Arguments) -> Json:
    """What the rules accept from the caller's seat now."""
    state = load_game(arguments["game"]).state
    return _choices(state, require_own_seat(state, caller()))


def act(arguments: Arguments) -> Json:
    """What the caller's intentions led to: all of them, or none."""
    player, game, body = caller(), arguments["game"], arguments["intentions"]
    versions = _versions(arguments)
    count_intention(player.id)

    def decide(loaded: Loaded) -> Decided:
        seat = require_seat(loaded.state, player)
        check_unchanged(loaded, seat, versions)
        return decide_intentions(loaded.state, seat, body, player.id)

    written = write(app.backend.games, game, _key("act", [game, body], arguments.get("key")), decide)
    if not written.repeated and any(entry.name not in SETTINGS for entry in written.entries):
        give_back_intention(player.id)
    return _acted(written, player)


def undo(arguments: Arguments) -> Json:
    """What was taken back."""
    player, game, version = caller(), arguments["game"], arguments.get("version")
    versions = _versions(arguments)
    count_costly(player)

    def decide(loaded: Loaded) -> Decided:
        seat = require_seat(loaded.state, player)
        check_unchanged(loaded, seat, versions)
        check_log_limit(loaded.state)
        events = rules.undo(loaded.state, seat, version)
        return Decided([Group(player.id, events)], rules.fold(events, loaded.state))

    key = _key("undo", [game, version], arguments.get("key"))
    return _acted(write(app.backend.games, game, key, decide), player)


def review(arguments: Arguments) -> Json:
    """What the decisions of a seat were worth, or how far the worker is that finds out."""
    player, loaded = caller(), load_game(arguments["game"])
    state = loaded.state
    seat = arguments.get("seat", seat_of(state, player))
    if seat is not None and seat >= len(state.seats):
        raise Problem("unknown_seat", Message("there is no seat {seat}", seat=seat))
    found = asked_analysis(player, loaded)
    if isinstance(found, Progress):
        return {"status": "pending", "progress": found._asdict(), "seats": [], "worst": [], "moments": []}
    judged = with_words(_narrator(state), found)
    made = [each for each in judged["decisions"] if seat in (None, each["seat"])]
    made.sort(key=lambda each: (each["made_value"] - each["best_value"], each["version"]))
    return {
        "status": "done",
        "progress": None,
        "seats": [each for each in judged["seats"] if seat in (None, each["seat"])],
        "worst": made[:MAX_WORST_DECISIONS],
        "moments": judged["moments"],
    }


def teach(arguments: Arguments) -> Json:
    """A section of the rules, and cards."""
    named = arguments.get("cards", ())
    asks_for_cards_alone = bool(named) and "topic" not in arguments
    language = preferred_language(SENTENCE_LANGUAGES)
    return {
        "text": "" if asks_for_cards_alone else rules_text(language, arguments.get("topic")),
        "cards": [designs(preferred_language())[each] for each in dict.fromkeys(named)],
    }


def _position(loaded: Loaded, player: Player, after: int | None = None) -> Json:
    """The game as the player may see it. `after`: the version since which there is news."""
    state = loaded.state
    revealed = is_revealed(state, now_ms)
    replay = f"{public_root()}/replay/{state.id}?embed" if is_open_to_all(state, now_ms) else None
    return {
        **_place(state, player),
        "news": [] if after is None else _news_since(loaded, player, after),
        "view": view_for(state, seat_of(state, player), app.backend.accounts, revealed),
        "replay": replay,
    }


def _place(state: rules.State, player: Player) -> Json:
    seat = seat_of(state, player)
    return {**_choices(state, seat), "status": state.status, "seat": seat}


def _choices(state: rules.State, seat: int | None) -> Json:
    choices = legal_bodies(state, seat)
    return {"game": state.id, "version": state.version, "your_turn": bool(choices), "legal": choices}


def _acted(written: Written, player: Player) -> Json:
    """What was written, and what the player can do then."""
    check_access(written.state, player)
    seat = seat_of(written.state, player)
    choices = _choices(state_after(written), seat)
    return {**choices, "repeated": written.repeated, "news": _told(written.state, written.entries, player)}


def _news_since(loaded: Loaded, player: Player, after: int) -> list[str]:
    """The newest events after a version, in sentences."""
    state = loaded.state
    first = max(after, state.version - MAX_NEWS)
    entries = [*chain.from_iterable(read_slowly(app.backend.log, state.id, first, max(0, state.version - first)))]
    count_more(player, len(entries) // NEWS_EVENTS)
    return _told(state, entries, player)


def _told(state: rules.State, entries: Sequence[Entry], player: Player) -> list[str]:
    """Entries as sentences, as the player may see them. `state`: at the version of the last one, or later."""
    found = visible_events(app.backend, state, entries, seat_of(state, player), is_revealed(state, now_ms))
    languages = Languages(preferred_language(SENTENCE_LANGUAGES), preferred_language())
    return [event["text"] for event in with_sentences(app.backend.accounts, state, found[-MAX_NEWS:], languages)]


def _narrator(state: rules.State) -> Narrator:
    names = {account: player.name for account, player in seated_players(state, app.backend.accounts).items()}
    language = preferred_language(SENTENCE_LANGUAGES)
    return Narrator(language, preferred_language(), [seat.player or "" for seat in state.seats], names)


def _versions(arguments: Arguments) -> Sequence[int] | None:
    """The versions of which one must still hold for the caller's seat; None: any."""
    return [arguments["expected_version"]] if "expected_version" in arguments else None


def _key(tool: str, body: Any, key: str | None) -> IdempotencyKey:
    """The idempotency entry of a call: under the key that it has, or under a random one that nobody else uses."""
    return IdempotencyKey(f"{caller().id}:{key or '~' + token_hex(8)}", request_digest([tool, body]))
