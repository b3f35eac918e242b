// The choice of an empire.

import { redraw } from "../page.js";
import { catalogue, loadCatalogue } from "../catalogue.js";
import { t } from "../language/texts.js";

/** @type {Promise<void> | null} */
let asking = null;

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
  if (!catalogue()) asking ??= loadCatalogue().then(redraw, () => { asking = null; });
  return catalogue()?.empires ?? [];
}
