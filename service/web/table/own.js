// The player's own board: what to do, the cards and cubes to do it with, and where they go. And what only a solo game has.

import { h } from "../dom.js";
import { t } from "../language/texts.js";
import { actionBar, characters, inspector, tray, ways } from "./actions.js";
import { draftArea, handRows } from "./hand.js";
import { helpDialog } from "./keys.js";
import { constructionArea, empireArea, produced } from "./sites.js";
import { nameOf } from "../catalogue.js";

const MAX_SHORT_HAND = 5;

/** @param {import("./session.js").Play} play @returns {import("../dom.js").Child} */
export function ownBoard(play) {
  return h("div", { class: "own-board", key: "own" },
    h("div", { class: `own-main ${play.view.phase} ${isShort(play) ? "short" : ""} seats-${play.view.seats.length}` }, handRows(play), characters(play), draftArea(play), constructionArea(play)),
    h("div", { class: "own-side" }, required(play.view), empireArea(play), ways(play)));
}

/** Whether a draft shows a short hand and what is drafted alone: then they lie side by side. The style does not ask by `:has`: then each change would restyle the whole table. @param {import("./session.js").Play} play */
function isShort({ view, seat }) {
  return view.phase === "draft" && view.hand.length > 0 && view.hand.length <= MAX_SHORT_HAND && !seat.construction.length;
}

/** What stays in reach at the lower edge. @param {import("./session.js").Play} play */
export function dock(play) {
  const chosen = inspector(play);
  return h("div", { class: `dock ${play.view.phase}`, key: "dock", role: "group", "aria-label": t("play.dock") }, play.dragged ? dropBar(play) : [chosen, tray(play)],
    !chosen && (play.view.phase === "draft" || play.view.phase === "planning") && h("p", { class: "dock-produced", key: "produced", "aria-hidden": "true" }, produced(play)), // a phone has the empire out of sight
    actionBar(play), helpDialog(play));
}

/** While something is dragged, the places that may be out of sight are here, too. @param {import("./session.js").Play} play */
function dropBar(play) {
  const near = ["drafted", "hand", "construction", "empire"].filter((target) => play.targets.has(target));
  return h("div", { class: "drop-bar", key: "drops", "aria-hidden": "true" }, near.map((target) => h("span", { key: target, class: "zone lit", "data-drop": target }, t(`play.drop.${target}`))));
}

const SIGNS = /** @type {Record<string, string>} */ ({ constructed: "✓", under_construction: "…", missing: "✕" });

/** The required cards of a scenario with their states, and what is left of a solo game. @param {import("./seats.js").View} view */
export function required(view) {
  if (view.mode === "standard") return null;
  return h("section", { class: "zone solo", key: "solo", "aria-label": t("play.solo") },
    h("p", { class: "row" },
      view.sequence && h("span", { class: "pill" }, t("play.sequence", { n: view.sequence, all: 2 })),
      h("span", { class: "pill" }, t("play.pools", { n: view.pools_left ?? 0 })),
      h("span", { class: "pill" }, t("play.deck", { n: view.deck_size }))),
    view.required && h("ul", { class: "row required", "aria-label": t("play.required") }, view.required.map(({ design, state }) =>
      h("li", { class: `pill ${state}`, key: design }, h("b", { "aria-hidden": "true" }, SIGNS[state] ?? ""), nameOf(design), h("span", { class: "unseen" }, t(`play.required.${state}`))))));
}
