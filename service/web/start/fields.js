// Fields of forms: one of a few, one of many, a switch.

import { h } from "../dom.js";
import { onceAtATime } from "../page.js";

/** @typedef {{ value: string, text: string }} Choice */

/**
 * One of a few, all in sight, as radio buttons.
 *
 * @param {string} name @param {string} legend @param {Choice[]} choices @param {string} chosen @param {(value: string) => void} onChoose
 */
export function segments(name, legend, choices, chosen, onChoose) {
  return h("fieldset", { class: "segments", key: name },
    h("legend", null, legend),
    h("div", { class: "segments-row" }, choices.map(({ value, text }) =>
      h("label", { key: value, class: "segment" },
        h("input", { type: "radio", name, value, checked: value === chosen, onchange: () => onChoose(value) }),
        h("span", null, text)))));
}

/** One of many. @param {string} label @param {Choice[]} choices @param {string} chosen @param {(value: string) => void} onChoose */
export function select(label, choices, chosen, onChoose) {
  return h("label", { class: "field", key: label },
    h("span", null, label),
    h("select", { value: chosen, onchange: (event) => onChoose(event.target.value) },
      choices.map(({ value, text }) => h("option", { key: value, value }, text))));
}

/** On or off. @param {string} label @param {boolean} isOn @param {(isOn: boolean) => void} onChange */
export function toggle(label, isOn, onChange) {
  return h("label", { class: "toggle", key: label },
    h("input", { type: "checkbox", checked: isOn, onchange: (event) => onChange(event.target.checked) }),
    h("span", null, label));
}

/** A line of text. @param {string} label @param {string} value @param {(value: string) => void} onInput @param {import("../dom.js").Props} [props] */
export function textField(label, value, onInput, props = {}) {
  return h("label", { class: "field", key: label },
    h("span", null, label),
    h("input", { value, dir: "auto", oninput: (event) => onInput(event.target.value), ...props }));
}

/** Call once at a time: a second press while the first one works does nothing. @param {() => Promise<void>} work @param {() => void} onChange */
export function once(work, onChange) {
  const state = { isBusy: false, run: onceAtATime(() => busy()) };
  async function busy() {
    state.isBusy = true;
    onChange();
    try {
      await work();
    } finally {
      state.isBusy = false;
      onChange();
    }
  }
  return state;
}
