// Watching a game live: /watch/<id>.

import { h } from "../dom.js";
import { makeAround } from "../motion/around.js";
import { later, link, redraw } from "../page.js";
import { t } from "../language/texts.js";
import { joinPath, seatsBefore } from "./before.js";
import { empirePanel } from "./empires.js";
import { everyone } from "./everyone.js";
import { gameName, head } from "./head.js";
import { makeMenu } from "./menu.js";
import { news } from "./news.js";
import { watchGame } from "./watching.js";

const pauses = later(() => import("./pauses.js"));

/** @param {{ game: string }} params @returns {Promise<import("../page.js").Screen>} */
export async function open({ game }) {
  const watched = await watchGame(game, redraw);
  const menu = makeMenu(game);
  const motion = makeAround(watched.view);
  /** @type {number | null} */
  let opened = null;
  const onSeat = (/** @type {number} */ seat) => { opened = opened === seat ? null : seat; redraw(); };
  return {
    title: () => t("table.watch.title", { name: gameName(watched.view()) }),
    view: () => watcher(watched.view(), watched.facts(), watched.entries(), { menu, opened, onSeat }),
    around: motion.around,
    close() { motion.end(); watched.close(); },
  };
}

/** @param {import("./seats.js").View} view @param {import("./seats.js").Facts | null} facts @param {import("./news.js").Entry[]} entries @param {{ menu: ReturnType<typeof makeMenu>, opened: number | null, onSeat: (seat: number) => void }} choice */
export function watcher(view, facts, entries, { menu, opened, onSeat }) {
  const spectators = facts?.presence?.spectators ?? 0;
  const isOpen = view.status === "open";
  const join = view.seat === null && view.seats.some(({ player }) => !player) && joinPath(view);
  return h("div", { class: "watch stack" },
    head(view, facts,
      spectators > 0 && h("span", { class: "pill" }, t("table.spectators", { n: spectators })),
      view.status === "finished" && link(`/replay/${view.id}`, { class: "button small" }, t("menu.share.replay")),
      join && link(join, { class: "button small" }, t("room.join")),
      ...menu.buttons(view)),
    view.pause && facts && pauses()?.pausePanel(view, facts, view.id),
    isOpen ? seatsBefore(view, facts) : everyone(view, facts, { opened, onSeat }),
    opened !== null && view.seats[opened]?.empire && empirePanel(view, opened, facts),
    h("div", { class: "watch-parts", key: "parts" },
      opened === null && !isOpen && h("div", { class: "watch-empires", key: "empires" }, view.seats.map(({ seat, empire }) => empire && empirePanel(view, seat, facts))),
      news(entries)),
    menu.view(view, facts));
}
