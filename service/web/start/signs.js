// The symbols of tables, drawn by us like those of cards (cards/symbols.js): each is one path on a square of 24 units.

import { h } from "../dom.js";

const PATHS = /** @type {Record<string, string>} */ ({
  bot: "M11 2.5h2V5h5a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-3l-3 3.5L9 18H6a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2h5zM8.5 9a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6zm7 0a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6zM8 14v1.6h8V14zM1.5 9H3v5H1.5zM21 9h1.5v5H21z",
  chair: "M10.6 4h2.8v6.6H20v2.8h-6.6V20h-2.8v-6.6H4v-2.8h6.6z",
  clock: "M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20zm0 2.6a7.4 7.4 0 1 0 0 14.8 7.4 7.4 0 0 0 0-14.8zM10.8 7h2.4v4.4l3.2 2.6-1.5 1.9-4.1-3.4z",
  lock: "M7 10V7.5a5 5 0 0 1 10 0V10h1.5v11h-13V10zm2.4 0h5.2V7.5a2.6 2.6 0 0 0-5.2 0zM11 13.5v4h2v-4z",
  no_way_back: "M9 5v3.5h5a6 6 0 0 1 5.6 8.1l-2.1-2.1A3.5 3.5 0 0 0 14 11H9v3.5L3 9.8zM3.5 3.6 5 2l16.5 18.4-1.6 1.5zM8 17h5.2l2.4 2.5H8z",
  task: "M5 2.5h2.2V4H19l-2.5 4.2L19 12.5H7.2v9H5z",
});

/** @param {string} name */
export function sign(name) {
  return h("svg", { class: "symbol", viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: PATHS[name] ?? "", "fill-rule": "evenodd" }));
}
