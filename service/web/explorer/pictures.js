// Small pictures in the tables of the explorer. The numbers beside them say the same, so nobody needs to see them.

import { h } from "../dom.js";

const [WIDTH, HEIGHT] = [120, 16];
const [BAR, GAP] = [8, 2];

/** A share with its interval, from 0 to 1. @param {number | null} share @param {number[] | null} interval */
export function shareBar(share, interval) {
  return h("svg", { class: "share-bar", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" },
    h("rect", { class: "picture-ground", x: 0, y: 5, width: WIDTH, height: 6 }),
    share !== null && h("rect", { class: interval ? "picture-bar" : "picture-few", x: 0, y: 5, width: round(share * WIDTH), height: 6 }),
    interval && h("line", { class: "picture-range", x1: round(interval[0] * WIDTH), x2: round(interval[1] * WIDTH), y1: 8, y2: 8 }));
}

/**
 * A lead with its interval.
 *
 * @param {number | null} mean @param {number[] | null} interval @param {[number, number]} bounds of the picture @param {number | null} usual the lead of all seats
 */
export function leadPicture(mean, interval, [least, most], usual) {
  const at = (/** @type {number} */ lead) => round(((lead - least) / (most - least)) * WIDTH);
  return h("svg", { class: "lead-picture", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" },
    usual !== null && h("line", { class: "picture-usual", x1: at(usual), x2: at(usual), y1: 0, y2: HEIGHT }),
    interval && h("line", { class: "picture-range", x1: at(interval[0]), x2: at(interval[1]), y1: 8, y2: 8 }),
    interval && mean !== null && h("rect", { class: mean < (usual ?? 0) ? "picture-worse" : "picture-better", x: at(mean) - 3, y: 2, width: 6, height: 12 }));
}

/** How often a card is picked at each place when it is there: a bar each. @param {{ place: number, seen: number, picked: number }[]} places */
export function placesPicture(places) {
  const shares = places.map(({ seen, picked }) => (seen ? picked / seen : 0));
  const most = Math.max(0.01, ...shares);
  return h("svg", { class: "places-picture", viewBox: `0 0 ${places.length * (BAR + GAP)} ${HEIGHT}`, "aria-hidden": "true" },
    shares.map((share, at) => [
      h("rect", { class: "picture-ground", x: at * (BAR + GAP), y: 0, width: BAR, height: HEIGHT }),
      h("rect", { class: "picture-bar", x: at * (BAR + GAP), y: round(HEIGHT * (1 - share / most)), width: BAR, height: round((HEIGHT * share) / most) })]));
}

/** @param {number} number */
const round = (number) => Math.round(number * 10) / 10;
