// The choices of a puzzle: cards to tap, or moves in words. One tap answers.

import { h } from "../dom.js";
import { cardFace, skyline } from "../cards/card.js";
import { describe, siteText } from "../cards/describe.js";
import { t } from "../language/texts.js";
import { doText } from "../learn/why.js";

/** @typedef {import("../types.js").Intention} Intention */
/** @typedef {import("../types.js").View} View */

/**
 * What the seat may do, each different thing once.
 *
 * @param {View} view @param {Intention[]} legal @param {((intention: Intention) => void) | null} onChoose null: nothing can be chosen any more
 */
export function choices(view, legal, onChoose) {
  const offered = view.phase === "draft" ? legal : different(legal);
  return h("ul", { class: view.phase === "draft" ? "puzzle-cards" : "puzzle-moves", "aria-label": t("puzzle.choices") },
    offered.map((intention) => h("li", { key: JSON.stringify(intention) },
      view.phase === "draft" ? cardChoice(intention, onChoose) : moveChoice(view, intention, onChoose))));
}

/** Copies of a card that do the same are one choice; sites are not, as each has other cubes. @param {Intention[]} legal */
function different(legal) {
  const key = (/** @type {Intention} */ { card = "", ...rest }) => JSON.stringify({ ...rest, card: card.split(".")[0] });
  return [...new Map(legal.map((each) => [key(each), each])).values()];
}

/** @param {Intention} intention @param {((intention: Intention) => void) | null} onChoose */
function cardChoice(intention, onChoose) {
  const card = intention.card ?? "";
  return h("button", { type: "button", class: "pick", "aria-label": describe(card), "data-explain": `card.${card}`, disabled: !onChoose, onclick: () => onChoose?.(intention) }, cardFace(card, { flight: false }));
}

/** @param {View} view @param {Intention} intention @param {((intention: Intention) => void) | null} onChoose */
function moveChoice(view, intention, onChoose) {
  return h("button", { type: "button", class: "puzzle-move", disabled: !onChoose, onclick: () => onChoose?.(intention) },
    picture(view, intention), h("span", null, doText(intention)));
}

/** The card that a move is about, as it lies there. @param {View} view @param {Intention} intention */
export function picture(view, intention) {
  const place = cardOf(intention);
  if (!place) return intention.onto === "empire" && skyline(view.seats[/** @type {number} */ (view.seat)]?.empire ?? "");
  const site = view.seats[/** @type {number} */ (view.seat)]?.construction.find(({ card }) => card === place);
  return h("span", { class: "puzzle-picture", "aria-hidden": "true", title: site ? siteText(site) : describe(place) }, cardFace(place, { flight: false, ...(site && { spaces: site.spaces }) }));
}

/** @param {Intention} intention */
const cardOf = ({ type, card, onto }) => (type === "place" && onto && onto !== "empire" ? onto : card ?? "");
