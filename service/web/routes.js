// Each address and the screen that it shows. A screen's module and style sheets load when they are first needed.

/** @typedef {{ pattern: RegExp, load(): Promise<{ open(params: Record<string, string>): any }>, styles: string[] }} Route */

/** @type {Route[]} */
const ROUTES = [
  { pattern: /^\/$/, load: () => import("./start/start.js"), styles: ["cards.css", "start.css"] },
  { pattern: /^\/lobby$/, load: () => import("./start/lobby.js"), styles: ["start.css"] },
  { pattern: /^\/join\/(?<code>[\w-]+)$/, load: () => import("./start/join.js"), styles: ["start.css"] },
  { pattern: /^\/me$/, load: () => import("./start/me.js"), styles: ["start.css"] },
  { pattern: /^\/rules$/, load: () => import("./learn/rules.js"), styles: ["cards.css", "start.css", "learn.css"] },
  { pattern: /^\/games\/(?<game>\w+)$/, load: () => import("./table/table.js"), styles: ["cards.css", "start.css", "learn.css", "table.css", "table_own.css"] },
  { pattern: /^\/watch\/(?<game>\w+)$/, load: () => import("./table/watch.js"), styles: ["cards.css", "table.css"] },
  { pattern: /^\/board\/(?<game>\w+)$/, load: () => import("./table/big_screen.js"), styles: ["cards.css", "table.css"] },
  { pattern: /^\/replay\/(?<game>\w+)$/, load: () => import("./replay/replay.js"), styles: ["cards.css", "table.css", "end.css", "replay.css"] },
  { pattern: /^\/audit$/, load: () => import("./replay/audit.js"), styles: ["cards.css", "table.css", "end.css", "replay.css"] },
];

/**
 * The screen of an address, with what its path and query say.
 *
 * @param {URL} address @returns {Promise<import("./page.js").Screen | null>} null: the page has no such address
 */
export async function openScreen(address) {
  for (const { pattern, load, styles } of ROUTES) {
    const found = pattern.exec(address.pathname);
    if (!found) continue;
    const [module] = await Promise.all([load(), ...styles.map(loadStyle)]);
    return module.open({ ...Object.fromEntries(address.searchParams), ...found.groups });
  }
  return null;
}

/** Load what an address of the page will need, before it is opened. @param {string} path */
export function prepare(path) {
  const { pathname } = new URL(path, location.href);
  ROUTES.find(({ pattern }) => pattern.test(pathname))?.load().catch(() => {}); // the opening tells what is wrong
}

/** Load a style sheet of the page once. @param {string} name @returns {Promise<void>} */
export function loadStyle(name) {
  const href = new URL(`./styles/${name}`, import.meta.url).href;
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
    link.onload = () => resolve();
    link.onerror = () => reject(new Error(href));
    document.head.append(link);
  });
}
