// What to do next, and why: advice for a first game. Pure: from a view and what is legal in it.

import { CHARACTERS, designOf } from "../catalogue.js";
import { ownSeat } from "../table/rules.js";
import { ranked, roundsLeft } from "./worth.js";

/** @typedef {import("../table/rules.js").View} View */
/** @typedef {import("../table/rules.js").Intention} Intention */
/**
 * @typedef {{ what: string, why: string, intention: Intention | null, card?: string, onto?: string, item?: string }} Advice
 *   `what`, `why`: the last parts of text keys, `coach.do.…` and `coach.why.…`. `intention`: null while there is nothing to do.
 */

/** Build what can be paid at least this far. */
const ENOUGH = 0.6;
/** Nothing follows the last round, so what is begun in it must be finished in it. */
const ENOUGH_AT_LAST = 0.9;
const EMPIRE = "empire";

/** @param {View} view with a seat @param {Intention[]} legal @returns {Advice} */
export function advise(view, legal) {
  const can = (/** @type {string} */ type) => legal.filter((each) => each.type === type);
  if (view.status !== "playing") return nothing("over");
  if (can("choose").length) return choose(view, can("choose"));
  if (can("keep").length) return keep(view, can("keep"));
  if (can("draft").length) return draft(view, can("draft"));
  if (can("slate").length) return plan(view, can("slate"), can("recycle"));
  return place(view, can("place")) ?? (can("ready").length ? { what: "ready", why: `ready.${view.phase}`, intention: { type: "ready" } } : nothing("wait"));
}

/** @param {string} what @returns {Advice} */
function nothing(what) {
  return { what, why: what, intention: null };
}

/** @param {View} view @param {Intention[]} options @returns {Advice} */
function choose(view, options) {
  const wanted = openNeeds(view).find((each) => CHARACTERS.includes(each)) ?? "financier";
  const intention = options.find(({ character }) => character === wanted) ?? /** @type {Intention} */ (options[0]);
  return { what: "choose", why: "choose", intention, item: intention.character ?? "" };
}

/** @param {View} view @param {Intention[]} options @returns {Advice} */
function keep(view, options) {
  const card = best(view, options);
  return { what: "keep", why: reason(view, card), intention: { type: "keep", card }, card };
}

/** @param {View} view @param {Intention[]} options @returns {Advice} */
function draft(view, options) {
  const card = best(view, options);
  return { what: "draft", why: reason(view, card), intention: { type: "draft", card }, card };
}

/** @param {View} view @param {Intention[]} options */
function best(view, options) {
  const cards = options.map(({ card }) => card ?? "");
  const [first] = ranked(view, cards);
  if (first && first.share >= enough(view)) return first.card;
  const needs = openNeeds(view);
  return cards.find((card) => needs.includes(designOf(card).recycling_bonus)) ?? first?.card ?? "";
}

/** Why a card is a good choice. @param {View} view @param {string} card */
function reason(view, card) {
  const { production, production_per: perType, construction_bonus: bonus, victory_points: { flat, per } } = designOf(card);
  const [{ share } = { share: 0 }] = ranked(view, [card]);
  if (share < enough(view)) return openNeeds(view).includes(designOf(card).recycling_bonus) ? "recycles" : "dear";
  const produced = Object.values(production).reduce((sum, n) => sum + n, 0) * (roundsLeft(view) - 1);
  if (per) return "combo";
  if (produced >= flat && produced) return "produces";
  if (perType && roundsLeft(view) > 1) return "produces_per";
  return flat ? "points" : Object.keys(bonus).length ? "bonus" : "cheap";
}

/** Build the most promising card that can be paid; with none left, recycle. @param {View} view @param {Intention[]} slates @param {Intention[]} recycles @returns {Advice} */
function plan(view, slates, recycles) {
  const [first] = ranked(view, slates.map(({ card }) => card ?? ""));
  if (first && first.share >= enough(view) && first.value > 0) return { what: "build", why: reason(view, first.card), intention: { type: "slate", card: first.card }, card: first.card };
  const intention = [...recycles].sort((a, b) => gain(view, b) - gain(view, a))[0] ?? /** @type {Intention} */ (slates[0]);
  const { card = "", onto = EMPIRE } = intention;
  return { what: onto === EMPIRE ? "recycle" : "recycle.onto", why: onto === EMPIRE ? "recycle" : whyOnto(view, onto), intention, card, onto, item: designOf(card).recycling_bonus };
}

/** The next cube, krystallium or character that helps a card. @param {View} view @param {Intention[]} options @returns {Advice | null} */
function place(view, options) {
  const helpful = options.filter(({ item, onto }) => item === view.step || (onto !== EMPIRE && (CHARACTERS.includes(item ?? "") || isLast(view, onto ?? ""))));
  const intention = helpful.sort((a, b) => gain(view, b) - gain(view, a))[0];
  if (!intention) return null;
  const { item = "", onto = EMPIRE } = intention;
  return { what: onto === EMPIRE ? "place.empire" : "place", why: onto === EMPIRE ? "empire" : whyOnto(view, onto), intention, item, onto };
}

/** @param {View} view @param {string} onto */
function whyOnto(view, onto) {
  return isLast(view, onto) ? "completes" : "nearer";
}

/** How much a cube helps where an intention puts it: it completes a card, or brings one nearer. @param {View} view @param {Intention} intention */
function gain(view, { onto }) {
  const place = site(view, onto ?? EMPIRE);
  if (!place) return -1;
  const [{ value } = { value: 0 }] = ranked(view, [place.card]);
  return isLast(view, place.card) ? 1000 + value : (100 + value) / open(place).length;
}

/** Whether one space of a card under construction is left. @param {View} view @param {string} card */
function isLast(view, card) {
  return open(site(view, card)).length === 1;
}

/** @param {View} view @param {string} card */
function site(view, card) {
  return ownSeat(view).construction.find((each) => each.card === card);
}

/** @param {import("../types.js").Site | undefined} place */
function open(place) {
  return place?.spaces.filter(({ filled }) => !filled) ?? [];
}

/** @param {View} view */
function enough(view) {
  return roundsLeft(view) === 1 ? ENOUGH_AT_LAST : ENOUGH;
}

/** What the cards under construction still need, each once. @param {View} view @returns {string[]} */
function openNeeds(view) {
  return [...new Set(ownSeat(view).construction.flatMap((place) => open(place).map((each) => each.needs)))];
}
