// The items of the inbox, collected: which still wait, and in which order a person wants to see them.

/** @typedef {import("../types.js").Item} Item */

/** What waits for the player, the most urgent first; then news. */
const ORDER = ["clock_low", "your_turn", "away", "rewind_proposed", "pause_asked", "table_full", "invitation", "rematch_offered", "expiring", "started", "finished", "removed", "webhook_disabled"];
const MOVES = new Set(["clock_low", "your_turn", "away", "rewind_proposed", "pause_asked", "table_full"]);
/** Type → types of the same game that wait no longer once it comes. @type {Record<string, string[]>} */
const SETTLES = {
  your_turn: ["started"],
  started: ["table_full", "invitation", "rematch_offered", "expiring"],
  finished: ORDER.filter((type) => type !== "finished"),
  removed: ["table_full", "expiring"],
  clock_low: ["your_turn", "started"],
  away: ["your_turn", "clock_low"],
};
const KEPT_NEWS = 10;

/** The items after one more has come. Types that the page does not know are left out. @param {Item[]} items @param {Item} item @returns {Item[]} */
export function collect(items, item) {
  if (!ORDER.includes(item.type)) return items;
  const settled = SETTLES[item.type] ?? [];
  const others = items.filter(({ type, game }) => game !== item.game || (type !== item.type && !settled.includes(type)));
  const isOld = items.some(({ type, game, version }) => game === item.game && type === item.type && version > item.version);
  if (isOld || (item.type === "started" && items.some(({ type, game }) => game === item.game && SETTLES[type]?.includes("started")))) return items;
  const sorted = [item, ...others].sort((a, b) => ORDER.indexOf(a.type) - ORDER.indexOf(b.type));
  const firstNews = sorted.findIndex(({ type }) => isNews(type));
  return firstNews < 0 ? sorted : sorted.slice(0, firstNews + KEPT_NEWS);
}

/** Whether an item only tells something. @param {string} type */
export function isNews(type) {
  return ORDER.indexOf(type) >= ORDER.indexOf("started");
}

/** The games that wait for the player. @param {Item[]} items @returns {string[]} ids, each once */
export function waitingGames(items) {
  return [...new Set(items.filter(({ type }) => MOVES.has(type)).map(({ game }) => game))];
}
