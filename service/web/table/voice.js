// What is announced to those who listen: reveals, new hands, steps, and one's turn.

import { nameOf } from "../catalogue.js";
import { t } from "../language/texts.js";

/**
 * The sentences about what has changed.
 *
 * @param {import("../live/game.js").GameState} now @param {import("../live/game.js").GameState} before @returns {string[]}
 */
export function announcements(now, before) {
  const { view } = now;
  if (!view || !before.view || view.version === before.view.version) return [];
  const fresh = now.events.filter(({ version }) => version > before.view.version && version <= view.version);
  const isTurn = view.waiting_on.includes(view.seat) && !before.view.waiting_on.includes(view.seat);
  return [
    ...fresh.flatMap((event) => sentences(event, now)),
    ...(view.hand.length && view.hand.join() !== before.view.hand.join() && fresh.some(({ name }) => HANDS.includes(name)) ? [t("play.say.hand", { cards: view.hand.map(nameOf).join(", ") })] : []),
    ...(isTurn ? [t("play.say.turn")] : []),
  ];
}

const HANDS = ["hands_dealt", "picks_revealed", "pool_taken", "cards_redrawn"];

/** @param {any} event @param {import("../live/game.js").GameState} state @returns {string[]} */
function sentences({ name, seat, data }, { view, table }) {
  const nameOfSeat = (/** @type {number} */ each) => (each === view.seat ? t("play.say.you") : table.names?.[each] ?? view.seats[each]?.player?.name ?? "");
  switch (name) {
    case "picks_revealed":
      return [t("play.say.revealed", { picks: data.picks.map((/** @type {string} */ card, /** @type {number} */ each) => `${nameOfSeat(each)}: ${nameOf(card)}`).join(", ") })];
    case "resources_produced":
      return [t("play.say.step", { resource: t(`resource.${data.step}`), n: data.amounts?.[view.seat] ?? 0 })];
    case "card_constructed":
      return [t("play.say.built", { name: nameOfSeat(seat), card: nameOf(data.card) })];
    case "supremacy_won":
      return [t("play.say.supremacy", { name: nameOfSeat(seat) })];
    default:
      return [];
  }
}
