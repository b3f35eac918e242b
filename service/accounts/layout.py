"""The keys of accounts. Those of one account share a hash tag, so one transaction can change several of them.

What leads to an account, such as a token or a handle, may lie on another server of a cluster. It is written before the
account, and deleted after it; until then it leads to nothing.
"""

from projections.news import news_key
from service.accounts.acts import acts_key
from service.limits.buckets import quotas_key
from store.keys import Keys


class Layout:
    """Names of keys."""

    def __init__(self, keys: Keys) -> None:
        self._keys = keys
        self._lobby = keys.lobby
        self.channel = keys.accounts
        """Processes that keep copies of accounts listen here. A message is the id of an account that has changed."""
        self.handles = keys.lobby("handles")
        """A hash: skeleton of a handle → the account that has it, or had it once; empty: nobody gets it."""
        self.deleted = keys.lobby("deleted")
        """A hash: account that still has to leave its games → when it was deleted or suspended, in ms since 1970."""

    def player(self, player: str) -> str:
        """A hash: name, kind, handle, `handles` (how many), `changed_ms`, `deleted_ms`, `recovery` (a hash).

        `suspended`: a Suspension. `name_held_ms`: until when it cannot take another name, in ms since 1970.
        """
        return self._keys.owned(player, "player")

    def bots_named(self, name: str) -> str:
        """A set: the bot accounts with a name; case does not count. Some may have another name since."""
        return self._lobby(f"bots:{name.casefold()}")

    def token(self, token_hash: bytes) -> str:
        """A text: `<player> <token id>`."""
        return self._keys.owned(token_hash.hex(), "token")

    def tokens(self, player: str) -> str:
        """A hash: token id → StoredToken. A token that is not in it is worth nothing."""
        return self._keys.owned(player, "tokens")

    def uses(self, player: str) -> str:
        """A hash: token id → when it was used last, in ms since 1970."""
        return self._keys.owned(player, "token-uses")

    def quotas(self, player: str) -> str:
        """A hash: limit → quota, where an operator gave the account its own. `service.limits` reads it."""
        return quotas_key(self._keys, player)

    def blocks(self, player: str) -> str:
        """A set: the accounts that a player has blocked."""
        return self._keys.owned(player, "blocks")

    def news(self, player: str) -> str:
        """The news of a player, which the lobby stores."""
        return news_key(self._keys, player)

    def daily_tries(self, player: str) -> str:
        """A hash: day → the id of the account's try at the daily deal, which may not be open yet."""
        return self._lobby(f"daily-tries:{player}")

    def acts(self, player: str) -> str:
        """A stream: the acts of operators that concern the account."""
        return acts_key(self._keys, f"player:{player}")

    def once(self, what: str, secret: str) -> str:
        """What a request under an idempotency key led to. `secret`: a hash of the key."""
        return self._lobby(f"{what}:{secret}")

    def puzzle_tries(self, player: str) -> str:
        """A hash: puzzle → the first try of the player at it."""
        return puzzle_tries_key(self._keys, player)

    @property
    def puzzle_ratings(self) -> str:
        """A hash: player → rating as one who tries puzzles."""
        return puzzle_ratings_key(self._keys)

    def wrong_codes(self, player: str) -> str:
        """How many wrong recovery codes were sent for an account; expires."""
        return self._lobby(f"wrong-recoveries:{player}")


def puzzle_tries_key(keys: Keys, player: str) -> str:
    """The tries of a player at puzzles."""
    return keys.lobby(f"puzzles:tries:{player}")


def puzzle_ratings_key(keys: Keys) -> str:
    """The ratings of those who try puzzles."""
    return keys.lobby("puzzles:players")
