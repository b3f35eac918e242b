// What only this player needs to hear: a new hand, and the own turn. The news tell the rest.

import { nameOf } from "../catalogue.js";
import { t } from "../language/texts.js";

/** @typedef {import("../live/game.js").GameState} GameState */

/** @param {GameState["view"]} view */
export function isOwnTurn(view) {
  if (!view || view.seat === null) return false;
  return view.waiting_on.includes(view.seat);
}

/** Sentences about what has changed for the player. @param {GameState} now @param {GameState} before @returns {string[]} */
export function ownNews(now, before) {
  const { view } = now;
  if (!view || view.seat === null || view === before.view) return [];
  const cards = view.candidates.length ? view.candidates : view.hand;
  const isNew = cards.length > 0 && cards.some((card) => !before.view?.hand.includes(card) && before.view?.picked !== card);
  return [
    ...(isNew ? [t("play.say.hand", { cards: cards.map(nameOf).join(", ") })] : []),
    ...(isOwnTurn(view) && !isOwnTurn(before.view) ? [t("play.say.turn")] : []),
  ];
}
