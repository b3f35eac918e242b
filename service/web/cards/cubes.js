// Cubes, spaces for cubes, and amounts of them.

import { h } from "../dom.js";
import { remembered } from "../remembered.js";
import { symbol } from "./symbols.js";

/** A cube of a resource, krystallium, or a character. */
export const cube = remembered((/** @type {string} */ item) => h("span", { class: `cube ${item}` }, symbol(item)));

/** A space that waits for an item, or holds one. @param {import("../types.js").Space} space */
export function space({ needs, filled }) {
  if (!filled) return h("span", { class: `cube space ${needs}` }, symbol(needs));
  return h("span", { class: `cube ${filled === needs ? "" : `as-${needs}`} ${filled}` }, symbol(filled));
}

/** So many of an item, such as `3` and a cube. @param {string} item @param {number} amount */
export function amount(item, amount) {
  return h("span", { class: "amount", key: item }, h("b", null, String(amount)), cube(item));
}

/** The single cubes of amounts: three cubes for a three. @param {Record<string, number>} amounts */
export function cubes(amounts) {
  return Object.entries(amounts).flatMap(([item, count]) => Array.from({ length: count }, () => cube(item)));
}

/** Signs as a part of the picture. They are no text, so the name of a button need not hold them (WCAG 2.5.3). @param {string | number} signs */
export function drawn(signs) {
  return h("b", { class: "drawn", "data-signs": signs });
}
