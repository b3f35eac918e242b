"""What a block ends, and begins again: invitations to a table where somebody sits whom the guest does not meet."""

from contextlib import suppress
from secrets import token_hex

import game as rules
from events import IdempotencyKey
from projections.games import Loaded
from projections.summaries import accounts_of
from service.accounts.blocks import block, unblock
from service.backend import Backend
from service.games.company import decline_for, seated_accounts
from service.games.leaving import tell_player
from service.games.write import Decided, TooBusy, write


def part(backend: Backend, player: str, other: str) -> None:
    """Block an account, and decline what can only fail from now on.

    That is the invitations of one of the two to the table of which the other is the host, and the seat that a rematch
    keeps for one where the other sits. An invitation by a third player can be accepted once the other one has left:
    until then the inbox leaves it out. Raises TooManyBlocks.
    """
    block(backend.accounts, player, other)
    for guest, seated in ((player, other), (other, player)):
        for game in _invitations(backend, guest, seated):
            _decline(backend, game, guest, seated)
            tell_player(backend, game, guest)


def meet(backend: Backend, player: str, other: str) -> None:
    """Block an account no more: what the inbox left out, and can be accepted now, waits again."""
    unblock(backend.accounts, player, other)
    for guest, seated in ((player, other), (other, player)):
        for game in _invitations(backend, guest, seated):
            tell_player(backend, game, guest)


def _invitations(backend: Backend, guest: str, seated: str) -> list[str]:
    """The open games to which the guest is invited and where the other one sits, as the lobby knows them."""
    return [game["id"] for game in backend.lobby.invitations(guest) if seated in accounts_of(game)]


def _decline(backend: Backend, game: str, guest: str, seated: str) -> None:
    """Decline the invitation if it still stands and is due to be declined on the newest state."""

    def decide(loaded: Loaded) -> Decided:
        state = loaded.state
        keeps_seat = guest in state.reserved and seated in seated_accounts(state)
        is_due = state.status == "open" and (keeps_seat or rules.is_host(state, seated))
        return decline_for(Decided([], state), [guest]) if is_due else Decided()

    key = IdempotencyKey(f"block:{token_hex(8)}", b"block")
    with suppress(TooBusy):  # the inbox leaves it out all the same
        write(backend.games, game, key, decide)
