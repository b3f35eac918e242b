// A game that somebody watches: its view, the facts around it, and what happened, kept up to date.

import { token } from "../account.js";
import { get } from "../api.js";
import { loadCatalogue } from "../catalogue.js";
import { followGame } from "../live/game.js";
import { registerWatcher } from "../register.js";
import { t } from "../language/texts.js";
import { sentence } from "../replay/sentences.js";
import { anyRuns } from "./clocks.js";
import { startExplaining } from "./explain.js";
import { makeLately } from "./lately.js";
import { announceNews } from "./news.js";
import { freshReaction } from "./reactions.js";
import { playerName, seatNames } from "./seats.js";

const SECOND = 1000;

/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {{ view(): import("./seats.js").View, facts(): import("./seats.js").Facts, entries(): import("./news.js").Entry[], close(): void }} Watched */

/**
 * Watch a game, as everybody may. The service shows games to accounts only, so a browser without one gets a guest's.
 *
 * @param {string} id @param {() => void} onChange @returns {Promise<Watched>} once the game is known
 * @throws {import("../client.js").Problem} if the service does not show it
 */
export async function watchGame(id, onChange) {
  if (!token()) await registerWatcher(t("table.guest"));
  /** @type {[import("./seats.js").View, unknown]} */
  const [first] = await Promise.all([get(`/v1/games/${id}`), loadCatalogue()]);
  startExplaining();
  const lately = makeLately(id, onChange);
  const game = followGame(id, (state, before) => {
    announceNews(entriesOf(view(), facts(), lately.changed(state, before)));
    onChange();
  });
  /** Only an answer to the host has the code to join. */
  const view = () => ({ ...first, ...game.state().view });
  const facts = () => factsOf(game.state(), game.now());
  const entries = () => entriesOf(view(), facts(), lately.events(game.state()));
  const beat = setInterval(() => {
    if (anyRuns(facts()) || view().seats.some(({ seat }) => freshReaction(facts(), seat))) onChange();
  }, SECOND);
  return { view, facts, entries, close: () => { clearInterval(beat); game.close(); } };
}

/** What panels show beside the view. @param {import("../live/game.js").GameState} state @param {number} now ms since 1970, of the service @returns {import("./seats.js").Facts} */
export function factsOf({ table, reactions, connection }, now) {
  return { ...table, reactions, connection, now };
}

/** Events as sentences, in this viewer's eyes. @param {import("./seats.js").View} view @param {import("./seats.js").Facts | null} facts @param {GameEvent[]} events @returns {import("./news.js").Entry[]} */
export function entriesOf(view, facts, events) {
  const seats = seatNames(view, facts);
  const players = Object.fromEntries(view.seats.flatMap(({ player, seat }) => (player ? [[player.id, playerName(player, facts?.names?.[seat])]] : [])));
  const undone = new Set(events.filter(({ name }) => name === "intention_undone").map(({ data }) => data.group));
  return events.map((event) => ({ version: event.version, name: event.name, seat: event.seat ?? null, text: sentence(event, { seats, players }, "all"), undone: undone.has(event.group) }));
}
