// The empires: the choice of one, and the horizon that they make.

import { h } from "../dom.js";
import { skyline } from "../cards/card.js";
import { t } from "../language/texts.js";
import { catalogueSoon } from "./catalogue_soon.js";

/** In the order in which they stand on the horizon. */
const FROM_LEFT = ["republic-of-europe", "panafrican-union", "noram-states", "aztec-empire", "federation-of-asia"];

/** The skylines of all empires side by side, at the lower edge of a banner. */
export function skylines() {
  return h("div", { class: "skylines", "aria-hidden": "true" }, FROM_LEFT.map(skyline));
}

/** Any, or one of those that nobody has taken. @param {(string | null)[]} [taken] @returns {import("./fields.js").Choice[]} */
export function empireChoices(taken = []) {
  const free = empires().filter(({ id }) => !taken.includes(id));
  return [{ value: "", text: t("start.empire.any") }, ...free.map(({ id, name }) => ({ value: id, text: name }))];
}

/** The name of an empire, once the catalogue is there. @param {string} id */
export function empireName(id) {
  return empires().find((each) => each.id === id)?.name ?? "";
}

/** @returns {{ id: string, name: string }[]} */
function empires() {
  return catalogueSoon()?.empires ?? [];
}
