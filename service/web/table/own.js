// The player's own board: what to do, the cards and cubes to do it with, and where they go.

import { h } from "../dom.js";
import { t } from "../language/texts.js";
import { actionBar, characters, inspector, tray, ways } from "./actions.js";
import { draftArea, handRows } from "./hand.js";
import { helpDialog } from "./keys.js";
import { constructionArea, empireArea, produced } from "./sites.js";
import { required } from "./solo.js";

/** @param {import("./session.js").Play} play @returns {import("../dom.js").Child} */
export function ownBoard(play) {
  return h("div", { class: "own-board", key: "own" },
    h("div", { class: `own-main ${play.view.phase}` }, handRows(play), characters(play), draftArea(play), constructionArea(play)),
    h("div", { class: "own-side" }, required(play.view), empireArea(play), ways(play)));
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
