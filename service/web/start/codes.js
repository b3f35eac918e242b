// The invite codes of private tables. Streams do not tell them, so the host's page asks once.

import { get } from "../api.js";
import { redraw } from "../page.js";

/** Game → its code; "" while it is asked for. @type {Map<string, string>} */
const codes = new Map();

/** The code of an open private game; "" until it is known. @param {import("../types.js").View} view the host's */
export function codeOf(view) {
  if (view.code) keepCode(view);
  const known = codes.get(view.id);
  if (known !== undefined) return known;
  codes.set(view.id, "");
  get(`/v1/games/${view.id}`).then(keepCode, () => codes.delete(view.id)).finally(redraw);
  return "";
}

/** Remember the code that an answer holds. @param {import("../types.js").View} view */
export function keepCode({ id, code }) {
  if (code) codes.set(id, code);
}
