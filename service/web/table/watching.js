// A game that somebody watches: its view, the facts around it, and what happened, kept up to date.

import { register, account } from "../account.js";
import { get, serverNow, sleep, stream, Problem } from "../api.js";
import { loadCatalogue } from "../catalogue.js";
import { t } from "../language/texts.js";
import { sentence } from "../replay/sentences.js";
import { anyRuns } from "./clocks.js";
import { startExplaining } from "./explain.js";
import { announceNews } from "./news.js";
import { seatNames } from "./seats.js";

const SECOND = 1000;
const FRESH_MS = 4000;
const AGAIN_MS = 2000;
const KEPT_EVENTS = 200;
const SHOWN_EVENTS = 30;

/** @typedef {{ view(): import("./seats.js").View, facts(): import("./seats.js").Facts, entries(): import("./news.js").Entry[], close(): void }} Watched */

/**
 * Watch a game. A browser without an account gets one, called guest, because the service shows games to accounts only.
 *
 * @param {string} game @param {() => void} onChange @returns {Promise<Watched>} once the game is known
 */
export async function watchGame(game, onChange) {
  if (!account()) await register(t("table.guest"));
  const stop = new AbortController();
  const [view] = await Promise.all([get(`/v1/games/${game}`), loadCatalogue()]);
  const past = await get(`/v1/games/${game}/events?after=${Math.max(0, view.version - SHOWN_EVENTS)}`);
  startExplaining();
  const state = { view, version: view.version, events: past, table: /** @type {any} */ ({}), reactions: /** @type {any[]} */ ([]), connection: /** @type {import("./seats.js").Facts["connection"]} */ ("connecting"), freshUntil: 0 };
  const beat = setInterval(() => { if (anyRuns(state.table) || state.reactions.length) onChange(); }, SECOND);
  follow(game, state, onChange, stop.signal);
  const entries = () => state.events.map((/** @type {any} */ event) => entryOf(event, state));
  return {
    view: () => state.view,
    facts: () => ({ ...state.table, now: serverNow(), connection: state.connection, reactions: state.reactions, fresh: Date.now() < state.freshUntil ? state.events.slice(-8) : [] }),
    entries,
    close: () => { clearInterval(beat); stop.abort(); },
  };

  /** @param {any} event @param {any} state */
  function entryOf(event, { view, table }) {
    const seats = seatNames(view, table);
    const players = Object.fromEntries(view.seats.map((/** @type {any} */ { player }, /** @type {number} */ seat) => [player?.id, seats[seat]]));
    return { version: event.version, name: event.name, seat: event.seat ?? null, text: sentence(event, { seats, players }, "all"), undone: false };
  }
}
