// The effect of each event on the table: evolve(table, event) is the next table.
import { EVENTS } from "./events.js";
import { seatEffects } from "./seat_effects.js";
import { tableEffects } from "./table_effects.js";
import { withSeat } from "./table.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").GameEvent} GameEvent */

/** After one of these, no seat can undo what it did before. */
const ENDS_UNDO = new Set(["hands_dealt", "picks_revealed", "pool_taken", "cards_redrawn", "resources_produced", "game_ended"]);

/**
 * The table after an event that stands. Throws for an event that this program does not know.
 * @param {Table} table
 * @param {GameEvent} event
 * @returns {Table}
 */
export function evolve(table, { version, name, seat, data }) {
  const known = Object.hasOwn(seat === null ? tableEffects : seatEffects, name);
  if (!known) throw new Error(`unknown event: ${name}`);
  if (seat === null) {
    const next = tableEffects[name](table, data);
    return ENDS_UNDO.has(name) ? withoutUndo(next) : next;
  }
  const next = seatEffects[name](table, table.seats[seat], data);
  if (ENDS_UNDO.has(name)) return withoutUndo(next);
  return isOwnMove(name) && !data.auto ? withSeat(next, seat, { undoable: version }) : next;
}

/** Whether the event is what its seat asked for, so that the seat can undo it. @param {string} name */
const isOwnMove = (name) => EVENTS[name].kind === "move" && EVENTS[name].causedBy !== null;

/** @param {Table} table @returns {Table} */
const withoutUndo = (table) => ({
  ...table,
  seats: table.seats.map((seat) => (seat.undoable === null ? seat : { ...seat, undoable: null })),
});
