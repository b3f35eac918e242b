// What the coach explains, once each, when it first matters.

import { ownSeat } from "../table/rules.js";
import { roundsLeft } from "./worth.js";

/** @typedef {import("../table/rules.js").View} View */

/** Topic → whether it matters in this view, in the order in which a game shows them. @type {[string, (view: View, seat: import("../types.js").Seat) => boolean][]} */
const TOPICS = [
  ["finished", (view) => view.status === "finished"],
  ["draft", (view) => view.phase === "draft"],
  ["card", (view) => view.phase === "draft"],
  ["passing", (view, seat) => view.phase === "draft" && seat.drafted.length > 0],
  ["solo", (view) => view.phase === "planning" && view.sequence !== null],
  ["planning", (view) => view.phase === "planning"],
  ["site", (view, seat) => view.phase === "planning" && seat.construction.length > 0],
  ["production", (view) => view.phase === "production"],
  ["supremacy", (view) => view.phase === "production" && view.supremacy.length > 0],
  ["built", (_view, seat) => seat.constructed.length > 0],
  ["characters", (_view, seat) => seat.generals + seat.financiers > 0],
  ["krystallium", (_view, seat) => seat.krystallium > 0],
  ["round", (view) => view.round === 2],
  ["last_round", (view) => roundsLeft(view) === 1],
];

/** The next topic that matters and has not been explained; null if there is none. @param {View} view @param {string[]} told @returns {string | null} */
export function nextTopic(view, told) {
  const seat = ownSeat(view);
  return TOPICS.find(([topic, matters]) => !told.includes(topic) && matters(view, seat))?.[0] ?? null;
}
