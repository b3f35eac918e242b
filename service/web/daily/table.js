// The table of a day.

import { h } from "../dom.js";
import { link } from "../page.js";
import { account } from "../account.js";
import { t } from "../language/texts.js";
import { isolate } from "../start/names.js";

/** @typedef {import("../types.js").Schemas["DailyEntry"]} Entry */

/** The players by their points; once the day is over, each with the replay. @param {Entry[]} entries @param {string} title @returns {import("../dom.js").VNode} */
export function dayTable(entries, title) {
  const isOpen = entries.some(({ game }) => game);
  const columns = ["end.place", "end.player", "me.score", ...(isOpen ? ["me.open"] : [])];
  return h("table", { class: "day-table" },
    h("caption", { class: "unseen" }, title),
    h("thead", null, h("tr", null, columns.map((key) => h("th", { key, scope: "col" }, t(key))))),
    h("tbody", null, entries.map((entry) => row(entry, isOpen))));
}

/** @param {Entry} entry @param {boolean} isOpen */
function row({ place, player, score, game }, isOpen) {
  const name = player?.name ?? "";
  return h("tr", { key: player?.id, class: player?.id === account()?.id ? "own" : null },
    h("td", { class: "day-number" }, String(place)),
    h("th", { scope: "row" }, h("bdi", null, name)),
    h("td", { class: "day-number" }, String(score)),
    isOpen && h("td", null, game && link(`/replay/${game}`, { class: "cell-link", "aria-label": t("daily.replay.of", { name: isolate(name) }) }, t("me.open.replay"))));
}
