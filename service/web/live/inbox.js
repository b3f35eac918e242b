// What waits for the player in all games, and what is new in them: live, by one connection per browser.

import { account } from "../account.js";
import { client, request } from "../api.js";
import { isTemporary, Problem } from "../client.js";
import { redraw, reopen } from "../page.js";
import { PREFIX } from "../settings.js";
import { share } from "./shared.js";
import { collect, isNews, waitingGames } from "./items.js";

/** @typedef {import("./items.js").Item} Item */

/** No item tells that something waits no longer, so the page asks now and then. */
const REFRESH_MS = 60_000;

/** @type {Item[]} */
let found = [];
/** The player whose items these are. */
let owner = "";
/** With which they are read. */
let token = "";
/** Whether the service has answered to it. */
let isKnown = false;
/** The id of the newest item. */
let newest = "";
let stop = new AbortController();
/** @type {Promise<void> | null} */
let reading = null;

/** What waits and what is new, the most urgent first. @returns {Item[]} */
export function inboxItems() {
  return account()?.id === owner ? found : [];
}

/** In how many games the player is waited for, besides the one on the screen. @param {string} shown its id, or "" */
export function waitingCount(shown) {
  return waitingGames(inboxItems()).filter((game) => game !== shown).length;
}

/** Follow the inbox of the account from now on. Asked again, it begins anew if there is another account or token. */
export function followInbox() {
  const mine = account();
  if ((mine?.token ?? "") === token) return;
  [owner, token] = [mine?.id ?? "", mine?.token ?? ""];
  isKnown = false;
  found = [];
  newest = "";
  stop.abort();
  stop = new AbortController();
  if (mine) follow(owner, stop.signal);
}

/** Ask what waits now. Without an answer everything stays as it is. @returns {Promise<void>} */
export function refreshInbox() {
  reading ??= readAll().finally(() => { reading = null; });
  return reading;
}

async function readAll() {
  const { signal } = stop;
  if (!account() || signal.aborted) return;
  try {
    const items = await readPages("/v1/turns?limit=100");
    if (signal.aborted) return;
    isKnown = true;
    found = items.reduce(collect, found.filter(({ type }) => isNews(type)));
    redraw();
  } catch (error) {
    if (!isTemporary(error)) end(error, signal);
  }
}

/** Nothing more is asked for: the token is dead, say. A screen that was read with it is read anew, and tells why. @param {unknown} refusal @param {AbortSignal} signal of those who asked */
function end(refusal, signal) {
  if (!(refusal instanceof Problem)) throw refusal;
  if (signal.aborted || account()?.token !== token) return; // there is another token by now
  stop.abort();
  if (isKnown) reopen();
}

/**
 * All that waits, page by page.
 *
 * @param {string} path @returns {Promise<Item[]>}
 */
async function readPages(path) {
  const { body, headers } = await request("GET", path);
  const next = client.nextPage(headers);
  return next.includes("cursor=") ? [...body, ...await readPages(next)] : body;
}

/** @param {string} player @param {AbortSignal} signal */
function follow(player, signal) {
  const refresh = () => document.hidden || refreshInbox();
  const timer = setInterval(refresh, REFRESH_MS);
  signal.addEventListener("abort", () => clearInterval(timer), { once: true });
  document.addEventListener("visibilitychange", refresh, { signal });
  const read = (/** @type {(item: import("../types.js").Data) => void} */ emit, /** @type {AbortSignal} */ turn) => readStream(emit, turn).catch((error) => end(error, signal));
  share(`${PREFIX}inbox.${player}`, { read, snapshot: () => ({ type: "all", id: newest, items: found }), onItem }, signal);
}

/** @param {import("../types.js").Data} item */
function onItem(item) {
  if (item.id) newest = item.id;
  isKnown = true;
  found = item.type === "all" ? item.items : collect(found, /** @type {Item} */ (item));
  redraw();
}

/** Read the inbox until the account changes. Rejects once the service refuses it. @param {(item: import("../types.js").Data) => void} emit @param {AbortSignal} signal */
async function readStream(emit, signal) {
  for await (const item of client.inbox({ after: newest, signal, onPause: refreshInbox })) emit(item);
}
