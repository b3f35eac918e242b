// What each symbol of a card means, beside the symbol.

import { h } from "../dom.js";
import { designOf } from "../catalogue.js";
import { openSpaces, points, typeMark } from "./card.js";
import { cube, cubes, drawn, space } from "./cubes.js";
import { cardParts } from "./describe.js";
import { symbol } from "./symbols.js";

/** The symbols of each part of a card. @type {Record<import("./describe.js").Part, (design: import("../catalogue.js").Design, spaces?: import("../types.js").Space[]) => import("../dom.js").Child>} */
const SIGNS = {
  cost: (design, spaces) => (spaces ?? openSpaces(design)).map(space),
  bonus: ({ construction_bonus: bonus }) => cubes(bonus),
  production: ({ production }) => cubes(production),
  per: ({ production_per: per }) => per && [cube(per.resource), drawn("/"), typeMark(per.per)],
  points: ({ victory_points: worth }) => points(worth),
  recycle: ({ recycling_bonus: bonus }) => [symbol("recycle"), cube(bonus)],
};

/** The parts of a card, each as its symbols and in words. @param {string} card @param {{ spaces?: import("../types.js").Space[], progress?: string }} [site] of a card under construction; `progress` says what it still needs */
export function cardLegend(card, { spaces, progress } = {}) {
  const design = designOf(card);
  return h("ul", { class: "card-legend" }, cardParts(card).map(({ part, text }) =>
    h("li", { key: part }, h("span", { class: `card-signs ${part}`, "aria-hidden": "true" }, SIGNS[part](design, spaces)), h("span", null, part === "cost" && progress ? progress : text))));
}
