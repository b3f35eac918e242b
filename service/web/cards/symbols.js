// The symbols, drawn by us: each is one path on a square of 24 units. Shape and colour both tell them apart.

import { h } from "../dom.js";
import { remembered } from "../remembered.js";

const PATHS = /** @type {Record<string, string>} */ ({
  materials: "M12 2.5 20 7v10l-8 4.5L4 17V7zm0 5.2A4.3 4.3 0 1 0 12 16.3a4.3 4.3 0 0 0 0-8.6z",
  energy: "M13.5 2 5 13.5h5.5L9 22l9-12h-6z",
  science: "M8.5 2.5h7v2H14v4.7l5.4 9.2A2.1 2.1 0 0 1 17.6 21.5H6.4a2.1 2.1 0 0 1-1.8-3.1L10 9.2V4.5H8.5zM9 14.5h6l-1.8-3h-2.4z",
  gold: "M8 6h8l1.5 5h-11zM2.5 18.5 4.3 12.5h6.4l1.3 6zm9.5 0 1.3-6h6.4l1.8 6z",
  exploration: "M12 1.5 14.8 9.2 22.5 12l-7.7 2.8L12 22.5l-2.8-7.7L1.5 12l7.7-2.8zM12 10.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6z",
  krystallium: "M7 3h10l5 6-10 12.5L2 9zm.6 2L5 8.2h4.2zm8.8 0-1.6 3.2H19zM12 5l-2 3.2h4zM5.4 10 10 16 8.9 10zm13.2 0h-3.5L14 16z",
  general: "M12 2 20 5v6.2c0 4.8-3.2 8.6-8 10.8-4.8-2.2-8-6-8-10.8V5zm0 4.3-1.5 3.1-3.4.5 2.5 2.4-.6 3.4 3-1.6 3 1.6-.6-3.4 2.5-2.4-3.4-.5z",
  financier: "M8.5 6V4A1.5 1.5 0 0 1 10 2.5h4A1.5 1.5 0 0 1 15.5 4v2H21v6H3V6zm2 0h3V4.5h-3zM3 13.5h7.5v2h3v-2H21v6.5H3z",
  structure: "M3 21.5V9.5l5.5 4v-4l5.5 4V3h3l1 10.5 3 .5v7.5zm3.5-5v2.5h2.5v-2.5zm5 0v2.5H14v-2.5zm5 0v2.5H19v-2.5z",
  vehicle: "M3.5 13 7 7h9.5l4 4.5 2 .5v4.5h-2.2a3 3 0 0 1-5.8 0h-4a3 3 0 0 1-5.8 0H2.5zm4-1.5H11V8.8H8.7zm5 0h4.6l-2.3-2.7h-2.3zM7.6 14.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3zm9.8 0a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3z",
  research: "M12 2a7 7 0 0 1 3.7 12.9V17.5H8.3v-2.6A7 7 0 0 1 12 2zM8.8 18.8h6.4v1.4H8.8zm1.4 2.4h3.6v1.3h-3.6z",
  project: "M2.5 9 12 3l9.5 6v2h-19zM4.5 12.3h3v5.4h-3zm6 0h3v5.4h-3zm6 0h3v5.4h-3zM2.5 19h19v2.5h-19z",
  discovery: "M12 2a7 7 0 0 1 7 7c0 5.2-7 13-7 13S5 14.2 5 9a7 7 0 0 1 7-7zm0 4.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6z",
  points: "M12 2l2.9 6.3 6.9.8-5.1 4.7 1.4 6.8L12 17.2l-6.1 3.4 1.4-6.8L2.2 9.1l6.9-.8z",
  recycle: "M12 3a9 9 0 0 1 8.5 6H23l-4 5-4-5h2.3A6 6 0 0 0 7.2 8.4L5 6.3A9 9 0 0 1 12 3zM5 10l4 5H6.7a6 6 0 0 0 10.1.6l2.2 2.1A9 9 0 0 1 3.5 15H1z",
  empire: "M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20zm-1.2 2.3c-1.8.9-3.2 3.3-3.6 6.5h3.6zm2.4 0v6.5h3.6c-.4-3.2-1.8-5.6-3.6-6.5zM4.2 10.8h1a14 14 0 0 1 1.3-4.7 8 8 0 0 0-2.3 4.7zm13.3-4.7a14 14 0 0 1 1.3 4.7h1a8 8 0 0 0-2.3-4.7zM4.2 13.2a8 8 0 0 0 2.3 4.7 14 14 0 0 1-1.3-4.7zm3 0c.4 3.2 1.8 5.6 3.6 6.5v-6.5zm6 0v6.5c1.8-.9 3.2-3.3 3.6-6.5zm5.6 0a14 14 0 0 1-1.3 4.7 8 8 0 0 0 2.3-4.7z",
});

/** The symbol of a resource, a character, a type of card, `points`, `recycle` or `empire`; and a class, if it needs one. */
export const symbol = remembered((/** @type {string} */ name, /** @type {string} */ className = "") =>
  h("svg", { class: `symbol ${className}`, viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: PATHS[name] ?? "", "fill-rule": "evenodd" })));
