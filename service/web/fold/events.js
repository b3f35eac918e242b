// The events of the rules. Made from their declarations by `wonderful openapi`: change those.

/**
 * An event. `kind`: an undo or a rewind takes back what is `passing` and a `move`. `isPublic`: everybody sees all of
 * it; otherwise everybody sees the fields in `shown`, and its own seat those in `ownSeat`, too. `causedBy`: the type of
 * the intention that leads to it.
 *
 * @typedef {{ kind: "lobby" | "table" | "passing" | "move", isPublic: boolean, shown: string[], ownSeat: string[],
 *   causedBy: string | null }} Declared
 */

/** By name. @type {Record<string, Declared>} */
export const EVENTS = {
  auto_ready_set: { kind: "table", isPublic: true, shown: [], ownSeat: [], causedBy: "auto_ready" },
  card_constructed: { kind: "move", isPublic: true, shown: [], ownSeat: [], causedBy: null },
  card_discarded: { kind: "move", isPublic: true, shown: [], ownSeat: [], causedBy: "discard" },
  card_drafted: { kind: "move", isPublic: false, shown: [], ownSeat: ["card"], causedBy: "draft" },
  card_kept: { kind: "move", isPublic: false, shown: ["discarded"], ownSeat: ["card"], causedBy: "keep" },
  card_recycled: { kind: "move", isPublic: true, shown: [], ownSeat: [], causedBy: "recycle" },
  card_slated: { kind: "move", isPublic: true, shown: [], ownSeat: [], causedBy: "slate" },
  cards_redrawn: { kind: "move", isPublic: false, shown: ["cards"], ownSeat: ["candidates"], causedBy: "redraw" },
  character_chosen: { kind: "move", isPublic: true, shown: [], ownSeat: [], causedBy: "choose" },
  game_abandoned: { kind: "table", isPublic: true, shown: [], ownSeat: [], causedBy: null },
  game_ended: { kind: "move", isPublic: true, shown: [], ownSeat: [], causedBy: null },
  game_opened: { kind: "lobby", isPublic: true, shown: [], ownSeat: [], causedBy: null },
  game_paused: { kind: "table", isPublic: true, shown: [], ownSeat: [], causedBy: null },
  game_resumed: { kind: "table", isPublic: true, shown: [], ownSeat: [], causedBy: null },
  game_scored: { kind: "move", isPublic: true, shown: [], ownSeat: [], causedBy: null },
  game_started: { kind: "move", isPublic: false, shown: ["client_seeds", "empires"], ownSeat: [], causedBy: null },
  hands_dealt: { kind: "move", isPublic: true, shown: [], ownSeat: [], causedBy: null },
  hands_discarded: { kind: "move", isPublic: true, shown: [], ownSeat: [], causedBy: null },
  host_changed: { kind: "lobby", isPublic: true, shown: [], ownSeat: [], causedBy: null },
  intention_undone: { kind: "passing", isPublic: true, shown: [], ownSeat: [], causedBy: null },
  invitation_withdrawn: { kind: "lobby", isPublic: true, shown: [], ownSeat: [], causedBy: null },
  item_placed: { kind: "move", isPublic: true, shown: [], ownSeat: [], causedBy: "place" },
  krystallium_made: { kind: "move", isPublic: true, shown: [], ownSeat: [], causedBy: null },
  pause_agreed: { kind: "table", isPublic: true, shown: [], ownSeat: [], causedBy: null },
  picks_revealed: { kind: "move", isPublic: true, shown: [], ownSeat: [], causedBy: null },
  planning_begun: { kind: "move", isPublic: true, shown: [], ownSeat: [], causedBy: null },
  player_invited: { kind: "lobby", isPublic: true, shown: [], ownSeat: [], causedBy: null },
  pool_taken: { kind: "move", isPublic: false, shown: ["sequence"], ownSeat: ["cards"], causedBy: null },
  pools_formed: { kind: "move", isPublic: true, shown: [], ownSeat: [], causedBy: null },
  ready_declared: { kind: "move", isPublic: true, shown: [], ownSeat: [], causedBy: "ready" },
  resources_produced: { kind: "move", isPublic: true, shown: [], ownSeat: [], causedBy: null },
  rewind_accepted: { kind: "table", isPublic: true, shown: [], ownSeat: [], causedBy: null },
  rewind_declined: { kind: "table", isPublic: true, shown: [], ownSeat: [], causedBy: null },
  rewind_proposed: { kind: "table", isPublic: true, shown: [], ownSeat: [], causedBy: null },
  rewound: { kind: "table", isPublic: true, shown: [], ownSeat: [], causedBy: null },
  seat_left: { kind: "lobby", isPublic: true, shown: [], ownSeat: [], causedBy: null },
  seat_removed: { kind: "lobby", isPublic: true, shown: [], ownSeat: [], causedBy: null },
  seat_resigned: { kind: "table", isPublic: true, shown: [], ownSeat: [], causedBy: null },
  seat_returned: { kind: "table", isPublic: true, shown: [], ownSeat: [], causedBy: null },
  seat_taken: { kind: "lobby", isPublic: true, shown: [], ownSeat: [], causedBy: null },
  seat_taken_over: { kind: "table", isPublic: true, shown: [], ownSeat: [], causedBy: null },
  start_agreed: { kind: "lobby", isPublic: true, shown: [], ownSeat: [], causedBy: null },
  supremacy_won: { kind: "move", isPublic: true, shown: [], ownSeat: [], causedBy: null },
  table_changed: { kind: "lobby", isPublic: true, shown: [], ownSeat: [], causedBy: null },
  time_expired: { kind: "passing", isPublic: true, shown: [], ownSeat: [], causedBy: null },
  time_given_back: { kind: "table", isPublic: true, shown: [], ownSeat: [], causedBy: null },
};

/** The rulesets that there are. */
export const RULESETS = ["base-1"];
