// The moment in which a game is over: the empires side by side, each with all that it has built, the best first.

import { h } from "../dom.js";
import { cardFace, skyline } from "../cards/card.js";
import { drawn } from "../cards/cubes.js";
import { countOf } from "../cards/describe.js";
import { designOf, empireOf } from "../catalogue.js";
import { t } from "../language/texts.js";
import { seatMark } from "../table/seats.js";
import { placeOf, winnersOf } from "./outcome.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {NonNullable<View["result"]>} Result */

/** More designs than these become a number. */
const MAX_DESIGNS = 9;
/** What points are made of. */
const PARTS = /** @type {const} */ (["gross", "combo", "generals", "financiers"]);

/** @param {View} view Of a finished game. @param {Result} result @param {string[]} names of the seats @returns {import("../dom.js").Child} */
export function scene(view, result, names) {
  const order = result.ranking.flat();
  const winners = new Set(winnersOf(result.ranking, view.seats));
  return h("ol", { class: "scene", "aria-label": t("end.scene") }, order.map((seat) => h("li", { key: seat, class: `scene-seat ${winners.has(seat) ? "winner" : ""} ${seat === view.seat ? "own" : ""}` },
    empire(view, result, seat, names[seat] ?? "", winners.has(seat)))));
}

/** @param {View} view @param {Result} result @param {number} number @param {string} name @param {boolean} wins */
function empire(view, result, number, name, wins) {
  const { empire, constructed } = view.seats[number];
  const score = result.scores[number];
  const parts = PARTS.filter((part) => score[part]);
  const most = Math.max(...result.scores.map((each) => each.total));
  const copies = countOf(constructed.map((card) => designOf(card).id));
  const designs = Object.keys(copies);
  return [
    empire && skyline(empire),
    h("div", { class: "scene-who" }, wins ? h("span", { class: "scene-crown", "aria-hidden": "true" }, drawn("♛")) : h("span", { class: "scene-place" }, String(placeOf(result.ranking, number))),
      h("div", { class: "scene-name" }, h("b", null, seatMark(number), " ", name), empire && h("span", { class: "soft" }, empireOf(empire, view.side).name)),
      h("b", { class: "scene-total" }, String(score.total))),
    h("div", { class: "scene-bar", "aria-hidden": "true" }, parts.map((part) => h("i", { key: part, class: part, style: { width: `${(100 * score[part]) / most}%` } }))),
    h("ul", { class: "scene-why" }, parts.map((part) => h("li", { key: part, class: part }, `${t(`end.${part}`)} `, h("b", null, String(score[part]))))),
    constructed.length > 0 && h("div", { class: "scene-built", role: "img", "aria-label": t("play.built", { n: constructed.length }) },
      designs.slice(0, MAX_DESIGNS).map((design) => h("span", { key: design, class: "scene-card" }, cardFace(design, { flight: false }), (copies[design] ?? 0) > 1 && h("b", { class: "copies" }, drawn(`×${copies[design]}`)))),
      designs.length > MAX_DESIGNS && h("span", { class: "scene-more", "aria-hidden": "true" }, drawn(`+${designs.length - MAX_DESIGNS}`))),
  ];
}
