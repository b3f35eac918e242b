"""The effect of each event on the table."""

from collections import Counter
from dataclasses import replace

from .questions import ask_or_answer, drop_questions
from .table import (
    HIDDEN,
    Cards,
    Json,
    Seat,
    Table,
    begin_construction,
    card_count,
    design,
    end_construction,
    own_seat,
    put,
    seat_of,
    taken_seat,
    without,
)

POOLS, POOL_CARDS, REDRAW_CARDS = 8, 5, 5
BONUSES = {"krystallium": "krystallium", "general": "generals", "financier": "financiers"}
"""Items that a seat keeps, and the field of `card_constructed` that counts them."""


def apply(table: Table, event: Json) -> None:
    """Change the table by an event that stands. Raises ValueError for an event that this program does not know."""
    name, data = event["name"], event["data"]
    if event["seat"] is None:
        _change_table(table, name, data)
    else:
        _change_seat(table, table.seats[event["seat"]], name, data)
    declared = table.declared[name]
    if declared["ends_undo"]:
        for seat in table.seats:
            seat.undoable = None
    elif declared["kind"] == "move" and declared["caused_by"] and not data.get("auto"):
        table.seats[event["seat"]].undoable = event["version"]


def _change_table(table: Table, name: str, data: Json) -> None:
    """The effect of an event without a seat."""
    match name:
        case "game_opened":
            table.opened, table.assisted = data, bool(data.get("origin"))
            table.seats = [Seat(number) for number in range(data["options"]["seats"])]
            table.invited = list(data["options"].get("invited", []))
            table.reserved = list((data.get("rematch") or {}).get("players", []))
        case "host_changed":
            table.host = data["host"]
        case "table_changed":
            known = {seat.player["id"]: seat for seat in table.seats if seat.player}
            host = table.seats[table.host].player if table.host is not None else None
            table.host = data["players"].index(host["id"]) if host else None
            table.seats = [seat_of(player, number, known) for number, player in enumerate(data["players"])]
            table.reserved = list(data.get("reserved", []))
        case "player_invited":
            table.invited.append(data["player"])
        case "invitation_withdrawn":
            table.invited = [player for player in table.invited if player != data["player"]]
            table.reserved = [None if player == data["player"] else player for player in table.reserved]
        case "game_started":
            table.status, table.host, table.everything = "playing", None, "deck" in data
            table.deck = data.get("deck") or [HIDDEN] * card_count(table)
            for seat, empire in zip(table.seats, data["empires"], strict=True):
                seat.empire, seat.ready = empire, False
        case "pools_formed":
            required = data.get("required", [])
            deck = without(table.deck, required)
            table.pools = [deck[POOL_CARDS * i :][:POOL_CARDS] for i in range(POOLS)]
            table.deck = deck[POOL_CARDS * POOLS :]
            for card in required:
                begin_construction(table, table.seats[0], card)
        case "hands_dealt":
            _begin_round(table, "draft")
            table.passes, table.deck = 0, table.deck[data["size"] * len(table.seats) :]
            _give_hands(table, data, data["size"])
        case "picks_revealed":
            _reveal(table, data["picks"], bool(data.get("passed")))
            _give_hands(table, data, len(table.seats[0].hand))
        case "hands_discarded":
            table.discard += data["cards"]
            for seat in table.seats:
                seat.hand, seat.passed = [], []
        case "planning_begun":
            table.phase = "planning"
        case "resources_produced":
            table.phase, table.step = "production", data["step"]
            for seat, amount in zip(table.seats, data["amounts"], strict=True):
                seat.ready, seat.produced, seat.owned[data["step"]] = False, amount, amount
        case "game_ended":
            table.phase, table.step, table.rewind, table.pause = "finished", None, None, None
            for seat in table.seats:
                seat.ready = False
        case "game_scored":
            table.status = "finished"
            table.result = {"rank": None, "medal": None, **data}
        case "game_abandoned":
            table.status, table.rewind, table.pause = "abandoned", None, None
            table.end_reason = data.get("reason", "left")
        case "time_given_back":
            pass  # only clocks have the time, and they are not in the view
        case "game_paused":
            table.pause = table.pause and {**table.pause, "until": data["until"]}
        case "game_resumed":
            table.pause = None
        case "rewound":
            table.rewind, table.assisted = None, table.assisted or data.get("assisted", False)
        case _:
            raise ValueError(f"unknown event: {name}")


def _free_seat(table: Table, seat: Seat) -> None:
    """The player of a seat has left. If it was the host, the first person becomes the host, or the first program."""
    table.seats[seat.number] = Seat(seat.number)
    if table.reserved:
        table.reserved[seat.number] = None
    if table.host == seat.number:
        players = [other for other in table.seats if other.player and other.bot is None]
        people = [other for other in players if other.player and other.player["kind"] == "human"]
        table.host = next((other.number for other in [*people, *players]), None)


def _change_seat(table: Table, seat: Seat, name: str, data: Json) -> None:
    """The effect of an event of a seat."""
    card: str = data.get("card", HIDDEN)
    onto: str = data.get("onto", "empire")
    match name:
        case "seat_taken":
            taken = taken_seat(seat.number, data["player"], bool(data.get("external")))
            table.seats[seat.number] = replace(taken, empire=data.get("empire"))
            if table.host is None and taken.bot is None:
                table.host = seat.number
        case "seat_left":
            _free_seat(table, seat)
        case "seat_removed":
            _free_seat(table, seat)
            table.invited = [player for player in table.invited if player != data["player"]]
        case "start_agreed":
            seat.ready = data["on"]
        case "time_expired":
            seat.undoable = None
        case "seat_taken_over":
            seat.bot, seat.away = data["strategy"], True
            drop_questions(table)
        case "seat_returned":
            seat.bot, seat.away = None, False
        case "seat_resigned":
            seat.bot, seat.away = data["strategy"], False
            drop_questions(table)
        case "pool_taken":
            if data["sequence"] == 1:
                _begin_round(table, "planning")
            table.sequence, table.pools = data["sequence"], table.pools[1:]
            seat.hand = data.get("cards", [HIDDEN] * POOL_CARDS)
        case "cards_redrawn":
            seat.hand = without(seat.hand, data["cards"])
            seat.candidates = data.get("candidates", [HIDDEN] * REDRAW_CARDS)
            table.discard += data["cards"]
            if len(table.deck) < REDRAW_CARDS:  # the discard pile was shuffled under the deck first
                table.deck += data.get("under", [HIDDEN] * len(table.discard))
                table.discard = []
            table.deck = table.deck[REDRAW_CARDS:]
        case "card_kept":
            seat.hand, seat.candidates = [*seat.hand, card], []
            table.discard += data["discarded"]
        case "card_drafted":
            seat.hand, seat.picked = without(seat.hand, [card]), card
        case "card_slated":
            _plan(seat, card)
            begin_construction(table, seat, card)
        case "card_recycled":
            _plan(seat, card)
            table.discard.append(card)
            cube = design(table, card)["recycling_bonus"]
            put(seat, cube, onto, cube)
        case "item_placed":
            seat.owned[data["item"]] -= 1
            put(seat, data["item"], onto, data.get("as") or data["item"])
        case "card_discarded":
            end_construction(seat, card)
            table.discard.append(card)
            seat.empire_cubes[design(table, card)["recycling_bonus"]] += 1
        case "card_constructed":
            end_construction(seat, card)
            seat.constructed.append(card)
            for item, bonus in BONUSES.items():
                seat.owned[item] += data.get(bonus, 0)
        case "krystallium_made":
            seat.empire_cubes = Counter()
            seat.owned["krystallium"] += 1
        case "supremacy_won":
            character = data.get("character")
            won = {"round": table.round, "step": table.step, "seat": seat.number, "character": character}
            table.supremacy.append(won)
            seat.choosing = character is None
            if character:
                seat.owned[character] += 1
        case "character_chosen":
            seat.choosing, table.supremacy[-1]["character"] = False, data["character"]
            seat.owned[data["character"]] += 1
        case "ready_declared":
            seat.ready = True
        case "auto_ready_set":
            seat.auto_ready = data["on"]
        case "pause_agreed" | "rewind_proposed" | "rewind_accepted" | "rewind_declined":
            ask_or_answer(table, seat.number, name, data)
        case _:
            raise ValueError(f"unknown event: {name}")


def _begin_round(table: Table, phase: str) -> None:
    table.round, table.phase, table.step = table.round + 1, phase, None
    for seat in table.seats:
        seat.ready, seat.produced, seat.passed = False, None, []


def _reveal(table: Table, picks: Cards, hands_are_passed: bool) -> None:
    """The picks become drafted cards. A round's last cards were still in the hands: nobody had a choice."""
    for seat, pick in zip(table.seats, picks, strict=True):
        seat.hand = seat.hand if seat.picked else without(seat.hand, [pick])
        seat.drafted, seat.picked = [*seat.drafted, pick], None
        if hands_are_passed:
            seat.passed = [seat.hand, *seat.passed][: len(table.seats) - 1]  # an older one has come back
        seat.passed = [[card for card in hand if card not in picks] for hand in seat.passed]
    table.passes += hands_are_passed


def _give_hands(table: Table, data: Json, size: int) -> None:
    """New hands. The event shows your own `hand`; once the game is finished, the `hands` of all seats."""
    hands = data.get("hands", [[HIDDEN] * size for _ in table.seats])
    for seat, hand in zip(table.seats, hands, strict=True):
        seat.hand = hand
    if own := own_seat(table):
        own.hand = data.get("hand", own.hand)


def _plan(seat: Seat, card: str) -> None:
    """Take a card from those to plan: the drafted ones, or in a solo game the hand."""
    if seat.drafted:
        seat.drafted = without(seat.drafted, [card])
    else:
        seat.hand = without(seat.hand, [card])
