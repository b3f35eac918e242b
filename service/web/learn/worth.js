// What a card is worth to a seat, by rules of thumb that a beginner can follow.

import { CHARACTERS, catalogue, designOf } from "../catalogue.js";
import { ownSeat } from "../table/rules.js";

/** @typedef {import("../table/rules.js").View} View */

const CUBES = ["materials", "energy", "science", "gold", "exploration"];
/** A krystallium comes at best every other round. */
const KRYSTALLIUM_EXPECTED = 0.5;

/** The rounds that a seat still produces in, this one included. @param {View} view */
export function roundsLeft(view) {
  return catalogue().constants.rounds - view.round + 1;
}

/** The cubes that a seat may still expect, minus those that its cards under construction wait for. @param {View} view @returns {Record<string, number>} */
export function expected(view) {
  const seat = ownSeat(view);
  const rest = Object.fromEntries(CUBES.map((item) => [item, (seat.production[item] ?? 0) * roundsLeft(view)]));
  Object.assign(rest, { krystallium: seat.krystallium + KRYSTALLIUM_EXPECTED * roundsLeft(view), general: seat.generals, financier: seat.financiers });
  for (const { spaces } of seat.construction) for (const { needs, filled } of spaces) if (!filled) rest[needs] = (rest[needs] ?? 0) - 1;
  return rest;
}

/** Which part of a card's cost the seat can hope to pay, from 0 to 1. @param {View} view @param {string} card @param {Record<string, number>} rest */
export function coverage(view, card, rest) {
  const cost = Object.entries(designOf(card).cost);
  const paid = cost.reduce((sum, [item, n]) => sum + Math.max(0, Math.min(n, rest[item] ?? 0)), 0);
  return paid / cost.reduce((sum, [, n]) => sum + n, 0);
}

/** The points that a card brings to this empire by the end, its production counted as points. @param {View} view @param {string} card */
export function worth(view, card) {
  const { production, production_per: perType, construction_bonus: bonus, victory_points: { flat, per }, type } = designOf(card);
  const produced = Object.values(production).reduce((sum, n) => sum + n, 0) + (perType ? count(view, perType.per, type) : 0);
  const points = flat + (per ? per.points * count(view, per.of, type) : 0);
  return points + produced * Math.max(0, roundsLeft(view) - 1) + Object.values(bonus).reduce((sum, n) => sum + n, 0);
}

/** How many of a type or a character the seat has or is about to have, a card of the type itself included. @param {View} view @param {string} of @param {string} type */
function count(view, of, type) {
  const seat = ownSeat(view);
  if (CHARACTERS.includes(of)) return of === "general" ? seat.generals : seat.financiers;
  const cards = [...seat.constructed, ...seat.construction.map((site) => site.card)];
  return cards.filter((card) => designOf(card).type === of).length + (type === of ? 1 : 0);
}

/** The cards, the most promising first: much worth, and likely to be built. @param {View} view @param {string[]} cards @returns {{ card: string, value: number, share: number }[]} */
export function ranked(view, cards) {
  const rest = expected(view);
  return cards.map((card) => {
    const share = coverage(view, card, rest);
    return { card, share, value: worth(view, card) * share * share };
  }).sort((a, b) => b.value - a.value);
}
