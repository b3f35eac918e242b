// The construction area and the empire card: where cards and cubes go.

import { h } from "../dom.js";
import { RESOURCES, catalogue, empireOf, nameOf } from "../catalogue.js";
import { cardFace, points, skyline } from "../cards/card.js";
import { amount, cube, cubes, drawn } from "../cards/cubes.js";
import { amountsText, countOf, describeEmpire, siteText } from "../cards/describe.js";
import { symbol } from "../cards/symbols.js";
import { t } from "../language/texts.js";
import { fill } from "./plan.js";
import { pick } from "./pick.js";
import { sum } from "./rules.js";

/** @typedef {import("./session.js").Play} Play */
/** @typedef {import("./plan.js").Option} Option */
/** @typedef {import("../types.js").Site} Site */

/** @param {Play} play */
export function constructionArea(play) {
  const { construction } = play.seat;
  const isTarget = play.targets.has("construction");
  if (!construction.length && play.view.phase === "draft") return null;
  return h("section", { class: `zone sites ${isTarget ? "lit" : ""}`, key: "sites", "data-drop": "construction", "aria-label": t("play.row.sites", { n: construction.length }) },
    h("header", { class: "zone-head" }, h("h2", null, t("play.row.sites", { n: construction.length })),
      isTarget && play.isExplicit && h("button", { type: "button", class: "chip on", "data-focus": "target.construction", onclick: () => play.put("construction") }, t("play.build"))),
    construction.length ? h("ul", { class: "cards" }, byUse(construction, play.view.step).map((each) => site(play, each)))
      : h("p", { class: "soft" }, t("play.sites.none")));
}

/** Cards with spaces for the cubes of the step come first. The order stays while the step lasts. @param {Site[]} sites @param {string | null} step */
export function byUse(sites, step) {
  const isOfUse = (/** @type {Site} */ { spaces }) => spaces.some(({ needs }) => needs === step);
  return [...sites.filter(isOfUse), ...sites.filter((each) => !isOfUse(each))];
}

/** @param {Play} play @param {Site} place */
function site(play, place) {
  const { card, spaces } = place;
  const options = play.targets.get(card) ?? [];
  const all = play.isExplicit ? [] : fill(play.view, card);
  return h("li", { class: `card-cell ${options.length ? "lit" : ""}`, key: card, "data-drop": card },
    pick(play, "sites", card, siteText(place), cardFace(card, { spaces }), { drop: true, isLit: options.length > 0, spaces }),
    options.length > 0 && h("div", { class: "site-acts" },
      options.map((option) => placeButton(play, card, option, options.length > 1)),
      all.length > 1 && h("button", { type: "button", class: "chip fill", "data-focus": `fill.${card}`, "aria-label": t("play.fill.what", { card: nameOf(card), amounts: amountsText(countOf(all.map(({ item }) => item ?? ""))) }), onclick: () => play.act(all) },
        h("span", { class: "fill-word" }, t("play.fill")), h("span", { class: "fill-cubes", "aria-hidden": "true" }, drawn(`×${all.length}`)))));
}

/** @param {Play} play @param {string} card @param {Option} option @param {boolean} isOneOfMany */
function placeButton(play, card, { intention }, isOneOfMany) {
  const item = play.itemOf(intention);
  const values = { item: t(`item.${item}`, { n: 1 }), card: nameOf(card), space: t(`resource.${intention.as ?? "krystallium"}`) };
  return h("button", { type: "button", class: "chip put", key: intention.as ?? item, "data-focus": `put.${card}.${intention.as ?? ""}`, "aria-label": t(isOneOfMany ? "play.put_as" : "play.put", values), onclick: () => play.act([intention]) },
    h("span", { "aria-hidden": "true" }, "+"), cube(item), isOneOfMany && [h("span", { "aria-hidden": "true" }, "→"), cube(intention.as ?? item)]);
}

/** The own empire: what it produces, what lies on it, and what the seat owns. @param {Play} play */
export function empireArea(play) {
  const { seat, view } = play;
  const empire = seat.empire ?? "";
  const { name, victory_points: worth } = empireOf(empire, view.side);
  const target = play.targets.get("empire");
  const onCard = Object.fromEntries(Object.entries(seat.empire_cubes).filter(([, n]) => n));
  return h("section", { class: `zone empire ${target ? "lit" : ""}`, key: "empire", "data-drop": "empire", "aria-label": describeEmpire(empire, view.side) },
    skyline(empire),
    h("header", { class: "zone-head" },
      h("h2", null, symbol("empire"), name), points(worth)),
    h("dl", { class: "owned" },
      h("div", null, h("dt", null, t("play.produces")), h("dd", null, RESOURCES.map((resource) => h("span", { key: resource, class: seat.production[resource] ? "" : "none", "data-flight": `makes ${resource}` }, h("span", { class: "unseen" }, t(`item.${resource}`, { n: seat.production[resource] ?? 0 })), h("span", { "aria-hidden": "true" }, amount(resource, seat.production[resource] ?? 0)))))),
      h("div", null, h("dt", null, t("play.owns")), h("dd", null, Object.entries({ general: seat.generals, financier: seat.financiers, krystallium: seat.krystallium }).map(([item, n]) => h("span", { key: item, class: n ? "" : "none", "data-flight": `own ${item}` }, h("span", { class: "unseen" }, t(`item.${item}`, { n })), h("span", { "aria-hidden": "true" }, amount(item, n)))))),
      h("div", null, h("dt", null, t("play.on_empire", { n: sum(onCard) })), h("dd", { class: "slots", "aria-hidden": "true", "data-flight": "slots" }, slots(onCard)))),
    seat.constructed.length > 0 && h("ul", { class: "cards small built", "aria-label": t("play.built", { n: seat.constructed.length }) }, seat.constructed.map((card) => h("li", { key: card }, pick(play, "built", card, nameOf(card), cardFace(card))))));
}

/** The amounts that the own empire produces, for the eye. @param {Play} play */
export function produced({ seat }) {
  return RESOURCES.map((resource) => h("span", { key: resource, class: seat.production[resource] ? "" : "none" }, amount(resource, seat.production[resource] ?? 0)));
}

/** The places for cubes: with the last one they become a krystallium (R45). @param {Record<string, number>} onCard */
export function slots(onCard) {
  const filled = cubes(onCard);
  return [...filled, ...Array.from({ length: Math.max(0, catalogue().constants.cubes_per_krystallium - filled.length) }, () => h("span", { class: "slot" })), h("span", { class: "becomes" }, "→"), cube("krystallium")];
}
