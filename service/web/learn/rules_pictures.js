// What the sections of the rules speak of, shown with the cards, cubes and empires of the game itself.

import { h } from "../dom.js";
import { catalogue, CHARACTERS, designOf, empireOf, RESOURCES, TYPES } from "../catalogue.js";
import { cardBack, cardFace, openSpaces, skyline, typeMark } from "../cards/card.js";
import { cube, cubes } from "../cards/cubes.js";
import { cardFacts, cardTitle, describeEmpire } from "../cards/describe.js";
import { symbol } from "../cards/symbols.js";
import { t } from "../language/texts.js";
import { prizes } from "../table/race.js";

/** It has everything that a card can have: two kinds of cubes, a bonus, a product, points. */
const WHOLE = "human-cloning.1";
/** Where on a card the facts of `cardFacts` stand, in its order. */
const SPOTS = ["cost", "bonus", "production", "points", "recycling"];
const HAND = ["wind-turbines.1", "zeppelin.1", "robot-assistants.1", "university.1", "cities-of-gold.1", "icebreaker.1", "harbor-zone.1"];
const PICKED = 2;
const PLANNED = "research-center.1";
const FINISHED = "zeppelin.1";
const NEEDS_CHARACTER = "center-of-the-earth.1";
/** Points as such, for cards of a type, and for characters. */
const SCORING = ["island-of-avalon.1", "museum.1", "casino-city.1"];

/** The picture of a section; null if words are enough. @param {string} name @returns {import("../dom.js").Child} */
export function sectionPicture(name) {
  return PICTURES[name]?.();
}

/** @type {Record<string, () => import("../dom.js").Child>} */
const PICTURES = {
  goal: () => h("ul", { class: "rules-empires" }, catalogue().empires.map(({ id }) => h("li", { key: id },
    skyline(id), h("b", null, empireOf(id, "A").name), h("span", { class: "row", "aria-hidden": "true" }, cubes(empireOf(id, "A").production)), h("span", { class: "unseen" }, describeEmpire(id, "A"))))),
  cards: () => [
    h("figure", { class: "anatomy", key: "anatomy" },
      h("div", { class: "anatomy-card" }, cardFace(WHOLE, { flight: false }), SPOTS.map((spot, at) => h("i", { key: spot, class: `spot ${spot}`, "aria-hidden": "true" }, String(at + 1)))),
      h("figcaption", null, h("h3", null, cardTitle(WHOLE)), h("ol", { class: "anatomy-facts" }, cardFacts(WHOLE).map((fact, at) => h("li", { key: at }, h("i", { class: "spot", "aria-hidden": "true" }, String(at + 1)), fact))))),
    legend("resources", [...RESOURCES, "krystallium"].map((item) => [cube(item), t(`resource.${item}`)])),
    legend("types", TYPES.map((type) => [typeMark(type), t(`type.${type}`)])),
  ],
  draft: () => scene(
    h("span", { class: "fan" }, HAND.map((card, at) => h("span", { key: card, class: at === PICKED ? "picked" : "", style: { "--at": at - (HAND.length - 1) / 2 } }, cardFace(card, { flight: false })))),
    arrow(), h("span", { class: "pile" }, Array.from({ length: HAND.length - 1 }, cardBack))),
  planning: () => scenes(
    scene(face(PLANNED), arrow(), h("span", { class: "scene-site" }, site(PLANNED, 1)), h("span", { class: "scene-words" }, t("play.do.slate"))),
    scene(face(PLANNED), h("span", { class: "scene-recycle" }, symbol("recycle")), h("span", { class: "big-cube" }, cube(designOf(PLANNED).recycling_bonus)), h("span", { class: "scene-words" }, t("play.do.recycle"))),
  ),
  production: () => [
    h("ol", { class: "steps-in-order", key: "steps" }, RESOURCES.map((item) => h("li", { key: item }, cube(item), t(`resource.${item}`)))),
    scene(h("span", { class: "big-cube" }, Array.from({ length: 3 }, () => cube("materials"))), arrow(), site(PLANNED, 3)),
  ],
  supremacy: () => h("ul", { class: "legend" }, RESOURCES.map((item) => h("li", { key: item }, h("span", { class: "row", "aria-hidden": "true", key: "amounts" }, h("b", null, "3"), cube(item), h("b", null, "> 2"), "→"), prizes(item).map(cube), h("span", { class: "unseen" }, t("rules.supremacy.of", { resource: t(`resource.${item}`), characters: prizes(item).map((each) => t(`item.${each}.each`)).join(" / ") }))))),
  building: () => scenes(
    scene(site(FINISHED, 1), arrow(), site(FINISHED, 2), arrow(), h("span", { class: "scene-empire" }, skyline("republic-of-europe"), h("span", { class: "row" }, face("recycling-plant.1"), face("wind-turbines.1"), face(FINISHED)))),
    scene(h("span", { class: "big-cube" }, ["materials", "materials", "gold", "energy", "gold"].map(cube)), arrow(), h("span", { class: "big-cube" }, cube("krystallium"))),
  ),
  characters: () => [
    legend("characters", CHARACTERS.map((item) => [cube(item), t(`item.${item}.each`)])),
    scene(h("span", { class: "big-cube" }, cube("general")), arrow(), site(NEEDS_CHARACTER, openSpaces(designOf(NEEDS_CHARACTER)).length - 1)),
  ],
  scoring: () => h("div", { class: "rules-cards" }, SCORING.map((card) => h("figure", { key: card },
    face(card), h("figcaption", null, h("b", null, cardTitle(card)), h("br"), cardFacts(card).at(-2))))),
  solo: () => scene(face(HAND[0] ?? ""), face(HAND[1] ?? ""), arrow(), h("span", { class: "pile" }, Array.from({ length: 5 }, cardBack)), arrow(), face(HAND[4] ?? "")),
};

/** Symbols and their names. @param {string} key @param {import("../dom.js").Child[]} entries */
function legend(key, entries) {
  return h("ul", { class: "legend", key }, entries.map((entry, at) => h("li", { key: at }, entry)));
}

/** Pictures side by side, as far as there is room. @param {...import("../dom.js").Child} scenes */
function scenes(...scenes) {
  return h("div", { class: "rules-scenes" }, ...scenes);
}

/** A picture of which the sentences below it say everything. @param {...import("../dom.js").Child} children */
function scene(...children) {
  return h("div", { class: "rules-scene", "aria-hidden": "true" }, ...children);
}

/** @param {string} card */
const face = (card) => cardFace(card, { flight: false });

/** A card under construction, of which the first spaces are filled. @param {string} card @param {number} filled */
function site(card, filled) {
  return cardFace(card, { flight: false, spaces: openSpaces(designOf(card)).map(({ needs }, at) => ({ needs, filled: at < filled ? needs : null })) });
}

const arrow = () => h("span", { class: "scene-arrow" }, "→");
