// The rules in short, with the symbols of the page and cards as examples.

import { h } from "../dom.js";
import { go } from "../page.js";
import { CHARACTERS, loadCatalogue, RESOURCES, TYPES } from "../catalogue.js";
import { cardFace, typeMark } from "../cards/card.js";
import { cube } from "../cards/cubes.js";
import { cardFacts, cardTitle } from "../cards/describe.js";
import { t } from "../language/texts.js";
import { account } from "../account.js";
import { prizes } from "../table/race.js";
import { startGuidedGame } from "./guided.js";

/** Section → how many paragraphs it has. */
const SECTIONS = { goal: 2, cards: 2, draft: 3, planning: 3, production: 3, supremacy: 2, building: 4, characters: 2, scoring: 3, solo: 4 };
/** One that produces, one that needs a character, one with points for others. */
const EXAMPLES = ["wind-turbines.1", "lunar-base.1", "museum.1"];

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
        PICTURES[name]?.(),
        h("ul", { class: "rules-list" }, Array.from({ length: SECTIONS[name] }, (_, index) => h("li", { key: index }, t(`rules.${name}.${index + 1}`)))))))));
}

/** What stands above the text of a section. @type {Record<string, () => import("../dom.js").Child>} */
const PICTURES = {
  cards: () => [
    h("ul", { class: "legend", key: "resources" }, [...RESOURCES, "krystallium"].map((item) => h("li", { key: item }, cube(item), t(`resource.${item}`)))),
    h("ul", { class: "legend", key: "types" }, TYPES.map((type) => h("li", { key: type }, typeMark(type), t(`type.${type}`)))),
    h("div", { class: "rules-cards", key: "examples" }, EXAMPLES.map((card) => h("figure", { key: card },
      cardFace(card, { flight: false }), h("figcaption", null, h("b", null, cardTitle(card)), h("br"), cardFacts(card).join(". "))))),
  ],
  production: () => h("ol", { class: "steps-in-order" }, RESOURCES.map((item) => h("li", { key: item }, cube(item), t(`resource.${item}`)))),
  supremacy: () => h("ul", { class: "legend" }, RESOURCES.map((item) => h("li", { key: item }, cube(item), "→", prizes(item).map(cube), h("span", { class: "unseen" }, t("rules.supremacy.of", { resource: t(`resource.${item}`), characters: prizes(item).map((each) => t(`item.${each}.each`)).join(" / ") }))))),
  characters: () => h("ul", { class: "legend" }, CHARACTERS.map((item) => h("li", { key: item }, cube(item), t(`item.${item}.each`)))),
};
