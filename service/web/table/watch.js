// Watching a game live: /watch/<id>.

import { h } from "../dom.js";
import { link, redraw } from "../page.js";
import { t } from "../language/texts.js";
import { empirePanel } from "./empires.js";
import { everyone } from "./everyone.js";
import { gameName, head } from "./head.js";
import { news } from "./news.js";
import { share } from "./share.js";
import { watchGame } from "./watching.js";

/** @param {{ game: string }} params @returns {Promise<import("../page.js").Screen>} */
export async function open({ game }) {
  const watched = await watchGame(game, redraw);
  /** @type {number | null} */
  let opened = null;
  const onSeat = (/** @type {number} */ seat) => { opened = opened === seat ? null : seat; redraw(); };
  return {
    title: () => t("table.watch.title", { name: gameName(watched.view()) }),
    view: () => watcher(watched.view(), watched.facts(), watched.entries(), { game, opened, onSeat }),
    close: watched.close,
  };
}

/** @param {import("./seats.js").View} view @param {import("./seats.js").Facts | null} facts @param {import("./news.js").Entry[]} entries @param {{ game: string, opened: number | null, onSeat: (seat: number) => void }} choice */
export function watcher(view, facts, entries, { game, opened, onSeat }) {
  const spectators = facts?.presence?.spectators ?? 0;
  return h("div", { class: "watch stack" },
    head(view, facts,
      spectators > 0 && h("span", { class: "pill" }, t("table.spectators", { n: spectators })),
      h("button", { type: "button", class: "button quiet small", onclick: () => share(`/watch/${game}`) }, t("menu.share.copy")),
      link(`/board/${game}`, { class: "button quiet small" }, t("menu.share.board")),
      view.status === "finished" && link(`/replay/${game}`, { class: "button small" }, t("menu.share.replay"))),
    everyone(view, facts, { opened, onSeat }),
    opened !== null && view.seats[opened]?.empire && empirePanel(view, opened, facts),
    h("div", { class: "watch-parts" },
      opened === null && view.status !== "open" && h("div", { class: "watch-empires" }, view.seats.map((/** @type {any} */ { seat, empire }) => empire && empirePanel(view, seat, facts))),
      news(entries)));
}
