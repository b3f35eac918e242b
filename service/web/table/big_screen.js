// The screen of a room: everybody sees the table from afar. It needs no interaction.

import { h } from "../dom.js";
import { makeAround } from "../motion/around.js";
import { redraw } from "../page.js";
import { t } from "../language/texts.js";
import { invitation, seatsBefore } from "./before.js";
import { everyone } from "./everyone.js";
import { head, stageText } from "./head.js";
import { news } from "./news.js";
import { watchGame } from "./watching.js";

const SENTENCES = 9;

/** @param {{ game: string }} params @returns {Promise<import("../page.js").Screen>} */
export async function open({ game }) {
  const watched = await watchGame(game, redraw);
  const motion = makeAround(() => ({ ...watched.view(), seat: null }));
  document.body.classList.add("big");
  return {
    title: () => t("table.big.title", { stage: stageText(watched.view()) }),
    view: () => bigScreen(watched.view(), watched.facts(), watched.entries()),
    around: motion.around,
    close: () => { motion.end(); document.body.classList.remove("big"); watched.close(); },
  };
}

/** The screen belongs to the room, so nobody's seat is marked. @param {import("./seats.js").View} view @param {import("./seats.js").Facts | null} facts @param {import("./news.js").Entry[]} entries */
export function bigScreen(view, facts, entries) {
  const room = { ...view, seat: null };
  return h("div", { class: `big-screen ${view.status}` }, head(room, facts),
    h("div", { class: "big-parts" },
      view.status === "open" ? seatsBefore(room, facts) : everyone(room, facts),
      h("div", { class: "big-aside" }, invitation(view), news(entries, { limit: SENTENCES }))));
}
