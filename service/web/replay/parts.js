// Small parts of the replay's screens.

import { h } from "../dom.js";

const PATHS = {
  first: "M5 4h3v16H5zM20 4v16L9 12z",
  previous: "M17 4v16L6 12z",
  play: "M6 4v16l14-8z",
  pause: "M6 4h4v16H6zm8 0h4v16h-4z",
  next: "M7 4v16l11-8z",
  last: "M16 4h3v16h-3zM4 4v16l11-8z",
};

/** A button with a symbol. @param {keyof typeof PATHS} name @param {string} label @param {() => void} onclick @param {import("../dom.js").Props} [props] */
export function iconButton(name, label, onclick, props = {}) {
  return h("button", { class: "button quiet icon", type: "button", "aria-label": label, title: label, onclick, ...props },
    h("svg", { class: "symbol", viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: PATHS[name] })));
}

/** A choice of one of several values. @param {string} label @param {[string, string][]} options value and text @param {string} value @param {(value: string) => void} onChoice */
export function choice(label, options, value, onChoice) {
  const onchange = (/** @type {Event} */ event) => onChoice(/** @type {HTMLSelectElement} */ (event.currentTarget).value);
  return h("label", { class: "field" }, h("span", null, label),
    h("select", { value, onchange }, options.map(([each, text]) => h("option", { value: each, key: each }, text))));
}
