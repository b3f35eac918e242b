// What an empire produces, and the points that it is worth.
import { RESOURCES, designOf } from "./table.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").Seat} Seat */
/** @typedef {import("./table.js").Schemas["Score"]} Score */
/** @typedef {{production: Record<string, number>, score: Score}} Worth */

/** The tables of a game share their seats, so each is computed once. @type {WeakMap<Seat, Worth>} */
const known = new WeakMap();

/**
 * Cubes by resource that the empire card and the constructed cards produce, and points as the empire stands.
 * @param {Table} table
 * @param {Seat} seat
 * @returns {Worth}
 */
export function worthOf(table, seat) {
  const found = known.get(seat) ?? compute(table, seat);
  known.set(seat, found);
  return found;
}

/** @param {Table} table @param {Seat} seat @returns {Worth} */
function compute(table, seat) {
  const built = seat.constructed.map((card) => designOf(table, card));
  const empire = table.cards.empires.get(seat.empire ?? "")?.sides[table.opened.options.side];
  const production = Object.fromEntries(empire ? RESOURCES.map((resource) => [resource, 0]) : []);
  /** @type {Record<string, number>} */
  const count = {};
  for (const { type } of built) count[type] = (count[type] ?? 0) + 1;
  let gross = 0;
  /** Points for each card or character of a kind. @type {Record<string, number>} */
  const per = {};
  /** @type {(import("../types.js").EmpireSide & Partial<import("./table.js").Design>)[]} */
  const faces = empire ? [empire, ...built] : built;
  for (const face of faces) {
    for (const [resource, cubes] of Object.entries(face.production)) production[resource] += Number(cubes);
    const { production_per: more, victory_points: worth } = face;
    if (more) production[more.resource] += count[more.per] ?? 0;
    gross += worth.flat;
    if (worth.per) per[worth.per.of] = (per[worth.per.of] ?? 0) + worth.per.points;
  }
  const combo = Object.entries(count).reduce((sum, [type, cards]) => sum + cards * (per[type] ?? 0), 0);
  const generals = (seat.owned.general ?? 0) * (1 + (per.general ?? 0));
  const financiers = (seat.owned.financier ?? 0) * (1 + (per.financier ?? 0));
  return { production, score: { gross, combo, generals, financiers, total: gross + combo + generals + financiers } };
}
