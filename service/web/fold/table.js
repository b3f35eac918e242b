// The table as the events have made it so far. Fields have the names that they have in a view, if it shows them.
// A table is a value that nothing changes: the tables of all versions of a game share what they have in common.

/** Stands for a card that you may not see. */
export const HIDDEN = "hidden";
export const RESOURCES = ["materials", "energy", "science", "gold", "exploration"];
/** What the spaces of a card may need, in their order. */
export const KINDS = [...RESOURCES, "krystallium", "general", "financier"];

/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {import("../types.js").Data} Data */
/** @typedef {import("../types.js").Site} Site */
/** @typedef {import("../types.js").Catalogue} Catalogue */
/** @typedef {import("../types.js").Schemas} Schemas */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Design} Design */

/**
 * A place at the table.
 *
 * `owned`: krystallium, characters, and the cubes of the step that are still to be placed. `passed`: the hands that the
 * seat passed on in this round, the latest first, without the cards that were revealed since.
 * @typedef {{number: number, player: Schemas["SeatPlayer"] | null, bot: string | null,
 *   empire: string | null, ready: boolean, choosing: boolean, auto_ready: boolean, away: boolean, hand: string[],
 *   picked: string | null, candidates: string[], passed: string[][], undoable: number | null, drafted: string[],
 *   constructed: string[], construction: Site[], owned: Record<string, number>, empire_cubes: Record<string, number>,
 *   produced: number | null}} Seat
 */

/**
 * A game as one viewer sees it.
 *
 * `viewer`: an account's id, a seat's number, or null for a spectator. `open`: the events show all cards, because the
 * game was finished when they were read. `opened`: the data of the first event.
 * @typedef {{cards: Cards, viewer: string | number | null, open: boolean, opened: Data, seats: Seat[],
 *   host: number | null, invited: string[], reserved: (string | null)[], status: View["status"], end_reason: View["end_reason"],
 *   assisted: boolean, round: number, phase: View["phase"], step: View["step"], passes: number,
 *   sequence: number | null, deck: string[], discard: string[], pools: string[][],
 *   supremacy: View["supremacy"],
 *   rewind: View["rewind"], pause: View["pause"], result: View["result"]}} Table
 */

/**
 * The catalogue, by id. `count`: of all cards. `constants`: numbers of the rules. `events`: by name.
 * @typedef {{designs: Map<string, Design>, empires: Map<string, import("../types.js").Empire>,
 *   scenarios: Map<string, Schemas["ScenarioCard"]>, count: number, constants: Schemas["Constants"],
 *   events: Map<string, Schemas["EventDeclaration"]>}} Cards
 */

/**
 * The catalogue as `GET /v1/catalogue` gives it, by id.
 * @param {Catalogue} catalogue
 * @returns {Cards}
 */
export function cardsOf(catalogue) {
  /** @template {{id: string}} T @param {T[]} list @returns {Map<string, T>} */
  const byId = (list = []) => new Map(list.map((each) => [each.id, each]));
  return {
    designs: byId(catalogue.developments),
    empires: byId(catalogue.empires),
    scenarios: byId(catalogue.scenarios),
    count: catalogue.developments.reduce((sum, { copies }) => sum + copies, 0),
    constants: catalogue.constants,
    events: new Map(catalogue.events.map((each) => [each.event, each])),
  };
}

/** @param {number} number @returns {Seat} */
export const emptySeat = (number) => ({
  number,
  player: null,
  bot: null,
  empire: null,
  ready: false,
  choosing: false,
  auto_ready: false,
  away: false,
  hand: [],
  picked: null,
  candidates: [],
  passed: [],
  undoable: null,
  drafted: [],
  constructed: [],
  construction: [],
  owned: {},
  empire_cubes: {},
  produced: null,
});

/**
 * The table before the first event.
 * @param {Cards} cards
 * @param {string | number | null} viewer
 * @param {boolean} open
 * @returns {Table}
 */
export const emptyTable = (cards, viewer, open) => ({
  cards,
  viewer,
  open,
  opened: {},
  seats: [],
  host: null,
  invited: [],
  reserved: [],
  status: "open",
  end_reason: null,
  assisted: false,
  round: 0,
  phase: null,
  step: null,
  passes: 0,
  sequence: null,
  deck: [],
  discard: [],
  pools: [],
  supremacy: [],
  rewind: null,
  pause: null,
  result: null,
});

/**
 * The number of the viewer's seat, also while its player is away; null for a spectator, and after a resignation.
 * @param {Table} table
 * @returns {number | null}
 */
export function ownSeat({ viewer, seats }) {
  if (typeof viewer !== "string") return viewer;
  return seats.find(({ player, bot, away }) => player?.id === viewer && (bot === null || away))?.number ?? null;
}

/** The design's id of a card such as `zeppelin.2`. @param {string} card */
export const designId = (card) => card.slice(0, card.lastIndexOf("."));

/** The catalogue's entry of a card. @param {Table} table @param {string} card */
export const designOf = (table, card) => /** @type {Design} */ (table.cards.designs.get(designId(card)));

/**
 * The cards that are left. If a card is hidden, any card goes.
 * @param {string[]} cards
 * @param {string[]} gone
 */
export function without(cards, gone) {
  const left = [...cards];
  for (const card of gone) left.splice(left.indexOf(card), 1); // -1: the last one
  return left;
}

/** @param {Record<string, number>} counts @param {string} key @param {number} [more] */
export const plus = (counts, key, more = 1) => ({ ...counts, [key]: (counts[key] ?? 0) + more });

/**
 * The table with changes to one seat.
 * @param {Table} table
 * @param {number} number
 * @param {Partial<Seat>} changes
 * @returns {Table}
 */
export const withSeat = (table, number, changes) => ({
  ...table,
  seats: table.seats.map((seat) => (seat.number === number ? { ...seat, ...changes } : seat)),
});

/**
 * The table with changes to every seat.
 * @param {Table} table
 * @param {(seat: Seat) => Partial<Seat>} changes
 * @returns {Table}
 */
export const withSeats = (table, changes) => ({
  ...table,
  seats: table.seats.map((seat) => ({ ...seat, ...changes(seat) })),
});

/**
 * The sites of a seat with one more card, all of whose spaces are open.
 * @param {Table} table
 * @param {Seat} seat
 * @param {string} card
 * @returns {Site[]}
 */
export function sitesWith(table, seat, card) {
  const { cost } = designOf(table, card);
  const spaces = KINDS.flatMap((needs) => Array.from({ length: cost[needs] ?? 0 }, () => ({ needs, filled: null })));
  return [...seat.construction, { card, spaces }];
}

/** @param {Seat} seat @param {string} card @returns {Site[]} */
export const sitesWithout = (seat, card) => seat.construction.filter((site) => site.card !== card);

/**
 * What changes when an item comes to a card's first open space of a kind, or a cube to the empire card.
 * @param {Seat} seat
 * @param {string} item
 * @param {string} onto
 * @param {string} kind
 * @returns {Partial<Seat>} Throws if there is no such space.
 */
export function placed(seat, item, onto, kind) {
  if (onto === "empire") return { empire_cubes: plus(seat.empire_cubes, item) };
  const index = seat.construction.findIndex(({ card }) => card === onto);
  const site = seat.construction[index];
  const at = site?.spaces.findIndex(({ needs, filled }) => needs === kind && !filled) ?? -1;
  if (!site || at < 0) throw new Error(`${onto} has no open space for ${kind}`);
  const spaces = site.spaces.with(at, { needs: kind, filled: item });
  return { construction: seat.construction.with(index, { ...site, spaces }) };
}
