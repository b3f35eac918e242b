// A card as a button: tapped, focused, dragged and dropped onto.

import { h } from "../dom.js";

/**
 * Of the cards of a row, one is in the tab order; arrow keys lead to the others (keys.js).
 *
 * @param {import("./session.js").Play} play @param {string} row @param {string} card @param {string} label
 * @param {import("../dom.js").Child} face @param {{ drag?: boolean, drop?: boolean, isLit?: boolean, spaces?: import("../types.js").Space[] }} [options] `spaces`: of a card under construction
 */
export function pick(play, row, card, label, face, { drag = false, drop = false, isLit = false, spaces } = {}) {
  const isSelected = play.isSelected({ card });
  return h("button", {
    type: "button", class: `pick ${isSelected ? "selected" : ""} ${isLit ? "lit" : ""} ${play.dragged === card ? "dragged" : ""}`, "aria-label": label, "aria-pressed": String(isSelected),
    tabindex: play.tabStop(row, card) ? 0 : -1, "data-row": row, "data-focus": card, "data-drag": drag ? `card:${card}` : null, "data-drop": drop ? card : null,
    "data-explain": `${spaces ? "site" : "card"}.${card}`, "data-values": spaces ? JSON.stringify({ spaces: JSON.stringify(spaces) }) : null,
    onclick: () => play.tap({ card }), onfocus: () => play.focused(row, card),
  }, face);
}
