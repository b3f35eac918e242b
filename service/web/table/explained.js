// What explains itself: a button that shows a short text. explain.js opens it.

import { h } from "../dom.js";

/**
 * A button that explains what it shows. Its look is that of its children.
 *
 * @param {string} topic such as `resource.gold`, with a text `explain.resource.gold`, or `card.zeppelin.2`
 * @param {import("../dom.js").Props & { values?: Record<string, string | number> }} props `values`: of the text
 * @param {...import("../dom.js").Child} children
 */
export function explained(topic, { values, ...props }, ...children) {
  return h("button", { type: "button", ...props, class: `explained ${props.class ?? ""}`, "data-explain": topic, "data-values": values ? JSON.stringify(values) : null }, ...children);
}
