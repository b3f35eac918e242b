// The race for supremacy: who leads each resource, and who won it in which round.

import { CHARACTERS, RESOURCES, catalogue } from "../catalogue.js";

/** @typedef {{ seat: number | null, most: number, tied: number[] }} Lead `seat`: has supremacy if production stays as it is; `tied`: seats that share the most. */

/** Who leads in a resource. @param {import("./seats.js").View} view @param {string} resource @returns {Lead} */
export function lead(view, resource) {
  const amounts = view.seats.map((seat) => seat.production[resource]);
  const most = Math.max(...amounts);
  const best = view.seats.filter((seat) => seat.production[resource] === most).map((each) => each.seat);
  const ruling = catalogue().rulings.find(({ ruleset }) => ruleset === view.ruleset);
  const enough = view.seats.length === 1 ? (ruling?.solo_supremacy ?? 1) : 1; // R64
  if (most < enough) return { seat: null, most, tied: [] };
  return best.length === 1 ? { seat: best[0], most, tied: [] } : { seat: null, most, tied: best };
}

/** The supremacies of a seat in a resource, in the order of the rounds. @param {import("./seats.js").View} view @param {number} seat @param {string} resource @returns {{ round: number, character: string | null }[]} */
export function won(view, seat, resource) {
  return view.supremacy.filter((each) => each.seat === seat && each.step === resource);
}

/** What supremacy in a resource gives: a character, or `choice`. @param {string} resource */
export function prize(resource) {
  return catalogue().supremacy[/** @type {import("../types.js").Schemas["Resource"]} */ (resource)];
}

/** The characters that a prize stands for. @param {string} resource @returns {string[]} */
export function prizes(resource) {
  return prize(resource) === "choice" ? [...CHARACTERS] : [prize(resource)];
}

/** How many of the constructed cards are of each type, by a function that knows the type. @param {string[]} cards @param {(card: string) => string} typeOf @returns {Record<string, number>} */
export function builtByType(cards, typeOf) {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const card of cards) counts[typeOf(card)] = (counts[typeOf(card)] ?? 0) + 1;
  return counts;
}

/** The steps of a round that a game of this mode has: phases, and the steps of production. @param {import("./seats.js").View} view */
export function stepsOfRound(view) {
  return [...(view.mode === "standard" ? ["draft"] : []), "planning", ...RESOURCES];
}

/** The step that the game is in. @param {import("./seats.js").View} view @returns {string | null} a phase, a resource in production, or null */
export function currentStep(view) {
  if (view.status !== "playing") return null;
  return view.phase === "production" ? view.step : view.phase;
}
