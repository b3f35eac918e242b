// The catalogue on screens that do not wait for it.

import { catalogue, loadCatalogue } from "../catalogue.js";
import { redraw } from "../page.js";

/** @type {Promise<void> | null} */
let asking = null;

/** The catalogue; null until it is here: then the screen is drawn again. */
export function catalogueSoon() {
  if (!catalogue()) asking ??= loadCatalogue().then(redraw, () => { asking = null; });
  return catalogue();
}

/** The most seats of a game; until the catalogue is here, as many as are chosen. @param {number} chosen @returns {number} */
export function mostSeats(chosen) {
  return catalogueSoon()?.constants.max_seats ?? chosen;
}
