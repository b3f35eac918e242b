"""Events as sentences. They are made from redacted events, so they reveal no more than those."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from string import Formatter
from typing import Any

from babel.dates import format_timedelta
from babel.lists import format_list

from game.cards import EMPIRE
from service.language.names import MEDAL_NAMES, RANK_NAMES, names
from service.language.translations import translations

SENTENCES: dict[str, tuple[str, ...]] = {
    "game_opened": ("{player} opens the game: {scenario}.", "{player} opens the game."),
    "seat_taken": ("{player} takes a seat with {empire}.", "{player} takes a seat."),
    "seat_left": ("{player} leaves the table.",),
    "seat_removed": ("The host removes {player} from the table.",),
    "start_agreed": ("{player} {agreement}.",),
    "host_changed": ("{player} makes {host} the host.", "{player} is no longer the host."),
    "table_changed": ("{player} changes the table: {players}.",),
    "player_invited": ("{player} is invited.",),
    "invitation_withdrawn": ("{player} is no longer invited.",),
    "game_started": ("The game begins: {empires}.",),
    "seat_resigned": ("{player} resigns; a bot plays on.",),
    "game_abandoned": ("The game ends without a result: {reason}.", "The game is abandoned."),
    "time_expired": ("The time of {player} is up.",),
    "seat_taken_over": ("A bot plays for {player} until {player} returns.",),
    "seat_returned": ("{player} is back.",),
    "time_given_back": ("The service did not answer for {duration}. All clocks get this time back.",),
    "pause_agreed": ("{player} {agreement}.",),
    "game_paused": ("All agree: the game is paused.",),
    "game_resumed": ("The game goes on.",),
    "pools_formed": ("The pools are laid out. Cards to construct: {required}.", "The pools are laid out."),
    "pool_taken": (
        "{player} takes pool {sequence} of the round: {cards}.",
        "{player} takes pool {sequence} of the round.",
    ),
    "cards_redrawn": (
        "{player} discards {cards} and sees {candidates}.",
        "{player} discards {cards} to see cards from the deck.",
    ),
    "card_kept": ("{player} keeps {card} and discards {discarded}.", "{player} keeps a card and discards {discarded}."),
    "hands_dealt": ("Each player is dealt {size} cards.",),
    "card_drafted": ("{player} picks {card}.", "{player} picks a card."),
    "picks_revealed": (
        "The picks are revealed: {picks}. The hands are passed {passed}.",
        "The picks are revealed: {picks}.",
    ),
    "hands_discarded": ("The remaining hands are discarded: {cards}.",),
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
    "auto_ready_set": ("{player} turns auto-ready {on}.",),
    "card_constructed": ("{player} completes {card} and receives {bonus}.", "{player} completes {card}."),
    "krystallium_made": ("{player} turns five cubes of the empire card into a krystallium.",),
    "resources_produced": ("Production of {step}: {amounts}.",),
    "supremacy_won": (
        "{player} has supremacy and receives {character}.",
        "{player} has supremacy and must choose a character.",
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
"""By the event's name, the fullest sentence first. The first sentence whose fields are all known is used."""

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
WORDS: dict[str, dict[str, str]] = {
    "item": ITEMS,
    "passed": {"left": "to the left", "right": "to the right"},
    "on": {"true": "on", "false": "off"},
    "start_agreed": {"true": "agrees to start", "false": "no longer agrees to start"},
    "pause_agreed": {"true": "wants a pause", "false": "wants no pause now"},
    "reason": {
        "left": "all players have left",
        "aborted": "a player aborted it",
        "expired": "it did not start in time",
        "idle": "nobody has moved for long",
        "closed_conduct": "the operator closed it because of how somebody behaved",
        "closed_cheating": "the operator closed it because of cheating",
        "closed_fault": "the operator closed it because of a fault of the service",
        "closed_request": "the operator closed it because a player asked for it",
        "closed_law": "the operator closed it for legal reasons",
        "closed_other": "the operator closed it",
    },
    "seat": {"free": "a free seat"},
}
"""By field, or by event: what a value is called in a sentence."""

AGREEMENTS = ("start_agreed", "pause_agreed")
SEAT_CHANGES = ("seat_taken", "seat_left", "seat_removed", "start_agreed")

_FIELDS = {
    sentence: frozenset(field for _, field, _, _ in Formatter().parse(sentence) if field)
    for sentences in SENTENCES.values()
    for sentence in sentences
}


def event_sentences(language: str) -> list[dict[str, Any]]:
    """The sentences of each event as templates in a language of SENTENCE_LANGUAGES, the fullest first."""
    gettext = translations(language).gettext
    return [{"event": name, "templates": [gettext(each) for each in SENTENCES[name]]} for name in sorted(SENTENCES)]


def sentence_words(language: str) -> list[dict[str, str]]:
    """What values are called in those sentences."""
    gettext = translations(language).gettext
    return [
        {"field": field, "value": value, "text": gettext(text)}
        for field, texts in WORDS.items()
        for value, text in texts.items()
    ]


@dataclass(frozen=True)
class Narrator:
    """Turns events into sentences, in one language (of SENTENCE_LANGUAGES), with names in another (of LANGUAGES).

    `seated`: account ids by seat. `player_names`: by account id; a bot is called by its strategy. Players with the same
    name get their seat's number behind it.
    """

    sentence_language: str
    name_language: str
    seated: Sequence[str]
    player_names: Mapping[str, str]

    @cached_property
    def seat_names(self) -> list[str]:
        """The players' names, by seat."""
        found = [self.player(account) for account in self.seated]
        return [f"{name} #{seat}" if found.count(name) > 1 else name for seat, name in enumerate(found)]

    def to_sentence(self, event: Mapping[str, Any]) -> str:
        """The sentence for an event as `projections.redaction.redact` gives it."""
        fields = self._fields(event)
        sentence = next(s for s in SENTENCES[event["name"]] if fields.keys() >= _FIELDS[s])
        return self.translate(sentence).format_map(fields)

    def translate(self, message: str) -> str:
        return translations(self.sentence_language).gettext(message)

    def word(self, field: str, value: str) -> str:
        """What a value is called: of WORDS."""
        return self.translate(WORDS[field][value])

    def card(self, card: str) -> str:
        return names(self.name_language)[card.partition(".")[0]]

    def cards(self, cards: Sequence[str]) -> str:
        return self.enumerate([self.card(card) for card in cards])

    def enumerate(self, items: Sequence[str]) -> str:
        """The items as one list in words: `a, b and c`."""
        return format_list(items, locale=self.sentence_language)

    def by_seat(self, words: Sequence[str]) -> str:
        """A word for each seat: `Ada – 3, Ben – 4`."""
        return self.enumerate([f"{player} – {word}" for player, word in zip(self.seat_names, words, strict=True)])

    def player(self, account: str) -> str:
        return self.player_names.get(account, account.removeprefix("bot:"))

    def _fields(self, event: Mapping[str, Any]) -> dict[str, str]:
        """The known fields of the event, in words; an empty field is left out."""
        data, seat = event["data"], event["seat"]
        given = {key: value for key, value in data.items() if value not in (None, [], {}, "", EMPIRE)}
        if data.get("host", 0) >= len(self.seated):  # the table has fewer seats by now
            given.pop("host", None)
        fields = {key: _IN_WORDS[key](self, value) for key, value in given.items() if key in _IN_WORDS}
        if event["name"] == "game_abandoned":
            fields.setdefault("reason", self.word("reason", "left"))
        if seat is None or event["name"] in SEAT_CHANGES:  # somebody else may have the seat by now
            fields["player"] = self.player(data.get("player") or event["actor"])
        else:
            fields["player"] = self.seat_names[seat]
        if given.get("as") == given.get("item"):  # a krystallium on a space for krystallium
            fields.pop("as", None)
        if event["name"] in AGREEMENTS:
            fields["agreement"] = self.word(event["name"], str(data["on"]).lower())
        if event["name"] == "time_given_back":
            passed = timedelta(milliseconds=data["to_ms"] - data["from_ms"])
            fields["duration"] = format_timedelta(passed, locale=self.sentence_language)
        fields |= self._opening_fields(event) | self._score_fields(event)
        if bonus := [self._bonus(key, given[key]) for key in BONUSES if given.get(key)]:
            fields["bonus"] = self.enumerate(bonus)
        return fields

    def _opening_fields(self, event: Mapping[str, Any]) -> dict[str, str]:
        scenario = event["data"].get("options", {}).get("scenario")
        return {"scenario": names(self.name_language)[scenario]} if scenario else {}

    def _score_fields(self, event: Mapping[str, Any]) -> dict[str, str]:
        if event["name"] != "game_scored":
            return {}
        first = event["data"]["ranking"][0]
        total = str(event["data"]["scores"][first[0]]["total"])
        winners = self.enumerate([self.seat_names[seat] for seat in first])
        return {"total": total, "winner" if len(first) == 1 else "winners": winners}

    def _bonus(self, kind: str, count: int) -> str:
        return translations(self.sentence_language).ngettext(*BONUSES[kind], count).format(count=count)


_IN_WORDS: dict[str, Callable[[Narrator, Any], str]] = {
    "amounts": lambda narrator, amounts: narrator.by_seat([str(amount) for amount in amounts]),
    "candidates": Narrator.cards,
    "card": Narrator.card,
    "cards": Narrator.cards,
    "character": lambda narrator, character: narrator.word("item", character),
    "discarded": Narrator.cards,
    "empire": Narrator.card,
    "empires": lambda narrator, empires: narrator.by_seat([narrator.card(empire) for empire in empires]),
    "item": lambda narrator, item: narrator.word("item", item),
    "as": lambda narrator, kind: narrator.word("item", kind),
    "medal": lambda narrator, medal: MEDAL_NAMES[medal][narrator.name_language],
    "host": lambda narrator, host: narrator.seat_names[host],
    "on": lambda narrator, on: narrator.word("on", str(on).lower()),
    "onto": Narrator.card,
    "passed": lambda narrator, passed: narrator.word("passed", passed),
    "reason": lambda narrator, reason: narrator.word("reason", reason),
    "players": lambda narrator, players: narrator.enumerate(
        [narrator.player(player) if player else narrator.word("seat", "free") for player in players]
    ),
    "picks": lambda narrator, picks: narrator.by_seat([narrator.card(card) for card in picks]),
    "rank": lambda narrator, rank: RANK_NAMES[rank][narrator.name_language],
    "required": Narrator.cards,
    "sequence": lambda narrator, sequence: str(sequence),
    "size": lambda narrator, size: str(size),
    "step": lambda narrator, step: narrator.translate(step),
    "to": lambda narrator, version: str(version),
}
"""How a field of an event's data becomes words. Fields that are not listed are left out."""
