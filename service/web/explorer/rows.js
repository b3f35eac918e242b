// What the tables of the explorer show: their columns, the order of their rows, and the address of their numbers.

/** @typedef {import("../types.js").Schemas} Schemas */
/** @typedef {Schemas["ExplorerCard"]} Card */
/** @typedef {Schemas["ExplorerCombination"]} Combination */
/** @typedef {Schemas["ExplorerResult"]} Result */
/** @typedef {{ mode: string, seats: string, side: string, players: string, strength: string, period: string, round: string, place: string }} Filter */
/** @typedef {"draft" | "build" | "empires" | "empire_cards" | "cards"} Table */
/** @typedef {{ column: string, isUp: boolean }} Sort */

export const ANY = "any";
/** @type {Filter} */
export const NO_FILTER = { mode: "standard", seats: ANY, side: ANY, players: ANY, strength: ANY, period: "all", round: ANY, place: ANY };
/** @type {Table[]} */
const TABLES = ["draft", "build", "empires", "empire_cards", "cards"];
/** Table → its columns. All but the first can be sorted by. @type {Record<Table, string[]>} */
export const COLUMNS = {
  draft: ["card", "lead", "rate", "places", "won", "seen"],
  build: ["card", "lead", "points", "built", "recycled", "won"],
  empires: ["empire", "lead", "won", "cases"],
  empire_cards: ["pair", "lead", "won", "cases"],
  cards: ["pair", "lead", "won", "cases"],
};
const MONTHS = 12;
const FIRST_PLACE = 1;

/** The tables of a mode: alone there is no draft. @param {string} mode */
export const tablesOf = (mode) => TABLES.filter((table) => table !== "draft" || mode === "standard");

/** Whether a filter can be chosen: some are of standard games, some of cards. @param {keyof Filter} name @param {Filter} filter @param {Table} table */
export function isOffered(name, { mode }, table) {
  if (name === "round") return table === "draft" || table === "build";
  if (name === "place") return table === "draft";
  return !["seats", "strength"].includes(name) || mode === "standard";
}

/** Where the numbers of a table are. @param {Table} table @param {Filter} filter */
export function pathOf(table, filter) {
  const names = /** @type {(keyof Filter)[]} */ (Object.keys(filter));
  const query = new URLSearchParams(names.filter((name) => filter[name] !== ANY && isOffered(name, filter, table)).map((name) => [name, filter[name]]));
  if (table === "draft" || table === "build") return `/v1/explorer/cards?${query}`;
  query.set("of", table);
  return `/v1/explorer/combinations?${query}`;
}

/** The result that a row shows: of who picked the card, or of who built it. @param {Table} table @param {any} row @returns {Result} */
export const resultOf = (table, row) => row.result ?? (table === "draft" ? row.picks : row.builds);

/** What a row is sorted by in a column; null if it is too little to be ranked. @param {Table} table @param {string} column @param {any} row @returns {number | null} */
export function valueOf(table, column, row) {
  const result = resultOf(table, row);
  if (column === "cases") return result.cases;
  if (column === "won" || column === "lead") return result.enough ? result[column === "won" ? "won" : "mean"] : null;
  if (column === "rate") return row.rate_interval ? row.rate : null;
  if (column === "points") return result.enough ? row.points : null;
  if (column === "places") return meanPlace(row);
  return row[column];
}

/** The mean place at which a card is picked, as a negative number: the highest is the earliest. @param {Card} row */
function meanPlace({ places }) {
  const picked = places.reduce((sum, each) => sum + each.picked, 0);
  return picked ? -places.reduce((sum, each) => sum + each.picked * each.place, 0) / picked : null;
}

/** The rows in an order; those without a value last, as they came. @template R @param {R[]} rows @param {Table} table @param {Sort} sort @returns {R[]} */
export function sorted(rows, table, { column, isUp }) {
  const keyed = rows.map((row) => ({ row, value: valueOf(table, column, row) }));
  const ranked = keyed.filter(({ value }) => value !== null);
  ranked.sort((one, other) => (Number(other.value) - Number(one.value)) * (isUp ? -1 : 1));
  return [...ranked, ...keyed.filter(({ value }) => value === null)].map(({ row }) => row);
}

/** The leads that a picture must hold: those of all intervals, and 0. @param {Result[]} results @returns {[number, number]} */
export function boundsOf(results) {
  const bounds = results.flatMap(({ mean_interval: interval }) => interval ?? []);
  return [Math.min(-FIRST_PLACE, ...bounds), Math.max(FIRST_PLACE, ...bounds)];
}

/** The last months, the newest first, as `2026-11`. @param {Date} now */
export function months(now) {
  return Array.from({ length: MONTHS }, (_, back) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7));
}
