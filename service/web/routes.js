// Each address and the screen that it shows. A screen's module and style sheets load when they are first needed.

import { loaded } from "./page.js";
import { linkStyle, useStyles } from "./styles.js";

/** @typedef {{ pattern: RegExp, load(): Promise<{ open(params: Record<string, string>): Promise<import("./page.js").Screen> | import("./page.js").Screen }>, styles: string[] }} Route */

/** @type {Route[]} */
const ROUTES = [
  { pattern: /^\/$/, load: () => import("./start/start.js"), styles: ["cards.css", "start.css", "world.css"] },
  { pattern: /^\/lobby$/, load: () => import("./start/lobby.js"), styles: ["start.css", "world.css"] },
  { pattern: /^\/join\/(?<code>[\w-]+)$/, load: () => import("./start/join.js"), styles: ["start.css", "world.css"] },
  { pattern: /^\/me$/, load: () => import("./start/me.js"), styles: ["cards.css", "start.css", "world.css"] },
  { pattern: /^\/rules$/, load: () => import("./learn/rules.js"), styles: ["cards.css", "start.css", "rules.css"] },
  { pattern: /^\/games\/(?<game>\w+)$/, load: () => import("./table/table.js"), styles: ["cards.css", "start.css", "learn.css", "table.css", "table_own.css"] },
  { pattern: /^\/watch\/(?<game>\w+)$/, load: () => import("./table/watch.js"), styles: ["cards.css", "table.css"] },
  { pattern: /^\/board\/(?<game>\w+)$/, load: () => import("./table/big_screen.js"), styles: ["cards.css", "table.css"] },
  { pattern: /^\/replay\/(?<game>\w+)$/, load: () => import("./replay/replay.js"), styles: ["cards.css", "table.css", "end.css", "replay.css"] },
  { pattern: /^\/daily$/, load: () => import("./daily/daily.js"), styles: ["cards.css", "start.css", "world.css", "daily.css"] },
  { pattern: /^\/daily\/(?<day>[\w-]+)$/, load: () => import("./daily/day.js"), styles: ["start.css", "world.css", "daily.css"] },
  { pattern: /^\/puzzles$/, load: () => import("./puzzle/puzzles.js"), styles: ["start.css", "world.css", "puzzle.css"] },
  { pattern: /^\/puzzle\/(?<puzzle>\w+)$/, load: () => import("./puzzle/puzzle.js"), styles: ["cards.css", "start.css", "table.css", "end.css", "replay.css", "puzzle.css"] },
  { pattern: /^\/explorer$/, load: () => import("./explorer/explorer.js"), styles: ["cards.css", "start.css", "explorer.css"] },
  { pattern: /^\/audit$/, load: () => import("./replay/audit.js"), styles: ["cards.css", "table.css", "end.css", "replay.css"] },
];

/**
 * The screen of an address, with what its path and query say.
 *
 * @param {URL} address @returns {Promise<import("./page.js").Screen | null>} null: the page has no such address. Rejects with NotLoaded, and with what the screen cannot do without.
 */
export async function openScreen(address) {
  const route = routeOf(address);
  if (!route) return null;
  const [module] = await loaded(Promise.all([route.load(), ...route.styles.map(linkStyle)]));
  return module.open({ ...Object.fromEntries(address.searchParams), ...route.pattern.exec(address.pathname)?.groups });
}

/** Load what an address of the page will need, before it is opened. @param {string} path */
export function prepare(path) {
  routeOf(new URL(path, location.href))?.load().catch(() => {}); // the opening tells what is wrong
}

/** Let the style sheets of this address count and those of no other screen. @param {URL} address */
export function applyStyles(address) {
  const route = routeOf(address);
  if (route) useStyles(route.styles);
}

/** @param {URL} address @returns {Route | undefined} */
function routeOf(address) {
  return ROUTES.find(({ pattern }) => pattern.test(address.pathname));
}
