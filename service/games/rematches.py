"""Rematches: the one game that the players of a finished game open to play again.

The key of a finished game names its rematch. First a player claims an id for it, then the game is opened under this id,
then the key is confirmed. So two players at once open one rematch, and one who dies in between does not block it.
"""

from redis.client import Pipeline

import game as rules
from events import Conflict, Group, IdempotencyKey, first_link
from game.shuffle import commitment
from projections.games import Loaded
from service.accounts import Player
from service.accounts.blocks import Apart, read_apart
from service.backend import Backend
from service.games.codes import make_code_if_private
from service.games.company import check_company, decline_for, retry_with_blocks, sit_down
from service.games.log_limit import check_log_limit
from service.games.opening import make_server_seed
from service.games.starting import SeedUnavailable, forget_secrets, read_deal, started_if_agreed
from service.games.viewers import check_may_join
from service.games.write import Decided, KeyReused, Written, write
from service.ids import new_id

CLAIMED = "claimed:"
"""Stands before the id of a rematch that is not known to be open yet."""


def find_rematch(backend: Backend, game: str) -> str | None:
    """The id of the rematch of a game, if there is one."""
    found = _stored(backend, game)
    return None if found is None or found.startswith(CLAIMED) else found


def play_again(backend: Backend, source: rules.State, player: Player, key: IdempotencyKey) -> tuple[str, Written]:
    """Offer a rematch of a game that is over, or take your seat in the one that was offered: its id, what was written.

    Raises Refused, NoSuchGame when the player is no longer welcome there, KeyReused, TooBusy, SeedUnavailable.
    """
    rules.check_rematch(source, player.id)
    while True:
        game = _claimed_id(backend, source.id)
        loaded, earlier = backend.games.load_with_key(game, key.field)
        if not loaded.version:
            try:
                written = _open(backend, source, game, player, key)
            except (Conflict, SeedUnavailable):  # another request was faster, and its start took the seed away
                continue
        elif loaded.state.rematch_of != source.id or (_never_began(loaded.state) and not earlier):
            _release(backend, source.id, game)
            continue
        else:
            written = _join(backend, game, player, key)
        _confirm(backend, source.id, game)
        forget_secrets(backend, game, written.state)
        return game, written


def _open(backend: Backend, source: rules.State, game: str, player: Player, key: IdempotencyKey) -> Written:
    """Open the rematch; with bots alone it starts at once. Raises Conflict, SeedUnavailable, if it is open by now."""
    committed = commitment(make_server_seed(backend, game), game)
    external = player.kind == "bot"
    opened = rules.rematch(source, player.id, game, committed, external)
    state = rules.fold(opened)
    make_code_if_private(backend, game, state.options)
    deal = read_deal(backend, game)
    # Nobody else would free the seats that are kept for those who cannot come.
    offered = decline_for(Decided([Group(player.id, opened)], state), _absent_players(backend, player.id, state))
    decided = started_if_agreed(deal, offered, player.id)
    outcome = backend.log.append(game, decided.groups, 0, first_link(game), key)
    if outcome.known and outcome.digest != key.digest:
        raise KeyReused(key.field)
    return Written(outcome.last, outcome.entries, backend.games.load(game).state, repeated=outcome.known)


def _absent_players(backend: Backend, opener: str, state: rules.State) -> list[str]:
    """The invited who cannot come: their accounts are deleted or suspended, or they do not meet the opener. Sorted."""
    invited, accounts = rules.invited_players(state), backend.accounts
    apart = read_apart(accounts, opener, invited).apart
    return sorted(
        each.id
        for each in accounts.by_ids(invited).values()
        if each.deleted or each.id in apart or (each.suspension and each.is_suspended(accounts.now_ms()))
    )


def _join(backend: Backend, game: str, player: Player, key: IdempotencyKey) -> Written:
    """Take the seat that is kept for the player; nothing happens if they have it, or opened a game of bots."""
    deal = read_deal(backend, game)

    def decide(loaded: Loaded, apart: Apart) -> Decided:
        state = loaded.state
        if player.id == state.opener or player.id in [seat.player for seat in state.seats]:
            return Decided()
        check_may_join(state, player)
        check_company(state, player.id, apart)
        check_log_limit(state)
        events = rules.join(state, player.id, external=player.kind == "bot")
        return started_if_agreed(deal, sit_down(state, player.id, events, apart), player.id)

    return retry_with_blocks(
        backend, game, player.id, lambda apart: write(backend.games, game, key, lambda loaded: decide(loaded, apart))
    )


def _never_began(state: rules.State) -> bool:
    """Whether a rematch ended before it started: then the players may offer another one."""
    return state.status == "abandoned" and state.phase is None


def _stored(backend: Backend, game: str) -> str | None:
    found = backend.confirmed.get(backend.keys.rematch(game))
    return found.decode() if isinstance(found, bytes) else None


def _claimed_id(backend: Backend, game: str) -> str:
    """The id of the rematch of a game, claimed now if nobody has done so before."""
    claimed = CLAIMED + new_id()
    backend.confirmed.set(backend.keys.rematch(game), claimed, nx=True)
    return (_stored(backend, game) or claimed).removeprefix(CLAIMED)


def _confirm(backend: Backend, game: str, rematch: str) -> None:
    """The claimed rematch is open."""
    _replace(backend, game, {CLAIMED + rematch}, rematch)


def _release(backend: Backend, game: str, rematch: str) -> None:
    """The game needs another rematch than this one."""
    _replace(backend, game, {CLAIMED + rematch, rematch}, None)


def _replace(backend: Backend, game: str, old: set[str], new: str | None) -> None:
    """Replace what the game's key holds (None: delete it), if it still is one of the old values."""
    key = backend.keys.rematch(game)

    def change(pipe: Pipeline) -> None:
        held = pipe.get(key)
        pipe.multi()
        if isinstance(held, bytes) and held.decode() in old:
            pipe.delete(key) if new is None else pipe.set(key, new)

    backend.confirmed.transaction(change, key)
