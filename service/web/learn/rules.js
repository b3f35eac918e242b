// The rules in short: a few sentences and a picture for each section.

import { h } from "../dom.js";
import { go } from "../page.js";
import { loadCatalogue } from "../catalogue.js";
import { t } from "../language/texts.js";
import { account } from "../account.js";
import { startGuidedGame } from "./guided.js";
import { sectionPicture } from "./rules_pictures.js";

/** Section → how many paragraphs it has. */
const SECTIONS = { goal: 2, cards: 2, draft: 3, planning: 3, production: 3, supremacy: 2, building: 4, characters: 2, scoring: 3, solo: 4 };
/** @returns {Promise<import("../page.js").Screen>} */
export async function open() {
  await loadCatalogue();
  return { title: () => t("rules.title"), view, close() {} };
}

function view() {
  const names = /** @type {(keyof typeof SECTIONS)[]} */ (Object.keys(SECTIONS));
  return h("div", { class: "wide stack" },
    h("h1", null, t("rules.title")),
    h("p", { class: "soft" }, t("rules.intro")),
    h("p", { class: "row" }, h("button", { class: "button", onclick: () => (account() ? startGuidedGame() : go("/")) }, t("start.guide"))),
    h("div", { class: "rules" },
      h("nav", { class: "rules-nav", "aria-label": t("rules.sections") }, names.map((name) => h("a", { key: name, href: `#${name}` }, t(`rules.${name}`)))),
      h("div", { class: "stack" }, names.map((name) => h("section", { class: "sheet", id: name, key: name },
        h("h2", null, t(`rules.${name}`)),
        sectionPicture(name),
        h("ul", { class: "rules-list" }, Array.from({ length: SECTIONS[name] }, (_, index) => h("li", { key: index }, t(`rules.${name}.${index + 1}`)))))))));
}
