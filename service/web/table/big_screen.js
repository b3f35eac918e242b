// The screen of a room: everybody sees the table from afar. It needs no interaction.

import { h } from "../dom.js";
import { redraw } from "../page.js";
import { t } from "../language/texts.js";
import { everyone } from "./everyone.js";
import { head, stageText } from "./head.js";
import { news } from "./news.js";
import { watchGame } from "./watching.js";

/** @param {{ game: string }} params @returns {Promise<import("../page.js").Screen>} */
export async function open({ game }) {
  const watched = await watchGame(game, redraw);
  document.body.classList.add("big");
  return {
    title: () => t("table.big.title", { stage: stageText(watched.view()) }),
    view: () => bigScreen(watched.view(), watched.facts(), watched.entries()),
    close: () => { document.body.classList.remove("big"); watched.close(); },
  };
}

/** @param {import("./seats.js").View} view @param {import("./seats.js").Facts | null} facts @param {import("./news.js").Entry[]} entries */
export function bigScreen(view, facts, entries) {
  return h("div", { class: `big-screen ${view.status}` }, head(view, facts),
    h("div", { class: "big-parts" }, everyone(view, facts), invitation(view), news(entries, { limit: 7 })));
}

/** How people in the room join, while the game is open; how they follow, while it runs. @param {import("./seats.js").View} view */
function invitation(view) {
  if (view.status !== "open" || !view.code) return null;
  const address = `${location.host}/join/${view.code}`;
  return h("section", { class: "invitation", key: "join" }, h("h2", null, t("table.big.join")),
    h("img", { class: "qr", src: `/qr/${view.code}.svg`, alt: t("table.big.qr", { address }) }), h("p", { class: "address" }, address));
}
