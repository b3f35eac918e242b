// The player's own board: what to do, the cards and cubes to do it with, and where they go.

import { h } from "../dom.js";
import { t } from "../language/texts.js";
import { actionBar, characters, inspector, tray, ways } from "./actions.js";
import { draftArea, handRows } from "./hand.js";
import { helpDialog } from "./keys.js";
import { constructionArea, empireArea, produced } from "./sites.js";
import { required } from "./solo.js";

const MAX_SHORT_HAND = 5;

/** @param {import("./session.js").Play} play @returns {import("../dom.js").Child} */
export function ownBoard(play) {
  return h("div", { class: "own-board", key: "own" },
    h("div", { class: `own-main ${play.view.phase} ${isShort(play) ? "short" : ""} seats-${play.view.seats.length}` }, handRows(play), characters(play), draftArea(play), constructionArea(play)),
    h("div", { class: "own-side" }, required(play.view), empireArea(play), ways(play)));
}

/** Whether a draft shows a short hand and what is drafted alone: then they lie side by side. The style could ask this itself, but `:has` in front of all of it makes each change a change of all styles. @param {import("./session.js").Play} play */
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
