"""Which events nothing takes back. Made from their declarations by `wonderful openapi`: change those."""

NEVER_TAKEN_BACK = {
    "auto_ready_set",
    "game_abandoned",
    "game_opened",
    "game_paused",
    "game_resumed",
    "host_changed",
    "invitation_withdrawn",
    "pause_agreed",
    "player_invited",
    "rewind_accepted",
    "rewind_declined",
    "rewind_proposed",
    "rewound",
    "seat_left",
    "seat_removed",
    "seat_resigned",
    "seat_returned",
    "seat_taken",
    "seat_taken_over",
    "start_agreed",
    "table_changed",
    "time_given_back",
}
"""All other events are moves: an undo or a rewind takes them back."""
