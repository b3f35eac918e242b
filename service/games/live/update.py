"""A game at one update, as its followers see it. What several of them see is written once."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from events import Entry
from game import State
from projections.games import Loaded
from service.backend import Backend
from service.games.live.items import Item, make_item, to_json
from service.games.live.present import Present
from service.games.live.reactions import Reaction, at_table, is_later
from service.games.narration import Languages, with_sentences
from service.games.table import describe_table
from service.games.viewers import is_revealed, legal_bodies, view_for
from service.games.visible_events import visible_events
from service.games.yielding import EVENTS_SLICE, yield_every

Made = TypeVar("Made")


class GameUpdate:
    """`entries`: the newest ones of the log, up to the version of `loaded`. `now`: RFC 3339, UTC."""

    def __init__(
        self,
        backend: Backend,
        loaded: Loaded,
        entries: Sequence[Entry],
        present: Present,
        reactions: Sequence[Reaction],
        now: str,
    ) -> None:
        self._backend = backend
        self._entries = entries
        self._reactions = at_table(reactions, loaded.state)
        self._facts = describe_table(backend, loaded, present, now)
        self._made: dict[Any, Any] = {}
        self.loaded = loaded
        self.table = make_item("table", self._facts)
        # While a game is played, each event puts off its end. That alone is no news.
        steady = self._facts | {"expires_at": None} if loaded.state.status == "playing" else self._facts
        self.told_table = to_json(steady)
        self.last_reaction = reactions[-1].id if reactions else "0-0"

    @property
    def state(self) -> State:
        return self.loaded.state

    @property
    def version(self) -> int:
        return self.loaded.version

    @property
    def rewind_expires(self) -> str | None:
        """Until when the pending rewind can be accepted, if there is one; RFC 3339, UTC."""
        return self._facts["rewind"]["expires_at"] if self._facts["rewind"] else None

    def now_ms(self) -> int:
        """The time of the store, in ms since 1970."""
        return self._backend.accounts.now_ms()

    @property
    def is_over(self) -> bool:
        return self.state.status in ("finished", "abandoned")

    def entry(self, version: int) -> Entry | None:
        """The entry of this version, if it is among the newest ones."""
        at = len(self._entries) - 1 - (self.version - version)
        return self._entries[at] if 0 <= at < len(self._entries) else None

    def events(self, after: int, seat: int | None, languages: Languages | None) -> list[Item]:
        """The events after a version as the seat may see them; after each rewind the whole game as it then was."""
        if after == self.version:
            return []
        return self._once(("events", after, seat, languages), lambda: self._event_items(after, seat, languages))

    def rewinds(self, after: int) -> int:
        """How often the game was rewound after a version, as far as the newest entries tell."""
        rewound = [entry.version for entry in self._entries if entry.name == "rewound"] if after < self.version else []
        return sum(version > after for version in rewound)

    def whole(self, kind: str, seat: int | None, version: int | None = None) -> Item:
        """All of the game: a frame or a resync, at an earlier version or now."""
        return self._once((kind, seat, version), lambda: self._whole(kind, seat, version or self.version))

    def view(self, seat: int | None, include: Sequence[str]) -> Item:
        """View, legal intentions and a receipt, as far as they are asked for."""

        def make() -> Item:
            parts: dict[str, Any] = {"version": self.version}
            if "view" in include:
                parts["view"] = view_for(self.state, seat, self._backend.accounts)
            if "legal" in include:
                parts["legal"] = legal_bodies(self.state, seat)
            if "receipt" in include and (receipt := self._once("receipt", self._receipt)):
                parts["receipt"] = receipt
            return make_item("view", parts)

        return self._once(("view", seat, include), make)

    def reactions(self, after: str) -> list[Item]:
        """The reactions that came after the one with this id."""
        return [make_item("reaction", each.facts()) for each in self._reactions if is_later(each, after)]

    def _receipt(self) -> str:
        """Empty while the keys are out of reach."""
        sign = self._backend.signing.at_hand()
        return sign.note(self.state.id, self.version, self.loaded.head, self.loaded.touched_ms // 1000) if sign else ""

    def _once(self, key: Any, make: Callable[[], Made]) -> Made:
        if key not in self._made:
            self._made[key] = make()
        found: Made = self._made[key]
        return found

    def _event_items(self, after: int, seat: int | None, languages: Languages | None) -> list[Item]:
        entries = self._entries[after - self.version :]
        events = visible_events(self._backend, self.state, entries, seat, is_revealed(self.state, self.now_ms))
        if languages:
            events = with_sentences(self._backend.accounts, self.state, events, languages)
        items = []
        for at, event in enumerate(events, 1):
            items.append(make_item("event", event, event["version"]))
            yield_every(at, EVENTS_SLICE)
            if event["name"] == "rewound":
                items.append(self.whole("resync", seat, event["version"]))
        return items

    def _whole(self, kind: str, seat: int | None, version: int) -> Item:
        state, revealed = self.state, is_revealed(self.state, self.now_ms)
        if version != self.version:
            state = self._once(("state", version), lambda: self._backend.games.state_at(self.state.id, version))
        fields = {
            "version": version,
            "seat": seat,
            "view": view_for(state, seat, self._backend.accounts, revealed),
            "legal": legal_bodies(state, seat),
            **self._facts,
            "reactions": [each.facts() for each in self._reactions],
        }
        return make_item(kind, fields, version)
