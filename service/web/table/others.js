// Everyone at the table: the comparison, and an empire that is looked at.

import { h } from "../dom.js";
import { empirePanel } from "./empires.js";
import { everyone } from "./everyone.js";

/**
 * @param {import("./seats.js").View} view @param {import("./seats.js").Facts} facts
 * @param {{ opened: number | null, onSeat(seat: number): void }} choice `opened`: the seat whose empire is looked at
 */
export function others(view, facts, { opened, onSeat }) {
  return h("div", { class: "others", key: "others" },
    everyone(view, facts, { opened, onSeat }),
    opened !== null && view.seats[opened]?.empire && empirePanel(view, opened, facts));
}
