// The names of players whom only their id names, asked for when they are first shown.

import { get } from "../api.js";
import { redraw } from "../page.js";

/** @type {Map<string, string>} */
const names = new Map();

/** A player's name; until it is known, an ellipsis. @param {string} id */
export function playerName(id) {
  const known = names.get(id);
  if (known !== undefined) return known;
  names.set(id, "…");
  get(`/v1/players/${encodeURIComponent(id)}`).then(({ name }) => names.set(id, name), () => names.delete(id)).finally(redraw);
  return "…";
}
