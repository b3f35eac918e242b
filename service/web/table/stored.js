// Pending placements outlive a reload of the tab, as long as the game is in the same phase or step.

import { PREFIX } from "../settings.js";

/** @typedef {import("./queue.js").Kept} Kept */

/** @param {string} game */
const keyOf = (game) => `${PREFIX}pending.${game}`;

/** What must not have changed: later, or for another account, the placements mean nothing. @param {import("./seats.js").View} view */
function stageOf(view) {
  return [view.seat, view.round, view.phase, view.step, view.passes, view.sequence].join();
}

/** @param {string} game @param {import("./seats.js").View} view @param {Kept} kept */
export function storePending(game, view, kept) {
  try {
    if (kept.batch || kept.waiting.length || kept.undos.length) sessionStorage.setItem(keyOf(game), JSON.stringify({ stage: stageOf(view), kept }));
    else sessionStorage.removeItem(keyOf(game));
  } catch {
    // without storage they live as long as the page
  }
}

/** What was pending, or null. @param {string} game @param {import("./seats.js").View} view @returns {Kept | null} */
export function pendingOf(game, view) {
  try {
    const found = JSON.parse(sessionStorage.getItem(keyOf(game)) ?? "null");
    return found?.stage === stageOf(view) ? found.kept : null;
  } catch {
    return null;
  }
}
