// Everyone at the table: the comparison, an empire that is looked at, and what happened.

import { h } from "../dom.js";
import { empirePanel } from "./empires.js";
import { everyone } from "./everyone.js";
import { news } from "./news.js";

/**
 * @param {any} view @param {import("./seats.js").Facts} facts @param {import("./news.js").Entry[]} entries
 * @param {{ opened: number | null, onSeat(seat: number): void }} choice `opened`: the seat whose empire is looked at
 */
export function others(view, facts, entries, { opened, onSeat }) {
  return h("div", { class: "others", key: "others" },
    everyone(view, facts, { opened, onSeat }),
    opened !== null && view.seats[opened]?.empire && empirePanel(view, opened, facts),
    news(entries));
}
