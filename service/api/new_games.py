"""Opening games and sitting down at their tables: what several resources do in the same way."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import game as rules
from events import Group, IdempotencyKey
from game.options import make_options
from game.shuffle import commitment
from projections.games import Loaded
from service.accounts import Player
from service.accounts.blocks import Apart
from service.api.current import app
from service.api.limiting import count_more, room_for_game
from service.api.options import check_strategies, invited_ids
from service.games.codes import is_code_of, make_code_if_private
from service.games.company import check_company, retry_with_blocks, sit_down
from service.games.log_limit import check_log_limit
from service.games.opening import is_opened, make_server_seed, open_game
from service.games.starting import forget_secrets, read_deal, started_if_agreed
from service.games.viewers import check_may_join, needs_code, require_own_seat
from service.games.write import Decided, Written, write

INVITED_PLAYERS = 2
"""Invited players that count as a request: all their streams read the game."""


def accepted_options(player: Player, body: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a new game, checked, with the ids of those whom the player invites.

    Raises Refused, Problem, LimitExceeded.
    """
    options = rules.check_options(body)
    check_strategies(options["bots"])
    if "invited" in options:
        count_more(player, len(options["invited"]) // INVITED_PLAYERS)
        options = options | {"invited": invited_ids(options["invited"], player)}
    return options


def open_for(
    player: Player, accepted: Callable[[], Mapping[str, Any]], key: IdempotencyKey, repeatable: bool
) -> tuple[str, int, bool]:
    """Open a game: its id, the version after it, whether the key had opened it before.

    `accepted`: the options, as `accepted_options` gives them; a repeated request does not ask again who may be invited.
    `repeatable`: the client chose the key. Raises KeyReused, and as `accepted_options`.
    """
    parts = app.backend
    is_known = is_opened(parts, key)
    options = None if is_known else accepted()

    def opening(game: str) -> Sequence[Group]:
        chosen = options or accepted()
        committed = commitment(make_server_seed(parts, game), game)
        make_code_if_private(parts, game, make_options(chosen))
        return [Group(player.id, rules.open(chosen, player.id, game, committed, external=player.kind == "bot"))]

    with room_for_game(player.id, is_known) as opened:
        game, outcome = open_game(parts, key, opening, repeatable)
        opened.append((game, "open"))
    return game, outcome.last, outcome.known


def take_seat(player: Player, game: str, body: Mapping[str, Any], key: IdempotencyKey, agrees: bool = False) -> Written:
    """Take a free seat of an open game. `agrees`: the player also agrees that it starts.

    Raises Refused, NoSuchGame, TooManyCodes, SeedUnavailable, and as `write`.
    """
    parts = app.backend
    has_code, deal = _has_code(player, game, body.get("code")), read_deal(parts, game)

    def decide(loaded: Loaded, apart: Apart) -> Decided:
        state = loaded.state
        if not has_code:
            check_may_join(state, player)
        check_company(state, player.id, apart)
        check_log_limit(state)
        external = player.kind == "bot"
        events = rules.join(state, player.id, body.get("empire"), body.get("client_seed"), external)
        seated = sit_down(state, player.id, events, apart)
        return started_if_agreed(deal, _agreed(seated, player) if agrees else seated, player.id)

    written = retry_with_blocks(
        parts, game, player.id, lambda apart: write(parts.games, game, key, lambda loaded: decide(loaded, apart))
    )
    forget_secrets(parts, game, written.state)
    return written


def agree_to_start(
    player: Player, game: str, key: IdempotencyKey, ready: bool, client_seed: str | None = None
) -> Written:
    """Say whether the seat of the player agrees that the open game starts. Raises Refused, and as `write`."""
    parts = app.backend
    deal = read_deal(parts, game)

    def decide(loaded: Loaded) -> Decided:
        seat = require_own_seat(loaded.state, player)
        check_log_limit(loaded.state)
        events = rules.agree(loaded.state, seat, ready, client_seed)
        if not events:
            return Decided()
        agreed = Decided([Group(player.id, events)], rules.fold(events, loaded.state))
        return started_if_agreed(deal, agreed, player.id)

    written = write(parts.games, game, key, decide)
    forget_secrets(parts, game, written.state)
    return written


def come_back(player: Player, game: str, key: IdempotencyKey) -> Written:
    """Play a seat again that a bot took over. Raises Refused, and as `write`."""

    def decide(loaded: Loaded) -> Decided:
        seat = require_own_seat(loaded.state, player)
        events = rules.come_back(loaded.state, loaded.clocks, seat)
        return Decided([Group(player.id, events)], rules.fold(events, loaded.state))

    return write(app.backend.games, game, key, decide)


def _agreed(decided: Decided, player: Player) -> Decided:
    """What was decided; then the player, who has a seat by it, agrees that the game starts."""
    state = decided.state
    assert state is not None, "somebody sat down"
    events = rules.agree(state, require_own_seat(state, player), True)
    if not events:
        return decided
    return Decided([*decided.groups, Group(player.id, events)], rules.fold(events, state))


def _has_code(player: Player, game: str, code: str | None) -> bool:
    """Whether the player needs and has the code of a game. Raises TooManyCodes."""
    if code is None:
        return False
    loaded = app.backend.games.load(game)
    if loaded.version and not needs_code(loaded.state, player):
        return False
    return is_code_of(app.backend, player, game, code)
