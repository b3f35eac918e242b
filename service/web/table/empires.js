// A seat's empire opened: its empire card, what it has built, what it builds, and its drafted cards.

import { h } from "../dom.js";
import { RESOURCES, TYPES, designOf, empireOf } from "../catalogue.js";
import { cardFace, points, skyline, typeMark } from "../cards/card.js";
import { amount, cubes } from "../cards/cubes.js";
import { countOf, describe, describeEmpire, siteText } from "../cards/describe.js";
import { symbol } from "../cards/symbols.js";
import { t } from "../language/texts.js";
import { explained } from "./explained.js";
import { seatMark, seatNames } from "./seats.js";

/** A seat's empire. @param {import("./seats.js").View} view @param {number} number the seat's @param {import("./seats.js").Facts | null} facts @param {...import("../dom.js").Child} tools */
export function empirePanel(view, number, facts, ...tools) {
  const seat = view.seats[number];
  const name = seatNames(view, facts)[number] ?? "";
  return h("section", { class: "empire-panel", key: `empire-${number}`, "aria-label": t("table.empire_of", { name }) },
    h("header", { class: "empire-head" }, seatMark(number), h("h2", { dir: "auto" }, t("table.empire_of", { name })), totals(seat), ...tools),
    h("div", { class: "empire-parts" },
      part("built", t("table.constructed", { n: seat.constructed.length }), [empireCard(view, seat), builtGroups(seat.constructed)]),
      part("sites", t("table.sites_of", { n: seat.construction.length }), faces(seat.construction.map((site) => site.card), (card, index) => {
        const site = seat.construction[index];
        return explained(`site.${card}`, { class: "face", "aria-label": siteText(site), values: { spaces: JSON.stringify(site.spaces) } }, cardFace(card, { spaces: site.spaces, flight: false }));
      })),
      seat.drafted.length > 0 && part("drafted", t("table.drafted", { n: seat.drafted.length }), faces(seat.drafted, face))));
}

/** Production and possessions of a seat. @param {import("./seats.js").Seat} seat */
function totals(seat) {
  return h("ul", { class: "totals" },
    RESOURCES.map((resource) => h("li", { key: resource, class: seat.production[resource] ? "" : "none" }, explained(`resource.${resource}`, { "aria-label": t(`item.${resource}`, { n: seat.production[resource] }) }, amount(resource, seat.production[resource])))),
    Object.entries({ general: seat.generals, financier: seat.financiers, krystallium: seat.krystallium }).map(([item, n]) =>
      h("li", { key: item, class: n ? "" : "none" }, explained(item === "krystallium" ? "resource.krystallium" : `character.${item}`, { "aria-label": t(`item.${item}`, { n }) }, amount(item, n)))));
}

/** The empire card with the cubes on it. @param {import("./seats.js").View} view @param {import("./seats.js").Seat} seat */
export function empireCard(view, seat) {
  const empire = seat.empire ?? "";
  const { name, production, victory_points: worth } = empireOf(empire, view.side);
  return h("div", { class: "empire-card", key: "empire" },
    skyline(empire),
    h("span", { class: "unseen" }, describeEmpire(empire, view.side)),
    h("span", { class: "empire-name", "aria-hidden": "true" }, symbol("empire"), name, h("small", null, view.side)),
    h("span", { class: "empire-gives", "aria-hidden": "true" }, h("span", { class: "empire-cubes-made" }, cubes(production)), points(worth)),
    h("span", { class: "empire-holds", role: "img", "aria-label": t("table.empire_cubes", { n: Object.values(seat.empire_cubes).reduce((sum, n) => sum + Number(n), 0) }) }, cubes(seat.empire_cubes)));
}

/** Cards grouped by type, each design once with its number of copies. @param {string[]} cards */
function builtGroups(cards) {
  const byType = TYPES.map((type) => ({ type, cards: cards.filter((card) => designOf(card).type === type) })).filter((group) => group.cards.length);
  return h("div", { class: "type-groups" }, byType.map((group) => {
    const copies = countOf(group.cards.map((card) => designOf(card).id));
    return h("div", { class: "type-group", key: group.type },
      h("h3", null, typeMark(group.type), `${t(`type.${group.type}`)} · ${group.cards.length}`),
      faces(Object.keys(copies), (design) => [face(design), /** @type {number} */ (copies[design]) > 1 && h("b", { class: "copies" }, h("span", { "aria-hidden": "true" }, `×${copies[design]}`), h("span", { class: "unseen" }, t("table.copies", { n: copies[design] ?? 0 })))]));
  }));
}

/** @param {string} card */
function face(card) {
  return explained(`card.${card}`, { class: "face", "aria-label": describe(card) }, cardFace(card, { flight: false }));
}

/** @param {string[]} cards @param {(card: string, index: number) => import("../dom.js").Child} draw */
function faces(cards, draw) {
  return h("ul", { class: "faces" }, cards.map((card, index) => h("li", { key: card }, draw(card, index))));
}

/** @param {string} name @param {string} title @param {import("../dom.js").Child} content */
function part(name, title, content) {
  return h("section", { class: `empire-part ${name}`, key: name }, h("h3", null, title), content);
}
