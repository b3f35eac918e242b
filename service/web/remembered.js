// Nodes that are made once: the renderer skips what it has drawn already.

import { textEdition } from "./language/texts.js";

/**
 * A function that keeps its nodes: for the same arguments it gives the same node, which the renderer then skips.
 *
 * The first argument may be an object; what is kept for it goes when it goes. All of it goes when the language changes.
 *
 * @template {any[]} A @param {(...args: A) => import("./dom.js").VNode} make @param {number} [most] how many it keeps for texts and numbers: with more of them, it begins anew @returns {(...args: A) => import("./dom.js").VNode}
 */
export function remembered(make, most = Infinity) {
  let byObject = new WeakMap();
  let byText = new Map();
  let edition = textEdition();
  return (...args) => {
    if (edition !== textEdition()) [byObject, byText, edition] = [new WeakMap(), new Map(), textEdition()];
    const [first, second] = args;
    const known = typeof first === "object" && first !== null ? byObject : byText;
    const key = typeof first === "object" ? first : `${first} ${typeof second === "string" ? second : ""}`;
    const found = known.get(key) ?? make(...args);
    if (byText.size > most) byText.clear();
    known.set(key, found);
    return found;
  };
}
