// The guided first game: a small game, with the coach at the table.

import { post } from "../api.js";
import { keep, kept } from "../settings.js";
import { go } from "../page.js";

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
