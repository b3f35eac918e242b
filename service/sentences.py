"""Events as sentences. They are made of what a viewer is shown of an event, so they tell no more than that."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from string import Formatter
from typing import Any

from babel.lists import format_list

from game.cards import EMPIRE
from service.languages import MEDAL_NAMES, RANK_NAMES, names
from service.messages import translations

SENTENCES: dict[str, tuple[str, ...]] = {
    "game_opened": ("{player} opens the game: {scenario}.", "{player} opens the game."),
    "seat_taken": ("{player} takes a seat with {empire}.", "{player} takes a seat."),
    "seat_left": ("{player} leaves the table.",),
    "game_started": ("The game begins: {empires}.",),
    "seat_resigned": ("{player} resigns; {strategy} plays on.",),
    "game_abandoned": ("The game is abandoned.",),
    "pools_formed": ("The pools are laid out; to be constructed: {required}.", "The pools are laid out."),
    "pool_taken": (
        "{player} takes pool {sequence} of the round: {cards}.",
        "{player} takes pool {sequence} of the round.",
    ),
    "cards_redrawn": (
        "{player} discards {cards} and sees {candidates}.",
        "{player} discards {cards} to see cards of the deck.",
    ),
    "card_kept": ("{player} keeps {card} and discards {discarded}.", "{player} keeps a card and discards {discarded}."),
    "hands_dealt": ("Everybody is dealt {size} cards.",),
    "card_drafted": ("{player} picks {card}.", "{player} picks a card."),
    "picks_revealed": (
        "The picks are revealed: {picks}. The hands are passed {passed}.",
        "The picks are revealed: {picks}.",
    ),
    "hands_discarded": ("What is left of the hands is discarded: {cards}.",),
    "planning_begun": ("Planning begins.",),
    "card_slated": ("{player} puts {card} under construction.",),
    "card_recycled": ("{player} recycles {card} onto {onto}.", "{player} recycles {card} onto the empire card."),
    "item_placed": (
        "{player} places {item} on {onto} instead of {as}.",
        "{player} places {item} on {onto}.",
        "{player} places {item} on the empire card.",
    ),
    "card_discarded": ("{player} gives up {card}.",),
    "character_chosen": ("{player} chooses {character}.",),
    "ready_declared": ("{player} is ready.",),
    "auto_ready_set": ("{player} wants to be ready as soon as nothing is left to do: {on}.",),
    "card_constructed": ("{player} completes {card} and receives {bonus}.", "{player} completes {card}."),
    "krystallium_made": ("{player} turns five cubes of the empire card into a krystallium.",),
    "resources_produced": ("Production of {step}: {amounts}.",),
    "supremacy_won": (
        "{player} has supremacy and receives {character}.",
        "{player} has supremacy and is to choose a character.",
    ),
    "game_ended": ("The last round is over.",),
    "game_scored": (
        "{winner} ends the scenario with a score of {total}. Medal: {medal}.",
        "{winner} ends with a score of {total}. Rank: {rank}.",
        "{winners} share the victory with a score of {total}.",
        "{winner} wins with a score of {total}.",
    ),
    "intention_undone": ("{player} takes back an intention.",),
    "rewind_proposed": ("{player} proposes to go back to version {to}.",),
    "rewind_accepted": ("{player} agrees to go back.",),
    "rewind_declined": ("{player} does not want to go back.",),
    "rewound": ("The game goes back to version {to}.",),
}
"""By the event's name: the fullest sentence first. The first one all of whose fields are known is said."""

ITEMS = {
    "materials": "a cube of materials",
    "energy": "a cube of energy",
    "science": "a cube of science",
    "gold": "a cube of gold",
    "exploration": "a cube of exploration",
    "krystallium": "a krystallium",
    "general": "a general",
    "financier": "a financier",
}
STEPS = ("materials", "energy", "science", "gold", "exploration")
BONUSES = {
    "krystallium": ("{count} krystallium", "{count} krystallium"),
    "generals": ("{count} general", "{count} generals"),
    "financiers": ("{count} financier", "{count} financiers"),
}
PASSED = {"left": "to the left", "right": "to the right"}
ON = {True: "yes", False: "no"}

_FIELDS = {
    sentence: frozenset(field for _, field, _, _ in Formatter().parse(sentence) if field)
    for sentences in SENTENCES.values()
    for sentence in sentences
}


@dataclass(frozen=True)
class Teller:
    """Tells events in the words of one language (of WORDED), with the names of another (of LANGUAGES).

    `seated`: accounts by seat. `players`: account to name; a bot is called by its strategy. Players who are called the
    same are told apart by their seats.
    """

    words: str
    names: str
    seated: Sequence[str]
    players: Mapping[str, str]

    @cached_property
    def seats(self) -> list[str]:
        """What the players are called, by seat."""
        called = [self.player(account) for account in self.seated]
        return [f"{name} #{seat}" if called.count(name) > 1 else name for seat, name in enumerate(called)]

    def tell(self, event: Mapping[str, Any]) -> str:
        """The sentence for an event as `projections.redaction.shown` gives it."""
        fields = self._fields(event)
        sentence = next(s for s in SENTENCES[event["name"]] if fields.keys() >= _FIELDS[s])
        return self.say(sentence).format_map(fields)

    def say(self, message: str) -> str:
        return translations(self.words).gettext(message)

    def card(self, card: str) -> str:
        return names(self.names)[card.partition(".")[0]]

    def cards(self, cards: Sequence[str]) -> str:
        return self.all([self.card(card) for card in cards])

    def all(self, items: Sequence[str]) -> str:
        return format_list(items, locale=self.words)

    def player(self, account: str) -> str:
        return self.players.get(account, account.removeprefix("bot:"))

    def _fields(self, event: Mapping[str, Any]) -> dict[str, str]:
        """What is known of the event, said in words; a field that holds nothing is left out."""
        data, seat = event["data"], event["seat"]
        given = {key: value for key, value in data.items() if value not in (None, [], {}, "", EMPIRE)}
        fields = {key: _SAID[key](self, value) for key, value in given.items() if key in _SAID}
        if seat is None or event["name"] in ("seat_taken", "seat_left"):  # now somebody else may sit there
            fields["player"] = self.player(data.get("player") or event["actor"])
        else:
            fields["player"] = self.seats[seat]
        if given.get("as") == given.get("item"):  # a krystallium in a place of its own
            fields.pop("as", None)
        fields |= self._opened(event) | self._scored(event)
        if bonus := [self._bonus(key, given[key]) for key in BONUSES if given.get(key)]:
            fields["bonus"] = self.all(bonus)
        return fields

    def _opened(self, event: Mapping[str, Any]) -> dict[str, str]:
        scenario = event["data"].get("options", {}).get("scenario")
        return {"scenario": names(self.names)[scenario]} if scenario else {}

    def _scored(self, event: Mapping[str, Any]) -> dict[str, str]:
        if event["name"] != "game_scored":
            return {}
        first = event["data"]["ranking"][0]
        said = {"total": str(event["data"]["scores"][first[0]]["total"])}
        key = "winner" if len(first) == 1 else "winners"
        return said | {key: self.all([self.seats[seat] for seat in first])}

    def _bonus(self, kind: str, count: int) -> str:
        return translations(self.words).ngettext(*BONUSES[kind], count).format(count=count)

    def _by_seat(self, words: Sequence[str]) -> str:
        return self.all([f"{player} – {word}" for player, word in zip(self.seats, words, strict=True)])


_SAID: dict[str, Callable[[Teller, Any], str]] = {
    "amounts": lambda teller, amounts: teller._by_seat([str(amount) for amount in amounts]),
    "candidates": Teller.cards,
    "card": Teller.card,
    "cards": Teller.cards,
    "character": lambda teller, character: teller.say(ITEMS[character]),
    "discarded": Teller.cards,
    "empire": Teller.card,
    "empires": lambda teller, empires: teller._by_seat([teller.card(empire) for empire in empires]),
    "item": lambda teller, item: teller.say(ITEMS[item]),
    "as": lambda teller, kind: teller.say(ITEMS[kind]),
    "medal": lambda teller, medal: MEDAL_NAMES[medal][teller.names],
    "on": lambda teller, on: teller.say(ON[on]),
    "onto": Teller.card,
    "passed": lambda teller, passed: teller.say(PASSED[passed]),
    "picks": lambda teller, picks: teller._by_seat([teller.card(card) for card in picks]),
    "rank": lambda teller, rank: RANK_NAMES[rank][teller.names],
    "required": Teller.cards,
    "sequence": lambda teller, sequence: str(sequence),
    "size": lambda teller, size: str(size),
    "step": lambda teller, step: teller.say(step),
    "to": lambda teller, version: str(version),
    "strategy": lambda teller, strategy: str(strategy),
}
"""How a field of an event's data is said; others are not."""
