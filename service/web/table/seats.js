// The seats of a game, and what is known of them beside the view.

import { h } from "../dom.js";
import { t } from "../language/texts.js";
import { botName } from "../start/words.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Seat} Seat */
/** @typedef {import("../types.js").GameEvent} Event */
/** @typedef {import("../types.js").Schemas["Reaction"]} Reaction */
/** @typedef {import("../types.js").Schemas["SeatClock"]} SeatClock */

/**
 * What is told of a game beside its log; null in a replay.
 *
 * `now`: milliseconds since 1970 by the clock of the service. `connection`: of this page.
 *
 * @typedef {{ now: number, connection: "live" | "connecting" | "offline" | "ended", presence?: import("../types.js").Schemas["Presence"] | null,
 *   clocks?: SeatClock[] | null, can_return?: number[], names?: (string | null)[], reactions?: Reaction[], rewind?: import("../types.js").Schemas["Proposal"] | null }} Facts
 */

const STRATEGY = "bot:";

/** The name of each seat's player; players of one name get the number of their seat. @param {View} view @param {Facts | null} facts @returns {string[]} */
export function seatNames(view, facts) {
  const names = view.seats.map(({ player, seat }) => playerName(player, facts?.names?.[seat]) ?? t("table.free_seat"));
  return distinct(names);
}

/** The name of a player; a strategy is called by its strength. @param {{ id: string, name: string | null } | null} player @param {string | null} [newest] @returns {string | null} */
export function playerName(player, newest) {
  return player?.id.startsWith(STRATEGY) ? botName(player.id.slice(STRATEGY.length)) : (newest ?? player?.name ?? null);
}

/** Names by seat. Those that several seats have get the number of the seat behind them. @param {string[]} names */
export function distinct(names) {
  return names.map((name, seat) => (names.indexOf(name) === names.lastIndexOf(name) ? name : t("table.name_of_seat", { name, number: seat + 1 })));
}

/** @typedef {"free" | "resigned" | "away" | "choosing" | "waited" | "ready" | "still"} Standing */

/** What a seat does now. `waited`: the game waits for it; `still`: nothing is expected of it. @param {View} view @param {Seat} seat @returns {Standing} */
export function standing(view, seat) {
  if (!seat.player) return "free";
  if (seat.away) return "away";
  if (seat.choosing) return "choosing";
  if (view.waiting_on.includes(seat.seat)) return "waited";
  if (view.pause?.until) return "still";
  return view.status === "playing" || (view.status === "open" && seat.ready) ? "ready" : "still";
}

/** Whether the seat's player follows the game now; null if nobody knows, or a strategy of the service plays. @param {Seat} seat @param {Facts | null} facts @returns {boolean | null} */
export function isPresent(seat, facts) {
  if (!facts?.presence || !seat.player || seat.bot) return null;
  return facts.presence.seats.includes(seat.seat);
}

/** Which way hands are passed in a round (R12). @param {number} round @returns {"left" | "right"} */
export function passingWay(round) {
  return round % 2 ? "left" : "right";
}

/** The mark of a seat: its number in its colour. @param {number} seat 0..4 */
export function seatMark(seat) {
  return h("span", { class: `seat-mark seat-${seat}`, "aria-hidden": "true" }, String(seat + 1));
}
