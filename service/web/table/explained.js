// What explains itself: a button that shows a short text. explain.js opens it.

import { h } from "../dom.js";

/**
 * A button that explains what it shows. Its look is that of its children.
 *
 * @param {string} topic such as `resource.gold`, with a text `explain.resource.gold`, or `card.zeppelin.2`
 * @param {import("../dom.js").Props & { values?: Record<string, string | number>, "aria-label"?: string }} props `values`: of the text;
 *   `aria-label`: what the children say in words, if they are a picture
 * @param {...import("../dom.js").Child} children
 */
export function explained(topic, { values, "aria-label": label, ...props }, ...children) {
  const face = label ? [h("span", { class: "unseen" }, label), h("span", { class: "explained-face", "aria-hidden": "true" }, ...children)] : children;
  return h("button", { type: "button", ...props, class: `explained ${props.class ?? ""}`, "data-explain": topic, "data-values": values ? JSON.stringify(values) : null }, ...face);
}
