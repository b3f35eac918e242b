// Rows of cards that a player chooses from: the hand, drafted cards, and the candidates of a redraw.

import { h } from "../dom.js";
import { cardFace } from "../cards/card.js";
import { describe } from "../cards/describe.js";
import { t } from "../language/texts.js";
import { pick } from "./pick.js";

/** @typedef {import("./session.js").Play} Play */

/** All rows that the player has now. @param {Play} play @returns {import("../dom.js").Child} */
export function handRows(play) {
  const { view, seat } = play;
  if (view.candidates.length) return [row(play, "candidates", view.candidates), view.hand.length > 0 && row(play, "hand", view.hand)];
  return [
    view.hand.length > 0 && row(play, "hand", view.hand, ...quickWays(play, view.phase === "planning")),
    view.phase === "planning" && seat.drafted.length > 0 && row(play, "drafted", seat.drafted, ...quickWays(play, true)),
  ];
}

/** The drop target for a pick: what the seat has drafted in this round. @param {Play} play */
export function draftArea(play) {
  if (play.view.phase !== "draft") return null;
  const target = play.targets.get("drafted");
  const cards = [...play.seat.drafted, ...(play.view.picked ? [play.view.picked] : [])];
  return h("section", { class: `zone drafted-zone ${target ? "lit" : ""}`, key: "draft-area", "data-drop": "drafted", "aria-label": t("play.drafted", { n: cards.length }) },
    h("header", { class: "zone-head" }, h("h2", null, t("play.drafted", { n: cards.length }))),
    cards.length ? h("ul", { class: "cards small" }, cards.map((card) => h("li", { key: card, class: card === play.view.picked ? "picked" : "" }, pick(play, "picks", card, describe(card), cardFace(card)))))
      : h("p", { class: "soft" }, t("play.drafted.none")));
}

/** @param {Play} play @param {string} name @param {string[]} cards @param {...import("../dom.js").Child} tools */
function row(play, name, cards, ...tools) {
  const canRedraw = name === "hand" && play.legal.some(({ type }) => type === "redraw");
  return h("section", { class: `zone ${name}`, key: name, "data-drop": name === "hand" && play.targets.has("hand") ? "hand" : null, "aria-label": t(`play.row.${name}`, { n: cards.length }) },
    h("header", { class: "zone-head" }, h("h2", null, t(`play.row.${name}`, { n: cards.length })), ...tools),
    h("ul", { class: "cards" }, cards.map((card) => h("li", { key: card, class: "card-cell" },
      pick(play, name, card, describe(card), cardFace(card), { drag: true }),
      canRedraw && redrawMark(play, card)))));
}

/** Two marked cards are redrawn (R62). @param {Play} play @param {string} card */
function redrawMark(play, card) {
  const isMarked = play.marked === card;
  return h("button", { type: "button", class: `chip ${isMarked ? "on" : ""}`, "aria-pressed": String(isMarked), "data-focus": `redraw.${card}`, onclick: () => play.mark(card) },
    t(isMarked ? "play.redraw.second" : "play.redraw"));
}

/** @param {Play} play @param {boolean} isPlanning */
function quickWays(play, isPlanning) {
  if (!isPlanning || !play.legal.some(({ type }) => type === "slate")) return [];
  return [
    h("button", { type: "button", class: "chip", "data-focus": "quick.build", onclick: () => play.quick("slate_all") }, t("play.build_all")),
    h("button", { type: "button", class: "chip", "data-focus": "quick.recycle", onclick: () => play.quick("recycle_rest") }, t("play.recycle_rest")),
  ];
}
