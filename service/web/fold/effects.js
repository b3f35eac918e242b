// The effect of each event on the table: evolve(table, event) is the next table.
import { seatEffects } from "./seat_effects.js";
import { tableEffects } from "./table_effects.js";
import { withSeat } from "./table.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").GameEvent} GameEvent */

/**
 * The table after an event that stands. Throws for an event that this program does not know.
 * @param {Table} table
 * @param {GameEvent} event
 * @returns {Table}
 */
export function evolve(table, { version, name, seat, data }) {
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
