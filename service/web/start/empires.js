// The choice of an empire.

import { t } from "../language/texts.js";
import { catalogueSoon } from "./catalogue_soon.js";

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
