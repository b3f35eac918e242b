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
  const route = routeOf(address);
  if (!route) return null;
  const [module] = await Promise.all([route.load(), ...route.styles.map(linkStyle)]);
  return module.open({ ...Object.fromEntries(address.searchParams), ...route.pattern.exec(address.pathname)?.groups });
}

/** Load what an address of the page will need, before it is opened. @param {string} path */
export function prepare(path) {
  routeOf(new URL(path, location.href))?.load().catch(() => {}); // the opening tells what is wrong
}

/** Let the style sheets of this address count and those of no other screen. @param {URL} address */
export function applyStyles(address) {
  const route = routeOf(address);
  if (!route) return;
  const wanted = route.styles.map(addressOf);
  for (const { href, sheet } of /** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll("link[data-screen]"))) if (sheet) sheet.disabled = !wanted.includes(href);
}

/** Load a style sheet that the screen needs only now. It counts until another screen opens. @param {string} name */
export async function loadStyle(name) {
  const { sheet } = await linkStyle(name);
  if (sheet) sheet.disabled = false;
}

/** @param {URL} address @returns {Route | undefined} */
function routeOf(address) {
  return ROUTES.find(({ pattern }) => pattern.test(address.pathname));
}

/** @param {string} name of a style sheet */
function addressOf(name) {
  return new URL(`./styles/${name}`, import.meta.url).href;
}

/** The link to a style sheet, once it is loaded. @param {string} name @returns {Promise<HTMLLinkElement>} */
function linkStyle(name) {
  const href = addressOf(name);
  const known = /** @type {HTMLLinkElement | null} */ (document.querySelector(`link[data-screen][href="${href}"]`));
  if (known?.sheet) return Promise.resolve(known);
  return new Promise((resolve, reject) => {
    const link = known ?? Object.assign(document.createElement("link"), { rel: "stylesheet", href });
    link.addEventListener("load", () => resolve(link));
    link.addEventListener("error", () => { link.remove(); reject(new Error(href)); });
    link.dataset.screen = "";
    document.head.append(link);
  });
}
