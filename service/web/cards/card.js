// The face of a card: type, name, cost spaces, production, construction bonus, points, and recycling bonus.

import { h } from "../dom.js";
import { designOf } from "../catalogue.js";
import { remembered } from "../remembered.js";
import { symbol } from "./symbols.js";
import { cube, cubes, drawn, space } from "./cubes.js";

/** More cubes than these leave no room for points and recycling bonus: the card shows their number. */
const MAX_SINGLE_CUBES = 3;

/** More faces than a table shows at once. */
const MAX_FACES = 120;
const PICTURES = new URL("pictures.svg", import.meta.url).pathname;

/** @typedef {import("../types.js").Space} Space */

/**
 * A face of a card. It is a picture: what it says in words comes from `describe` (describe.js).
 *
 * @param {string} card @param {{ spaces?: Space[], flight?: boolean }} [options] `spaces`: of a card under construction.
 */
export function cardFace(card, { spaces, flight = true } = {}) {
  if (spaces) return flight ? siteFace(spaces, card) : face(card, spaces, flight);
  return wholeFace(card, flight ? "flight" : "");
}

const wholeFace = remembered((/** @type {string} */ card, /** @type {string} */ flight) => face(card, openSpaces(designOf(card)), Boolean(flight)), MAX_FACES);
/** What lies on a card is another object after each change of it. */
const siteFace = remembered((/** @type {Space[]} */ spaces, /** @type {string} */ card) => face(card, spaces, true));

/** @param {string} card @param {Space[]} spaces @param {boolean} flight */
function face(card, spaces, flight) {
  const design = designOf(card);
  return h("span", { class: `card ${design.type}`, "aria-hidden": "true", "data-flight": flight ? `card ${card}` : null, "data-card": card },
    h("span", { class: "card-art" }, symbol(design.type), picture(design.id)),
    h("span", { class: "card-cost" }, spaces.map(space)),
    h("span", { class: "card-bonus" }, cubes(design.construction_bonus)),
    h("span", { class: "card-name" }, symbol(design.type, "card-type"), h("span", { class: "card-name-text", style: { "font-size": `${nameSize(design.name)}em` } }, design.name)),
    h("span", { class: "card-foot" }, production(design), points(design.victory_points),
      h("span", { class: "card-recycle" }, symbol("recycle"), cube(design.recycling_bonus))));
}

/** The picture of a design. The browser loads all of them once, after the card is drawn: until then it shows the sky alone. @param {string} design */
function picture(design) {
  return h("svg", { class: "picture", viewBox: "0 0 100 90", preserveAspectRatio: "xMidYMax slice" }, h("use", { href: `${PICTURES}#${design}` }));
}

/** The picture of a card alone, for where it is named beside. @param {string} card */
export function cardPicture(card) {
  const { id, type } = designOf(card);
  return h("span", { class: `card-picture ${type}`, key: card, "aria-hidden": "true" }, picture(id));
}

/** The picture of an empire, with nothing to say to those who do not see it. @param {string} empire */
export function skyline(empire) {
  return h("svg", { class: `picture skyline ${empire}`, key: `skyline ${empire}`, viewBox: "0 0 200 60", preserveAspectRatio: "xMidYMax slice", "aria-hidden": "true" }, h("use", { href: `${PICTURES}#${empire}` }));
}

/** A card whose face is hidden. */
export function cardBack() {
  return h("span", { class: "card back", "aria-hidden": "true" }, symbol("empire"));
}

/** The spaces of a design, in the order of the service, none filled. @param {import("../catalogue.js").Design} design @returns {Space[]} */
export function openSpaces(design) {
  return Object.entries(design.cost).flatMap(([needs, count]) => Array.from({ length: count }, () => ({ needs, filled: null })));
}

/** The size at which the longest word of a name fits on one line, in em of the card. @param {string} name */
function nameSize(name) {
  return Math.min(0.88, 12.3 / Math.max(...name.split(/[\s-]/).map((word) => word.length)));
}

/** @param {import("../catalogue.js").Design} design */
function production(design) {
  const per = design.production_per;
  const made = Object.entries(design.production);
  const cubesFit = design.victory_points.per ? MAX_SINGLE_CUBES - 1 : MAX_SINGLE_CUBES;
  const isWide = made.reduce((sum, [, count]) => sum + count, 0) > cubesFit;
  return h("span", { class: "card-production" }, isWide ? made.map(([item, count]) => h("span", { class: "amount", key: item }, drawn(count), cube(item))) : cubes(design.production),
    per && h("span", { class: "per" }, cube(per.resource), drawn("/"), typeMark(per.per)));
}

/** The points of a card or an empire: a number, or a number for each card or character of a kind. @param {import("../types.js").Points} points */
export function points({ flat, per }) {
  if (per) return h("span", { class: "card-points" }, drawn(per.points), symbol("points"), drawn("/"), per.of === "general" || per.of === "financier" ? cube(per.of) : typeMark(per.of));
  return flat ? h("span", { class: "card-points" }, drawn(flat), symbol("points")) : null;
}

/** The mark of a type of card. @param {string} type */
export function typeMark(type) {
  return h("span", { class: `type-mark ${type}` }, symbol(type));
}
