"""Every operation of the API, one line each: the names, paths and fields are those of openapi.yaml.

The values of a path come by position, in its order; one more is the whole body. Fields of the query or of the body come
by name. So do `key`, the Idempotency-Key (a random one without it), `if_match`, the version that must still hold, and
`representation=True`, with which the answer to a move has `view` and `legal`, too.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from itertools import count
from typing import Any, TypeVar

from .conversation import (
    INBOX,
    JSON_LINES,
    Answer,
    Flow,
    Item,
    Json,
    Operation,
    Page,
    Pause,
    Request,
    ask,
    build,
    read_json,
    read_lines,
    read_list,
    read_nothing,
    read_object,
    read_text,
    stream,
)
from .drivers import flow, items
from .problems import Problem

T = TypeVar("T")
POLL_SECONDS = 0.2
"""Between two looks at what a worker makes, unless the service says otherwise."""
VERSIONED = ("frame", "event", "view", "resync")
"""Live items from whose `version` a stream goes on."""


def operation(method: str, path: str, read: Callable[[Answer], T], meaning: str, *, once: bool = False) -> flow[..., T]:
    """A method of clients for an operation, whose answer `read` reads."""

    def carry_out(client: Any, *values: Any, **fields: Any) -> Flow[T]:
        answer = yield from ask(build(method, path, values, fields, once=once), client.connection.patience)
        return read(answer)

    carry_out.__doc__ = meaning
    made = flow(carry_out)
    made.operation = Operation(method, path, read, once)
    return made


class Operations:
    """What `Client` and `AsyncClient` can ask.

    >>> game = client.open_game(seats=2, bots=["greedy"], name="Friday")
    >>> view = client.start_game(game["id"])
    >>> view["phase"], len(view["hand"])
    ('draft', 10)
    >>> legal = client.list_legal(game["id"])
    >>> [event["name"] for event in client.act(game["id"], legal[0], key="first pick")["events"]]
    ['card_drafted']
    """

    connection: Any

    # Accounts
    get_registration = operation("GET", "/v1/registration", read_object, "Whether new accounts need a proof of work.")
    recover_player = operation("POST", "/v1/recoveries", read_object, "A new token by `player` and recovery `code`.")
    get_me = operation("GET", "/v1/players/me", read_object, "Your account, with your rating.")
    change_me = operation("PATCH", "/v1/players/me", read_object, "Another `name` or `handle`.")
    delete_me = operation("DELETE", "/v1/players/me", read_nothing, "Delete your account for good.")
    renew_recovery_code = operation("POST", "/v1/players/me/recovery-code", read_object, "A new recovery code.")
    export_me = operation("GET", "/v1/players/me/export", read_lines, "All that is stored of you, as lines of JSON.")
    get_player = operation("GET", "/v1/players/{id}", read_object, "An account, by id or `@handle`.")
    list_blocks = operation("GET", "/v1/players/me/blocks", read_list, "Whom you have blocked.")
    block = operation("PUT", "/v1/players/me/blocks/{id}", read_nothing, "Block a player.")
    unblock = operation("DELETE", "/v1/players/me/blocks/{id}", read_nothing, "Take a block back.")
    list_tokens = operation("GET", "/v1/tokens", read_list, "Your tokens, without their secrets.")
    create_token = operation("POST", "/v1/tokens", read_object, "A token with a `name` and `scopes`.", once=True)
    rotate_token = operation("POST", "/v1/tokens/{id}/rotation", read_object, "A new secret of a token.", once=True)
    revoke_token = operation("DELETE", "/v1/tokens/{id}", read_nothing, "End a token; `current` is yours.")
    create_ticket = operation("POST", "/v1/tickets", read_object, "A ticket for a stream in a browser.")
    list_limits = operation("GET", "/v1/limits", read_list, "The limits, and what you have left.")

    # Operators
    get_limits = operation("GET", "/v1/players/{id}/limits", read_object, "The limits of an account.")
    set_limits = operation("PUT", "/v1/players/{id}/limits", read_object, "Other limits for an account.")
    do_act = operation("POST", "/v1/acts", read_object, "Act on a game or an account.", once=True)
    list_acts = operation("GET", "/v1/acts", read_list, "The acts of operators.")
    list_my_acts = operation("GET", "/v1/players/me/acts", read_list, "The acts that concern you.")
    get_activity = operation("GET", "/v1/players/{id}/activity", read_object, "What an account did lately.")
    list_games_of = operation("GET", "/v1/players/{id}/games", read_list, "All games of an account.")

    # Tables
    open_game = operation("POST", "/v1/games", read_object, "Open a game: `seats`, `bots`, and other options.")
    list_games = operation("GET", "/v1/games", read_list, "Games by `status`, `player`, `free_seats` …, newest first.")
    find_game_by_code = operation("GET", "/v1/codes/{code}", read_object, "The game of an invite code.")
    get_game = operation("GET", "/v1/games/{id}", read_object, "Your view of a game, now or `at` a version.")
    get_table = operation(
        "GET", "/v1/games/{id}/table", read_object, "What is not in the log: clocks, names, presence."
    )
    change_table = operation("PATCH", "/v1/games/{id}", read_object, "Other `seats` and `bots`, as the host.")
    take_seat = operation("POST", "/v1/games/{id}/seats", read_object, "Join a game, perhaps with its `code`.")
    leave_seat = operation("DELETE", "/v1/games/{id}/seats/me", read_nothing, "Leave, or resign a game under way.")
    remove_player = operation("DELETE", "/v1/games/{id}/seats/{seat}", read_nothing, "Free a seat, as the host.")
    agree_to_start = operation("PUT", "/v1/games/{id}/seats/me/ready", read_object, "Say that you are `ready`.")
    start_game = operation("POST", "/v1/games/{id}/start", read_object, "Start a full table, as the host.")
    abort_game = operation("POST", "/v1/games/{id}/abort", read_object, "End a game that has just begun.")
    agree_to_pause = operation("PUT", "/v1/games/{id}/seats/me/pause", read_object, "Ask for a `pause`, or end it.")
    return_to_seat = operation("POST", "/v1/games/{id}/seats/me/return", read_object, "Take your seat from a bot.")
    invite = operation("POST", "/v1/games/{id}/invitations", read_object, "Invite a `player`.")
    withdraw_invitation = operation(
        "DELETE", "/v1/games/{id}/invitations/{player}", read_nothing, "Take it back; with `me`, decline it."
    )
    hand_on = operation("PUT", "/v1/games/{id}/host", read_object, "Make the player of another `seat` the host.")
    renew_code = operation("POST", "/v1/games/{id}/code", read_object, "Another invite code.")
    play_again = operation("POST", "/v1/games/{id}/rematch", read_object, "Offer a rematch, or accept it.")
    get_rematch = operation("GET", "/v1/games/{id}/rematch", read_object, "The rematch of a game.")
    react = operation("POST", "/v1/games/{id}/reactions", read_object, "Say a quick phrase: a `reaction`.")

    # Moves
    list_legal = operation("GET", "/v1/games/{id}/legal", read_list, "All that you can do now, each ready to send.")
    act = operation("POST", "/v1/games/{id}/intentions", read_object, "Send an intention, or a list: all, or none.")
    undo = operation("POST", "/v1/games/{id}/undo", read_object, "Take back your newest intention, at `version`.")
    propose_rewind = operation("POST", "/v1/games/{id}/rewinds", read_object, "Ask to go back to a `version`.")
    list_rewinds = operation("GET", "/v1/games/{id}/rewinds", read_list, "All proposals, with their outcomes.")
    get_rewind = operation("GET", "/v1/games/{id}/rewinds/{number}", read_object, "A proposal.")
    accept_rewind = operation("POST", "/v1/games/{id}/rewinds/{number}/accept", read_object, "Accept a rewind.")
    decline_rewind = operation(
        "POST", "/v1/games/{id}/rewinds/{number}/decline", read_object, "Decline a rewind, or withdraw your own."
    )

    # What happened
    list_turns = operation("GET", INBOX, read_list, "A page of your inbox; `wait` for up to 30 seconds.")
    list_events = operation("GET", "/v1/games/{id}/events", read_list, "The events `after` a version; `wait` for them.")
    get_log = operation("GET", "/v1/games/{id}/log", read_lines, "The log of a finished game, byte by byte.")
    get_receipt = operation("GET", "/v1/games/{id}/receipt", read_text, "The signed receipt of a game.")
    get_replay = operation("GET", "/v1/games/{id}/replay", read_list, "Frames of a game, `from_` a version on.")
    list_forks = operation("GET", "/v1/games/{id}/forks", read_list, "The forks of a game.")
    fork_game = operation("POST", "/v1/games/{id}/forks", read_object, "Play on from a `version` of a finished game.")
    get_analysis = operation("GET", "/v1/games/{id}/analysis", read_object, "An analysis, or how far it is.")
    get_verification = operation("GET", "/v1/verifications/{id}", read_object, "How far the check of a log is.")
    get_statistics = operation("GET", "/v1/players/{id}/statistics", read_object, "The numbers of a player by mode.")
    list_leaders = operation("GET", "/v1/leaderboards", read_list, "The best players of a `mode`.")

    # The daily deal, and all games
    get_daily = operation("GET", "/v1/daily", read_object, "The deal of today.")
    begin_daily = operation("POST", "/v1/daily/games", read_object, "Play the deal of today.")
    get_day = operation("GET", "/v1/daily/{day}", read_object, "The deal of a day, with its board.")
    explore_cards = operation("GET", "/v1/explorer/cards", read_object, "What all games say about cards.")
    explore_combinations = operation("GET", "/v1/explorer/combinations", read_object, "About pairs of cards.")

    # Puzzles
    list_puzzles = operation("GET", "/v1/puzzles", read_list, "Puzzles by `theme` and rating, the easiest first.")
    next_puzzle = operation("GET", "/v1/puzzles/next", read_object, "The one nearest to your rating.")
    get_puzzle = operation("GET", "/v1/puzzles/{id}", read_object, "A puzzle, without its solution.")
    try_puzzle = operation("POST", "/v1/puzzles/{id}/tries", read_object, "Your `intention`; the first one counts.")
    get_coach = operation("GET", "/v1/players/me/coach", read_object, "What costs you points.")

    # Webhooks
    list_webhooks = operation("GET", "/v1/webhooks", read_list, "Your webhooks.")
    create_webhook = operation("POST", "/v1/webhooks", read_object, "A webhook of a `kind` to a `url`.", once=True)
    get_webhook = operation("GET", "/v1/webhooks/{id}", read_object, "A webhook, with its newest deliveries.")
    delete_webhook = operation("DELETE", "/v1/webhooks/{id}", read_nothing, "Delete a webhook.")
    rotate_webhook_secret = operation("POST", "/v1/webhooks/{id}/secret", read_object, "A new secret.", once=True)
    enable_webhook = operation("POST", "/v1/webhooks/{id}/enable", read_object, "Use a webhook again.")
    test_webhook = operation("POST", "/v1/webhooks/{id}/test", read_object, "Send a test message.", once=True)

    # The service
    get_catalogue = operation("GET", "/v1/catalogue", read_object, "All cards, with names in a `lang`.")
    list_bots = operation("GET", "/v1/bots", read_list, "The strategies, the strongest first.")
    get_decision = operation("GET", "/v1/decisions/{id}", read_object, "A decision, or whether it is made.")
    get_keys = operation("GET", "/v1/keys", read_object, "The public keys of the service.")
    get_health = operation("GET", "/healthz", read_object, "Whether the process lives.")
    get_readiness = operation("GET", "/readyz", read_object, "Whether the service can play.")

    @flow
    def register_player(self, /, **fields: Any) -> Flow[Json]:
        """A new account of a `name`; `kind="bot"` for a program. If the client has no token yet, it uses the new one.

        If too many accounts are made, this computes the proof of work that the service then asks for.
        """
        try:
            account = yield from self._register(fields)
        except Problem as problem:
            if problem.code != "proof_required":
                raise
            asked = read_object((yield from self._ask("GET", "/v1/registration")))
            proof = {"challenge": asked["challenge"], "nonce": nonce_for(asked["challenge"], asked["bits"])}
            account = yield from self._register({**fields, "proof": proof})
        if "Authorization" not in self.connection.headers:
            self.connection.use_token(account["token"])
        return account

    def _register(self, fields: Json) -> Flow[Json]:
        account = read_object((yield from self._ask("POST", "/v1/players", (), fields)))
        if not isinstance(account.get("token"), str):
            raise Problem("other_service", "another service answers: it gives no token", 201, account)
        return account

    @flow
    def decide(self, /, strategy: str, **fields: Any) -> Flow[Json]:
        """What a strategy would do in a `view`, within a `budget`; waits until the decision is made."""
        asked = read_object((yield from self._ask("POST", "/v1/bots/{strategy}/decisions", (strategy,), fields)))
        if asked.get("status") != "pending":
            return asked
        return (yield from self._made(f"/v1/decisions/{asked['id']}", "decision"))

    @flow
    def verify_log(self, log: bytes) -> Flow[Json]:
        """The verdict on a log, as `get_log` gives it; waits for it."""
        request = build("POST", "/v1/verifications", (log,), content_type=JSON_LINES)
        asked = read_object((yield from ask(request, self.connection.patience)))
        if asked.get("status") != "pending":
            return asked
        return (yield from self._made(f"/v1/verifications/{asked['id']}", "verdict"))

    @flow
    def analyse_game(self, game: str) -> Flow[Json]:
        """The analysis of a finished game; waits until a worker has made it."""
        asked = read_object((yield from self._ask("POST", "/v1/games/{id}/analysis", (game,))))
        if asked["status"] == "done":
            analysis: Json = asked["analysis"]
            return analysis
        return (yield from self._made(f"/v1/games/{game}/analysis", "analysis"))

    @flow
    def next_page(self, page: Page) -> Flow[Page | None]:
        """The page that follows a page of a list; None after the last one."""
        if page.next is None:
            return None
        return read_list((yield from self._ask("GET", page.next)))

    @flow
    def ask(self, method: str, path: str, /, *values: Any, **fields: Any) -> Flow[Any]:
        """The JSON of any other request, such as one of a service that is newer than this library; None without a body.

        >>> client.ask("GET", "/v1/games/{id}/legal", client.open_game(seats=2)["id"])
        []
        """
        answer = yield from self._ask(method, path, values, fields)
        return read_json(answer) if answer.content else None

    @flow
    def fetch(self, target: str) -> Flow[bytes]:
        """What is at an address that is no operation, such as a tile of the public list of games."""
        return (yield from self._ask("GET", target)).content

    @items
    def rest(self, page: Page) -> Flow[None]:
        """The items of a page, and of all pages that follow it.

        >>> [item["id"] for item in client.rest(client.list_games(status="abandoned", player="me"))]
        []
        """
        while True:
            for item in page:
                yield Item(item)
            if page.next is None:
                return
            page = read_list((yield from self._ask("GET", page.next)))

    @items
    def inbox(self, after: str | None = None) -> Flow[None]:
        """The items of your inbox: what waits, then what comes, for ever. After a lost connection it goes on by itself.

        `after`: the `id` of the newest item that you had; then all news since come first.
        Raises Problem when your token has ended.
        """
        newest = after

        def request_after() -> Request:
            since = {"Last-Event-ID": newest} if newest else {}
            return Request("GET", INBOX, {"Accept": JSON_LINES, **since})

        def take(item: Json) -> Flow[None]:
            nonlocal newest
            newest = item.get("id", newest)
            yield Item(item)

        return stream(request_after, take, self.connection.patience)

    @items
    def listen(self, game: str, after: int | None = None, include: str | None = None) -> Flow[None]:
        """The live items of a game until it is over: a `frame`, or all since version `after`; then `event`, `table` …

        `include`: `view,legal`, or one of them, after the events of each append. After a lost connection it goes on by
        itself, so that no event is missing and none comes twice. Raises Problem when you may no longer see the game.
        """
        version, lacks_view = after, False

        def request_after() -> Request:
            # after a break between an event and the view of its append, the event comes again, and the view with it
            return live_request(game, version - 1 if version and lacks_view else version, include)

        def take(item: Json) -> Flow[None]:
            nonlocal version, lacks_view
            is_event = item.get("type") == "event"
            if is_event and version is not None and item["version"] <= version:
                return
            if item.get("type") in VERSIONED:
                version, lacks_view = item["version"], is_event and bool(include)
            yield Item(item)

        return stream(request_after, take, self.connection.patience)

    def _ask(self, method: str, path: str, values: tuple[Any, ...] = (), fields: Json | None = None) -> Flow[Answer]:
        return (yield from ask(build(method, path, values, fields), self.connection.patience))

    def _made(self, target: str, field: str) -> Flow[Json]:
        """What a worker makes, once it is there. Raises Problem if it has failed."""
        while True:
            answer = yield from self._ask("GET", target)
            found = read_object(answer)
            if found.get("status") != "pending":
                break
            yield Pause(float(answer.headers.get("retry-after", POLL_SECONDS)))
        if not isinstance(found.get(field), dict):
            raise Problem("failed", f"the service could not make this {field}", answer.status, found)
        made: Json = found[field]
        return made


def live_request(game: str, after: int | None, include: str | None = None) -> Request:
    """The request for the live items of a game."""
    built = build("GET", "/v1/games/{id}/events", (game,), {"after": after, "include": include})
    return built._replace(headers={"Accept": JSON_LINES})


def nonce_for(challenge: str, bits: int) -> str:
    """A nonce such that SHA-256 of the challenge, a dot and the nonce begins with so many zero bits."""
    for nonce in count():
        digest = sha256(f"{challenge}.{nonce}".encode()).digest()
        if int.from_bytes(digest, "big") >> (256 - bits) == 0:
            return str(nonce)
    raise AssertionError
