"""The stored names of events. Entries are only added, so that old games stay readable."""

from game import events as e

NAMES: dict[str, type[e.Event]] = {
    "game_opened": e.GameOpened,
    "seat_taken": e.SeatTaken,
    "seat_left": e.SeatLeft,
    "game_started": e.GameStarted,
    "seat_resigned": e.SeatResigned,
    "game_abandoned": e.GameAbandoned,
    "pools_formed": e.PoolsFormed,
    "pool_taken": e.PoolTaken,
    "cards_redrawn": e.CardsRedrawn,
    "card_kept": e.CardKept,
    "hands_dealt": e.HandsDealt,
    "card_drafted": e.CardDrafted,
    "picks_revealed": e.PicksRevealed,
    "hands_discarded": e.HandsDiscarded,
    "planning_begun": e.PlanningBegun,
    "card_slated": e.CardSlated,
    "card_recycled": e.CardRecycled,
    "item_placed": e.ItemPlaced,
    "card_discarded": e.CardDiscarded,
    "character_chosen": e.CharacterChosen,
    "ready_declared": e.ReadyDeclared,
    "auto_ready_set": e.AutoReadySet,
    "card_constructed": e.CardConstructed,
    "krystallium_made": e.KrystalliumMade,
    "resources_produced": e.ResourcesProduced,
    "supremacy_won": e.SupremacyWon,
    "game_ended": e.GameEnded,
    "game_scored": e.GameScored,
    "intention_undone": e.IntentionUndone,
    "rewind_proposed": e.RewindProposed,
    "rewind_accepted": e.RewindAccepted,
    "rewind_declined": e.RewindDeclined,
    "rewound": e.Rewound,
}

SECRET = frozenset({"game_started", "card_drafted", "pool_taken", "cards_redrawn", "card_kept"})
"""Events with data that not everybody may see. They are stored and hashed with a salt."""
