"""Items as sentences, for people who get them on their phone or in a chat. They hold nothing secret."""

from service.language.translations import translate
from service.webhooks.outbox import OutboxMessage
from service.webhooks.table_sentences import TABLE_TITLES, table_sentence

TITLES = {
    "your_turn": "Your turn",
    "clock_low": "Your time is running out",
    "rewind_proposed": "A rewind is proposed",
    "pause_asked": "A pause is asked for",
    "away": "A bot plays your seat",
    "table_full": "The table is full",
    "expiring": "A game ends soon",
    "invitation": "An invitation",
    "rematch_offered": "A rematch",
    "started": "A game has started",
    "finished": "A game is over",
    "removed": "You were removed from a table",
    "webhook_disabled": "A webhook was disabled",
    "test": "A test",
}
SENTENCES = {
    "your_turn": "{game}: it is your turn.",
    "clock_low": "{game}: your time is running out.",
    "rewind_proposed": "{game}: a rewind needs your consent.",
    "pause_asked": "{game}: somebody asks for a pause.",
    "away": "{game}: a bot plays your seat until you return.",
    "table_full": "{game}: the table is full, and the game can start.",
    "expiring": "{game}: the game ends soon if nobody does anything.",
    "invitation": "{game}: you are invited.",
    "rematch_offered": "{game}: a seat of the rematch is kept for you.",
    "started": "{game} has started.",
    "finished": "{game} is over.",
    "removed": "{game}: the host removed you from the table.",
    "webhook_disabled": "A webhook of yours failed for days and was disabled. Its oldest message was about {game}.",
    "test": "This webhook works.",
}
"""By the type of the item."""


def title_of(message: OutboxMessage, language: str) -> str:
    """A few words for the head of a notification."""
    titles = TABLE_TITLES if "players" in message.item else TITLES
    return translate(titles[message.item["type"]], language)


def sentence_of(message: OutboxMessage, language: str) -> str:
    """What has happened, with the name of the game."""
    game = message.title or translate("Game {id}", language).replace("{id}", str(message.item["game"]))
    if "players" in message.item:
        return table_sentence(message.item, game, language)
    return translate(SENTENCES[message.item["type"]], language).replace("{game}", game)
