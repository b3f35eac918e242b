// The view of a game from its events alone, at any version.
//
// `replayOf` folds the events once and keeps the table after each of them; the tables share what they have in common.
// So a view of any version costs a look-up, and new events cost a step each.

import { cardsOf, emptyTable, ownSeat, withSeat } from "./table.js";
import { viewOf } from "./view.js";
import { seatEffects } from "./seat_effects.js";
import { tableEffects } from "./table_effects.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").GameEvent} GameEvent */
/** @typedef {import("./view.js").Eyes} Eyes */

/** Whether an undo or a rewind takes an event back. @param {Table} table @param {GameEvent} event */
const isTakenBack = ({ cards }, { name }) => ["move", "passing"].includes(cards.events.get(name)?.kind ?? "");

/**
 * An event that stands, the table after it, and the event before it that stands.
 * @typedef {{event: GameEvent, table: Table, before: Step | null}} Step
 */

/**
 * A game that is folded. `steps[v]`: the newest event that stands at version v; null at version 0.
 * @typedef {{events: GameEvent[], first: Table, steps: (Step | null)[]}} Replay
 */

/** An event that the table has no place for. `version`: the event's. */
export class Unfoldable extends Error {
  /** @param {number} version @param {unknown} cause */
  constructor(version, cause) {
    super(`event ${version}: ${cause instanceof Error ? cause.message : cause}`, { cause });
    this.version = version;
  }
}

/** Whether events show all cards, because the game was finished when they were read. @param {GameEvent[]} events */
export const areOpen = (events) => events.some(({ name, data }) => name === "game_started" && "deck" in data);

/**
 * A game without events.
 * @param {import("./table.js").Catalogue} catalogue
 * @param {string | number | null} viewer Who got the events: an account's id or a seat's number; null: a spectator.
 * @param {boolean} open Whether the events show all cards.
 * @returns {Replay}
 */
export const emptyReplay = (catalogue, viewer, open) => ({
  events: [],
  first: emptyTable(cardsOf(catalogue), viewer, open),
  steps: [null],
});

/**
 * Fold events, which are all from version 1 on.
 * @param {GameEvent[]} events
 * @param {import("./table.js").Catalogue} catalogue
 * @param {string | number | null} [viewer] Who got the events: an account's id or a seat's number; null: a spectator.
 * @returns {Replay} Throws Unfoldable, such as for an event that this program does not know.
 */
export const replayOf = (events, catalogue, viewer = null) =>
  extended(emptyReplay(catalogue, viewer, areOpen(events)), events);

/**
 * The replay with more events.
 * @param {Replay} replay
 * @param {GameEvent[]} events
 * @returns {Replay} Throws Unfoldable.
 */
export function extended({ events: known, first, steps: before }, events) {
  const steps = [...before];
  for (const event of events) steps.push(next(steps, event, first));
  return { events: [...known, ...events], first, steps };
}

/**
 * The newest step after one more event.
 * @param {(Step | null)[]} steps
 * @param {GameEvent} event
 * @param {Table} first
 */
function next(steps, event, first) {
  const stand = (/** @type {Step | null} */ step, /** @type {GameEvent} */ each) => ({
    event: each,
    table: evolve(step?.table ?? first, each),
    before: step,
  });
  const last = steps[steps.length - 1];
  try {
    if (event.name === "intention_undone") {
      const [kept, later] = split(last, event.data.group - 1);
      return later.filter((each) => each.seat !== event.seat || !isTakenBack(first, each)).reduce(stand, kept);
    }
    if (event.name === "rewound") {
      const since = split(last, event.data.to)[1].filter((each) => !isTakenBack(first, each));
      return [...since, event].reduce(stand, steps[event.data.to] ?? null);
    }
    return stand(last, event);
  } catch (error) {
    throw new Unfoldable(event.version, error);
  }
}

/**
 * The newest step up to a version, and the standing events after it.
 * @param {Step | null} last
 * @param {number} version
 * @returns {[Step | null, GameEvent[]]}
 */
function split(last, version) {
  const later = [];
  let step = last;
  for (; step && step.event.version > version; step = step.before) later.unshift(step.event);
  return [step, later];
}

/** @type {WeakMap<Replay, Set<GameEvent>>} */
const standing = new WeakMap();

/**
 * The events that neither an undo nor a rewind takes back in the end.
 * @param {Replay} replay
 * @returns {Set<GameEvent>}
 */
export function standingEvents(replay) {
  const found = standing.get(replay) ?? new Set();
  if (!found.size) for (let step = replay.steps[lastVersion(replay)]; step; step = step.before) found.add(step.event);
  standing.set(replay, found);
  return found;
}

/**
 * Whether an undo or a rewind took the event back later.
 * @param {Replay} replay
 * @param {GameEvent} event
 */
export const wasTakenBack = (replay, event) => event.name !== "intention_undone" && !standingEvents(replay).has(event);

/** The version of the last event. @param {Replay} replay */
export const lastVersion = ({ events }) => events.length;

/**
 * The table at a version.
 * @param {Replay} replay
 * @param {number} version 1 to the last one.
 */
export const tableAt = ({ steps, first }, version) => steps[version]?.table ?? first;

/**
 * The view at a version.
 * @param {Replay} replay
 * @param {number} version 1 to the last one.
 * @param {number | null | "all"} eyes A seat's number, or null for a spectator. Of a finished game also "all": every card is
 *   open. Before the end only the viewer's own seat has eyes.
 * @param {Record<string, string | null>} [names] Of the players at the table, by id.
 * @returns {import("../types.js").View}
 */
export const viewAt = (replay, version, eyes, names = {}) =>
  view(replay, version, eyes === "all" ? { seat: null, open: replay.first.open } : { seat: eyes, open: false }, names);

/**
 * The view after the last event, as `GET /v1/games/{id}` gives it to the viewer. If the game was finished when the events
 * were read, it shows all cards.
 * @param {GameEvent[]} events
 * @param {string | number | null} viewer
 * @param {import("./table.js").Catalogue} catalogue
 * @param {Record<string, string | null>} [names] Of the players at the table, by id.
 */
export function fold(events, viewer, catalogue, names = {}) {
  const replay = replayOf(events, catalogue, viewer);
  const { table } = /** @type {Step} */ (replay.steps[events.length]);
  return view(replay, events.length, { seat: ownSeat(table), open: table.open }, names);
}

/** @param {Replay} replay @param {number} version @param {Eyes} eyes @param {Record<string, string | null>} names */
const view = (replay, version, eyes, names) => ({ version, ...viewOf(tableAt(replay, version), eyes, names) });

/**
 * The table after an event that stands. Throws for an event that this program does not know.
 * @param {Table} table
 * @param {GameEvent} event
 * @returns {Table}
 */
function evolve(table, { version, name, seat, data }) {
  const known = Object.hasOwn(seat === null ? tableEffects : seatEffects, name);
  const declared = table.cards.events.get(name);
  if (!known || !declared) throw new Error(`unknown event: ${name}`);
  const next = seat === null ? tableEffects[name](table, data) : seatEffects[name](table, table.seats[seat], data);
  if (declared.ends_undo) return withoutUndo(next);
  const isOwnMove = seat !== null && declared.kind === "move" && declared.caused_by !== null;
  return isOwnMove && !data.auto ? withSeat(next, seat, { undoable: version }) : next;
}

/** @param {Table} table @returns {Table} */
const withoutUndo = (table) => ({
  ...table,
  seats: table.seats.map((seat) => (seat.undoable === null ? seat : { ...seat, undoable: null })),
});
