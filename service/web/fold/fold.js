// The view of a game from its events alone, at any version.
//
// `replayOf` folds the events once and keeps the table after each of them; the tables share what they have in common.
// So a view of any version costs a look-up, and new events cost a step each.
import { evolve } from "./effects.js";
import { cardsOf, emptyTable, ownSeat } from "./table.js";
import { viewOf } from "./view.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").GameEvent} GameEvent */
/** @typedef {import("./view.js").Eyes} Eyes */

/** All other events are moves: an undo or a rewind takes them back. */
const NEVER_TAKEN_BACK = new Set(
  `game_opened seat_taken seat_left seat_removed start_agreed host_changed player_invited invitation_withdrawn
  seat_resigned seat_taken_over seat_returned game_abandoned auto_ready_set rewind_proposed rewind_accepted
  rewind_declined rewound`.split(/\s+/),
);

/**
 * An event that stands, the table after it, and the event before it that stands.
 * @typedef {{event: GameEvent, table: Table, before: Step | null}} Step
 */

/**
 * A game that is folded. `steps[v]`: the newest event that stands at version v; null at version 0.
 * @typedef {{events: GameEvent[], first: Table, steps: (Step | null)[], standing: Set<GameEvent>}} Replay
 */

/**
 * Fold events, which are all from version 1 on.
 * @param {GameEvent[]} events
 * @param {Record<string, any>} catalogue
 * @param {string | number | null} [viewer] Who got the events: an account's id or a seat's number; null: a spectator.
 * @returns {Replay} Throws for an event that this program does not know.
 */
export function replayOf(events, catalogue, viewer = null) {
  const open = events.some(({ name, data }) => name === "game_started" && "deck" in data);
  const first = emptyTable(cardsOf(catalogue), viewer, open);
  return extended({ events: [], first, steps: [null], standing: new Set() }, events);
}

/**
 * The replay with more events.
 * @param {Replay} replay
 * @param {GameEvent[]} events
 * @returns {Replay}
 */
export function extended({ events: known, first, steps: before }, events) {
  const steps = [...before];
  const stand = (/** @type {Step | null} */ step, /** @type {GameEvent} */ event) => ({
    event,
    table: evolve(step?.table ?? first, event),
    before: step,
  });
  for (const event of events) {
    const last = steps[steps.length - 1];
    if (event.name === "intention_undone") {
      const [kept, later] = split(last, event.data.group - 1);
      steps.push(later.filter((each) => !isUndone(each, event)).reduce(stand, kept));
    } else if (event.name === "rewound") {
      const since = split(last, event.data.to)[1].filter(({ name }) => NEVER_TAKEN_BACK.has(name));
      steps.push([...since, event].reduce(stand, steps[event.data.to]));
    } else steps.push(stand(last, event));
  }
  return { events: [...known, ...events], first, steps, standing: standingEvents(steps[steps.length - 1]) };
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

/** Whether an event since the undone group is a move of the same seat. @param {GameEvent} event @param {GameEvent} undo */
const isUndone = (event, undo) => event.seat === undo.seat && !NEVER_TAKEN_BACK.has(event.name);

/** @param {Step | null} last */
function standingEvents(last) {
  const standing = new Set();
  for (let step = last; step; step = step.before) standing.add(step.event);
  return standing;
}

/**
 * Whether an undo or a rewind took the event back later.
 * @param {Replay} replay
 * @param {GameEvent} event
 */
export const wasTakenBack = ({ standing }, event) =>
  event.name !== "intention_undone" && !standing.has(event);

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
 * @returns {Record<string, any>}
 */
export const viewAt = (replay, version, eyes, names = {}) =>
  view(replay, version, eyes === "all" ? { seat: null, open: replay.first.open } : { seat: eyes, open: false }, names);

/**
 * The view after the last event, as `GET /v1/games/{id}` gives it to the viewer. If the game was finished when the events
 * were read, it shows all cards.
 * @param {GameEvent[]} events
 * @param {string | number | null} viewer
 * @param {Record<string, any>} catalogue
 * @param {Record<string, string | null>} [names] Of the players at the table, by id.
 */
export function fold(events, viewer, catalogue, names = {}) {
  const replay = replayOf(events, catalogue, viewer);
  const { table } = /** @type {Step} */ (replay.steps[events.length]);
  return view(replay, events.length, { seat: ownSeat(table), open: table.open }, names);
}

/** @param {Replay} replay @param {number} version @param {Eyes} eyes @param {Record<string, string | null>} names */
const view = (replay, version, eyes, names) => ({ version, ...viewOf(tableAt(replay, version), eyes, names) });
