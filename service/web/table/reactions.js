// Quick phrases at the table, shown as bubbles at the seats.

import { h } from "../dom.js";
import { catalogue } from "../catalogue.js";
import { t } from "../language/texts.js";

const SHOWN_MS = 12_000;

/** The text of a reaction. @param {string} id */
export function reactionText(id) {
  return catalogue()?.reactions?.find((each) => each.id === id)?.text ?? id;
}

/** The newest reaction of a seat that is still fresh. @param {import("./seats.js").Facts | null} facts @param {number} seat @returns {import("./seats.js").Reaction | undefined} */
export function freshReaction(facts, seat) {
  if (!facts) return undefined;
  return facts.reactions?.findLast((each) => each.seat === seat && facts.now - Date.parse(each.time) < SHOWN_MS);
}

/** The bubble of a seat; null if it has said nothing lately. @param {import("./seats.js").Facts | null} facts @param {number} seat */
export function bubble(facts, seat) {
  const said = freshReaction(facts, seat);
  return said ? h("span", { class: "bubble", key: said.id }, reactionText(said.reaction)) : null;
}

/** The phrases to choose from. @param {(reaction: string) => void} onSay */
export function phrases(onSay) {
  return h("ul", { class: "phrases", "aria-label": t("menu.phrases") }, (catalogue()?.reactions ?? []).map(({ id, text }) =>
    h("li", { key: id }, h("button", { type: "button", class: "button quiet small", onclick: () => onSay(id) }, text))));
}
