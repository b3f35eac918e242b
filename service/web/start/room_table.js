// What the host of an open game may change about the table: the number of seats, and bots on free ones.

import { h } from "../dom.js";
import { redraw } from "../page.js";
import { catalogue } from "../catalogue.js";
import { t } from "../language/texts.js";
import { newTable } from "./open_table.js";
import { strategyField } from "./quick_play.js";

/** The strategy of the next bot; "" until one is chosen: that of the last table. */
let strategy = "";

/**
 * What the service would accept: more seats, fewer, another bot.
 *
 * @param {import("../types.js").View} view of an open game
 */
export function tableChoices(view) {
  const free = view.seats.filter((seat) => !seat.player && !seat.reserved).length;
  const isFixed = view.mode !== "standard" || Boolean(view.origin);
  return { more: !isFixed && view.seats.length < catalogue().constants.max_seats, fewer: !isFixed && free > 0 && view.seats.length > 2, bot: free > 0 };
}

/** The controls. A bot leaves by the button of its seat. @param {import("../types.js").View} view @param {import("./room.js").Act} act */
export function tableTools(view, act) {
  const may = tableChoices(view);
  const seats = view.seats.length;
  const bots = view.seats.filter((seat) => seat.bot).map((seat) => seat.bot);
  strategy ||= newTable().strategy;
  return h("div", { class: "stack", key: "tools" },
    (may.more || may.fewer) && h("div", { class: "row", key: "seats" },
      may.more && h("button", { key: "more", class: "button quiet small", onclick: () => act("table", { seats: seats + 1 }) }, t("room.seat.more")),
      may.fewer && h("button", { key: "fewer", class: "button quiet small", onclick: () => act("table", { seats: seats - 1 }) }, t("room.seat.fewer"))),
    may.bot && h("div", { class: "row", key: "bot" },
      strategyField(strategy, (value) => { strategy = value; redraw(); }),
      h("button", { class: "button quiet small", onclick: () => act("table", { bots: [strategy, ...bots] }) }, t("room.bot.add"))));
}
