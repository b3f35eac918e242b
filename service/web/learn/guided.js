// The guided first game: a small game, with the coach at the table. And who has a coach.

import { h } from "../dom.js";
import { post } from "../api.js";
import { keep, kept } from "../settings.js";
import { t } from "../language/texts.js";
import { go, redraw } from "../page.js";

const KEY = "coach";
/** Two seats show all the rules, and the other one is quick and mild. */
const FIRST_GAME = { seats: 2, side: "A", bots: ["random"] };

/** Open a game against an easy bot, and let the coach explain it. */
export async function startGuidedGame() {
  const { id } = await post("/v1/games", FIRST_GAME);
  await post(`/v1/games/${id}/start`);
  keep(KEY, { game: id, isOpen: true, told: [] });
  go(`/games/${id}`);
}

/** @typedef {{ game: string, isOpen: boolean, told: string[] }} Guide `told`: what the coach has explained */

/** The guide of this browser. @returns {Guide} */
export function guide() {
  return { game: "", isOpen: false, told: [], ...kept(KEY) };
}

/** Remember how far the guide has come. @param {Partial<Guide>} change */
export function keepGuide(change) {
  keep(KEY, { ...guide(), ...change });
}

/** The button that opens the coach. A player who is not alone with bots has no coach. @param {import("../types.js").View} view @returns {import("../dom.js").Child} */
export function coachButton(view) {
  if (!isAlone(view) || hasCoach(view) || view.status !== "playing") return null;
  return h("button", { type: "button", class: "button quiet small coach-open", key: "coach", onclick: () => showCoach(view.id, true) }, t("coach.open"));
}

/** The button that asks for a hint. A player with an open coach has no such button. @param {import("../types.js").View} view @param {() => void} onHint @returns {import("../dom.js").Child} */
export function hintButton(view, onHint) {
  if (!isAlone(view) || hasCoach(view) || view.status !== "playing") return null;
  return h("button", { type: "button", class: "button quiet small hint-open", key: "hint", onclick: onHint }, t("hint.open"));
}

/** Whether the coach is open in a game. @param {import("../types.js").View} view */
export function hasCoach(view) {
  return isAlone(view) && guide().game === view.id && guide().isOpen;
}

/** @param {string} game @param {boolean} isOpen */
export function showCoach(game, isOpen) {
  keepGuide({ game, isOpen });
  redraw();
}

/** Whether the player may be helped: nobody else waits, as the others are bots, and no try at the daily deal is played. @param {import("../types.js").View} view */
export function isAlone(view) {
  return view.seat !== null && !view.daily && view.seats.every((seat) => seat.bot || seat.seat === view.seat);
}
